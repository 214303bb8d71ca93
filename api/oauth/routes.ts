import Router from '@koa/router';
import type Koa from 'koa';
import type {Services} from '../../shared/services/services.ts';
import {clientIp} from '../http/client-ip.ts';
import {allowAnyOrigin} from '../http/cross-origin.ts';
import type {Outbound} from './clients.ts';
import {openOauthLimits} from './limits.ts';

/** Seconds for which a browser may remember what it was allowed. */
const PREFLIGHT_AGE = 3600;

/** The authorization server under /oauth. `outbound`: how client-id documents are reached, where not over the real Internet. */
export function oauthRouter(services: Services, outbound?: Outbound): Router {
	const {config} = services;
	const limit = openOauthLimits(services);
	const {host, protocol} = new URL(config.baseUrl);
	let server: ReturnType<typeof open> | undefined;
	/** Loads the library when it is first asked for: it would take a fifth of each start. */
	const opened = () => (server ??= open());

	async function open() {
		const [{openProvider}, {openConsent}] = await Promise.all([import('./provider.ts'), import('./consent.ts')]);
		const provider = openProvider(services, limit, outbound);
		return {handle: provider.callback(), consent: openConsent(services, provider)};
	}

	/** Absolute URLs come from the base URL, whatever Host the request names. */
	async function provide(ctx: Koa.Context): Promise<void> {
		const {handle} = await opened();
		const {headers} = ctx.req;
		headers.host = host;
		headers['x-forwarded-proto'] = protocol.slice(0, -1);
		delete headers['x-forwarded-host'];
		ctx.respond = false;
		await handle(ctx.req, ctx.res);
	}

	const limited =
		(name: 'registration' | 'authorization'): Koa.Middleware =>
		async (ctx, next) => {
			await limit(name, clientIp(ctx, config.trustedProxies));
			await next();
		};

	const router = new Router();
	router.get('/oauth/authorize', limited('authorization'), provide);
	router.get('/oauth/authorize/:uid', provide);
	router.get('/oauth/consent/:uid', async ctx => (await opened()).consent.show(ctx));
	router.post('/oauth/consent/:uid', async ctx => (await opened()).consent.decide(ctx));
	// What apps call themselves, also those that live in a browser.
	router.post('/oauth/token', openToBrowsers, provide);
	router.post('/oauth/register', openToBrowsers, limited('registration'), provide);
	router.post('/oauth/revoke', openToBrowsers, provide);
	router.get('/oauth/jwks', openToBrowsers, provide);
	router.options(['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/jwks'], openToBrowsers, preflight);
	return router;
}

/** Any origin may call: no cookie counts here. */
export async function openToBrowsers(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	allowAnyOrigin(ctx, 'WWW-Authenticate, Retry-After');
	await next();
}

/** Returns what a browser asks before it calls. */
export function preflight(ctx: Koa.Context): void {
	ctx.set({
		'Access-Control-Allow-Methods': 'GET, POST',
		'Access-Control-Allow-Headers': ctx.get('Access-Control-Request-Headers') || 'Content-Type',
		'Access-Control-Max-Age': String(PREFLIGHT_AGE),
	});
	ctx.vary('Access-Control-Request-Headers');
	ctx.status = 204;
}
