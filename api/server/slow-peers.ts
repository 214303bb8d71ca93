import type {Socket} from 'node:net';
import {AppError} from '../../shared/errors.ts';
import {type Call, type Connection, type ConnectionCounts, type Connections, waitsForBody} from './open-connections.ts';

/**
 * Bytes per second that a reader takes at least, averaged over the time that bytes wait for it: a quarter of EDGE's speed. A body that
 * brings as many makes progress.
 */
const BYTES_PER_SECOND = 4096;

type Peers = {connections: Connections; counts: ConnectionCounts; stallMs: number; refuse: (call: Call, error: AppError) => void};

/**
 * Ends the connections of peers that let us wait: of a body nothing came, or of a response nothing was taken, for `stallMs`; or
 * so little of it that they would hold their connection for as long as they like. A call that waits for our own work waits on.
 */
export function watchPeers({connections, counts, stallMs, refuse}: Peers) {
	return {
		/** Ends a connection on which `stallMs` passed without a byte read or written. */
		stalled(socket: Socket): void {
			const call = connections.get(socket)?.call;
			if (!call) {
				socket.destroy();
				return;
			}
			if (socket.writableLength > 0) {
				counts.slowReaders++;
				socket.destroy();
				return;
			}
			if (waitsForBody(call) && !call.response.headersSent) {
				counts.slowBodies++;
				endSlowBody(call, refuse);
			}
			socket.setTimeout(stallMs);
		},
		/** Checks all connections; called now and then. */
		look(): void {
			const now = performance.now();
			for (const connection of connections.values()) {
				note(connection, now);
				if (!isTooSlow(connection, now, stallMs)) continue;
				counts.slowReaders++;
				connection.socket.destroy();
			}
		},
	};
}

function endSlowBody(call: Call, refuse: Peers['refuse']): void {
	const error = new AppError('request_timeout');
	call.response.shouldKeepAlive = false;
	// The reader of the body gives the response.
	if (call.request.listenerCount('error') > 0) call.request.emit('error', error);
	else refuse(call, error);
}

/** Keeps what was taken from and sent on a connection, and since when bytes have been waiting for its reader. */
function note(connection: Connection, now: number): void {
	if (connection.call === null) return;
	const {writableLength: owed, bytesRead} = connection.socket;
	if (bytesRead - connection.read >= BYTES_PER_SECOND) {
		connection.read = bytesRead;
		connection.restingSince = now;
	}
	// Seen when a whole piece is through, since the parts of one show nowhere.
	const taken = connection.socket.bytesWritten - owed;
	if (taken > connection.taken) {
		connection.taken = taken;
		connection.restingSince = now;
	}
	if (owed === 0) connection.owed = null;
	else connection.owed ??= {since: now, taken};
}

function isTooSlow({owed, socket}: Connection, now: number, graceMs: number): boolean {
	if (owed === null) return false;
	// With what is on its way: the reader has the time that it needs for that at the lowest rate.
	const bytes = socket.bytesWritten - owed.taken;
	return now - owed.since > graceMs + (1000 * bytes) / BYTES_PER_SECOND;
}
