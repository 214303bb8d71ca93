import {Client as ModernClient, StreamableHTTPClientTransport as ModernTransport} from '@modelcontextprotocol/client';
import {Client as LegacyClient} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport as LegacyTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import test from 'ava';
import {type Internet, openInternet} from '../helpers/fakes/internet.ts';
import {ERAS, type Era} from '../helpers/mcp.ts';
import {REDIRECT} from '../helpers/oauth-app.ts';
import {openPerson, type Person} from '../helpers/oauth-person.ts';
import {startService, type TestService} from '../helpers/service.ts';

/** The official clients come to /mcp with nothing but its URL: they find out where to sign in, and for what. */

const HOST = 'agent.example';
const DOCUMENT = `https://${HOST}/client.json`;

// biome-ignore lint/suspicious/noExplicitAny: the two clients are alike and not of one type.
type Any = any;

let internet: Internet;
let service: TestService;
test.before(async () => {
	internet = await openInternet([HOST], (_request, response) => {
		const body = {client_id: DOCUMENT, client_name: 'By document', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none'};
		response.writeHead(200, {'Content-Type': 'application/json'}).end(JSON.stringify(body));
	});
	service = await startService({}, {workers: false, outbound: internet});
});
test.after.always(async () => {
	await service?.stop();
	internet?.close();
});

for (const era of ERAS) {
	for (const way of ['registration', 'document'] as const) {
		test(`revision ${era}: signs in by ${way}, and once more where a tool needs a permission that the person kept back`, async t => {
			const person = await openPerson(service);
			const app = anApp(person, way === 'document' ? DOCUMENT : undefined);
			app.allowed = ['tours:read'];
			await t.throwsAsync(connect(era, app));
			t.regex(String(app.asked), /scope=[^&]*tours%3Awrite/, 'asks for what the challenge named');
			const client = await connect(era, app);
			t.deepEqual(JSON.parse((await client.callTool({name: 'list_tours', arguments: {}})).content[0].text).tours, []);

			app.allowed = ['tours:read', 'tours:write'];
			// The older client would refresh its token instead of asking the person again.
			if (era === '2025-11-25') app.forgetRefreshToken();
			await t.throwsAsync(client.callTool({name: 'create_tour', arguments: {name: 'Stepped up'}}));
			t.truthy(app.response, 'the person was asked again');
			const again = await connect(era, app);
			const created = await again.callTool({name: 'create_tour', arguments: {name: 'Stepped up'}});
			t.is(created.structuredContent.tour.name, 'Stepped up');
			await Promise.all([client.close(), again.close()]);
		});
	}
}

for (const era of ERAS) {
	test(`revision ${era}: signs in at localhost, where the service calls itself 127.0.0.1`, async t => {
		const app = anApp(await openPerson(service));
		app.allowed = ['tours:read'];
		const url = service.baseUrl.replace('127.0.0.1', 'localhost');
		await t.throwsAsync(connect(era, app, url));
		t.is(app.asked?.searchParams.get('resource'), `${url}/mcp`);
		const client = await connect(era, app, url);
		t.is((await client.callTool({name: 'list_tours', arguments: {}})).isError ?? false, false);
		// The challenge for a permission leads to the same name.
		app.asked = null;
		if (era === '2025-11-25') app.forgetRefreshToken();
		await t.throwsAsync(client.callTool({name: 'create_tour', arguments: {name: 'Stepped up'}}));
		t.is((app.asked as URL | null)?.searchParams.get('resource'), `${url}/mcp`);
		await client.close();
	});
}

/** Connects; where the person has consented before, with the code that came of it. */
async function connect(era: Era, app: ReturnType<typeof anApp>, baseUrl = service.baseUrl): Promise<Any> {
	const url = new URL('/mcp', baseUrl);
	const info = {name: 'test-agent', version: '1.0.0'};
	const client: Any = era === '2025-11-25' ? new LegacyClient(info) : new ModernClient(info, {versionNegotiation: {mode: {pin: era}}});
	const newTransport = (): Any =>
		era === '2025-11-25' ? new LegacyTransport(url, {authProvider: app as Any}) : new ModernTransport(url, {authProvider: app as Any});
	const {response} = app;
	app.response = null;
	if (response) await newTransport().finishAuth(era === '2025-11-25' ? response.get('code') : response);
	await client.connect(newTransport());
	return client;
}

/** What a program brings along; the person decides at once, with the permissions that they allow. */
function anApp(person: Person, clientMetadataUrl?: string) {
	const kept: Any = {};
	const app = {
		clientMetadataUrl,
		redirectUrl: REDIRECT,
		clientMetadata: {client_name: 'Official', redirect_uris: [REDIRECT]},
		allowed: [] as string[],
		asked: null as URL | null,
		/** What the person's redirect carried. */
		response: null as URLSearchParams | null,
		state: () => 'state',
		clientInformation: () => kept.information,
		saveClientInformation: (information: unknown) => {
			kept.information = information;
		},
		tokens: () => kept.tokens,
		saveTokens: (tokens: unknown) => {
			kept.tokens = tokens;
		},
		forgetRefreshToken() {
			delete kept.tokens.refresh_token;
		},
		saveCodeVerifier: (verifier: string) => {
			kept.verifier = verifier;
		},
		codeVerifier: () => kept.verifier,
		saveDiscoveryState: (state: unknown) => {
			kept.discovery = state;
		},
		discoveryState: () => kept.discovery,
		async redirectToAuthorization(url: URL) {
			app.asked = url;
			app.response = (await person.consent(url.href, {scopes: app.allowed})).searchParams;
		},
	};
	return app;
}
