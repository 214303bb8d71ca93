import {connect as connectPlainly, type Socket} from 'node:net';
import {setImmediate} from 'node:timers/promises';
import {connect as connectByTls} from 'node:tls';
import {AbstractConnector, type Redis, type RedisOptions, SentinelConnector} from 'ioredis';
import type {Log} from '../log.ts';

type Place = {host?: string | undefined; port?: number | undefined; tls?: unknown};

const HEARTBEAT_MS = 1000;

/** Silences a socket's second error: ioredis listens for one, and another one of a refused TLS connection would end the process. */
function quiet<Stream extends Socket>(stream: Stream): Stream {
	return stream.on('error', () => {});
}

/** Opens streams, by TLS if that is configured, and keeps the reason of a failure for ioredis to report. */
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

/** Options that connect by TLS to the server that the others name. Node must trust its CA (`NODE_EXTRA_CA_CERTS`). */
export const byTls: RedisOptions = {tls: {}, Connector: TlsConnector};
/** Options that connect by TLS to sentinels and to the server that they name. */
export const byTlsThroughSentinels: RedisOptions = {
	...{tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true},
	Connector: QuietSentinelConnector as never,
};

/**
 * A hanging server closes nothing, nor does a network that drops every packet: each command would wait for its time limit, or for ever.
 * Replaces a connection on which a PING stays unanswered by a new one; until that is ready, Redis counts as away.
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
	// If this process was busy, the response may have arrived and not been read yet.
	if (!answered) await setImmediate();
	return answered;
}
