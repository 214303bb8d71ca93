import type {Server} from 'node:http';
import type {Config} from '../config/config.ts';
import {VERSION} from '../config/version.ts';
import {collectProcessMetrics, metrics, registry} from '../metrics/metrics.ts';
import type {Services} from './services.ts';

// An import would read all that the module offers, the browser's WebSocket with all of undici among it: 60 ms of each start.
const {createServer} = process.getBuiltinModule('node:http');

/** The response of a health check: `ok` says whether it is 200 or 503. */
type Health = {ok: boolean} & Record<string, unknown>;

type Options = {
	config: Pick<Config, 'metricsPort' | 'metricsHost'>;
	services: Pick<Services, 'log' | 'database'>;
	process: 'api' | 'workers';
	/** Brings gauges up to date before they are served. Never throws. */
	collect?: () => Promise<void>;
	/** Health checks by their path; the API has its own, on its own port. */
	health?: Record<string, () => Promise<Health> | Health>;
};

/**
 * `GET /metrics` on a port of its own (`METRICS_PORT`), for Prometheus, and the health checks of a process without another port. Nothing is
 * served where no port is set. Returns what closes it.
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

type Pool = {_allConnections: {length: number}; _freeConnections: {length: number}; _connectionQueue: {length: number}};

/** The driver names these nowhere else. */
function readPool({database}: Pick<Services, 'database'>): void {
	const {pool} = database.driver as unknown as {pool: Pool | undefined};
	if (!pool) return;
	const free = pool._freeConnections.length;
	metrics.databaseConnections.set({state: 'free'}, free);
	metrics.databaseConnections.set({state: 'used'}, pool._allConnections.length - free);
	metrics.databaseConnections.set({state: 'waiting'}, pool._connectionQueue.length);
}
