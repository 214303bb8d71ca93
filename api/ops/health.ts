import Router from '@koa/router';
import {type Redis, ReplyError} from 'ioredis';
import {outageOf} from '../../shared/outage.ts';
import {POOLS} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import type {Services} from '../../shared/services/services.ts';

const CHECK_MS = 2000;

type CheckState = 'ok' | 'does not answer' | 'is full' | 'cannot be written';

/** For whoever looks after the process: `healthz`, it lives; `readyz`, what it stands on responds. */
export function healthRouter(services: Services): Router {
	const router = new Router();
	router.get('/healthz', ctx => {
		ctx.body = {ok: true};
	});
	const look = together(async () => {
		const {database, redis, files, config} = services;
		const [data, queue, storage] = await Promise.all([
			stateOf(() => database.query('SELECT 1')),
			stateOf(() => takesKeys(redis, config.redisPrefix)),
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
		const ok = Object.values(checks).every(state => state === 'ok');
		ctx.status = ok ? 200 : 503;
		ctx.body = {ok, checks};
	});
	return router;
}

/** Those who ask at the same time share one response: each writes a file. */
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

async function stateOf(check: () => Promise<unknown>): Promise<CheckState> {
	const {promise: late, resolve} = Promise.withResolvers<CheckState>();
	const timer = setTimeout(resolve, CHECK_MS, 'does not answer');
	const done = check().then(
		() => 'ok' as const,
		error => (isFull(error) ? 'is full' : outageOf(error) === 'exhausted' ? 'cannot be written' : 'does not answer'),
	);
	const state = await Promise.race([done, late]);
	clearTimeout(timer);
	return state;
}

/** Redis says so in the first word of its error, which is what stands for a code there. */
function isFull(error: Error & {code?: string}): boolean {
	return error.code === 'ENOSPC' || error.code === 'EDQUOT' || (error instanceof ReplyError && error.message.startsWith('OOM '));
}
