import Router from '@koa/router';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {RESOURCES, type Resource, resourceMetadataPath, resourceUrl} from '../auth/bearer.ts';
import {openToBrowsers, preflight} from './routes.ts';

/** Seconds for which a client may keep a document. */
const MAX_AGE = 3600;

/** The documents by which an app finds out where to sign in and for what: open to everybody, made once. */
export function wellKnownRouter(baseUrl: string): Router {
	const router = new Router();
	const documents: Array<[path: string, document: object]> = [
		['/.well-known/oauth-authorization-server', authorizationServer(baseUrl)],
		['/.well-known/openid-configuration', {...authorizationServer(baseUrl), ...NO_OPENID, jwks_uri: `${baseUrl}/oauth/jwks`}],
		// Who knows no more than the host gets what agents come for.
		['/.well-known/oauth-protected-resource', protectedResource(baseUrl, 'mcp')],
		...RESOURCES.map(resource => [resourceMetadataPath(resource), protectedResource(baseUrl, resource)] as [string, object]),
	];
	for (const [path, document] of documents) {
		const json = JSON.stringify(document);
		router.get(path, openToBrowsers, ctx => {
			ctx.type = 'application/json';
			ctx.set('Cache-Control', `public, max-age=${MAX_AGE}`);
			ctx.body = json;
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
		client_id_metadata_document_supported: true,
		protected_resources: RESOURCES.map(resource => resourceUrl(baseUrl, resource)),
		service_documentation: `${baseUrl}/docs`,
		ui_locales_supported: PAGE_LANGUAGES,
	};
}

/** Fields that OpenID Connect demands. We issue no ID tokens: some clients only look for a document of that name. */
const NO_OPENID = {subject_types_supported: ['public'], id_token_signing_alg_values_supported: []};

/** RFC 9728. */
function protectedResource(baseUrl: string, resource: Resource): object {
	return {
		resource: resourceUrl(baseUrl, resource),
		authorization_servers: [baseUrl],
		scopes_supported: ALL_SCOPES,
		bearer_methods_supported: ['header'],
		resource_name: 'Roteiro',
		resource_documentation: `${baseUrl}/docs`,
	};
}
