import Router from '@koa/router';
import type {Services} from '../shared/services.ts';

const CHECK_MS = 2000;

/** For whoever looks after the process: `healthz`, it lives; `readyz`, what it stands on answers. */
export function healthRouter(services: Services): Router {
	const router = new Router();
	router.get('/healthz', ctx => {
		ctx.body = {ok: true};
	});
	router.get('/readyz', async ctx => {
		if (services.stopping.signal.aborted) {
			ctx.status = 503;
			ctx.body = {ok: false, stopping: true};
			return;
		}
		const checks = {
			database: () => services.database.query('SELECT 1'),
			queue: () => services.redis.ping(),
			storage: () => services.files.check(),
		};
		const results = await Promise.all(
			Object.entries(checks).map(async ([name, check]) => [name, (await answers(check)) ? 'ok' : 'does not answer']),
		);
		const ok = results.every(([, state]) => state === 'ok');
		ctx.status = ok ? 200 : 503;
		ctx.body = {ok, checks: Object.fromEntries(results)};
	});
	return router;
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>(resolve => {
		timer = setTimeout(resolve, CHECK_MS, false);
	});
	const done = check().then(
		() => true,
		() => false,
	);
	const result = await Promise.race([done, late]);
	clearTimeout(timer);
	return result;
}
