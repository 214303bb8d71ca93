import type {Socket} from 'node:net';
import {clientIp, ipv6Prefix} from '../http/client-ip.ts';
import {type Connection, type ConnectionCounts, type Group, newConnection, waitsForBody} from './connection.ts';

type Caps = {inAll: number; perIp: number; trustedProxies: number};

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
/** Looking through a full group takes a moment, which somebody who knocks without end must not have each time. */
const LOOK_EVERY_MS = 100;
/** The part of a full group that is cleared at once. */
const CLEARED = 1 / 32;

/**
 * A group for `cap` connections. Where it is full, those that have rested longest give way: between two calls, or because their
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
