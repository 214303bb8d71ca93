import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {Log} from '../../shared/log.ts';
import {clientIp, ipv6Prefix} from '../http/client-ip.ts';

type Caps = {inAll: number; perIp: number; trustedProxies: number};

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
type Group = {
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

/**
 * The connections that are open, bounded in all and by IP. Behind proxies of ours all come from these; there it is the calls
 * under way that are bounded by IP.
 */
export function openConnections({inAll, perIp, trustedProxies}: Caps, counts: ConnectionCounts) {
	const all = new Map<Socket, Connection>();
	const group = openGroup(inAll, giveWay);
	const enterByIp = openGroups(Math.min(inAll, perIp), giveWay);
	const behindProxy = trustedProxies > 0;

	function forget(connection: Connection): void {
		all.delete(connection.socket);
		for (const one of connection.groups) one.leave(connection);
		connection.waiting.length = 0;
	}

	function giveWay(connection: Connection): void {
		counts.gaveWay++;
		forget(connection);
		connection.socket.destroy();
	}

	function whatIsFull(connection: Connection): 'refused' | 'refusedByIp' | null {
		if (!group.enter(connection)) return 'refused';
		if (behindProxy || enterByIp(ipv6Prefix(connection.socket.remoteAddress ?? ''), connection)) return null;
		return 'refusedByIp';
	}

	return {
		all,
		/** Counts a new connection, or closes it where there are too many. */
		admit(socket: Socket): boolean {
			const connection = newConnection(socket);
			const full = whatIsFull(connection);
			if (full !== null) {
				counts[full]++;
				forget(connection);
				socket.destroy();
				return false;
			}
			all.set(socket, connection);
			socket.once('close', () => forget(connection));
			return true;
		},
		/** Counts a call that begins on it; false where its IP has too many under way. */
		admitCall(connection: Connection): boolean {
			if (!behindProxy) return true;
			const allowed = enterByIp(clientIp({req: connection.call!.request}, trustedProxies), connection);
			if (!allowed) counts.refusedByIp++;
			return allowed;
		},
		/** Gives back what `admitCall` has counted. */
		endCall(connection: Connection): void {
			if (!behindProxy) return;
			for (const one of connection.groups) if (one !== group) one.leave(connection);
		},
	};
}

/** A connection that has done nothing for so long gives way to a new one: longer than a response needs on its way to a good reader. */
const REST_MS = 2000;
/** Milliseconds between two searches of a full group, so that endless attempts to connect do not each cost one. */
const LOOK_EVERY_MS = 100;
/** The part of a full group that is cleared at once. */
const CLEARED = 1 / 32;

/**
 * Opens a group for `cap` connections. If it is full, those that have rested longest give way: between two calls, or because their
 * peer takes or sends next to nothing. One that waits for our own work never does. `close` gets the connection that has to go, and ends it.
 */
function openGroup(cap: number, close: (connection: Connection) => void, emptied = () => {}): Group {
	const members = new Set<Connection>();
	let lookedAt = Number.NEGATIVE_INFINITY;

	const evictLongestIdle = () => {
		const now = performance.now();
		if (now - lookedAt < LOOK_EVERY_MS) return;
		lookedAt = now;
		const resting = [...members].filter(one => rests(one) && now - one.restingSince >= REST_MS);
		resting.sort((a, b) => a.restingSince - b.restingSince);
		for (const one of resting.slice(0, Math.max(1, Math.floor(cap * CLEARED)))) close(one);
	};

	const group: Group = {
		enter(connection) {
			if (members.size >= cap) evictLongestIdle();
			if (members.size >= cap) return false;
			members.add(connection);
			connection.groups.add(group);
			return true;
		},
		leave(connection) {
			members.delete(connection);
			connection.groups.delete(group);
			if (members.size === 0) emptied();
		},
	};
	return group;
}

/** A group for each IP, as long as somebody is in it. Returns false where that group is full. */
function openGroups(cap: number, close: (connection: Connection) => void): (ip: string, connection: Connection) => boolean {
	const groups = new Map<string, Group>();
	return (ip, connection) => {
		const group = groups.get(ip) ?? openGroup(cap, close, () => groups.delete(ip));
		groups.set(ip, group);
		return group.enter(connection);
	};
}

/** True where nothing would be lost that we are working on: between two calls, or because a peer takes or sends nothing. */
function rests({call, socket}: Connection): boolean {
	return call === null || socket.writableLength > 0 || waitsForBody(call);
}

/** True where more of the body has to come: what has come already and was not read yet waits for us. */
export function waitsForBody({request}: Call): boolean {
	return !request.complete && request.readableLength === 0;
}

function newConnection(socket: Socket): Connection {
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
