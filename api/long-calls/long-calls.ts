import {once} from 'node:events';
import {type IncomingMessage, request as open} from 'node:http';
import {join} from 'node:path';
import {MessageChannel, type MessagePort, Worker} from 'node:worker_threads';
import type Koa from 'koa';
import {LRUCache} from 'lru-cache';
import type {Config} from '../../shared/config/config.ts';
import {AppError} from '../../shared/errors.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Db} from '../../shared/store/database.ts';
import {isOwnKey} from '../../shared/store/documents/documents.ts';
import {findStepCount} from '../../shared/store/tour-list.ts';
import {forget, type Held, newHeld, releaseBody} from '../http/body-budget.ts';
import {takesTurns} from '../pipeline/account-turns.ts';
import type {Operation} from '../pipeline/operation.ts';
import {type HandedCall, PortStream} from './port-stream.ts';

/** A call that is known already: who makes it, the headers that say how it was counted where it was, and its body where that was read. */
type Begun = {credential: Credential; admitted?: Record<string, string>; body?: Buffer};

/** Hands a call over to the thread for long ones, and its response back. Throws 503 where the thread dies meanwhile. */
export type HandOver = (ctx: Koa.Context, begun: Begun) => Promise<void>;

/** A header of the thread's responses, for us alone: what it knows of the call. */
export const NOTES = 'x-roteiro-notes';
export type Notes = {operation?: string; jobId?: string; error?: string};

/** A message to the thread: a new call, that the process is about to stop, or that the thread must end. */
export type Told = {call: HandedCall; port: MessagePort} | 'stopping' | 'end';

/** Data with which the thread begins. */
export type ThreadData = {config: Config; held: Held};

const THREAD = join(import.meta.dirname, '..', 'thread.ts');
/** Headers that belong to a connection, not to the message: they are not passed on. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer', 'proxy-connection']);
const RETRY_S = 1;
/** The thread ends after so long without a call, which frees its memory; an agent thinks for less between two pictures that wait for its start. */
const IDLE_MS = 120_000;
/**
 * Limits of the thread's heap, megabytes. A small young generation is collected often; an old one below 2 GB grows to twice its live
 * objects before a collection, a larger one to four times.
 */
const HEAP = {maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 768};

/** Bytes of a body from which on reading it is long work, and steps of a tour from which on anything with it is. */
export const LONG_BYTES = 64 * 1024;
const LONG_STEPS = 100;

const TOUR_ID = /^tour_[0-9a-z]{26}$/;

/**
 * Opens a thread with an event loop of its own for long calls: there they are parsed, worked on and written, and delay no other call. It has
 * equal operations and connections of its own, begins with the first long call, and ends after `idleMs` without one. Bodies that the process and
 * the thread hold are bounded together.
 */
export function openLongCalls(services: Services, held: Held, idleMs = IDLE_MS): HandOver {
	const threads = new Set<Worker>();
	let thread: Worker | null = null;
	let underWay = 0;
	let idle: NodeJS.Timeout | undefined;

	function start(): Worker {
		const own = newHeld(held.all);
		const worker = newThread({config: services.config, held: own});
		const stopping = () => worker.postMessage('stopping' satisfies Told);
		threads.add(worker);
		worker.once('exit', () => {
			services.stopping.signal.removeEventListener('abort', stopping);
			threads.delete(worker);
			forget(own);
			if (thread === worker) thread = null;
		});
		worker.on('error', error => services.log.error({error}, 'the thread for long calls has ended'));
		services.stopping.signal.addEventListener('abort', stopping);
		// It keeps no process alive: that serves, or it ends.
		worker.unref();
		return worker;
	}

	function end(): void {
		thread?.postMessage('end' satisfies Told);
		thread = null;
	}

	services.beforeClose(async () => {
		clearTimeout(idle);
		end();
		await Promise.all([...threads].map(worker => once(worker, 'exit')));
	});

	function connect(call: HandedCall): PortStream {
		clearTimeout(idle);
		thread ??= start();
		underWay++;
		const {port1, port2} = new MessageChannel();
		thread.postMessage({call, port: port2} satisfies Told, [port2]);
		return new PortStream(port1, call).once('close', () => {
			underWay--;
			if (underWay === 0) idle = setTimeout(end, idleMs).unref();
		});
	}

	return async (ctx, {body, ...known}) => {
		ctx.state.leaveQuick?.();
		const connection = connect({remoteAddress: ctx.req.socket.remoteAddress ?? '', requestId: ctx.state.requestId, ...known});
		const response = await responseTo(ctx, connection, body);
		const {[NOTES]: notes, ...headers} = response.headers;
		const {error, ...state} = JSON.parse(String(notes ?? '{}')) as Notes;
		if (error) metrics.errors.inc({code: error});
		Object.assign(ctx.state, state);
		ctx.status = response.statusCode!;
		for (const [name, value] of Object.entries(headers)) if (value !== undefined && !OF_CONNECTION.has(name)) ctx.set(name, value);
		ctx.body = response;
	};
}

function newThread(workerData: ThreadData): Worker {
	return new Worker(THREAD, {workerData, name: 'long calls', resourceLimits: HEAP});
}

/** Sends the call on as it came, and returns the response as soon as it begins. */
function responseTo({req, res}: Koa.Context, connection: PortStream, body?: Buffer): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const headers = Object.fromEntries(Object.entries(req.headers).filter(([name]) => !OF_CONNECTION.has(name)));
		const sent = open({method: req.method, path: req.url, headers, createConnection: () => connection as never});
		let responded = false;
		let left = false;
		sent.once('response', response => {
			responded = true;
			resolve(response);
		});
		sent.once('error', error => {
			if (!responded) reject(left ? new AppError('request_timeout') : new AppError('unavailable', {retryAfter: RETRY_S, cause: error}));
		});
		res.once('close', () => {
			left = true;
			connection.destroy();
		});
		if (body) {
			sent.end(body);
			return;
		}
		// Not destroyed where the thread refuses the rest: the connection would be reset before the caller has read why.
		req.pipe(sent);
		// From here on they count in the thread.
		req.once('end', () => releaseBody(req));
		sent.once('response', () => req.unpipe(sent));
		// A slow or lost caller is an error of the request, not of the thread.
		req.once('error', error => {
			reject(error instanceof AppError ? error : new AppError('request_timeout'));
			connection.destroy();
		});
	});
}

/** Tells whether a request brings more than is read in a moment. Without a Content-Length it tells once the body has arrived, or that much of it. */
export async function bringsMuch(request: IncomingMessage): Promise<boolean> {
	const {headers, method} = request;
	if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return false;
	if (headers['transfer-encoding'] !== undefined) return !(await isShort(request));
	return Number(headers['content-length'] ?? 0) > LONG_BYTES;
}

/**
 * True for a body that has arrived and is short, false for one that fills what the connection holds unread. It is left to be read, and
 * slow callers are bounded as ever.
 */
function isShort(request: IncomingMessage): Promise<boolean> {
	return new Promise(resolve => {
		const look = () => {
			const isFull = request.readableLength >= Math.min(LONG_BYTES, request.readableHighWaterMark);
			if (!isFull && !request.complete && !request.destroyed) return;
			for (const event of ['readable', 'error', 'close']) request.off(event, look);
			resolve(!isFull);
		};
		for (const event of ['readable', 'error', 'close']) request.on(event, look);
		look();
	});
}

/** Tells whether an operation works with a tour of many steps. `named`: what the call names by these, unchecked. */
export async function isOfLongTour(
	db: Db,
	accountId: string,
	operation: Pick<Operation, 'route' | 'stream' | 'wholeTours'>,
	{id, key, tourId}: {id?: unknown; key?: unknown; tourId?: unknown},
): Promise<boolean> {
	const name = id ?? key ?? tourId;
	if (typeof name !== 'string' || !(TOUR_ID.test(name) || isOwnKey(name))) return false;
	// Reading a tour takes none: its JSON is kept by version, and one statement more would make every call slower.
	if (!takesTurns(operation)) return false;
	const tour = `${accountId} ${name}`;
	let count = stepCounts.get(tour);
	if (count === undefined) {
		count = (await findStepCount(db, accountId, name)) ?? 0;
		stepCounts.set(tour, count);
	}
	return count >= LONG_STEPS;
}

/** Steps of tours by account and name, looked up at most this long ago: who saves a tour again and again need not wait for it each time. */
const stepCounts = new LRUCache<string, number>({max: 10_000, ttl: 5000});
