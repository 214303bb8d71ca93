import {type Connection, type Room, waitsForBody} from './connection.ts';

/** A connection that has done nothing for so long gives way to a new one: longer than an answer needs on its way to a good reader. */
const REST_MS = 2000;
/** Looking through a full room takes a moment, which somebody who knocks without end must not have each time. */
const LOOK_EVERY_MS = 100;
/** The part of a full room that is cleared at once. */
const CLEARED = 1 / 32;

/**
 * A room for `cap` connections. Where it is full, those that have rested longest give way: between two calls, or because their
 * peer takes or sends next to nothing. One that waits for our own work never does. `close` is told who has to go, and has them leave.
 */
export function openRoom(cap: number, close: (connection: Connection) => void, emptied = () => {}): Room {
	const members = new Set<Connection>();
	let lookedAt = Number.NEGATIVE_INFINITY;

	const makeRoom = () => {
		const now = performance.now();
		if (now - lookedAt < LOOK_EVERY_MS) return;
		lookedAt = now;
		const resting = [...members].filter(one => rests(one) && now - one.restingSince >= REST_MS);
		resting.sort((a, b) => a.restingSince - b.restingSince);
		for (const one of resting.slice(0, Math.max(1, Math.floor(cap * CLEARED)))) close(one);
	};

	const room: Room = {
		enter(connection) {
			if (members.size >= cap) makeRoom();
			if (members.size >= cap) return false;
			members.add(connection);
			connection.rooms.add(room);
			return true;
		},
		leave(connection) {
			members.delete(connection);
			connection.rooms.delete(room);
			if (members.size === 0) emptied();
		},
	};
	return room;
}

/** A room for each IP, as long as somebody is in it. Answers false where that room is full. */
export function openRooms(cap: number, close: (connection: Connection) => void): (ip: string, connection: Connection) => boolean {
	const rooms = new Map<string, Room>();
	return (ip, connection) => {
		const room = rooms.get(ip) ?? openRoom(cap, close, () => rooms.delete(ip));
		rooms.set(ip, room);
		return room.enter(connection);
	};
}

/** True where nothing would be lost that we are working on: between two calls, or because a peer takes or sends nothing. */
function rests({call, socket}: Connection): boolean {
	return call === null || socket.writableLength > 0 || waitsForBody(call);
}
