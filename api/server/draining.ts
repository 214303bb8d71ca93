import type {Server} from 'node:http';
import {Server as NetServer} from 'node:net';
import {setImmediate as afterPolling, setTimeout as sleep} from 'node:timers/promises';
import type {Connection, Connections} from './open-connections.ts';

/** Milliseconds that a connection between two calls is left open: a call may be on its way and would meet a closed one. */
const UNUSED_MS = 1000;
const LOOK_MS = 20;
/**
 * Milliseconds before the socket closes in which responses keep their connections: a proxy then uses those it has, and hardly opens others.
 */
const QUIET_MS = 1000;
/** A turn of the event loop that nothing delays takes some hundredths of a millisecond. */
const SHORT_TURN_MS = 0.1;
const SHORT_TURN_WAIT_MS = 1000;

export type DrainTimes = {
	/** Milliseconds in which new connections are still taken: the load balancer learns meanwhile that this process goes. */
	graceMs: number;
	/** Milliseconds after that for calls under way; then they are cut. */
	callsMs: number;
};

/**
 * Brings a server to its end without cutting a call: each response now closes its connection, then no connection is taken any
 * more, then the calls under way are waited for. A call that comes on a connection between two calls still gets its response.
 * `closes` is told whether responses are to close their connections from now on: not in the last moments before the socket closes, for whatever
 * has connected and was not taken yet is reset then.
 */
export async function drain(
	server: Server,
	connections: Connections,
	{graceMs, callsMs}: DrainTimes,
	closes: (now: boolean) => void,
): Promise<void> {
	const quietMs = Math.min(QUIET_MS, graceMs / 2);
	const closeConnections = () => {
		closes(true);
		for (const {call, waiting} of connections.values()) {
			const last = waiting.at(-1) ?? call;
			if (last && !last.response.headersSent) last.response.shouldKeepAlive = false;
		}
	};
	closeConnections();
	await sleep(graceMs - quietMs);
	closes(false);
	await sleep(quietMs);
	await shortTurn();
	// The HTTP server's own would close unused connections at once.
	const closed = new Promise(resolve => NetServer.prototype.close.call(server, resolve));
	const begun = performance.now();
	closeConnections();
	for (const end = begun + callsMs; connections.size > 0; await sleep(LOOK_MS)) {
		if (performance.now() > end) server.closeAllConnections();
		// Calls that have arrived by now have been read.
		await afterPolling();
		for (const connection of connections.values()) if (isUnused(connection, begun)) connection.socket.destroy();
	}
	await closed;
}

/** Returns right after the event loop has taken what had connected, in a turn in which it did hardly anything else. */
async function shortTurn(): Promise<void> {
	for (const end = performance.now() + SHORT_TURN_WAIT_MS; ; ) {
		const begun = performance.now();
		await afterPolling();
		const now = performance.now();
		if (now - begun < SHORT_TURN_MS || now > end) return;
	}
}

function isUnused({call, socket, restingSince, readBefore}: Connection, begun: number): boolean {
	return call === null && socket.bytesRead === readBefore && performance.now() - Math.max(restingSince, begun) > UNUSED_MS;
}
