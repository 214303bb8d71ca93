import Router from '@koa/router';
import type {Redis} from 'ioredis';
import {CHECK_MS, stateOf} from '../../shared/outage.ts';
import {POOLS} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import {openProducerRedis, redisReady} from '../../shared/services/redis.ts';
import {closeRedis} from '../../shared/services/redis-cluster.ts';
import type {Services} from '../../shared/services/services.ts';
import {openProbe} from '../../shared/store/connection/probe.ts';

/** Milliseconds until a connection is given up: more than a check's limit, since a late answer does not spoil the next check. */
const GIVEN_UP_MS = 2 * CHECK_MS;

/**
 * Serves the process's health to its operator: `healthz`, it lives; `readyz`, its database, Redis and files respond;
 * `readyz?for=pages`, it can show tours. Asks on connections of
 * its own: a busy process is no less ready, and taking it out would leave more work to the others.
 */
export function healthRouter(services: Services): Router {
	const router = new Router();
	router.get('/healthz', ctx => {
		ctx.body = {ok: true};
	});
	const {files, config, log} = services;
	const database = openProbe(config.databaseUrl, GIVEN_UP_MS);
	let redis: Redis | undefined;
	services.beforeClose(async () => {
		database.close();
		if (redis) closeRedis(redis);
	});
	let ready: Promise<void> | undefined;
	const ownRedis = async () => {
		// A new connection to a Redis Cluster first asks the wrong nodes; the service's own has one connection to each node already.
		if (services.redis.isCluster) return services.redis;
		redis ??= openProducerRedis(config.redisUrl, log);
		ready ??= redisReady(redis).finally(() => {
			ready = undefined;
		});
		await ready;
		return redis;
	};
	const look = together(async () => {
		const [data, queue, storage] = await Promise.all([
			stateOf(() => database.look()),
			stateOf(async () => takesKeys(await ownRedis(), config.redisPrefix)),
			stateOf(() => files.check()),
		]);
		return {database: data, queue, storage};
	});
	router.get('/readyz', async ctx => {
		if (services.stopping.signal.aborted) {
			ctx.status = 503;
			ctx.body = {ok: false, stopping: true};
			return;
		}
		const checks = await look();
		// Readers of tours need nothing else: what is full or away for all processes is no reason to cut off their pages.
		const needed = ctx.query.for === 'pages' ? [checks.database] : Object.values(checks);
		const ok = needed.every(state => state === 'ok');
		ctx.status = ok ? 200 : 503;
		ctx.body = {ok, checks};
	});
	return router;
}

/** Shares one response among simultaneous callers: each look writes a file. */
function together<T>(look: () => Promise<T>): () => Promise<T> {
	let underWay: Promise<T> | null = null;
	return () => {
		underWay ??= look().finally(() => {
			underWay = null;
		});
		return underWay;
	};
}

/**
 * A Redis that is full reads and responds, but takes no job. Of a Redis Cluster one node that takes some is enough: while another is away, its
 * pools' jobs wait in the database, and no process would be better off than this one.
 */
async function takesKeys(redis: Redis, prefix: string): Promise<void> {
	const prefixes = redis.isCluster ? POOLS.map(pool => taggedPrefix(prefix, pool)) : [prefix];
	await Promise.any(prefixes.map(each => redis.set(`${each}:ready`, 1, 'PX', CHECK_MS))).catch(({errors}: AggregateError) => {
		throw errors[0];
	});
}
