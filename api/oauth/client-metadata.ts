import {fetchPublicJson} from '../../shared/outbound/fetch-public.ts';
import type {OutboundOptions} from '../../shared/outbound/public-request.ts';
import {clientMetadata} from './clients.ts';

const MAX_BYTES = 64 * 1024;

export type Outbound = Pick<OutboundOptions, 'resolver' | 'connect'>;

/**
 * Fetches an app's client-id document for the provider: from a public https URL alone, whatever its host resolves to,
 * and without following anywhere else. Returns it as a `Response` with what we take of it.
 */
export function documentFetch(outbound: Outbound = {}) {
	return async (url: string | URL | Request, {signal}: RequestInit = {}): Promise<Response> => {
		const {bytes, headers} = await fetchPublicJson(url instanceof Request ? url.url : String(url), {
			...outbound,
			maxBytes: MAX_BYTES,
			signal: signal ?? undefined,
		});
		const cacheControl = headers['cache-control'];
		return Response.json(understood(JSON.parse(bytes.toString('utf8'))), {
			headers: {...(cacheControl && {'cache-control': cacheControl})},
		});
	};
}

/** The document as a registration would be read, and with it what the provider checks it by. */
function understood(document: unknown): unknown {
	if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
	const {client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method} = document as Record<string, unknown>;
	const checked = {client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method};
	return {
		...clientMetadata(document as Record<string, unknown>),
		...Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined)),
	};
}
