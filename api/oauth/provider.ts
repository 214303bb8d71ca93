import {createECDH} from 'node:crypto';
import type Koa from 'koa';
import {type Configuration, errors, interactionPolicy, type JWK, type KoaContextWithOIDC, Provider} from 'oidc-provider';
import type {Config} from '../../shared/config/config.ts';
import {ALL_SCOPES, isScope} from '../../shared/contract/access.ts';
import {randomToken} from '../../shared/ids.ts';
import type {Services} from '../../shared/services/services.ts';
import {findAccount} from '../../shared/store/access/accounts.ts';
import {knownResource, resourceUrl} from '../auth/bearer.ts';
import type {OauthLimits} from '../auth/sign-in-limits.ts';
import {clientIp} from '../http/client-ip.ts';
import {toAppError} from '../http/error-response.ts';
import {openAdapter} from './adapter.ts';
import {CLIENT_DEFAULTS, clientMetadata, documentFetch, isOwnMachine, type Outbound} from './clients.ts';
import {sendConsentError} from './consent.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Seconds. A refresh token is replaced at each use, and each of them lives this long; a grant lasts while there is a token of it. */
const LIFETIMES = {
	AuthorizationCode: MINUTE,
	AccessToken: 60 * MINUTE,
	RefreshToken: 90 * DAY,
	Grant: 3650 * DAY,
	Interaction: 60 * MINUTE,
	Session: 60 * MINUTE,
	IdToken: MINUTE,
};

/**
 * The authorization server: OAuth 2.1 for public clients, opaque tokens, one issuer, which is the base URL. What a person is
 * asked is in `consent.ts`, what is remembered in `adapter.ts`, which requests reach it in `routes.ts`.
 */
export function openProvider(services: Services, limit: OauthLimits, outbound?: Outbound): Provider {
	const {config, log} = services;
	const provider = new Provider(config.baseUrl, configuration(services, limit, outbound));
	// Routes take care that what it believes of host and scheme is the base URL.
	provider.proxy = true;
	provider.on('interaction.ended', forgetSession);
	provider.on('authorization.error', showUnlessAtHome);
	provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
		const {status, retryAfter, code} = toAppError(error);
		log.error({requestId: ctx.response.get('X-Request-Id'), error}, code);
		// An outage is no reason for an app to throw its tokens away.
		if (ctx.status === 500 && status === 503) {
			ctx.status = status;
			ctx.set('Retry-After', String(retryAfter));
		}
	});
	(provider as Koa).on('error', (error: Error) => log.warn({error}, 'response of the authorization server failed'));
	return provider;
}

function configuration(services: Services, limit: OauthLimits, outbound?: Outbound): Configuration {
	const {config, database, keyFor} = services;
	const {baseUrl} = config;
	return {
		adapter: openAdapter(database, baseUrl),
		clientAuthMethods: ['none'],
		clientBasedCORS: () => true,
		clientDefaults: CLIENT_DEFAULTS,
		cookies: {
			keys: [keyFor('oauth cookies').toString('base64url')],
			names: {session: 'roteiro_oauth', interaction: 'roteiro_consent', resume: 'roteiro_consent_resume'},
			long: {httpOnly: true, sameSite: 'lax', signed: true, path: '/oauth'},
			short: {httpOnly: true, sameSite: 'lax', signed: true},
		},
		expiresWithSession: () => false,
		features: features(config, limit),
		fetch: documentFetch(outbound),
		fetchResponseBodyLimits: {'client_id metadata document': 64 * 1024},
		async findAccount(_ctx, id) {
			const account = await findAccount(database.manager, id);
			if (!account || account.deletionDueAt) return undefined;
			return {accountId: id, claims: async () => ({sub: id})};
		},
		interactions: {policy: askEachTime(), url: (_ctx, {uid}) => `/oauth/consent/${uid}`},
		issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
		jwks: {keys: [signingKey(keyFor('oauth signing'))]},
		pkce: {required: () => true},
		renderError: (ctx, {error, error_description}) => sendConsentError(ctx, {error, description: error_description}),
		responseTypes: ['code'],
		rotateRefreshToken: true,
		routes: {
			authorization: '/oauth/authorize',
			jwks: '/oauth/jwks',
			registration: '/oauth/register',
			revocation: '/oauth/revoke',
			token: '/oauth/token',
		},
		scopes: [],
		ttl: LIFETIMES,
	};
}

function features(config: Config, limit: OauthLimits): Configuration['features'] {
	const {baseUrl, clientDocuments} = config;
	return {
		clientIdMetadataDocument: {
			enabled: clientDocuments,
			ack: 'draft-02',
			cacheDuration: {min: 5 * MINUTE, max: DAY},
			// Without a context it is our own page that asks, for a request that was counted when it came.
			async allowFetch(ctx: KoaContextWithOIDC | undefined) {
				if (!ctx) return true;
				return limit('document', clientIp(ctx, config.trustedProxies)).then(
					() => true,
					() => false,
				);
			},
		},
		devInteractions: {enabled: false},
		dPoP: {enabled: false},
		pushedAuthorizationRequests: {enabled: false},
		registration: {
			enabled: true,
			issueRegistrationAccessToken: false,
			// The one moment between reading the body and believing it.
			idFactory(ctx) {
				const body = (ctx as KoaContextWithOIDC).oidc.body!;
				const taken = clientMetadata(body);
				for (const name of Object.keys(body)) delete body[name];
				Object.assign(body, taken);
				return randomToken();
			},
		},
		resourceIndicators: {
			enabled: true,
			defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? resourceUrl(baseUrl, 'mcp'),
			useGrantedResource: () => true,
			getResourceServerInfo(_ctx, indicator) {
				const audience = knownResource(baseUrl, indicator);
				if (!audience) throw new errors.InvalidTarget();
				return {audience, scope: ALL_SCOPES.join(' '), accessTokenTTL: LIFETIMES.AccessToken, accessTokenFormat: 'opaque'};
			},
		},
		revocation: {enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId},
		rpInitiatedLogout: {enabled: false},
		userinfo: {enabled: false},
	};
}

/** Limits knowledge of the signed-in person to this request: the library's session is never stored, and sets no cookie. */
function forgetSession(ctx: KoaContextWithOIDC): void {
	Object.assign(ctx.oidc.session!, {destroyed: true});
}

/**
 * Returns the ES256 key that the provider demands, from 32 secret bytes: equal in every process, stored nowhere. It signs nothing: there are
 * no ID tokens, and access tokens are opaque.
 */
function signingKey(secret: Buffer): JWK {
	const ecdh = createECDH('prime256v1');
	const d = Buffer.from(secret);
	// Below the curve's order whatever the other bits are.
	d[0]! &= 0x7f;
	ecdh.setPrivateKey(d);
	const point = ecdh.getPublicKey();
	const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
	return {kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', d: d.toString('base64url'), x: part(1, 33), y: part(33, 65)};
}

/**
 * Shows an error on our own page as long as the person was not asked: anybody may register an app, and a link to us must not lead on to a stranger's
 * page (RFC 9700, 4.11.2). A program on the person's own machine hears of it.
 */
function showUnlessAtHome(ctx: KoaContextWithOIDC, error: errors.OIDCProviderError & {allow_redirect?: boolean}): void {
	const {route, params} = ctx.oidc;
	const redirect = URL.parse(String(params?.redirect_uri));
	if (route !== 'authorization' || (redirect && isOwnMachine(redirect))) return;
	error.allow_redirect = false;
	ctx.status = 400;
}

const {Check, Prompt, base} = interactionPolicy;

/** Asks the person each time. An app's identifier is no secret, so an earlier consent tells nothing of the present caller. */
function askEachTime() {
	const policy = base();
	policy.clear();
	const asked = new Check('consent_needed', 'the person has to consent', 'consent_required', ctx => {
		nameScopes(ctx);
		return !ctx.oidc.result?.consent;
	});
	policy.add(new Prompt({name: 'consent', requestable: true}, asked));
	// Answered by the same page, which says who is signed in and lets them be somebody else.
	policy.add(new Prompt({name: 'select_account', requestable: true}));
	return policy;
}

/** Clients ask every server for these: an identity, a refresh token, their own name. */
const NO_PERMISSIONS = new Set(['openid', 'profile', 'email', 'offline_access', 'claudeai']);

/** Replaces a missing scope with all permissions: the person chooses. Throws if none of the named ones exists. */
function nameScopes({oidc: {params}}: KoaContextWithOIDC): void {
	const wanted = params as {scope?: string};
	const words = (wanted.scope ?? '').split(' ').filter(word => word && !NO_PERMISSIONS.has(word));
	const ours = words.length === 0 ? ALL_SCOPES : words.filter(isScope);
	if (ours.length === 0) throw new errors.InvalidScope('none of these permissions exists', words.join(' '));
	wanted.scope = ours.join(' ');
}
