import {type ChildProcess, spawn} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Hands} from './driven.ts';

/** As much of the WebDriver protocol (W3C) as a walk through a page needs, over HTTP on the loopback. */
export type Session = {
	capabilities: {browserName: string; browserVersion: string};
	call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
	/** Runs the body of a function in the page. A browser that gives no response in time throws a TimeoutError. */
	run<T>(script: string, args?: unknown[]): Promise<T>;
};

/** Milliseconds within which a browser responds; the slowest start was 3 s on a busy machine. */
const START_LIMIT_MS = 30_000;

/** A session with the driver at this port, once that listens. */
export async function openSession(port: number, capabilities: object, responseLimit: number): Promise<Session> {
	const url = `http://127.0.0.1:${port}`;
	await untilReady(url);
	const ask = async <T>(method: string, path: string, body: object | undefined, limit: number): Promise<T> => {
		const options = {method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(limit)};
		const response = await fetch(url + path, options);
		const {value} = (await response.json()) as {value: T & {error?: string; message?: string}};
		if (!response.ok) throw new Error(`${method} ${path}: ${value.error}. ${value.message}`);
		return value;
	};
	const opened = await ask<{sessionId: string; capabilities: Session['capabilities']}>(
		'POST',
		'/session',
		{capabilities: {alwaysMatch: capabilities}},
		START_LIMIT_MS,
	);
	const path = `/session/${opened.sessionId}`;
	return {
		capabilities: opened.capabilities,
		call: (method, sub, body) => ask(method, path + sub, body ?? (method === 'POST' ? {} : undefined), START_LIMIT_MS),
		run: (script, args = []) => ask('POST', `${path}/execute/sync`, {script, args}, responseLimit),
	};
}

/** Keys by the characters that stand for them in the protocol. */
const KEYS: Record<string, string> = {
	Alt: '\uE00A',
	ArrowDown: '\uE015',
	ArrowRight: '\uE014',
	ArrowUp: '\uE013',
	Control: '\uE009',
	Enter: '\uE007',
	Escape: '\uE00C',
	Shift: '\uE008',
	Tab: '\uE004',
};

/** The mouse and the keyboard of a session, as its driver has them. */
export function handsOf({call}: Session): Hands {
	const act = (source: object, actions: object[]) => call<void>('POST', '/actions', {actions: [{...source, actions}]});
	const point = (action: object) => act({type: 'pointer', id: 'mouse', parameters: {pointerType: 'mouse'}}, [action]);
	const turn = (type: 'keyDown' | 'keyUp') => (key: string) => ({type, value: KEYS[key] ?? key});
	const press = (...keys: string[]) =>
		act({type: 'key', id: 'keyboard'}, [...keys.map(turn('keyDown')), ...keys.toReversed().map(turn('keyUp'))]);
	return {
		move: (x, y) => point({type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y)}),
		down: () => point({type: 'pointerDown', button: 0}),
		up: () => point({type: 'pointerUp', button: 0}),
		press,
		async type(text) {
			for (const letter of text) await press(letter);
		},
		async upload(selector, files) {
			const [id] = Object.values(await call<Record<string, string>>('POST', '/element', {using: 'css selector', value: selector}));
			await call('POST', `/element/${id}/value`, {text: files.join('\n')});
		},
	};
}

async function untilReady(url: string): Promise<void> {
	const deadline = Date.now() + START_LIMIT_MS;
	while (Date.now() < deadline) {
		const response = await fetch(`${url}/status`, {signal: AbortSignal.timeout(1000)}).catch(() => null);
		if (response?.ok) return;
		await sleep(50);
	}
	throw new Error(`The driver at ${url} did not start within ${START_LIMIT_MS} ms.`);
}

/** A program in a process group of its own, so that `end` takes all of its children along. */
export function spawnGroup(program: string, args: string[], env: NodeJS.ProcessEnv = {}): {child: ChildProcess; end(): Promise<void>} {
	const child = spawn(program, args, {env: {...process.env, ...env}, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe']});
	const ended = new Promise<void>(resolve => child.on('close', () => resolve()).on('error', () => resolve()));
	const kill = () => {
		try {
			process.kill(-child.pid!, 'SIGKILL');
		} catch {
			// It has ended by itself.
		}
	};
	process.on('exit', kill);
	return {
		child,
		async end() {
			kill();
			await ended;
			process.off('exit', kill);
		},
	};
}
