import {readdirSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {parentPort, Worker, workerData} from 'node:worker_threads';

/** What somebody does who wants to hold connections: each a way of being slow. */
export type Slowness =
	/** Asks for something large, eight times over, and takes nothing of it. */
	| 'readers'
	/** Sends the head of a request one byte a second. */
	| 'headers'
	/** Sends a head and then of its body one byte a second. */
	| 'bodies'
	/** Says nothing. */
	| 'idle'
	/** Asks, and is gone without a word. */
	| 'half-open';

export type Peers = {
	port: number;
	/** A file that is larger than what fits between the two of us. */
	path: string;
	kinds: Slowness[];
	count: number;
	/** How many IPs of 127.0.0.0/8 they come from. */
	ips: number;
};

const DRIP_MS = 1000;
/** They do not all drip at the same moment. */
const SLICES = 25;
const AT_ONCE = 200;

/** Opens them from a thread of its own, so that who measures beside them is not slowed by their keeping. */
export async function openSlowPeers(peers: Peers): Promise<{open(): Promise<number>; close(): Promise<void>}> {
	const thread = new Worker(new URL(import.meta.url), {workerData: peers});
	const asked = async (word: string) => {
		thread.postMessage(word);
		return new Promise<number>((resolve, reject) => thread.once('message', resolve).once('error', reject));
	};
	await asked('open');
	return {
		open: () => asked('count'),
		async close() {
			await asked('close');
			await thread.terminate();
		},
	};
}

/** Files that a process has open, connections included. */
export function openFiles(pid: number): number {
	return readdirSync(`/proc/${pid}/fd`).length;
}

if (parentPort && workerData) {
	const peers = workerData as Peers;
	const sockets = new Set<Socket>();
	let dripping: NodeJS.Timeout;
	parentPort.on('message', async (word: string) => {
		if (word === 'open') {
			for (let index = 0; index < peers.count; index++) {
				sockets.add(openPeer(peers, index, sockets));
				if (index % AT_ONCE === AT_ONCE - 1) await sleep(20);
			}
			let slice = 0;
			dripping = setInterval(() => drip([...sockets], slice++ % SLICES), DRIP_MS / SLICES);
			await sleep(500);
		}
		if (word === 'close') {
			clearInterval(dripping);
			for (const socket of sockets) socket.resetAndDestroy();
		}
		parentPort!.postMessage(sockets.size);
	});
}

type Peer = Socket & {drips?: boolean};

function openPeer({port, path, kinds, ips}: Peers, index: number, sockets: Set<Socket>): Peer {
	const kind = kinds[index % kinds.length]!;
	const ip = index % ips;
	const socket: Peer = connect({port, host: '127.0.0.1', localAddress: `127.${1 + (ip >> 16)}.${(ip >> 8) & 255}.${1 + (ip & 255)}`});
	const head = `Host: 127.0.0.1:${port}\r\n`;
	socket.on('error', () => {}).once('close', () => sockets.delete(socket));
	// Whatever comes is left where it is; only then nothing is taken, and only then it is not seen that the other side has closed.
	if (kind === 'readers' || kind === 'half-open') socket.pause();
	else socket.resume();
	socket.once('connect', () => {
		if (kind === 'readers') socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`.repeat(8));
		if (kind === 'half-open') socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
		if (kind === 'headers') socket.write(`GET /healthz HTTP/1.1\r\n${head}X: `);
		if (kind === 'bodies')
			socket.write(`POST /oauth/token HTTP/1.1\r\n${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n`);
		socket.drips = kind === 'headers' || kind === 'bodies';
	});
	return socket;
}

function drip(sockets: Peer[], slice: number): void {
	for (let index = slice; index < sockets.length; index += SLICES) {
		const socket = sockets[index]!;
		if (socket.drips && socket.writable) socket.write('a');
	}
}
