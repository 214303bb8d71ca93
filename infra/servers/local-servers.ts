import {createHash} from 'node:crypto';
import {chmodSync, lstatSync, mkdirSync} from 'node:fs';
import {createConnection} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {type Kept, keepRunning} from './keep-running.ts';
import {mariadbResponds, mariadbUrl, startMariadb} from './mariadb.ts';

export type LocalServers = {
	/** `mysql://root@localhost/roteiro?socketPath=…` */
	databaseUrl: string;
	/** `unix:/…/redis.sock` */
	redisUrl: string;
	stop(): Promise<void>;
	/** Kills them at once; what they acknowledged stays. */
	kill(): void;
};

type Options = {
	dataDir: string;
	/** False only for tests: faster, and nothing survives a power cut. */
	durable?: boolean;
	/** True starts the private MariaDB; `redis`: the private Redis. */
	mariadb?: boolean;
	redis?: boolean;
	/** Options of `mariadbd` that imitate another person's server. */
	mariadbOptions?: readonly string[];
	/** Called with a sentence when a server ended unexpectedly and is started again. */
	report?: (sentence: string) => void;
};

const ANSWER_LIMIT_MS = 2000;
const START_LIMIT_MS = 60_000;
const STOP_PATIENCE_MS = 10_000;

/**
 * Starts a private MariaDB and a private Redis whose data stand under `dataDir`, reachable over unix sockets alone, and keeps them
 * running. Hold the folder's lock (`lockDataFolder`) before.
 */
export async function startLocalServers({
	dataDir,
	durable = true,
	mariadb = true,
	redis = true,
	mariadbOptions = [],
	report = sentence => console.error(sentence),
}: Options): Promise<LocalServers> {
	const folder = resolve(dataDir);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const sockets = socketFolder(folder);
	chmodSync(sockets, 0o700);
	const starting = [
		...(redis ? [startRedis(folder, sockets, report)] : []),
		...(mariadb ? [startMariadb({dataDir: folder, sockets, durable, options: mariadbOptions, report})] : []),
	];
	const started = await Promise.allSettled(starting);
	const kept: Kept[] = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
	const failed = started.find(result => result.status === 'rejected');
	const stop = async () => {
		for (const server of kept) await server.stop();
	};
	if (failed) {
		await stop();
		throw failed.reason;
	}
	return {
		...localUrls(folder),
		stop,
		kill: () => {
			for (const server of kept) server.kill();
		},
	};
}

/** Returns the addresses of this data folder's private servers. */
export function localUrls(dataDir: string): {databaseUrl: string; redisUrl: string} {
	const sockets = socketFolder(resolve(dataDir));
	return {databaseUrl: mariadbUrl(sockets), redisUrl: redisUrl(sockets)};
}

/** True if the private MariaDB of this data folder responds. */
export function mariadbRuns(dataDir: string): Promise<boolean> {
	return mariadbResponds(socketFolder(resolve(dataDir)));
}

/** sun_path holds 108 bytes with the closing zero (unix(7)); MariaDB appends `.lock`. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Returns the folder of the private servers' sockets: under the data folder, or for a path too long for a socket, a short one in the
 * system's temporary folder. Only its user may enter it: opening the sockets gives access to all data.
 */
function socketFolder(dataDir: string): string {
	const near = join(dataDir, 'run');
	const fits = Buffer.byteLength(join(near, 'mysql.sock')) <= LONGEST_SOCKET_PATH;
	const uid = process.getuid?.() ?? -1;
	const folder = fits ? near : join(tmpdir(), `roteiro-${uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const found = lstatSync(folder);
	if (!found.isDirectory() || (uid >= 0 && found.uid !== uid) || (found.mode & 0o077) !== 0) {
		throw new Error(`${folder} must be a folder that belongs to you and that nobody else can open (mode 0700).`);
	}
	return folder;
}

/** Returns the URL of the private Redis with its socket in this folder. */
function redisUrl(sockets: string): string {
	return `unix:${redisSocket(sockets)}`;
}

/** A private Redis on a socket that keeps what was written through a kill (at most a second is lost) and never evicts. Ready when this resolves. */
async function startRedis(dataDir: string, sockets: string, report: (sentence: string) => void): Promise<Kept> {
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

/** True if the server behind the socket responds and has read its data. */
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
