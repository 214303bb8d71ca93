import type {AddressInfo} from 'node:net';
import {createConnection, createServer, type Socket} from 'node:net';

/**
 * A way to a unix socket over TCP that can lose everything: from `swallow` on nothing passes and nothing is closed. `heal` lets new
 * connections through; those that were open stay silent for ever, as behind a router that has forgotten them.
 */
export async function openBlackHole(socketPath: string): Promise<{port: number; swallow(): void; heal(): void; close(): void}> {
	let swallowing = false;
	const sockets = new Set<Socket>();
	const silent = new WeakSet<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
	};
	const server = createServer(client => {
		keep(client);
		if (swallowing) return void silent.add(client);
		const target = createConnection(socketPath);
		keep(target);
		const pass = (from: Socket, to: Socket) => {
			from.on('data', bytes => !silent.has(from) && to.write(bytes));
			from.on('close', () => !silent.has(from) && to.destroy());
		};
		pass(client, target);
		pass(target, client);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		swallow() {
			swallowing = true;
			for (const socket of sockets) silent.add(socket);
		},
		heal() {
			swallowing = false;
		},
		close() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}
