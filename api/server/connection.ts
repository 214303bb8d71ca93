import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {Log} from '../../shared/log.ts';

export type Call = {request: IncomingMessage; response: ServerResponse};

export type Connection = {
	readonly socket: Socket;
	/** The call under way; null between two calls. */
	call: Call | null;
	/** Calls that came on the same connection before that response was out, in order. */
	readonly waiting: Call[];
	/** Start of the present rest, without a call or bytes taken, and next to none sent: milliseconds of `performance.now()`. */
	restingSince: number;
	/** Bytes that its reader has taken, and bytes read from it, when enough of them had come to call it progress. */
	taken: number;
	read: number;
	/** Start of the time in which bytes have waited for the reader without a break, and the bytes it had taken by then. */
	owed: {since: number; taken: number} | null;
	/** Bytes read from it when the last call had ended: more of them are the head of the next. */
	readBefore: number;
	/** The groups that it counts in. */
	readonly groups: Set<Group>;
};

/** A place for so many connections. */
export type Group = {
	/** False where it is full of connections that are at work. */
	enter(connection: Connection): boolean;
	leave(connection: Connection): void;
};

export type Connections = ReadonlyMap<Socket, Connection>;

/** Numbers of events since the process began. */
export type ConnectionCounts = {
	/** Connections, or behind a proxy calls, refused because there were too many: in all, or of one IP. */
	refused: number;
	refusedByIp: number;
	/** Connections that rested and gave way to a new one. */
	gaveWay: number;
	/** Ended because next to nothing was taken of a response; because nothing came of a body. */
	slowReaders: number;
	slowBodies: number;
	/** Ended because too many calls came before the response to the first. */
	pipelined: number;
	/** Connections that the operating system could not hand over. */
	notAccepted: number;
};

/** True where more of the body has to come: what has come already and was not read yet waits for us. */
export function waitsForBody({request}: Call): boolean {
	return !request.complete && request.readableLength === 0;
}

export function newConnection(socket: Socket): Connection {
	return {
		socket,
		call: null,
		waiting: [],
		restingSince: performance.now(),
		taken: 0,
		read: 0,
		owed: null,
		readBefore: 0,
		groups: new Set(),
	};
}

export function newCounts(): ConnectionCounts {
	return {refused: 0, refusedByIp: 0, gaveWay: 0, slowReaders: 0, slowBodies: 0, pipelined: 0, notAccepted: 0};
}

/** Returns what logs the counts that have changed since: a line for each connection would be one more way to keep the process busy. */
export function countsLogger(counts: ConnectionCounts, log: Log): () => void {
	let logged = {...counts};
	return () => {
		const since = Object.entries(counts).map(([name, count]) => [name, count - logged[name as keyof ConnectionCounts]] as const);
		logged = {...counts};
		if (since.some(([, count]) => count > 0)) log.warn(Object.fromEntries(since), 'connections refused or ended');
	};
}
