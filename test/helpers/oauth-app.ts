import {proofKey} from './oauth-person.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
export type Reply = {status: number; headers: Headers; body: any};

export type OauthApp = {
	clientId: string;
	/** A URL that asks a person, and the verifier that goes with it. `changes` replace parameters; undefined takes one out. */
	ask(changes?: Record<string, string | undefined>): {url: string; verifier: string};
	/** Trades a code in. */
	redeem(code: string | null, verifier: string, changes?: Record<string, string | undefined>): Promise<Reply>;
	refresh(token: string, changes?: Record<string, string | undefined>): Promise<Reply>;
	revoke(token: string, changes?: Record<string, string | undefined>): Promise<Reply>;
};

/** Where a program on the person's machine listens. */
export const REDIRECT = 'http://127.0.0.1:53682/callback';

/** Registers an app as a program does that nobody has heard of before. */
export async function registerApp(baseUrl: string, metadata: Record<string, unknown> = {}): Promise<OauthApp> {
	const {status, body} = await register(baseUrl, {client_name: 'Agent of a test', redirect_uris: [REDIRECT], ...metadata});
	if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
	return oauthApp(baseUrl, body.client_id);
}

export function register(baseUrl: string, metadata: unknown, headers: Record<string, string> = {}): Promise<Reply> {
	return post(`${baseUrl}/oauth/register`, JSON.stringify(metadata), {'Content-Type': 'application/json', ...headers});
}

export function oauthApp(baseUrl: string, clientId: string, redirect = REDIRECT): OauthApp {
	const resource = `${baseUrl}/mcp`;
	const form = (path: string, fields: Record<string, string | undefined>) => post(`${baseUrl}${path}`, parameters(fields));
	return {
		clientId,
		ask(changes = {}) {
			const {verifier, challenge} = proofKey();
			const asked = {client_id: clientId, redirect_uri: redirect, response_type: 'code', state: 'state of a test', resource};
			const proof = {code_challenge: challenge, code_challenge_method: 'S256'};
			return {url: `${baseUrl}/oauth/authorize?${parameters({...asked, ...proof, ...changes})}`, verifier};
		},
		redeem(code, verifier, changes = {}) {
			const fields = {client_id: clientId, code: code ?? undefined, code_verifier: verifier, redirect_uri: redirect, resource};
			return form('/oauth/token', {grant_type: 'authorization_code', ...fields, ...changes});
		},
		refresh: (token, changes = {}) =>
			form('/oauth/token', {grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...changes}),
		revoke: (token, changes = {}) => form('/oauth/revoke', {client_id: clientId, token, ...changes}),
	};
}

function parameters(fields: Record<string, string | undefined>): URLSearchParams {
	return new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function post(url: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Reply> {
	const response = await fetch(url, {method: 'POST', body, headers});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json');
	return {status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text};
}
