import {type Connection, type Group, waitsForBody} from './connection.ts';

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
export function openGroup(cap: number, close: (connection: Connection) => void, emptied = () => {}): Group {
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
export function openGroups(cap: number, close: (connection: Connection) => void): (ip: string, connection: Connection) => boolean {
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
