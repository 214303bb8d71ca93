import type {AddressInfo} from 'node:net';
import {createConnection, createServer, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';

export type BlackHole = {
	port: number;
	/** Nothing passes from now on, and nothing is closed. */
	swallow(): void;
	/** Lets new connections through; those that were open stay silent for ever, as behind a router that has forgotten them. */
	heal(): void;
	/** Whatever is sent from now on is under way for so many milliseconds, in each direction. */
	delay(ms: number): void;
	close(): void;
};

/** A way to a unix socket over TCP that can lose or delay everything. */
export async function openBlackHole(socketPath: string): Promise<BlackHole> {
	let swallowing = false;
	let delayMs = 0;
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
			let last = Promise.resolve();
			const arrive = (act: () => void) => {
				if (silent.has(from)) return;
				const due = performance.now() + delayMs;
				// Nothing overtakes what was sent before, also where the delay has become shorter meanwhile.
				last = last.then(async () => {
					const ms = due - performance.now();
					if (ms > 0) await sleep(ms);
					if (!silent.has(from)) act();
				});
			};
			from.on('data', bytes => arrive(() => to.write(bytes)));
			from.on('close', () => arrive(() => to.destroy()));
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
		delay(ms) {
			delayMs = ms;
		},
		close() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}
