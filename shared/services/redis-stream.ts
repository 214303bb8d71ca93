import {connect as connectPlainly, type Socket} from 'node:net';
import {setImmediate} from 'node:timers/promises';
import {connect as connectByTls} from 'node:tls';
import {AbstractConnector, type Redis, type RedisOptions, SentinelConnector} from 'ioredis';
import type {Log} from '../log.ts';

type Place = {host?: string | undefined; port?: number | undefined; tls?: unknown};

const HEARTBEAT_MS = 1000;

/**
 * Silences second errors of a socket: ioredis listens for one, and one more of a refused TLS connection would end
 * the process.
 */
function quiet<Stream extends Socket>(stream: Stream): Stream {
	return stream.on('error', () => {});
}

/** Opens streams, by TLS where that is asked for, and keeps why that failed for ioredis to say. */
export abstract class StreamConnector extends AbstractConnector {
	constructor(options: unknown) {
		super((options as RedisOptions).disconnectTimeout ?? 0);
	}

	protected open({host = 'localhost', port = 6379, tls}: Place): Socket {
		const stream = quiet(tls ? connectByTls({host, port}) : connectPlainly({host, port}));
		stream.once('error', error => {
			this.firstError = error;
		});
		this.stream = stream;
		return stream;
	}
}

class TlsConnector extends StreamConnector {
	place: RedisOptions;

	constructor(options: unknown) {
		super(options);
		this.place = options as RedisOptions;
	}

	override async connect() {
		this.connecting = true;
		return this.open(this.place);
	}
}

class QuietSentinelConnector extends SentinelConnector {
	override async connect(emit: (type: string, error: Error) => void) {
		return quiet((await super.connect(emit)) as Socket);
	}
}

/** How to connect by TLS to the server that the other options name. The CA is one that Node trusts (`NODE_EXTRA_CA_CERTS`). */
export const byTls: RedisOptions = {tls: {}, Connector: TlsConnector};
/** Connects by TLS to sentinels and to the server that they name. */
export const byTlsThroughSentinels: RedisOptions = {
	...{tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true},
	Connector: QuietSentinelConnector as never,
};

/**
 * A server that hangs closes nothing, nor does a network that drops every packet: each command would wait for its own time limit, or for ever.
 * A connection on which a PING stays without a response is given up for a new one; until that is ready Redis counts as away.
 */
export function leaveWhenSilent(
	redis: Redis,
	patienceMs: number,
	log: Log,
	watched: readonly Redis['status'][] = ['ready', 'connect'],
): void {
	let beating = false;
	const beat = async () => {
		if (beating || !watched.includes(redis.status)) return;
		beating = true;
		const isAlive = await respondsWithin(redis, patienceMs);
		beating = false;
		if (isAlive || !watched.includes(redis.status)) return;
		log.warn({ms: patienceMs}, 'redis is silent; connecting again');
		redis.disconnect(true);
	};
	let timer: NodeJS.Timeout | undefined;
	redis.on('connect', () => {
		clearInterval(timer);
		timer = setInterval(beat, HEARTBEAT_MS).unref();
	});
	redis.on('close', () => clearInterval(timer));
}

async function respondsWithin(redis: Redis, ms: number): Promise<boolean> {
	let answered = false;
	const {promise, resolve} = Promise.withResolvers<void>();
	const hear = () => {
		answered = true;
		resolve();
	};
	const timer = setTimeout(resolve, ms).unref();
	// An error is a response too.
	if (redis.status === 'ready') redis.ping().then(hear, hear);
	else redis.once('ready', hear);
	await promise;
	clearTimeout(timer);
	redis.off('ready', hear);
	// Was it this process that was busy? Then the response lies there unread.
	if (!answered) await setImmediate();
	return answered;
}
