import type {Call, Connection, ConnectionCounts} from './connection.ts';

/** Calls that may wait behind another one on the same connection. Browsers send none. */
const WAITING = 16;

type Steps = {
	/** A call begins: it is `connection.call`. */
	begin(connection: Connection, call: Call): void;
	/** Called when its response is out, or its caller is gone. */
	ended(connection: Connection): void;
};

/**
 * Takes the calls of a connection one at a time, whereas Node begins all that have arrived: what responds to the next one opens
 * no file and holds no bytes before its turn. Too many of them end the connection after those that wait.
 */
export function inOrder(counts: ConnectionCounts, {begin, ended}: Steps): (connection: Connection, call: Call) => void {
	function start(connection: Connection, call: Call): void {
		connection.call = call;
		connection.restingSince = performance.now();
		connection.read = connection.socket.bytesRead;
		call.response.once('close', () => end(connection));
		begin(connection, call);
	}

	function end(connection: Connection): void {
		ended(connection);
		connection.call = null;
		connection.owed = null;
		connection.restingSince = performance.now();
		connection.readBefore = connection.socket.bytesRead;
		const next = connection.waiting.shift();
		if (next && connection.socket.writable) start(connection, next);
	}

	return (connection, call) => {
		const {waiting, socket} = connection;
		if (connection.call === null) start(connection, call);
		else if (waiting.length < WAITING) waiting.push(call);
		else {
			const last = waiting.at(-1)!.response;
			if (last.shouldKeepAlive) counts.pipelined++;
			last.shouldKeepAlive = false;
			socket.pause();
		}
	};
}
