import {statfs} from 'node:fs/promises';
import type {Server} from 'node:http';
import {endedOr} from '../concurrency.ts';
import type {Config} from '../config/config.ts';
import {VERSION} from '../config/version.ts';
import {collectProcessMetrics, metrics, registry} from '../metrics/metrics.ts';
import {POOLS, type Pool} from '../queue/job.ts';
import {JOBS} from '../queue/jobs.ts';
import {avifBacklog, countOpenByType} from '../store/jobs/operator-jobs.ts';
import {readMark} from '../store/leases.ts';
import {redisNodes} from './redis-cluster.ts';
import type {Services} from './services.ts';

// An import would load every export of the module, WebSocket and all of undici among them: 60 ms of each start.
const {createServer} = process.getBuiltinModule('node:http');

/** The response of a health check: `ok` says whether it is 200 or 503. */
type Health = {ok: boolean} & Record<string, unknown>;

type Options = {
	config: Pick<Config, 'metricsPort' | 'metricsHost'>;
	services: Pick<Services, 'log' | 'database'>;
	process: 'api' | 'workers';
	/** Updates gauges before they are served. Never throws. */
	collect?: () => Promise<void>;
	/** Health checks by their path; the API has its own, on its own port. */
	health?: Record<string, () => Promise<Health> | Health>;
};

/** Milliseconds for which values are reused: several scrapers cost as much as one. */
const FRESH_MS = 5000;
/** Most milliseconds that a scrape waits for a hanging database: just then the process's own metrics are needed. */
const WAIT_MS = 1000;

/**
 * Serves `GET /metrics` on a port of its own (`METRICS_PORT`), for Prometheus, and the health checks of a process without another port. Serves
 * nothing if no port is set. Returns a function that closes it.
 */
export function serveMetrics({config, services, process, collect, health = {}}: Options): () => Promise<void> {
	if (!config.metricsPort) return async () => {};
	collectProcessMetrics();
	metrics.build.set({version: VERSION, process}, 1);
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname;
		const check = Object.hasOwn(health, path) ? health[path]! : null;
		if (request.method !== 'GET' || (path !== '/metrics' && !check)) return void response.writeHead(404).end();
		if (check) return void sendHealth(response, await check());
		readPool(services);
		await collect?.();
		response.writeHead(200, {'Content-Type': registry.contentType}).end(await registry.metrics());
	});
	server.on('error', error => services.log.error({error, port: config.metricsPort}, 'metrics are not served'));
	server.listen(config.metricsPort, config.metricsHost);
	return () => close(server);
}

function sendHealth(response: import('node:http').ServerResponse, health: Health): void {
	response.writeHead(health.ok ? 200 : 503, {'Content-Type': 'application/json', 'Cache-Control': 'no-store'}).end(JSON.stringify(health));
}

function close(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise(resolve => server.close(() => resolve()));
}

type Connections = {_allConnections: {length: number}; _freeConnections: {length: number}; _connectionQueue: {length: number}};

/** Reads the pool's figures from private fields: the driver has them nowhere else. */
function readPool({database}: Pick<Services, 'database'>): void {
	const {pool} = database.driver as unknown as {pool: Connections | undefined};
	if (!pool) return;
	const free = pool._freeConnections.length;
	metrics.databaseConnections.set({state: 'free'}, free);
	metrics.databaseConnections.set({state: 'used'}, pool._allConnections.length - free);
	metrics.databaseConnections.set({state: 'waiting'}, pool._connectionQueue.length);
}

/** Sets gauges from database and queues, at most once in 5 s. A value that cannot be read stays unchanged. Never throws. */
export function openCollector({
	config,
	database,
	dispatcher,
	redis,
	reports,
	log,
}: Pick<Services, 'config' | 'database' | 'dispatcher' | 'redis' | 'log'> & {reports: {length(): Promise<number>}}) {
	let reading: Promise<unknown> | null = null;
	let readAt = Number.NEGATIVE_INFINITY;
	const read = async () => {
		const parts = [
			async () => setOpenJobs(await countOpenByType(database.manager)),
			async () => metrics.avifOldest.set((await avifBacklog(database.manager)).oldestSeconds),
			async () => metrics.backupSuccess.set(((await readMark(database.manager, 'backup'))?.getTime() ?? 0) / 1000),
			async () => metrics.sweepSuccess.set(((await readMark(database.manager, 'sweep'))?.getTime() ?? 0) / 1000),
			async () => setRedisMemory(await Promise.all(redisNodes(redis).map(node => node.info('memory')))),
			async () => setDisk(await statfs(config.dataDir)),
			async () => metrics.reportsWaiting.set(await reports.length()),
			...[...dispatcher.queues].map(([pool, queue]) => async () => {
				const counts = await queue.getJobCounts('active', 'waiting', 'prioritized', 'delayed', 'completed', 'failed');
				for (const [state, count] of Object.entries(counts)) metrics.queueJobs.set({queue: pool, state}, count);
			}),
		];
		const results = await Promise.allSettled(parts.map(part => part()));
		const failed = results.find(result => result.status === 'rejected');
		if (failed) log.warn({error: failed.reason}, 'metrics not read');
		readAt = performance.now();
	};
	return async (): Promise<void> => {
		if (performance.now() - readAt < FRESH_MS) return;
		reading ??= read().finally(() => {
			reading = null;
		});
		await endedOr(reading, WAIT_MS);
	};
}

function setOpenJobs(rows: Array<{type: string; state: 'queued' | 'running'; count: number; oldestSeconds: number}>): void {
	const poolOf = new Map<string, Pool>(JOBS.map(job => [job.name, job.pool]));
	for (const pool of POOLS) {
		const own = rows.filter(row => poolOf.get(row.type) === pool);
		for (const state of ['queued', 'running'] as const) {
			const of = own.filter(row => row.state === state);
			metrics.jobsOpen.set(
				{pool, state},
				of.reduce((sum, {count}) => sum + count, 0),
			);
		}
		metrics.oldestWait.set({pool}, Math.max(0, ...own.filter(({state}) => state === 'queued').map(({oldestSeconds}) => oldestSeconds)));
	}
}

/**
 * Sets the memory of the fullest server, which will refuse writes first, from INFO.
 * Without maxmemory, the limit is the machine's memory.
 */
function setRedisMemory(infos: string[]): void {
	const servers = infos.map(info => {
		const bytes = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
		return {used: bytes('used_memory'), limit: bytes('maxmemory') || bytes('total_system_memory')};
	});
	const [fullest = {used: 0, limit: 0}] = servers.toSorted((one, other) => other.used / other.limit - one.used / one.limit);
	metrics.redisMemory.set({state: 'used'}, fullest.used);
	metrics.redisMemory.set({state: 'limit'}, fullest.limit);
}

/** Sets the disk's gauges; `free` is what the service may still write, without root's reserve. */
function setDisk({bavail, blocks, bsize}: {bavail: number; blocks: number; bsize: number}): void {
	metrics.disk.set({state: 'free'}, bavail * bsize);
	metrics.disk.set({state: 'size'}, blocks * bsize);
}
