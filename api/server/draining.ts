import type {Server} from 'node:http';
import {Server as NetServer} from 'node:net';
import {setImmediate as afterPolling, setTimeout as sleep} from 'node:timers/promises';
import type {Connection, Connections} from './connection.ts';

/** How long a connection between two calls is left open: somebody may be about to use it, and would meet a closed one. */
const UNUSED_MS = 1000;
const LOOK_MS = 20;

export type DrainTimes = {
	/** New connections are still taken for so long: until whoever distributes calls has learnt that this process goes. */
	graceMs: number;
	/** So long after that, what is still under way is cut. */
	callsMs: number;
};

/**
 * Brings a server to its end without cutting a call: each response now closes its connection, then no connection is taken any
 * more, then the calls under way are waited for. A call that comes on a connection between two calls still gets its response.
 */
export async function drain(server: Server, connections: Connections, {graceMs, callsMs}: DrainTimes): Promise<void> {
	const begun = performance.now();
	for (const {call, waiting} of connections.values()) {
		const last = waiting.at(-1) ?? call;
		if (last && !last.response.headersSent) last.response.shouldKeepAlive = false;
	}
	await sleep(graceMs);
	// Right after the event loop has taken what had connected: what connects between the two would be reset.
	await afterPolling();
	// The HTTP server's own would close unused connections at once.
	const closed = new Promise(resolve => NetServer.prototype.close.call(server, resolve));
	for (const end = performance.now() + callsMs; connections.size > 0; await sleep(LOOK_MS)) {
		if (performance.now() > end) server.closeAllConnections();
		// What has come by now has been read.
		await afterPolling();
		for (const connection of connections.values()) if (isUnused(connection, begun)) connection.socket.destroy();
	}
	await closed;
}

function isUnused({call, socket, restingSince, readBefore}: Connection, begun: number): boolean {
	return call === null && socket.bytesRead === readBefore && performance.now() - Math.max(restingSince, begun) > UNUSED_MS;
}
