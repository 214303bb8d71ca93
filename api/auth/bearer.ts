import type Koa from 'koa';
import {ALL_SCOPES, LOOPBACK, type Scope} from '../../shared/contract/access.ts';
import {AppError} from '../../shared/errors.ts';
import {looksLikeApiKey, sha256} from '../../shared/ids.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Credential, findCredential} from '../../shared/store/access/credentials.ts';
import {findAccessToken} from '../../shared/store/access/oauth.ts';

/** The endpoints on which a credential is accepted; each is a protected resource in the sense of RFC 9728. */
export type Resource = 'v1' | 'mcp';
export const RESOURCES: readonly Resource[] = ['mcp', 'v1'];

/** A revoked credential stops working everywhere within this time. */
const CACHE_MS = 1000;
const CACHE_ENTRIES = 10_000;
/** The form of an access token: 256 random bits. What cannot be one needs no look into the database. */
const ACCESS_TOKEN = /^[\w-]{43}$/;

/**
 * Returns the credential of a call, or throws the error that its caller gets. `account`: a page of the owner's account, on any plan; `whileClosing`: also where
 * that is to be deleted; `resource`: the called endpoint, whose errors tell where to sign in for it.
 */
export type Authenticate = (
	ctx: Koa.Context,
	asked: {account?: boolean; whileClosing?: boolean; resource?: Resource},
) => Promise<Credential>;

/**
 * Turns an Authorization header into the credential behind it, a personal key or the access token of an app, or throws
 * `invalid_credential`. Only hashes are looked up.
 */
export function bearerAuthentication({database, config: {baseUrl}}: Pick<Services, 'database' | 'config'>) {
	const cache = new Map<string, {credential: Credential; until: number}>();

	async function find(token: string, hash: Buffer): Promise<Credential | null> {
		if (looksLikeApiKey(token)) return findCredential(database.manager, hash);
		if (!ACCESS_TOKEN.test(token)) return null;
		const found = await findAccessToken(database.manager, hash);
		// A token for one of our endpoints works on all of them: they are the same operations with the same permissions.
		return found && knownResource(baseUrl, found.audience) ? found.credential : null;
	}

	return async (ctx: Pick<Koa.Context, 'get'>, {resource = 'v1'}: {resource?: Resource} = {}): Promise<Credential> => {
		const refuse = (message: string, error?: string) =>
			new AppError('invalid_credential', {
				message,
				headers: {
					'WWW-Authenticate': challengeHeader(calledUrl(baseUrl, ctx.get('host')), resource, {error, description: error && message}),
				},
			});
		const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(ctx.get('authorization'))?.[1];
		if (!token) throw refuse('No credential was sent: Authorization: Bearer <key or access token> is needed.');
		const hash = sha256(token);
		const key = hash.toString('base64');
		const cached = cache.get(key);
		if (cached && cached.until > performance.now()) return cached.credential;
		cache.delete(key);
		const credential = await find(token, hash);
		if (!credential) throw refuse('The credential is invalid, expired or revoked.', 'invalid_token');
		if (cache.size >= CACHE_ENTRIES) cache.clear();
		cache.set(key, {credential, until: performance.now() + Math.min(CACHE_MS, credential.expiresAt.getTime() - Date.now())});
		return credential;
	};
}

/** The resource indicator (RFC 8707) of an endpoint. */
export function resourceUrl(baseUrl: string, resource: Resource): string {
	return `${baseUrl}/${resource}`;
}

/**
 * Returns the base URL; if its host is a loopback name, with the one to which the call was sent (`host`). Clients refuse to sign in where a
 * resource has another host than the URL that they were given.
 */
export function calledUrl(baseUrl: string, host: string): string {
	const {protocol, host: own, port} = new URL(baseUrl);
	if (host === own || !LOOPBACK.test(own) || !LOOPBACK.test(host) || URL.parse(`${protocol}//${host}`)?.port !== port) return baseUrl;
	return baseUrl.replace(own, host);
}

/** The indicator as we write it, for one that a client sends, or null where it is none of ours. */
export function knownResource(baseUrl: string, indicator: string): string | null {
	const url = indicator.replace(/\/$/, '');
	const called = calledUrl(baseUrl, URL.parse(url)?.host ?? '');
	const known = RESOURCES.find(resource => resourceUrl(called, resource) === url);
	return known ? resourceUrl(baseUrl, known) : null;
}

/** Path of the document that says who gives out tokens for an endpoint (RFC 9728). */
export function resourceMetadataPath(resource: Resource): string {
	return `/.well-known/oauth-protected-resource/${resource}`;
}

/**
 * A `WWW-Authenticate` header (RFC 6750, RFC 9728) that names the authorization server to a client, and for which permissions: all,
 * unless `scope` names those that a call needs.
 */
export function challengeHeader(
	baseUrl: string,
	resource: Resource,
	{error, description, scope = ALL_SCOPES}: {error?: string; description?: string; scope?: readonly string[]} = {},
): string {
	const parameters = [
		'realm="roteiro"',
		error && `error="${error}"`,
		description && `error_description="${description}"`,
		`scope="${scope.join(' ')}"`,
		`resource_metadata="${baseUrl}${resourceMetadataPath(resource)}"`,
	];
	return `Bearer ${parameters.filter(Boolean).join(', ')}`;
}

/** Throws `missing_permission` where the credential has not all of these permissions. */
export function requireScopes(wanted: Scope[], {scopes}: Credential, baseUrl: string): void {
	const missing = wanted.filter(scope => !scopes.includes(scope));
	if (missing.length === 0) return;
	const message = `The credential lacks the permission ${missing.join(' and ')}.`;
	const challenge = {error: 'insufficient_scope', description: message, scope: wanted};
	throw new AppError('missing_permission', {message, headers: {'WWW-Authenticate': challengeHeader(baseUrl, 'v1', challenge)}});
}

/** Throws where the account's plan opens nothing but its own pages. */
export function requirePlan({account}: Credential): void {
	if (account.plan !== 'pro') throw new AppError('plan_required');
}
