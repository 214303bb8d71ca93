import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {auth, type OAuthClientProvider} from '@modelcontextprotocol/sdk/client/auth.js';
import type {OAuthClientInformationMixed, OAuthTokens} from '@modelcontextprotocol/sdk/shared/auth.js';
import test, {type ExecutionContext} from 'ava';
import {buildApp} from '../../api/app.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {type Internet, openInternet} from '../helpers/fakes/internet.ts';
import {oauthApp, REDIRECT, register, registerApp} from '../helpers/oauth-app.ts';
import {openPerson, type Person} from '../helpers/oauth-person.ts';
import {request, startService, type TestService} from '../helpers/service.ts';

/** Apps that nobody has heard of before: by registration, and by a document of their own. */

const HOST = 'agent.example';
const DOCUMENT = `https://${HOST}/client.json`;

let internet: Internet;
let service: TestService;
/** What the host of the app returns, by path; and how often it was asked. */
const documents = new Map<string, {status?: number; headers?: Record<string, string>; body: string}>();
const asked: string[] = [];
test.before(async () => {
	internet = await openInternet([HOST], (incoming, response) => {
		asked.push(incoming.url!);
		const {status = 200, headers = {}, body} = documents.get(incoming.url!) ?? {status: 404, body: ''};
		response.writeHead(status, {'Content-Type': 'application/json', ...headers}).end(body);
	});
	// Each test comes from an IP of its own.
	service = await startService({TRUSTED_PROXIES: '1'}, {workers: false, outbound: internet});
});
test.after.always(async () => {
	await service?.stop();
	internet?.close();
});

const describe = (changes: object = {}, url = DOCUMENT) => {
	const body = {
		client_id: url,
		client_name: 'Agent by document',
		redirect_uris: [REDIRECT],
		token_endpoint_auth_method: 'none',
		...changes,
	};
	documents.set(new URL(url).pathname, {body: JSON.stringify(body)});
	return oauthApp(service.baseUrl, url);
};

test('a registration learns what was taken of it', async t => {
	const sent = {
		client_name: 'Agent\n\u202eof a test',
		client_uri: 'https://agent.example/about',
		logo_uri: 'https://agent.example/logo.png',
		redirect_uris: [REDIRECT, 'https://agent.example/callback'],
		scope: 'tours:read',
		grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
		token_endpoint_auth_method: 'client_secret_basic',
		application_type: 'web',
		jwks_uri: 'https://10.0.0.1/keys',
		sector_identifier_uri: 'https://10.0.0.1/sector',
	};
	const {status, headers, body} = await register(service.baseUrl, sent);
	t.is(status, 201);
	t.is(headers.get('access-control-allow-origin'), '*');
	t.is(headers.get('cache-control'), 'no-store');
	t.is(body.client_name, 'Agent of a test');
	t.is(body.token_endpoint_auth_method, 'none');
	t.deepEqual(body.grant_types, ['authorization_code', 'refresh_token']);
	t.is(body.application_type, 'native');
	t.truthy(body.client_id);
	for (const name of ['scope', 'client_secret', 'logo_uri', 'jwks_uri', 'sector_identifier_uri', 'registration_access_token']) {
		t.false(name in body, name);
	}
});

for (const redirect of [
	'http://agent.example/callback',
	'http://10.0.0.1/callback',
	'javascript:alert(1)',
	'JavaScript://agent.example/%0aalert(1)',
	'java\nscript:/alert(1)',
	'data:text/html,x',
	'data:/text/html,x',
	'file:///etc/passwd',
	'blob:https://agent.example/x',
	'vbscript:/x',
	'about:blank',
	'view-source:https://agent.example',
	'filesystem:https://agent.example/x',
	'intent://callback',
	'ms-msdt:/id',
	'mailto:a@agent.example',
	'urn:ietf:wg:oauth:2.0:oob',
	'localhost:8080/callback',
	'c:/callback',
	'cursor://callback#fragment',
	'cursor://call back',
	'cursor://callback\n',
	'http://localhost.agent.example/callback',
	'ftp://127.0.0.1/callback',
	'https://agent.example/#fragment',
	'callback',
	'',
	7,
]) {
	test(`an app that wants to be led back to ${JSON.stringify(redirect)} is not registered`, async t => {
		const {status, body} = await register(service.baseUrl, {redirect_uris: [redirect]});
		t.is(status, 400);
		t.regex(body.error, /^invalid_(redirect_uri|client_metadata)$/);
	});
}

for (const redirect of [
	'cursor://anysphere.cursor-mcp/oauth/callback',
	'com.example.agent:/callback',
	'vscode-insiders://publisher.extension/callback?window=2',
	'x-agent+1.0://Callback',
	'http://localhost/callback',
	'http://[::1]:4000/callback',
]) {
	test(`an app that wants to be led back to ${redirect} is let in, and led there letter by letter`, async t => {
		const app = await registerApp(service.baseUrl, {redirect_uris: [redirect, 'https://agent.example/callback']});
		const person = await openPerson(service);
		const {url, verifier} = app.ask({redirect_uri: redirect});
		const {html} = await person.askedBy(url);
		t.regex(html, /<h1><bdi>Agent of a test<\/bdi>/);
		t.true(html.includes(`<strong>${redirect.startsWith('http') ? new URL(redirect).host : `${new URL(redirect).protocol}//`}</strong>`));
		t.regex(html, /class="notice bad"/);
		const back = await person.consent(url);
		t.true(back.href.startsWith(redirect), back.href);
		const redeemed = await app.redeem(back.searchParams.get('code'), verifier, {redirect_uri: redirect});
		t.is(redeemed.status, 200);
		const others = [`${redirect}/`, redirect.toUpperCase(), redirect.replace('allback', 'allbacK'), `${redirect}#x`];
		for (const other of others) {
			const refused = await person.open(app.ask({redirect_uri: other}).url);
			t.deepEqual([refused.status, refused.headers.get('location')], [400, null], other);
		}
	});
}

test('what is no registration is refused in the words of the RFC', async t => {
	for (const metadata of [{}, {redirect_uris: []}, {redirect_uris: 'x'}, {redirect_uris: null}, {redirect_uris: {length: 1}}]) {
		const {status, body} = await register(service.baseUrl, metadata);
		t.is(status, 400, JSON.stringify(metadata));
		t.regex(body.error, /^invalid_(redirect_uri|client_metadata|request)$/);
	}
	for (const body of ['[]', 'null', '"x"', '{', '', `{"redirect_uris": ["${'x'.repeat(70_000)}"]}`]) {
		const response = await fetch(`${service.baseUrl}/oauth/register`, {
			method: 'POST',
			headers: {'Content-Type': 'application/json'},
			body,
		});
		t.is(response.status, 400);
	}
	const {status} = await fetch(`${service.baseUrl}/oauth/register`, {method: 'POST', body: new URLSearchParams({redirect_uris: REDIRECT})});
	t.is(status, 400);
});

test('one IP registers sixty apps an hour, and other IPs are not kept waiting', async t => {
	const from = (ip: string) => register(service.baseUrl, {redirect_uris: [REDIRECT]}, {'X-Forwarded-For': ip});
	const statuses = [];
	for (let i = 0; i < 61; i++) statuses.push((await from('203.0.113.9')).status);
	t.deepEqual([...new Set(statuses.slice(0, 60))], [201]);
	const refused = await from('203.0.113.9');
	t.is(refused.status, 429);
	t.true(Number(refused.headers.get('retry-after')) > 0);
	t.is((await from('203.0.113.10')).status, 201);
});

test.serial('an app by document is let in without registration, and its document is fetched once', async t => {
	const app = describe({scope: 'tours:read', logo_uri: 'https://agent.example/logo.png'});
	const person = await openPerson(service);
	asked.length = 0;
	const {url, verifier} = app.ask();
	const {html} = await person.askedBy(url);
	t.regex(html, /Agent by document/);
	t.regex(html, /<dd>agent\.example<\/dd>/);
	const back = await person.consent(url);
	const {status, body} = await app.redeem(back.searchParams.get('code'), verifier);
	t.is(status, 200);
	t.deepEqual(body.scope.split(' ').sort(), [...ALL_SCOPES].sort());
	t.is((await app.refresh(body.refresh_token)).status, 200);
	t.deepEqual(asked, ['/client.json']);
	t.is((await request(service.baseUrl, 'GET', '/v1/me', body.access_token)).body.credential.name, 'Agent by document');
});

test.serial('another process asks the person, and yet another gives out the token', async t => {
	const app = describe({}, `https://${HOST}/three.json`);
	const person = await openPerson(service);
	const {url, verifier} = app.ask();
	const question = (await person.open(url)).headers.get('location')!;
	const fields = {decision: 'allow', scope: 'tours:read', account: person.accountId};
	const [second, third] = [await another(t), await another(t)];
	t.regex(await (await person.open(second + question)).text(), /Agent by document/);
	const body = new URLSearchParams(fields);
	const answered = await person.open((await another(t)) + question, {method: 'POST', body, headers: {Origin: service.baseUrl}});
	t.is(answered.status, 303);
	const back = await person.open(third + new URL(answered.headers.get('location')!).pathname);
	const code = new URL(back.headers.get('location')!).searchParams.get('code');
	t.is((await app.redeem(code, verifier)).status, 200);
});

const REFUSED: Record<string, [url: string, document: {status?: number; headers?: Record<string, string>; body: string}]> = {
	'lies in a private network': ['https://intranet.example/client.json', {body: '{}'}],
	'lies on this machine': ['https://127.0.0.1/client.json', {body: '{}'}],
	'lies on another port': [`https://${HOST}:8443/client.json`, {body: '{}'}],
	'is not there': [`https://${HOST}/missing.json`, {status: 404, body: '{}'}],
	'leads elsewhere': [`https://${HOST}/moved.json`, {status: 302, headers: {Location: DOCUMENT}, body: ''}],
	'is no JSON': [`https://${HOST}/text.json`, {body: 'client'}],
	'is no object': [`https://${HOST}/list.json`, {body: '[]'}],
	'speaks of another app': [`https://${HOST}/other.json`, {body: JSON.stringify({client_id: DOCUMENT, redirect_uris: [REDIRECT]})}],
	'is too large': [
		`https://${HOST}/large.json`,
		{body: JSON.stringify({client_id: `https://${HOST}/large.json`, redirect_uris: [REDIRECT], x: 'x'.repeat(70_000)})},
	],
	'holds a secret': [
		`https://${HOST}/secret.json`,
		{body: JSON.stringify({client_id: `https://${HOST}/secret.json`, client_secret: 'x', redirect_uris: [REDIRECT]})},
	],
};
for (const [how, [url, document]] of Object.entries(REFUSED)) {
	test(`an app whose document ${how} is not asked for`, async t => {
		documents.set(new URL(url).pathname, document);
		const person = await openPerson(service);
		const response = await person.open(oauthApp(service.baseUrl, url).ask().url);
		t.is(response.status, 400);
		t.is(response.headers.get('location'), null);
		t.regex(await response.text(), /invalid_client/);
	});
}

test('a person whose app is described where the service cannot reach reads what its operator can do', async t => {
	const person = await openPerson(service);
	for (const url of [`https://${HOST}/none.json`, 'https://unreachable.example/client.json']) {
		const response = await person.open(oauthApp(service.baseUrl, url).ask().url);
		t.regex(await response.text(), /CLIENT_DOCUMENTS=false.*invalid_client.*document fetch failed/s, url);
	}
});

test('with CLIENT_DOCUMENTS=false apps are not asked to describe themselves, and none is looked up', async t => {
	const alone = await startService({CLIENT_DOCUMENTS: 'false'}, {workers: false, outbound: internet});
	t.teardown(() => alone.stop());
	for (const name of ['oauth-authorization-server', 'openid-configuration']) {
		const document = await (await fetch(`${alone.baseUrl}/.well-known/${name}`)).json();
		t.false(document.client_id_metadata_document_supported, name);
	}
	const before = asked.length;
	const person = await openPerson(alone);
	const response = await person.open(oauthApp(alone.baseUrl, `https://${HOST}/alone.json`).ask().url);
	t.is(response.status, 400);
	t.regex(await response.text(), /remove it, then add it again/);
	t.false(asked.slice(before).includes('/alone.json'));
	const app = await registerApp(alone.baseUrl);
	t.regex((await person.askedBy(app.ask().url)).html, /Agent of a test/);
});

test('one IP makes us fetch sixty documents an hour', async t => {
	const person = await openPerson(service);
	const headers = {'X-Forwarded-For': '203.0.113.11'};
	asked.length = 0;
	const mine = () => asked.filter(path => path.startsWith('/many/')).length;
	for (let i = 0; i < 70; i++) await person.open(oauthApp(service.baseUrl, `https://${HOST}/many/${i}`).ask().url, {headers});
	t.is(mine(), 60);
});

for (const way of ['registration', 'document'] as const) {
	test.serial(`the official client signs in by ${way}`, async t => {
		if (way === 'document') describe({}, `https://${HOST}/official.json`);
		const person = await openPerson(service);
		const client = officialClient(person, way === 'document' ? `https://${HOST}/official.json` : undefined);
		const serverUrl = `${service.baseUrl}/mcp`;
		t.is(await auth(client, {serverUrl}), 'REDIRECT');
		t.is(await auth(client, {serverUrl, authorizationCode: client.code}), 'AUTHORIZED');
		t.is(Boolean(client.information!.client_id.startsWith('https:')), way === 'document');
		const first = client.saved!;
		t.is((await request(service.baseUrl, 'GET', '/v1/me', first.access_token)).status, 200);
		t.is(await auth(client, {serverUrl}), 'AUTHORIZED');
		t.not(client.saved!.access_token, first.access_token, 'refreshed');
		t.is((await request(service.baseUrl, 'GET', '/v1/me', client.saved!.access_token)).status, 200);
	});
}

test('a registered app is looked up by its own identifier alone', async t => {
	const app = await registerApp(service.baseUrl);
	const person = await openPerson(service);
	for (const clientId of [app.clientId.toLowerCase(), `${app.clientId} `, `${app.clientId}x`, '', '__proto__']) {
		if (clientId === app.clientId) continue;
		const response = await person.open(oauthApp(service.baseUrl, clientId).ask().url);
		t.is(response.status, 400, clientId);
	}
});

/** One more process for the same service, under the same base URL. */
async function another(t: ExecutionContext): Promise<string> {
	const server = createServer(buildApp(service.services, undefined, internet).callback());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a program brings along; the person's decision comes by its redirect. */
function officialClient(person: Person, clientMetadataUrl?: string) {
	let verifier = '';
	const client = {
		clientMetadataUrl,
		redirectUrl: REDIRECT,
		clientMetadata: {client_name: 'Official', redirect_uris: [REDIRECT]},
		information: undefined as OAuthClientInformationMixed | undefined,
		saved: undefined as OAuthTokens | undefined,
		code: '',
		state: () => 'official',
		clientInformation: () => client.information,
		saveClientInformation(information: OAuthClientInformationMixed) {
			client.information = information;
		},
		tokens: () => client.saved,
		saveTokens(tokens: OAuthTokens) {
			client.saved = tokens;
		},
		async redirectToAuthorization(url: URL) {
			client.code = (await person.consent(url.href)).searchParams.get('code')!;
		},
		saveCodeVerifier(value: string) {
			verifier = value;
		},
		codeVerifier: () => verifier,
	};
	return client satisfies OAuthClientProvider;
}
