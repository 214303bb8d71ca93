import {existsSync, readdirSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {requirePort} from '../../infra/servers/free-port.ts';
import {ANSWER_LIMIT_MS, type Driven, Hang} from './driven.ts';
import {handsOf, openSession, type Session, spawnGroup} from './webdriver.ts';

/**
 * WebKitGTK by its MiniBrowser: the engine of Safari. It wants a display (Xvfb), and its own window is never narrower than its buttons; so
 * the pages are shown in a window that a script opened, which has none, and GTK is asked to leave no room around nothing.
 */
const LIBRARIES = '/usr/lib';
/** Larger than the largest window. */
const SCREEN = '2048x1400x24';
const NO_MARGINS = '* {min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px}';

export async function openWebKit(): Promise<Driven> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-webkit-'));
	await mkdir(join(folder, 'gtk-3.0'));
	await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), NO_MARGINS);
	const {display, end: endDisplay} = await openDisplay();
	const port = await requirePort('127.0.0.1', 0);
	// Its sandbox wants what a container or root does not give; the pages are our own.
	const env = {DISPLAY: display, XDG_CONFIG_HOME: folder, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', GDK_BACKEND: 'x11'};
	const driver = spawnGroup('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], env);
	const close = async () => {
		await driver.end();
		await endDisplay();
		await rm(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
	};
	try {
		const session = await openSession(port, capabilities(), ANSWER_LIMIT_MS);
		await openBareWindow(session);
		return driven(session, close);
	} catch (error) {
		await close();
		throw error;
	}
}

function capabilities(): object {
	const args = ['--automation', '--javascript-can-open-windows-automatically=true'];
	return {'webkitgtk:browserOptions': {binary: miniBrowser(), args}};
}

function miniBrowser(): string {
	const machines = readdirSync(LIBRARIES).filter(name => name.endsWith('-linux-gnu'));
	const places = machines.flatMap(machine => ['4.1', '4.0'].map(api => join(LIBRARIES, machine, `webkit2gtk-${api}`, 'MiniBrowser')));
	const found = places.find(place => existsSync(place));
	if (!found) throw new Error(`There is no MiniBrowser in ${places.join(' or ')}.`);
	return found;
}

async function openDisplay(): Promise<{display: string; end(): Promise<void>}> {
	const server = spawnGroup('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp']);
	const number = await new Promise<string>((resolve, reject) => {
		server.child.stdio[3]!.once('data', (data: Buffer) => resolve(String(data).trim()));
		server.child.once('exit', code => reject(new Error(`Xvfb ended with ${code}.`)));
	});
	return {display: `:${number}`, end: server.end};
}

async function openBareWindow(session: Session): Promise<void> {
	const before = await session.call<string[]>('GET', '/window/handles');
	await session.run("open('about:blank', '', 'popup,toolbar=no,menubar=no,width=800,height=600')");
	for (let wait = 0; wait < 100; wait++) {
		const handles = await session.call<string[]>('GET', '/window/handles');
		const opened = handles.find(handle => !before.includes(handle));
		if (opened) return void (await session.call('POST', '/window', {handle: opened}));
		await sleep(50);
	}
	throw new Error('MiniBrowser opened no second window.');
}

function driven(session: Session, close: () => Promise<void>): Driven {
	return {
		name: `WebKitGTK ${session.capabilities.browserVersion}`,
		async resize(width, height) {
			await session.call('POST', '/window/rect', {width, height});
			const inner = () => session.run<[number, number]>('return [innerWidth, innerHeight]');
			// The window follows a moment later.
			for (let wait = 0; wait < 60; wait++) {
				const [w, h] = await inner();
				if (w === width && h === height) return;
				await sleep(50);
			}
			throw new Error(`The window is ${await inner()}, not ${width},${height}.`);
		},
		async open(url) {
			await session.call('POST', '/url', {url});
		},
		run: (script, args) =>
			session.run<never>(script, args).catch((error: Error) => {
				throw error.name === 'TimeoutError' ? new Hang(ANSWER_LIMIT_MS) : error;
			}),
		hands: handsOf(session),
		screenshot: async () => Buffer.from(await session.call<string>('GET', '/screenshot'), 'base64'),
		close,
	};
}
