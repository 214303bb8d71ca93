import {Duplex} from 'node:stream';
import type {MessagePort} from 'node:worker_threads';
import type {Credential} from '../../shared/store/access/credentials.ts';

/** A message between the two ends: bytes, their receipt, or the end of the stream. */
type Told = Uint8Array<ArrayBuffer> | 'taken' | 'over';

/** A call that one side hands to the other: its caller's IP, the id under which it is logged, who was found to make it, and how it was counted. */
export type HandedCall = {remoteAddress: string; requestId: string; credential?: Credential; admitted?: Record<string, string>};

/** Bytes of a piece: what one costs the event loop is too little to be noticed. */
const PIECE_BYTES = 128 * 1024;

/**
 * A connection between two threads of a process, such as Node's HTTP takes in the place of a socket. Each piece is sent once the one before was taken,
 * so that neither side holds what the other is too slow for.
 */
export class PortStream extends Duplex {
	/** The caller's IP, under the name that a socket has for it. */
	readonly remoteAddress: string;
	readonly call: HandedCall;
	readonly #port: MessagePort;
	#sent: ((error?: Error) => void) | null = null;
	#owesTaken = false;

	constructor(port: MessagePort, call: HandedCall) {
		super();
		this.#port = port;
		this.remoteAddress = call.remoteAddress;
		this.call = call;
		port.on('message', (told: Told) => this.#hear(told));
		// The other thread has ended, or its side was destroyed.
		port.on('close', () => this.destroy(this.readableEnded ? undefined : gone()));
	}

	override _write(chunk: Buffer, encoding: BufferEncoding, sent: (error?: Error) => void): void {
		const bytes = new Uint8Array(chunk.subarray(0, PIECE_BYTES));
		const rest = chunk.subarray(PIECE_BYTES);
		this.#sent = error => (error || rest.length === 0 ? sent(error) : this._write(rest, encoding, sent));
		this.#tell(bytes, [bytes.buffer]);
	}

	override _read(): void {
		if (!this.#owesTaken) return;
		this.#owesTaken = false;
		this.#tell('taken');
	}

	override _final(done: () => void): void {
		this.#tell('over');
		done();
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		const sent = this.#sent;
		this.#sent = null;
		this.#port.close();
		sent?.(error ?? gone());
		done(error);
	}

	#hear(told: Told): void {
		if (told === 'taken') {
			const sent = this.#sent;
			this.#sent = null;
			sent?.();
		} else if (told === 'over') this.push(null);
		else {
			this.#owesTaken = true;
			if (this.push(Buffer.from(told.buffer))) this._read();
		}
	}

	#tell(told: Told, transfer: ArrayBuffer[] = []): void {
		this.#port.postMessage(told, transfer);
	}
}

function gone(): Error {
	return Object.assign(new Error('The other thread has closed the connection.'), {code: 'ECONNRESET'});
}
