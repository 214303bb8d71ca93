import {AsyncLocalStorage} from 'node:async_hooks';
import {subscribe, tracingChannel} from 'node:diagnostics_channel';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';

/** How often a call asks others, how many statements it has under way at once, each of which takes a connection, and the bytes of its response. */
export type Cost = {sql: number; redis: number; atOnce: number; bytes: number};

/**
 * Statements that no call is the cause of, or not always: those of a new connection; who calls is remembered for a second, uses are written together later, and how often a job is looked
 * at while somebody waits for it depends on how long it takes.
 */
const NOT_COUNTED =
	/^SET NAMES|^SELECT id FROM accounts WHERE id IN|FROM credentials c|FROM oauth|FROM sessions s|INTO uses|FROM jobs WHERE id = /;

const calls = new AsyncLocalStorage<Cost>();

const routes = ([...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS] as Operation[]).map(operation => {
	const {method, path} = methodAndPath(operation);
	return {operation, method, pattern: new RegExp(`^/(?:app/)?v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), places: path.split('{').length};
});

/** Counts what every call of this process asks of database and Redis from now on: the most of each operation, by its name. Streams go on and on, and are left out. */
export function countCosts(): Map<string, Cost> {
	const most = new Map<string, Cost>();
	subscribe('http.server.request.start', message => {
		const {request, response} = message as {request: IncomingMessage; response: ServerResponse};
		const operation = operationOf(request);
		if (!operation || operation.stream) return;
		const cost: Cost = {sql: 0, redis: 0, atOnce: 0, bytes: 0};
		calls.enterWith(cost);
		response.once('finish', () => {
			if (response.statusCode >= 300) return;
			cost.bytes = Number(response.getHeader('content-length') ?? 0);
			const before = most.get(operation.name) ?? cost;
			const larger = (figure: keyof Cost) => Math.max(before[figure], cost[figure]);
			most.set(operation.name, {sql: larger('sql'), redis: larger('redis'), atOnce: larger('atOnce'), bytes: larger('bytes')});
		});
	});
	const underWay = new Map<unknown, Cost>();
	tracingChannel('mysql2:query').start.subscribe(message => {
		const cost = calls.getStore();
		if (!cost || NOT_COUNTED.test((message as {query: string}).query)) return;
		cost.sql++;
		underWay.set(message, cost);
		cost.atOnce = Math.max(cost.atOnce, [...underWay.values()].filter(other => other === cost).length);
	});
	tracingChannel('mysql2:query').asyncStart.subscribe(message => underWay.delete(message));
	tracingChannel('ioredis:command').start.subscribe(() => {
		const cost = calls.getStore();
		if (cost) cost.redis++;
	});
	return most;
}

/** The one whose route names most of the path: `/media/batch` is no `/media/{mediaId}`. */
function operationOf({method, url = ''}: IncomingMessage): Operation | undefined {
	const path = url.split('?')[0]!;
	const found = routes.filter(route => route.method === method && route.pattern.test(path));
	return found.toSorted((one, other) => one.places - other.places)[0]?.operation;
}
