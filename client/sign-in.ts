/** Signing a person in to a service by OAuth, for programs that keep no secret: an authorization code with a proof key (PKCE). */

/** Endpoints at which the service signs people in (RFC 8414). */
export type AuthorizationServer = {issuer: string; authorize: string; token: string; register: string; revoke: string};

/** Tokens that a program calls with. `expiresAt`: end of the access token by this machine's clock, milliseconds. */
export type Tokens = {accessToken: string; refreshToken: string | null; expiresAt: number};

/** A request that a person is asked about. */
export type Question = {url: string; state: string; verifier: string; redirect: string; clientId: string};

/** Scopes that recording and publishing need. */
const SCOPES = ['tours:read', 'tours:write', 'publish'] as const;

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const WAIT_MS = 15_000;

/** Reasons why signing in failed, as far as the next step depends on them. */
export type SignInFault =
	/** The URL is neither https nor this machine: no token is sent there. */
	| 'insecure'
	/** The URL leads to no Roteiro, or to one with another name. */
	| 'not_roteiro'
	| 'unreachable'
	| 'busy'
	/** The person refused. */
	| 'denied'
	/** The response belongs to another sign-in. */
	| 'foreign'
	/** The code or the refresh token was used before, has expired, or was revoked. */
	| 'ended'
	/** The service has forgotten this app, or never knew it. */
	| 'unknown_app'
	| 'refused';

/** Returns the service's URL in its kept form. Throws if it is none, or if calls to it could be read on the way. */
export function secureServiceUrl(text: string): string {
	const given = typedUrl(text);
	const {protocol, origin, username, password} = new URL(given);
	if (!/^https?:$/.test(protocol) || username || password) throw new SignInError('not_roteiro', 'The URL of a service is https://HOST.');
	requireEncryption(given);
	return origin;
}

/** Returns a typed URL without blanks around it and slashes at its end. Throws if it is none. */
export function typedUrl(text: string): string {
	const given = text.trim().replace(/\/+$/, '');
	if (!URL.canParse(given)) throw new SignInError('not_roteiro', `"${given}" is no URL: it begins with https://.`);
	return given;
}

/** Throws if a key or a sign-in could be read on its way to this URL: it is neither https nor on this machine. */
export function requireEncryption(url: string): void {
	const {protocol, hostname, origin} = new URL(url);
	if (protocol !== 'http:' || LOOPBACK.test(hostname)) return;
	const message = `${origin} is not encrypted, so that others could read the sign-in or the key on its way: use https://${hostname}.`;
	throw new SignInError('insecure', message);
}

/** Finds out where a service signs people in. Throws if there is no Roteiro at that URL, or one with a different URL of its own. */
export async function discover(url: string): Promise<AuthorizationServer> {
	const response = await reach(`${url}/.well-known/oauth-authorization-server`, {});
	const found = response.ok ? ((await response.json().catch(() => null)) as Record<string, unknown> | null) : null;
	if (response.status >= 500 || response.status === 429) throw busy(url);
	const issuer = String(found?.issuer ?? '');
	const resources = Array.isArray(found?.protected_resources) ? found.protected_resources : [];
	if (!found || !resources.includes(`${issuer}/v1`)) throw new SignInError('not_roteiro', `There is no Roteiro at ${url}.`);
	if (issuer !== url) throw new SignInError('not_roteiro', `The service at ${url} calls itself ${issuer}: sign in there.`);
	const endpoint = (name: string) => {
		const value = String(found[`${name}_endpoint`] ?? '');
		// Naming another host here would get the tokens sent there.
		if (!URL.canParse(value) || new URL(value).origin !== issuer) throw new SignInError('not_roteiro', `There is no Roteiro at ${url}.`);
		return value;
	};
	return {
		issuer,
		authorize: endpoint('authorization'),
		token: endpoint('token'),
		register: endpoint('registration'),
		revoke: endpoint('revocation'),
	};
}

/** Registers a program with the service (RFC 7591); returns its identifier. */
export async function registerApp({register}: AuthorizationServer, name: string, redirect: string): Promise<string> {
	const body = JSON.stringify({client_name: name, redirect_uris: [redirect], grant_types: ['authorization_code', 'refresh_token']});
	const {client_id: id} = await exchange(register, {body, headers: {'Content-Type': 'application/json'}});
	if (typeof id !== 'string') throw new SignInError('not_roteiro', `${register} did not return what it should.`);
	return id;
}

/** Makes the URL at which the person is asked, and the secrets that only this program knows. */
export async function askFor({authorize, issuer}: AuthorizationServer, clientId: string, redirect: string): Promise<Question> {
	const [state, verifier] = [randomText(16), randomText(32)];
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
	const query = new URLSearchParams({
		client_id: clientId,
		redirect_uri: redirect,
		response_type: 'code',
		scope: SCOPES.join(' '),
		state,
		resource: `${issuer}/v1`,
		code_challenge: base64url(new Uint8Array(digest)),
		code_challenge_method: 'S256',
	});
	return {url: `${authorize}?${query}`, state, verifier, redirect, clientId};
}

/** Returns the code from the redirect's URL. Throws if it belongs to another request or server (RFC 9207), or the person refused. */
export function codeFrom(url: string, {state}: Question, {issuer}: AuthorizationServer): string {
	const {searchParams} = new URL(url);
	if (searchParams.get('state') !== state || searchParams.get('iss') !== issuer)
		throw new SignInError('foreign', 'That is the response to another sign-in.');
	const code = searchParams.get('code');
	if (code) return code;
	const error = searchParams.get('error');
	if (error === 'access_denied') throw new SignInError('denied', 'The access was not allowed. Nothing is kept.');
	throw new SignInError('refused', `${issuer} did not go on${error && /^[\w-]{1,60}$/.test(error) ? ` (${error})` : ''}.`);
}

/** Exchanges a code for tokens, once. */
export async function redeem(
	{token, issuer}: AuthorizationServer,
	code: string,
	{clientId, redirect, verifier}: Question,
): Promise<Tokens> {
	const fields = {grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect, resource: `${issuer}/v1`};
	return tokensFrom(token, {...fields, client_id: clientId});
}

/** Renews kept tokens. `keep` stores the new ones, null once the service has ended the sign-in; null is returned then, too. */
export async function renew(
	{clientId, endpoints}: {clientId: string; endpoints: Pick<AuthorizationServer, 'token'>},
	{refreshToken}: Tokens,
	keep: (tokens: Tokens | null) => Promise<void>,
): Promise<Tokens | null> {
	if (!refreshToken) return null;
	let next: Tokens | null = null;
	try {
		const fresh = await refresh(endpoints, clientId, refreshToken);
		next = {...fresh, refreshToken: fresh.refreshToken ?? refreshToken};
	} catch (error) {
		if (!(error instanceof SignInError) || (error.fault !== 'ended' && error.fault !== 'unknown_app')) throw error;
	}
	await keep(next);
	return next;
}

/** Exchanges a refresh token for new tokens; the old one is used up, and using it again ends the sign-in. */
async function refresh({token}: Pick<AuthorizationServer, 'token'>, clientId: string, refreshToken: string): Promise<Tokens> {
	return tokensFrom(token, {grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId});
}

/** Revokes all tokens of a sign-in at once. */
export async function revoke({revoke: url}: Pick<AuthorizationServer, 'revoke'>, clientId: string, token: string): Promise<void> {
	await exchange(url, {body: new URLSearchParams({client_id: clientId, token})});
}

/** True if the service still knows a program; asks with an invalid token. */
export async function isKnownApp({token}: AuthorizationServer, clientId: string): Promise<boolean> {
	const error = await refresh({token}, clientId, 'none').catch((error: unknown) => error);
	if (error instanceof SignInError && error.fault === 'ended') return true;
	if (error instanceof SignInError && error.fault === 'unknown_app') return false;
	throw error;
}

async function tokensFrom(url: string, fields: Record<string, string>): Promise<Tokens> {
	const asked = Date.now();
	const body = await exchange(url, {body: new URLSearchParams(fields)});
	const {access_token: accessToken, refresh_token: refreshToken, expires_in: seconds} = body;
	if (typeof accessToken !== 'string' || typeof seconds !== 'number')
		throw new SignInError('not_roteiro', `${url} did not return what it should.`);
	return {
		accessToken,
		refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
		expiresAt: asked + seconds * 1000,
	};
}

/** Posts; returns the response's object. */
async function exchange(
	url: string,
	{body, headers}: {body: BodyInit; headers?: Record<string, string>},
): Promise<Record<string, unknown>> {
	const response = await reach(url, {method: 'POST', body, headers});
	const text = await response.text();
	let value: Record<string, unknown> = {};
	try {
		value = text ? (JSON.parse(text) as Record<string, unknown>) : {};
	} catch {
		if (response.ok) throw new SignInError('not_roteiro', `${url} did not return what it should.`);
	}
	if (response.ok) return value;
	if (response.status >= 500 || response.status === 429) throw busy(new URL(url).origin);
	if (value.error === 'invalid_client') throw new SignInError('unknown_app', 'The service no longer knows this program.');
	if (value.error === 'invalid_grant') throw new SignInError('ended', 'This sign-in is over.');
	throw new SignInError('refused', `${new URL(url).origin} refused to sign in (${response.status}).`);
}

/** Fetches a URL. A POST follows no redirect, so that secrets reach only the server that they are meant for. */
async function reach(url: string, request: RequestInit): Promise<Response> {
	try {
		return await fetch(url, {...request, redirect: request.method ? 'error' : 'follow', signal: AbortSignal.timeout(WAIT_MS)});
	} catch (error) {
		const {cause, name} = error as Error & {cause?: {code?: string; message?: string}};
		const why = name === 'TimeoutError' ? 'no response' : (cause?.code ?? cause?.message ?? name);
		throw new SignInError('unreachable', `${new URL(url).origin} cannot be reached (${why}).`, {url, cause: error});
	}
}

function busy(url: string): SignInError {
	return new SignInError('busy', `${url} cannot do it now. Try again in a moment.`);
}

function randomText(bytes: number): string {
	return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
}

/** Signing in failed; the message never has a code or a token in it. */
export class SignInError extends Error {
	readonly fault: SignInFault;
	/** The URL that was not reached; the cause says why. */
	readonly url: string | undefined;

	constructor(fault: SignInFault, message: string, {url, cause}: {url?: string; cause?: unknown} = {}) {
		super(message, {cause});
		this.name = 'SignInError';
		this.fault = fault;
		this.url = url;
	}
}
