import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {requirePort} from '../../infra/servers/free-port.ts';

/** Starts the server of a file of this folder, which ours is set beside: its arguments are a port and `args`. Throws if it ends before it serves. */
export async function startBare(
	file: string,
	args: string[],
	env: Record<string, string> = {},
): Promise<{child: ChildProcess; port: number}> {
	const port = await requirePort('127.0.0.1', 0);
	const child = spawn(process.execPath, [`test/bench/${file}`, String(port), ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...process.env, ...env},
	});
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`${file} ended with ${code} before it served.`);
	});
	await Promise.race([once(child.stdout!, 'data'), ended]);
	// It is killed in the end, which is no fault.
	ended.catch(() => {});
	return {child, port};
}
