import {type AllClientMetadata, errors} from 'oidc-provider';
import {type AppPlace, LOOPBACK, placeOf} from '../../shared/contract/access.ts';
import {oneLine} from '../../shared/html.ts';
import {fetchPublicJson, type OutboundOptions} from '../../shared/outbound/public-request.ts';

/** Checks the metadata of an app, given at registration or in its client-id document. */

const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MAX_REDIRECTS = 20;
const NAME_LENGTH = 100;

/** Schemes that no app owns: the browser handles them, or hands them to a program of the system. */
const NO_APPS = new Set(
	`http https ws wss ftp ftps sftp javascript vbscript livescript data blob file filesystem about view-source resource jar res mk mhtml
	chrome chrome-extension chrome-untrusted devtools edge brave opera vivaldi moz-extension safari-extension safari-web-extension
	intent android-app ssh telnet smb nfs dav ldap ldaps gopher rtsp news nntp mailto tel sms search-ms shell urn`.split(/\s+/),
);
/** Prefix of Windows' own schemes, dozens, some of which run their content. */
const OF_WINDOWS = 'ms-';

const MAX_BYTES = 64 * 1024;

export type Outbound = Pick<OutboundOptions, 'resolver' | 'connect'>;

/**
 * Returns the metadata that the service accepts from an app (RFC 7591 lets a server replace or omit the rest). `scope`
 * is omitted, because an app could never ask for more than its first one; every app is a public client. The provider
 * reports faults in the rest.
 */
export function clientMetadata(sent: Record<string, unknown>): Record<string, unknown> {
	const {redirect_uris: redirects, client_name: name, client_uri: uri, grant_types: grantTypes} = sent;
	if (Array.isArray(redirects)) refuseRedirects(redirects.slice(0, MAX_REDIRECTS));
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

/** Metadata of an app that sets nothing else. */
export const CLIENT_DEFAULTS: AllClientMetadata = {
	grant_types: GRANT_TYPES,
	response_types: ['code'],
	token_endpoint_auth_method: 'none',
	id_token_signed_response_alg: 'ES256',
};

/** True for a page of a program on the person's own machine; a scheme of an app is none, whatever host it names. */
export function isOwnMachine({protocol, host}: URL): boolean {
	return /^https?:$/.test(protocol) && LOOPBACK.test(host);
}

/**
 * Throws `invalid_redirect_uri` for a URI that leads neither to https nor to the person's own machine, and for a string
 * that is no URI (RFC 3986).
 */
function refuseRedirects(redirects: unknown[]): void {
	for (const uri of redirects) {
		const url = typeof uri === 'string' && /^[!-~]+$/.test(uri) ? URL.parse(uri) : null;
		if (url && (url.protocol === 'https:' || isOwnMachine(url))) continue;
		if (url && isOfAnApp(uri as string)) continue;
		throw new errors.InvalidClientMetadata(
			'redirect_uris must be https, http on localhost, 127.0.0.1 or [::1], or of a scheme of the app itself with a slash behind it',
		);
	}
}

/**
 * Returns true for a private-use URI (RFC 8252, 7.1) such as `cursor://…` or `com.example.app:/…`. Any program on that
 * machine can claim the scheme, but gets no token without the proof key. The slash is required, because
 * `localhost:8080/x` would be one too.
 */
function isOfAnApp(uri: string): boolean {
	const scheme = /^([a-z][a-z0-9+.-]+):\//i.exec(uri)?.[1]?.toLowerCase();
	return scheme !== undefined && !NO_APPS.has(scheme) && !scheme.startsWith(OF_WINDOWS);
}

/** Programs get a redirect to their own machine, on whatever port is free; the provider allows that to native apps alone. */
function hasOnlyWebRedirects(redirects: unknown): boolean {
	return Array.isArray(redirects) && redirects.every(uri => typeof uri === 'string' && URL.parse(uri)?.protocol === 'https:');
}

/** The description of an app that the consent page shows, and where its sign-in leads. */
export type ClientInfo = {
	/** Null where it gave itself none. */
	name: string | null;
	/** Host of the redirect, or the scheme of a program's own. */
	host: string;
	/** Programs and extensions can call themselves anything. */
	place: AppPlace;
	/** Host of its client-id document, which the host's owner has written; null for a registered app. */
	describedAt: string | null;
};

export function appFace(client: {clientId: string; clientName?: string}, redirectUri: string): ClientInfo {
	const {protocol, host} = new URL(redirectUri);
	const shown = /^https?:$/.test(protocol) ? host : `${protocol}//`;
	return {
		name: client.clientName ?? null,
		host: shown,
		place: placeOf(shown),
		describedAt: client.clientId.startsWith('https://') ? new URL(client.clientId).host : null,
	};
}

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
