import {createServer, request as httpRequest} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {buildApp} from '../../api/app.ts';
import {calledUrl, knownResource} from '../../api/auth/bearer.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {oauthApp, REDIRECT, register, registerApp} from '../helpers/oauth-app.ts';
import {openPerson, proofKey} from '../helpers/oauth-person.ts';
import {request, startService} from '../helpers/service.ts';

/** What the authorization server says of itself, and what it refuses. */

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

const ALL = ALL_SCOPES.join(' ');

test('the documents of discovery say where to sign in and for what', async t => {
	const {baseUrl} = service;
	const server = await json('/.well-known/oauth-authorization-server');
	t.is(server.issuer, baseUrl);
	t.deepEqual(server.code_challenge_methods_supported, ['S256']);
	t.deepEqual(server.scopes_supported, ALL_SCOPES);
	t.true(server.client_id_metadata_document_supported);
	for (const name of ['authorization', 'token', 'registration', 'revocation'])
		t.true(server[`${name}_endpoint`].startsWith(`${baseUrl}/oauth/`));
	const openid = await json('/.well-known/openid-configuration');
	for (const name of Object.keys(server)) t.deepEqual(openid[name], server[name], name);
	t.true(Array.isArray((await json(new URL(openid.jwks_uri).pathname)).keys));
	for (const [path, resource] of [
		['', 'mcp'],
		['/mcp', 'mcp'],
		['/v1', 'v1'],
	]) {
		const document = await json(`/.well-known/oauth-protected-resource${path}`);
		t.is(document.resource, `${baseUrl}/${resource}`);
		t.deepEqual(document.authorization_servers, [baseUrl]);
		t.deepEqual(document.scopes_supported, ALL_SCOPES);
	}
	t.is((await fetch(`${baseUrl}/.well-known/oauth-protected-resource/other`)).status, 404);
});

test('a call without a credential learns where to sign in, and for which permissions', async t => {
	for (const [path, resource] of [
		['/v1/tours', 'v1'],
		['/mcp', 'mcp'],
	]) {
		const {status, headers} = await request(service.baseUrl, 'POST', path!, null, {body: {}});
		t.is(status, 401);
		const metadata = `${service.baseUrl}/.well-known/oauth-protected-resource/${resource}`;
		t.is(headers.get('www-authenticate'), `Bearer realm="roteiro", scope="${ALL}", resource_metadata="${metadata}"`);
		t.is(((await (await fetch(metadata)).json()) as {resource: string}).resource, `${service.baseUrl}/${resource}`);
	}
});

test('a loopback name is as good as the other ones, and any other name changes nothing', async t => {
	const {baseUrl} = service;
	const {port} = new URL(baseUrl);
	const resourceAt = (host: string) =>
		new Promise<string>((resolve, reject) => {
			const sent = httpRequest(`${baseUrl}/.well-known/oauth-protected-resource/v1`, {headers: {Host: host}}, async response =>
				resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()).resource),
			);
			sent.on('error', reject).end();
		});
	for (const host of [`localhost:${port}`, `[::1]:${port}`]) {
		t.is(await resourceAt(host), `http://${host}/v1`);
		t.is(knownResource(baseUrl, `http://${host}/mcp/`), `${baseUrl}/mcp`);
	}
	for (const host of ['localhost', 'localhost:1', `localhost.evil.example:${port}`, `evil.example:${port}`, `localhost:${port}/x`]) {
		t.is(await resourceAt(host), `${baseUrl}/v1`, host);
		t.is(knownResource(baseUrl, `http://${host}/mcp`), null, host);
	}
	t.is(calledUrl('https://tours.example', 'localhost'), 'https://tours.example');
	t.is(calledUrl('http://localhost/tours', '127.0.0.1'), 'http://127.0.0.1/tours');
});

test('apps in a browser may read the documents, register and get tokens, and may not send people', async t => {
	const headers = {
		Origin: 'https://app.example',
		'Access-Control-Request-Method': 'POST',
		'Access-Control-Request-Headers': 'content-type',
	};
	for (const path of [
		'/.well-known/oauth-authorization-server',
		'/.well-known/oauth-protected-resource/mcp',
		'/oauth/token',
		'/oauth/register',
		'/oauth/revoke',
	]) {
		const preflight = await fetch(service.baseUrl + path, {method: 'OPTIONS', headers});
		t.is(preflight.status, 204, path);
		t.is(preflight.headers.get('access-control-allow-origin'), '*');
		t.is(preflight.headers.get('access-control-allow-headers'), 'content-type');
		t.is(preflight.headers.get('access-control-allow-credentials'), null);
	}
	const app = await registerApp(service.baseUrl);
	const refused = await fetch(`${service.baseUrl}/oauth/token`, {
		method: 'POST',
		headers: {Origin: 'https://app.example'},
		body: new URLSearchParams({grant_type: 'refresh_token', refresh_token: 'x', client_id: app.clientId}),
	});
	t.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [400, '*']);
	t.is(((await refused.json()) as {error: string}).error, 'invalid_grant');
	const authorize = await fetch(app.ask().url, {headers, redirect: 'manual'});
	t.is(authorize.headers.get('access-control-allow-origin'), null);
});

test('a request that names another host is answered with our own URLs', async t => {
	const app = await registerApp(service.baseUrl);
	const {port} = new URL(service.baseUrl);
	const {pathname, search} = new URL(app.ask().url);
	const headers = {Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https'};
	const cookies = await new Promise<string>((resolve, reject) => {
		httpRequest({port, path: pathname + search, headers}, response => {
			resolve(`${response.headers.location} ${response.headers['set-cookie']}`);
			response.resume();
		})
			.on('error', reject)
			.end();
	});
	t.regex(cookies, /^\/oauth\/consent\//);
	t.false(cookies.includes('evil'));
	t.false(/secure/i.test(cookies));
});

test('an error leads to no page of an app that nobody was asked about', async t => {
	for (const uri of ['https://evil.example/phish', 'evil-app://open/', 'evil-app://127.0.0.1/evil']) {
		const app = await registerApp(service.baseUrl, {redirect_uris: [uri]});
		for (const changes of [
			{prompt: 'none'},
			{scope: 'nothing'},
			{code_challenge: undefined},
			{prompt: 'none', response_mode: 'form_post'},
		]) {
			const person = await openPerson(service);
			const response = await person.open(app.ask({redirect_uri: uri, ...changes}).url);
			const text = await response.text();
			t.deepEqual([response.status, response.headers.get('location')], [400, null], JSON.stringify(changes));
			t.regex(text, /<h1>/);
			t.false(/evil/.test(text), text);
		}
	}
});

/** Led back with this error: the redirect is known to be the app's. */
const LED_BACK: Record<string, [changes: Record<string, string | undefined>, error: string]> = {
	'no proof key': [{code_challenge: undefined, code_challenge_method: undefined}, 'invalid_request'],
	'a proof key in the clear': [{code_challenge_method: 'plain'}, 'invalid_request'],
	'a proof key of no method': [{code_challenge_method: undefined}, 'invalid_request'],
	'a proof key that is none': [{code_challenge: 'short'}, 'invalid_request'],
	'somebody else’s resource': [{resource: 'https://other.example/mcp'}, 'invalid_target'],
	'our host alone as the resource': [{resource: 'BASE'}, 'invalid_target'],
	'a resource that is no url': [{resource: 'mcp'}, 'invalid_target'],
	'permissions that do not exist': [{scope: 'admin tours:delete'}, 'invalid_scope'],
	'a token at once': [{response_type: 'token'}, 'unsupported_response_type'],
	'an ID token': [{response_type: 'id_token'}, 'unsupported_response_type'],
	'no answer': [{response_type: undefined}, 'invalid_request'],
	'a request object': [{request: 'eyJhbGciOiJub25lIn0.e30.'}, 'request_not_supported'],
	'a request elsewhere': [{request_uri: 'https://10.0.0.1/'}, 'request_uri_not_supported'],
	'what nobody is asked': [{prompt: 'create'}, 'invalid_request'],
};
for (const [what, [changes, error]] of Object.entries(LED_BACK)) {
	test(`an app that asks for ${what} gets ${error}`, async t => {
		const app = await registerApp(service.baseUrl);
		const person = await openPerson(service);
		if (changes.resource === 'BASE') changes.resource = service.baseUrl;
		const response = await person.open(app.ask(changes).url);
		t.is(response.status, 303);
		const back = new URL(response.headers.get('location')!);
		t.is(back.origin + back.pathname, REDIRECT);
		const answered = new URLSearchParams(back.hash ? back.hash.slice(1) : back.search);
		t.is(answered.get('error'), error);
		t.is(answered.get('state'), 'state of a test');
		t.is(answered.get('code'), null);
	});
}

test('a caller who does not prove to be the app is led nowhere', async t => {
	const app = await registerApp(service.baseUrl);
	const person = await openPerson(service);
	for (const changes of [
		{client_id: 'nobody'},
		{client_id: undefined},
		{redirect_uri: 'https://evil.example/'},
		{redirect_uri: `${REDIRECT}/more`},
		{redirect_uri: REDIRECT.replace('127.0.0.1', 'localhost')},
		{redirect_uri: REDIRECT.replace('http:', 'https:')},
		{redirect_uri: REDIRECT.replace('127.0.0.1', 'user@127.0.0.1')},
		{redirect_uri: 'javascript:alert(1)'},
	]) {
		const response = await person.open(app.ask(changes).url);
		t.is(response.status, 400, JSON.stringify(changes));
		t.is(response.headers.get('location'), null);
		t.regex(response.headers.get('content-security-policy')!, /default-src 'none'/);
		const page = await response.text();
		t.regex(page, /This connection cannot continue/);
		t.false(page.includes('evil.example') || page.includes('alert'));
	}
});

test('a person whose app was forgotten reads what to do in the app', async t => {
	const person = await openPerson(service);
	const page = await (await person.open(oauthApp(service.baseUrl, 'forgotten').ask().url)).text();
	t.regex(page, /does not know the app, or no longer.*remove it, then add it again.*invalid_client/s);
	const other = await (await person.open((await registerApp(service.baseUrl)).ask({redirect_uri: 'https://evil.example/'}).url)).text();
	t.notRegex(other, /no longer/);
});

const REFUSED: Record<string, [changes: Record<string, string | undefined>, error: string]> = {
	'another verifier': [{code_verifier: proofKey().verifier}, 'invalid_grant'],
	'no verifier': [{code_verifier: undefined}, 'invalid_grant'],
	'another redirect': [{redirect_uri: REDIRECT.replace('53682', '53683')}, 'invalid_grant'],
	'another resource': [{resource: 'V1'}, 'invalid_target'],
	'somebody else’s resource': [{resource: 'https://other.example/'}, 'invalid_target'],
	'another code': [{code: 'A'.repeat(43)}, 'invalid_grant'],
	'no code': [{code: undefined}, 'invalid_request'],
	'another app’s identifier': [{client_id: 'OTHER'}, 'invalid_grant'],
	'nobody’s identifier': [{client_id: 'nobody'}, 'invalid_client'],
	'a password': [{grant_type: 'password'}, 'unsupported_grant_type'],
	'nobody’s consent': [{grant_type: 'client_credentials'}, 'unsupported_grant_type'],
	'no way to get one': [{grant_type: undefined}, 'invalid_request'],
};
for (const [what, [changes, error]] of Object.entries(REFUSED)) {
	test(`an app that comes for its token with ${what} gets ${error}`, async t => {
		const app = await registerApp(service.baseUrl);
		const person = await openPerson(service);
		const {url, verifier} = app.ask();
		const code = (await person.consent(url)).searchParams.get('code');
		if (changes.resource === 'V1') changes.resource = `${service.baseUrl}/v1`;
		if (changes.client_id === 'OTHER') changes.client_id = (await registerApp(service.baseUrl)).clientId;
		const {status, body} = await app.redeem(code, verifier, changes);
		t.true(status === 400 || status === 401);
		t.is(body.error, error);
		t.is(body.access_token, undefined);
	});
}

test('under https every cookie is secure, signed, and goes no further than it must', async t => {
	const services = {...service.services, config: {...service.config, baseUrl: 'https://tours.example.org'}};
	const server = createServer(buildApp(services).callback());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => server.close());
	const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const {body} = await register(local, {redirect_uris: [REDIRECT]});
	const {search} = new URL(oauthApp('https://tours.example.org', body.client_id).ask().url);
	const response = await fetch(`${local}/oauth/authorize${search}`, {redirect: 'manual'});
	t.is(response.status, 303);
	const uid = response.headers.get('location')!.split('/').at(-1);
	const cookies = response.headers.getSetCookie();
	t.is(cookies.length, 4);
	for (const cookie of cookies) t.regex(cookie, /; path=\/oauth\/[a-z]+\/[\w-]+; .*samesite=lax; secure; httponly/i);
	t.deepEqual(
		cookies.map(cookie => /^([^=]+)=.*path=([^;]+)/.exec(cookie)!.slice(1).join(' ')),
		[
			`roteiro_consent /oauth/consent/${uid}`,
			`roteiro_consent.sig /oauth/consent/${uid}`,
			`roteiro_consent_resume /oauth/authorize/${uid}`,
			`roteiro_consent_resume.sig /oauth/authorize/${uid}`,
		],
	);
});

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a document is.
async function json(path: string): Promise<any> {
	const response = await fetch(service.baseUrl + path, {headers: {Origin: 'https://app.example'}});
	if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
	if (response.headers.get('access-control-allow-origin') !== '*') throw new Error(`${path} is not open`);
	return response.json();
}
