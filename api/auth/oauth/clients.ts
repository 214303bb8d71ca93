import type {AllClientMetadata} from 'oidc-provider';
import {oneLine} from '../../../shared/html.ts';

/** What an app may say of itself, by registration or in its client-id document. */

const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MAX_REDIRECTS = 20;
const NAME_LENGTH = 100;

/**
 * The metadata that we take from an app (RFC 7591 lets a server replace or leave out the rest). Its `scope` is left out, or
 * it could never ask for more than it first named; every app is a public client. What is wrong with what remains is told by
 * the provider.
 */
export function clientMetadata(sent: Record<string, unknown>): Record<string, unknown> {
	const {redirect_uris: redirects, client_name: name, client_uri: uri, grant_types: grantTypes} = sent;
	return {
		redirect_uris: Array.isArray(redirects) ? redirects.slice(0, MAX_REDIRECTS) : redirects,
		client_name: typeof name === 'string' ? oneLine(name).slice(0, NAME_LENGTH).toWellFormed() || undefined : undefined,
		client_uri: typeof uri === 'string' && URL.parse(uri)?.protocol === 'https:' ? uri : undefined,
		grant_types: Array.isArray(grantTypes) ? GRANT_TYPES.filter(type => grantTypes.includes(type)) : undefined,
		response_types: ['code'],
		token_endpoint_auth_method: 'none',
		application_type: hasOnlyWebRedirects(redirects) ? 'web' : 'native',
	};
}

/** What holds for an app that says nothing else. */
export const CLIENT_DEFAULTS: AllClientMetadata = {
	grant_types: GRANT_TYPES,
	response_types: ['code'],
	token_endpoint_auth_method: 'none',
	id_token_signed_response_alg: 'ES256',
};

/** Programs get a redirect to their own machine or scheme, on whatever port is free; the provider allows that to native apps alone. */
function hasOnlyWebRedirects(redirects: unknown): boolean {
	return Array.isArray(redirects) && redirects.every(uri => typeof uri === 'string' && URL.parse(uri)?.protocol === 'https:');
}

/** What is shown of an app, and where its sign-in leads. */
export type AppFace = {
	/** Null where it gave itself none. */
	name: string | null;
	/** Host of the redirect, or the scheme of a program's own. */
	host: string;
	/** The redirect leads to a program on the person's own machine, which can call itself anything. */
	local: boolean;
	/** Host of its client-id document, which whoever has that host has written; null for a registered app. */
	describedAt: string | null;
};

export function appFace(client: {clientId: string; clientName?: string}, redirectUri: string): AppFace {
	const {protocol, hostname, host} = new URL(redirectUri);
	const isProgram = !/^https?:$/.test(protocol);
	return {
		name: client.clientName ?? null,
		host: isProgram ? `${protocol}//` : host,
		local: isProgram || LOOPBACK.has(hostname),
		describedAt: client.clientId.startsWith('https://') ? new URL(client.clientId).host : null,
	};
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
