import {ALL_SCOPES} from '../../shared/contract/access.ts';

/** The endpoints on which a credential is accepted; each is a protected resource in the sense of RFC 9728. */
export type Resource = 'v1' | 'mcp';
export const RESOURCES: readonly Resource[] = ['mcp', 'v1'];

/** The resource indicator (RFC 8707) of an endpoint. */
export function resourceUrl(baseUrl: string, resource: Resource): string {
	return `${baseUrl}/${resource}`;
}

/** The indicator as we write it, for one that a client sends, or null where it is none of ours. */
export function knownResource(baseUrl: string, indicator: string): string | null {
	const url = indicator.replace(/\/$/, '');
	return RESOURCES.map(resource => resourceUrl(baseUrl, resource)).find(known => known === url) ?? null;
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
