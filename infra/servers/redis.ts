import {mkdirSync} from 'node:fs';
import {createConnection} from 'node:net';
import {join} from 'node:path';
import {type Kept, keepRunning} from './keep-running.ts';

const ANSWER_LIMIT_MS = 2000;
const START_LIMIT_MS = 60_000;
const STOP_PATIENCE_MS = 10_000;

/** The URL of the private Redis whose socket stands in this folder. */
export function redisUrl(sockets: string): string {
	return `unix:${redisSocket(sockets)}`;
}

/** A private Redis on a socket that keeps what was written through a kill (at most a second is lost) and never evicts. Ready when this resolves. */
export async function startRedis(dataDir: string, sockets: string, report: (sentence: string) => void): Promise<Kept> {
	const folder = join(dataDir, 'redis');
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const settings = {
		port: '0',
		unixsocket: redisSocket(sockets),
		unixsocketperm: '700',
		dir: folder,
		appendonly: 'yes',
		appendfsync: 'everysec',
		'maxmemory-policy': 'noeviction',
		// The append-only file is the one record; a second one would only cost.
		save: '',
	};
	const kept = await keepRunning({
		name: 'Redis',
		program: 'redis-server',
		args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
		logFile: join(dataDir, 'logs', 'redis.log'),
		pidFile: join(dataDir, 'run', 'redis.process'),
		patienceMs: STOP_PATIENCE_MS,
		report,
	});
	await kept.ready(() => redisResponds(sockets), START_LIMIT_MS);
	return kept;
}

/** True where the server behind the socket responds and has read its data. */
function redisResponds(sockets: string): Promise<boolean> {
	return new Promise(resolve => {
		const socket = createConnection(redisSocket(sockets));
		const end = (response: boolean) => {
			socket.destroy();
			resolve(response);
		};
		socket.setTimeout(ANSWER_LIMIT_MS, () => end(false));
		socket.on('error', () => end(false));
		socket.on('connect', () => socket.write('PING\r\n'));
		// While it reads its data it returns -LOADING.
		socket.on('data', response => end(response.toString().startsWith('+PONG')));
	});
}

function redisSocket(sockets: string): string {
	return join(sockets, 'redis.sock');
}
