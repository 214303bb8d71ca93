import Router from '@koa/router';
import type Koa from 'koa';
import type {Config} from '../../shared/config/config.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import type {Services} from '../../shared/services/services.ts';
import {calledUrl, RESOURCES, resourceMetadataPath, resourceUrl} from '../auth/bearer.ts';
import {openOauthLimits} from '../auth/sign-in-limits.ts';
import {clientIp} from '../http/client-ip.ts';
import {allowAnyOrigin} from '../http/headers.ts';
import type {Outbound} from './clients.ts';

/** Seconds for which a browser may remember what it was allowed. */
const PREFLIGHT_AGE = 3600;

/** Seconds for which a client may keep a document. */
const MAX_AGE = 3600;

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
async function openToBrowsers(ctx: Koa.Context, next: Koa.Next): Promise<void> {
	allowAnyOrigin(ctx, 'WWW-Authenticate, Retry-After');
	await next();
}

/** Returns what a browser asks before it calls. */
function preflight(ctx: Koa.Context): void {
	ctx.set({
		'Access-Control-Allow-Methods': 'GET, POST',
		'Access-Control-Allow-Headers': ctx.get('Access-Control-Request-Headers') || 'Content-Type',
		'Access-Control-Max-Age': String(PREFLIGHT_AGE),
	});
	ctx.vary('Access-Control-Request-Headers');
	ctx.status = 204;
}

/** The documents by which an app finds out where to sign in and for what: open to everybody. */
export function wellKnownRouter({baseUrl, clientDocuments}: Pick<Config, 'baseUrl' | 'clientDocuments'>): Router {
	const server = {...authorizationServer(baseUrl), client_id_metadata_document_supported: clientDocuments};
	const router = new Router();
	const documents: Array<[path: string, documentAt: (calledUrl: string) => object]> = [
		['/.well-known/oauth-authorization-server', () => server],
		['/.well-known/openid-configuration', () => ({...server, ...NO_OPENID, jwks_uri: `${baseUrl}/oauth/jwks`})],
		// Who knows no more than the host gets what agents come for.
		['/.well-known/oauth-protected-resource', called => protectedResource(baseUrl, resourceUrl(called, 'mcp'))],
		...RESOURCES.map((resource): (typeof documents)[number] => [
			resourceMetadataPath(resource),
			called => protectedResource(baseUrl, resourceUrl(called, resource)),
		]),
	];
	for (const [path, documentAt] of documents) {
		router.get(path, openToBrowsers, ctx => {
			ctx.type = 'application/json';
			ctx.set('Cache-Control', `public, max-age=${MAX_AGE}`);
			ctx.body = JSON.stringify(documentAt(calledUrl(baseUrl, ctx.get('host'))));
		});
		router.options(path, openToBrowsers, preflight);
	}
	return router;
}

/** RFC 8414. */
function authorizationServer(baseUrl: string): object {
	return {
		issuer: baseUrl,
		authorization_endpoint: `${baseUrl}/oauth/authorize`,
		token_endpoint: `${baseUrl}/oauth/token`,
		registration_endpoint: `${baseUrl}/oauth/register`,
		revocation_endpoint: `${baseUrl}/oauth/revoke`,
		scopes_supported: ALL_SCOPES,
		response_types_supported: ['code'],
		response_modes_supported: ['query', 'fragment'],
		grant_types_supported: ['authorization_code', 'refresh_token'],
		token_endpoint_auth_methods_supported: ['none'],
		revocation_endpoint_auth_methods_supported: ['none'],
		code_challenge_methods_supported: ['S256'],
		authorization_response_iss_parameter_supported: true,
		protected_resources: RESOURCES.map(resource => resourceUrl(baseUrl, resource)),
		service_documentation: `${baseUrl}/docs`,
		ui_locales_supported: PAGE_LANGUAGES,
	};
}

/** Fields that OpenID Connect demands. We issue no ID tokens: some clients only look for a document of that name. */
const NO_OPENID = {subject_types_supported: ['public'], id_token_signing_alg_values_supported: []};

/** RFC 9728. */
function protectedResource(baseUrl: string, resource: string): object {
	return {
		resource,
		authorization_servers: [baseUrl],
		scopes_supported: ALL_SCOPES,
		bearer_methods_supported: ['header'],
		resource_name: 'Roteiro',
		resource_documentation: `${baseUrl}/docs`,
	};
}
