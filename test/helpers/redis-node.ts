import {createServer} from 'node:net';
import {join} from 'node:path';
import {Redis, type RedisOptions} from 'ioredis';
import {openKillable} from './killable.ts';

export const LOOPBACK = '127.0.0.1';
const START_LIMIT_MS = 60_000;

export type RedisNode = {
	port: number;
	/** A connection to this server alone, that comes back when the server does. */
	redis: Redis;
	/** SIGKILL; it stays away until `start`, and has its data then. */
	kill(): Promise<void>;
	start(): Promise<void>;
	/** SIGSTOP: its connections stay open, and nobody responds until it is killed and started. */
	freeze(): void;
	/** Ends it and the connection to it. */
	stop(): Promise<void>;
};

/**
 * A Redis on loopback that keeps what it acknowledged, with its data in the folder. `settings` are those of redis.conf, `args` stand
 * in their place. `client`: what else a connection to it needs.
 */
export async function startRedisNode({
	folder,
	port,
	settings = {},
	args,
	client,
}: {
	folder: string;
	port: number;
	settings?: Record<string, string>;
	args?: string[];
	client?: RedisOptions;
}): Promise<RedisNode> {
	const whole = {port: String(port), bind: LOOPBACK, dir: folder, ...settings};
	const redis = new Redis({...client, host: LOOPBACK, port, lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null});
	redis.on('error', () => {});
	const server = openKillable({
		name: `Redis on ${port}`,
		program: 'redis-server',
		logFile: join(folder, 'redis.log'),
		pidFile: join(folder, 'redis.process'),
		isReady: () => responds(redis),
		limitMs: START_LIMIT_MS,
	});
	const start = () => server.start(args ?? Object.entries(whole).flatMap(([name, value]) => [`--${name}`, value]));
	await start();
	return {
		port,
		redis,
		start,
		kill: server.kill,
		freeze: server.freeze,
		async stop() {
			redis.disconnect();
			await server.kill();
		},
	};
}

async function responds(redis: Redis): Promise<boolean> {
	return redis.ping().then(
		response => response === 'PONG',
		() => false,
	);
}

/** Ports that nobody listens on at this moment. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({length: count}, () => createServer().listen(0, LOOPBACK));
	const ports = await Promise.all(
		servers.map(server => new Promise<number>(resolve => server.on('listening', () => resolve(portOf(server))))),
	);
	await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
	return ports;
}

function portOf(server: ReturnType<typeof createServer>): number {
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}
