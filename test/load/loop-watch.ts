import {createServer} from 'node:net';

/**
 * Loaded into the API's process before it (`--import`): reports over a socket how long its event loop was kept from others, and how
 * large it grew. What counts is the CPU time of the main thread between two turns of the timers: the clock on the wall would count the
 * other programs of a busy machine as well.
 */

/** Milliseconds between two looks; a turn of the loop that takes longer is one look. */
const LOOK_MS = 5;

export type Watched = {
	/** The longest turn: milliseconds of CPU of the main thread, and by the clock. */
	cpuMs: number;
	wallMs: number;
	/** Bytes of memory: at most since the last question. */
	peakBytes: number;
};

const nothing = (): Watched => ({cpuMs: 0, wallMs: 0, peakBytes: process.memoryUsage.rss()});
let watched = nothing();
let cpu = process.threadCpuUsage();
let wall = performance.now();

function look(): void {
	const {user, system} = process.threadCpuUsage(cpu);
	const now = performance.now();
	watched.cpuMs = Math.max(watched.cpuMs, (user + system) / 1000);
	watched.wallMs = Math.max(watched.wallMs, now - wall - LOOK_MS);
	watched.peakBytes = Math.max(watched.peakBytes, process.memoryUsage.rss());
	cpu = process.threadCpuUsage();
	wall = performance.now();
}

const {LOOP_WATCH: path} = process.env;
if (path) {
	// Programs that the API starts are not watched.
	delete process.env.LOOP_WATCH;
	delete process.env.NODE_OPTIONS;
	setInterval(look, LOOK_MS).unref();
	// One question a connection: connecting gets the figures, and restarts the watch.
	createServer(socket => {
		look();
		socket.on('error', () => {}).end(JSON.stringify(watched));
		watched = nothing();
	})
		.listen(path)
		.unref();
}
