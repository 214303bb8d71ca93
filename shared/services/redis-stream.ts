import {connect as connectPlainly, type Socket} from 'node:net';
import {connect as connectByTls} from 'node:tls';
import {AbstractConnector, type RedisOptions, SentinelConnector} from 'ioredis';

type Place = {host?: string | undefined; port?: number | undefined; tls?: unknown};

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
