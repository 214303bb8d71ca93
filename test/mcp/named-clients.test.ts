import {readFileSync} from 'node:fs';
import test from 'ava';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {type Internet, openInternet} from '../helpers/fakes/internet.ts';
import {type OauthApp, oauthApp, register} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import {startService, type TestService} from '../helpers/service.ts';

/**
 * Signs in as each client that docs/agents.md names, with its real requests and only the address of /mcp, and lists the
 * tools. The requests come from the clients' sources and public reports of the second half of 2026. Windsurf's
 * redirects are not published: two likely ones are assumed.
 */

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
type Any = any;

type NamedClient = {
	/** The client's name in docs/agents.md. */
	name: string;
	/** The difference from other variants of this client. */
	way: string;
	/** The body of its registration, or the document that its identifier names. */
	metadata: Record<string, unknown> & {redirect_uris: string[]};
	/** The URL of that document; absent if the client registers. */
	document?: string;
	/** The redirect URI that the client uses. */
	redirect: string;
	/** The scope that the client requests: the offered ones and its additions, its own, or none. */
	scope?: string;
	/** Clients before June 2025 do not name the resource. */
	resource: 'mcp' | 'mcp/' | 'none';
	userAgent: string;
	/** The parameters of its first message. */
	initialize: {protocolVersion: string; capabilities: Record<string, unknown>; clientInfo: {name: string; version: string; title?: string}};
};

const NAMED_CLIENTS: NamedClient[] = JSON.parse(readFileSync(new URL('named-clients.json', import.meta.url), 'utf8'));
const documents = NAMED_CLIENTS.filter(({document}) => document);
let internet: Internet;
let service: TestService;
test.before(async () => {
	const hosts = [...new Set(documents.map(({document}) => new URL(document!).host))];
	internet = await openInternet(hosts, (incoming, response) => {
		const url = `https://${incoming.headers.host}${incoming.url}`;
		const named = documents.find(({document}) => document === url);
		response.writeHead(named ? 200 : 404, {'Content-Type': 'application/json'});
		response.end(JSON.stringify({client_id: url, ...named?.metadata}));
	});
	service = await startService({}, {workers: false, outbound: internet});
});
test.after.always(async () => {
	await service?.stop();
	internet?.close();
});

test('each client that docs/agents.md names is tried, and no other', t => {
	const [, connecting] = readFileSync('docs/agents.md', 'utf8').split('\n## Connecting\n');
	const named = [...connecting!.split('\n## ')[0]!.matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, name]) => name!);
	t.deepEqual([...new Set(NAMED_CLIENTS.map(({name}) => name))].sort(), named.filter(name => name !== 'Your own program').sort());
});

for (const client of NAMED_CLIENTS) {
	test(`${client.name} signs in ${client.way}, and lists the tools`, async t => {
		const headers = {'User-Agent': client.userAgent, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream'};
		const send = (body: object, more: Record<string, string> = {}) =>
			fetch(`${service.baseUrl}/mcp`, {method: 'POST', headers: {...headers, ...more}, body: JSON.stringify({jsonrpc: '2.0', ...body})});
		const initialize = {id: 0, method: 'initialize', params: client.initialize};

		const challenge = await send(initialize);
		t.is(challenge.status, 401);
		const offered = await readMetadata(challenge.headers.get('www-authenticate')!);
		const app = await appOf(client, offered.registration);
		const person = await openPerson(service);
		const named = {none: undefined, mcp: offered.resource, 'mcp/': `${offered.resource}/`}[client.resource];
		const scope = client.scope?.replace('offered', offered.scopes.join(' '));
		const {url, verifier} = app.ask({redirect_uri: client.redirect, resource: named, scope});
		const {html} = await person.askedBy(url);
		t.true(html.includes(`<h1><bdi>${client.metadata.client_name}</bdi>`));
		const back = await person.consent(url);
		t.true(back.href.startsWith(client.redirect), back.href);
		t.is(back.searchParams.get('iss'), service.baseUrl);
		const {status, body} = await app.redeem(back.searchParams.get('code'), verifier, {redirect_uri: client.redirect, resource: named});
		t.is(status, 200, JSON.stringify(body));
		t.deepEqual(body.scope.split(' ').sort(), [...ALL_SCOPES].sort());
		t.is('refresh_token' in body, (client.metadata.grant_types as string[]).includes('refresh_token'));

		const authorized = {Authorization: `Bearer ${body.access_token}`};
		const welcome = await readMessage(await send(initialize, authorized));
		t.is(welcome.result.protocolVersion, client.initialize.protocolVersion);
		const later = {...authorized, 'MCP-Protocol-Version': welcome.result.protocolVersion};
		t.is((await send({method: 'notifications/initialized'}, later)).status, 202);
		const {result} = await readMessage(await send({id: 1, method: 'tools/list', params: {}}, later));
		t.true(result.tools.length > 20);
	});
}

/** Reads the two documents that the challenge leads to; the second is at the issuer that the first names. */
async function readMetadata(challenge: string): Promise<{resource: string; scopes: string[]; registration: string}> {
	const protectedResource = await (await fetch(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)).json();
	const issuer = protectedResource.authorization_servers[0];
	const server = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
	return {resource: protectedResource.resource, scopes: protectedResource.scopes_supported, registration: server.registration_endpoint};
}

async function appOf({document, metadata}: NamedClient, registration: string): Promise<OauthApp> {
	if (document) return oauthApp(service.baseUrl, document);
	const {status, body} = await register(new URL(registration).origin, metadata);
	if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
	return oauthApp(service.baseUrl, body.client_id);
}

async function readMessage(response: Response): Promise<Any> {
	const text = await response.text();
	return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}
