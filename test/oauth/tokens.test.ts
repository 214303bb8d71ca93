import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {buildApp} from '../../api/app.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {setPlan} from '../../shared/store/access/accounts.ts';
import {disconnectApp, listApps} from '../../shared/store/access/oauth.ts';
import {type OauthApp, oauthApp, REDIRECT, registerApp} from '../helpers/oauth-app.ts';
import {openPerson, type Person, proofKey} from '../helpers/oauth-person.ts';
import {request, startService} from '../helpers/service.ts';

/** Apps that sign in: what they get, and what takes it away again. */

/** A credential that was revoked may be accepted this long, and not a moment longer. */
const CACHE_MS = 1000;

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

type Tokens = {access_token: string; refresh_token: string; expires_in: number; scope: string; token_type: string};

test('an app registers, is let in, and calls with what it was given', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask();
	const back = await person.consent(url, {scopes: ['tours:read', 'publish']});
	t.is(back.origin + back.pathname, REDIRECT);
	t.is(back.searchParams.get('state'), 'state of a test');
	t.is(back.searchParams.get('iss'), service.baseUrl);
	const {status, headers, body} = await app.redeem(back.searchParams.get('code'), verifier);
	t.is(status, 200);
	t.is(headers.get('cache-control'), 'no-store');
	const {access_token, refresh_token, ...rest} = body;
	t.deepEqual(rest, {expires_in: 3600, scope: 'tours:read publish', token_type: 'Bearer'});
	t.true(refresh_token.length >= 43);

	const me = await call('GET', '/v1/me', access_token);
	t.is(me.status, 200);
	t.is(me.body.account.id, person.accountId);
	const {type, name, scopes} = me.body.credential;
	t.deepEqual([type, name, scopes], ['oauth', 'Agent of a test', ['tours:read', 'publish']]);
	const [connected] = await listApps(service.services.database.manager, person.accountId);
	t.is(connected!.id, me.body.credential.id);
	t.deepEqual([connected!.name, connected!.host, connected!.scopes], ['Agent of a test', '127.0.0.1:53682', ['tours:read', 'publish']]);

	const refused = await call('POST', '/v1/tours', access_token, {body: {name: 'Not mine to make'}});
	t.is(refused.status, 403);
	t.is(refused.body.error, 'missing_permission');
	const challenge = refused.headers.get('www-authenticate')!;
	t.regex(
		challenge,
		/^Bearer realm="roteiro", error="insufficient_scope", error_description="[^"]+", scope="tours:write", resource_metadata="/,
	);
});

test('a program may listen on another port each time', async t => {
	const {person, app} = await meet();
	const redirect_uri = 'http://127.0.0.1:49152/callback';
	const {url, verifier} = app.ask({redirect_uri});
	const back = await person.consent(url);
	t.is(back.port, '49152');
	t.is((await app.redeem(back.searchParams.get('code'), verifier, {redirect_uri})).status, 200);
});

test('an app that names no permission and no resource asks for all permissions, for what agents use', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask({resource: undefined});
	const back = await person.consent(url);
	const {body} = await app.redeem(back.searchParams.get('code'), verifier, {resource: undefined});
	t.deepEqual(body.scope.split(' ').sort(), [...ALL_SCOPES].sort());
	t.is((await call('GET', '/v1/me', body.access_token)).status, 200);
});

test('a token for one endpoint works on the other', async t => {
	const {person, app} = await meet();
	for (const resource of ['mcp', 'v1']) {
		const {access_token} = await signIn(person, app, {resource: `${service.baseUrl}/${resource}`});
		t.is((await call('GET', '/v1/me', access_token)).status, 200);
		const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};
		const reply = await call('POST', '/mcp', access_token, {body: ping, headers: {Accept: 'application/json, text/event-stream'}});
		t.is(reply.status, 200);
	}
});

test('an app that asks for more later gets more, and is bound by no earlier answer', async t => {
	const {person, app} = await meet();
	const few = await signIn(person, app, {scope: 'tours:read tours:write'}, ['tours:read']);
	t.is(few.scope, 'tours:read');
	const more = await signIn(person, app, {scope: 'tours:read tours:write'});
	t.is(more.scope, 'tours:read tours:write');
	t.is((await call('POST', '/v1/tours', more.access_token, {body: {name: 'Mine'}})).status, 201);
	t.is((await call('POST', '/v1/tours', few.access_token, {body: {name: 'Not mine'}})).status, 403);
	const apps = await listApps(service.services.database.manager, person.accountId);
	t.is(apps.length, 1);
	t.deepEqual(apps[0]!.scopes.sort(), ['tours:read', 'tours:write']);
});

test('a scope in the registration does not bind what is asked for later', async t => {
	const person = await openPerson(service);
	const app = await registerApp(service.baseUrl, {scope: 'tours:read'});
	t.is((await signIn(person, app, {scope: 'tours:write publish'})).scope, 'tours:write publish');
});

test('a code works once: within moments its second use is refused and takes nothing away, later it takes away what it gave', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask();
	const code = (await person.consent(url)).searchParams.get('code');
	const {body} = await app.redeem(code, verifier);
	for (const proof of [verifier, proofKey().verifier]) {
		const again = await app.redeem(code, proof);
		t.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
	}
	await sleep(CACHE_MS);
	t.is((await call('GET', '/v1/me', body.access_token)).status, 200);
	const refreshed = await app.refresh(body.refresh_token);
	t.is(refreshed.status, 200);

	await usedBefore('AuthorizationCode', person, 31);
	t.is((await app.redeem(code, verifier)).body.error, 'invalid_grant');
	await refusedWithinASecond(t, body.access_token);
	t.is((await app.refresh(refreshed.body.refresh_token)).body.error, 'invalid_grant');
});

test('of many who come with one code at the same moment one gets tokens, and keeps them', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask();
	const code = (await person.consent(url)).searchParams.get('code');
	const replies = await Promise.all(Array.from({length: 10}, () => app.redeem(code, verifier)));
	t.deepEqual(replies.map(({status}) => status).sort(), [200, ...Array(9).fill(400)]);
	const {body} = replies.find(({status}) => status === 200)!;
	await sleep(CACHE_MS);
	t.is((await call('GET', '/v1/me', body.access_token)).status, 200);
	t.is((await app.refresh(body.refresh_token)).status, 200);
});

test('a refresh token is replaced at each use; a used one that comes back later ends the whole sign-in', async t => {
	const {person, app} = await meet();
	const first = await signIn(person, app, {scope: 'tours:read'});
	const second = (await app.refresh(first.refresh_token)).body as Tokens;
	t.not(second.refresh_token, first.refresh_token);
	t.not(second.access_token, first.access_token);
	t.is(second.scope, 'tours:read');
	t.is((await call('GET', '/v1/me', second.access_token)).status, 200);
	const other = await signIn(person, app, {scope: 'tours:read'});

	await usedBefore('RefreshToken', person, 31);
	const replayed = await app.refresh(first.refresh_token);
	t.is(replayed.status, 400);
	t.is(replayed.body.error, 'invalid_grant');
	t.is((await app.refresh(second.refresh_token)).body.error, 'invalid_grant');
	await refusedWithinASecond(t, second.access_token);
	t.is((await call('GET', '/v1/me', other.access_token)).status, 200, 'the same app on another machine');
});

test('all who come with one refresh token within moments get tokens of the same sign-in that work, in whichever process', async t => {
	const {person, app} = await meet();
	const {access_token, refresh_token} = await signIn(person, app, {scope: 'tours:read publish'});
	const other = createServer(buildApp(service.services).callback());
	await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
	t.teardown(() => other.close());
	const elsewhere = oauthApp(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, app.clientId);
	const resource = `${service.baseUrl}/mcp`;
	const replies = await Promise.all(
		Array.from({length: 10}, (_, n) => (n % 2 ? app.refresh(refresh_token) : elsewhere.refresh(refresh_token, {resource}))),
	);
	const late = await app.refresh(refresh_token);
	const all = [...replies, late];
	t.deepEqual([...new Set(all.map(({status}) => status))], [200]);
	t.is(new Set(all.map(({body}) => body.refresh_token)).size, all.length);
	await sleep(CACHE_MS);
	for (const {body} of all) {
		t.is(body.scope, 'tours:read publish');
		t.is((await call('GET', '/v1/me', body.access_token)).status, 200);
	}
	t.is((await call('GET', '/v1/me', access_token)).status, 200, 'what it had before');
	for (const {body} of [replies[0]!, replies[1]!, late]) t.is((await app.refresh(body.refresh_token)).status, 200);
	t.is((await listApps(service.services.database.manager, person.accountId)).length, 1);
	// Another app cannot use that time.
	const stranger = await registerApp(service.baseUrl);
	t.is((await stranger.refresh(refresh_token)).body.error, 'invalid_grant');
	t.is((await app.refresh(late.body.refresh_token)).status, 200);
	// The revocation of one token ends all of them.
	t.is((await app.revoke(replies[2]!.body.refresh_token)).status, 200);
	t.is((await app.refresh(refresh_token)).body.error, 'invalid_grant');
	await refusedWithinASecond(t, replies[3]!.body.access_token);
});

test('refreshing may ask for less, never for more', async t => {
	const {person, app} = await meet();
	const {refresh_token} = await signIn(person, app, {}, ['tours:read', 'publish']);
	const more = await app.refresh(refresh_token, {scope: 'tours:read tours:write'});
	t.deepEqual([more.status, more.body.error], [400, 'invalid_scope']);
	const elsewhere = await app.refresh(refresh_token, {resource: `${service.baseUrl}/v1`});
	t.is(elsewhere.status, 400);
});

test('an app without refresh tokens gets none', async t => {
	const person = await openPerson(service);
	const app = await registerApp(service.baseUrl, {grant_types: ['authorization_code']});
	t.is((await signIn(person, app)).refresh_token, undefined as never);
});

test('what has expired is refused', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask();
	const code = (await person.consent(url)).searchParams.get('code');
	await age('AuthorizationCode', person, 61);
	t.is((await app.redeem(code, verifier)).body.error, 'invalid_grant');

	const tokens = await signIn(person, app);
	t.is((await call('GET', '/v1/me', tokens.access_token)).status, 200);
	await age('AccessToken', person, 3601);
	await refusedWithinASecond(t, tokens.access_token);
	await age('RefreshToken', person, 89 * 86_400);
	const refreshed = await app.refresh(tokens.refresh_token);
	t.is(refreshed.status, 200);
	await age('RefreshToken', person, 90 * 86_400 + 1);
	t.is((await app.refresh(refreshed.body.refresh_token)).body.error, 'invalid_grant');
});

test('an app gives its tokens back, and nobody else can', async t => {
	const {person, app} = await meet();
	const stranger = await registerApp(service.baseUrl);
	const tokens = await signIn(person, app);
	for (const token of [tokens.access_token, tokens.refresh_token, 'never given out']) {
		t.is((await stranger.revoke(token)).status, 200);
	}
	t.is((await call('GET', '/v1/me', tokens.access_token)).status, 200);
	t.is((await app.revoke(tokens.refresh_token, {token_type_hint: 'refresh_token'})).status, 200);
	await refusedWithinASecond(t, tokens.access_token);
	t.is((await app.refresh(tokens.refresh_token)).status, 400);
	t.deepEqual(await listApps(service.services.database.manager, person.accountId), []);
});

test('a disconnected app is out within a second, and can be let in again', async t => {
	const {person, app} = await meet();
	const db = service.services.database.manager;
	const [one, two] = [await signIn(person, app), await signIn(person, app)];
	const [connected] = await listApps(db, person.accountId);
	const stranger = await openPerson(service);
	t.false(await disconnectApp(db, stranger.accountId, connected!.id));
	t.is((await call('GET', '/v1/me', one.access_token)).status, 200);
	t.true(await disconnectApp(db, person.accountId, connected!.id));
	t.false(await disconnectApp(db, person.accountId, connected!.id));
	for (const {access_token, refresh_token} of [one, two]) {
		await refusedWithinASecond(t, access_token);
		t.is((await app.refresh(refresh_token)).body.error, 'invalid_grant');
	}
	const again = await signIn(person, app);
	t.is((await call('GET', '/v1/me', again.access_token)).status, 200);
	t.is((await call('GET', '/v1/me', one.access_token)).status, 401);
});

test('an app let in by one account sees nothing of another', async t => {
	const {person: ana, app} = await meet();
	const bo = await openPerson(service);
	const mine = await signIn(ana, app);
	const {tour} = (await call('POST', '/v1/tours', mine.access_token, {body: {name: 'Of Ana'}})).body;
	const theirs = await signIn(bo, app);
	t.is((await call('GET', `/v1/tours/${tour.id}`, theirs.access_token)).status, 404);
	t.not(
		(await call('GET', '/v1/me', theirs.access_token)).body.credential.id,
		(await call('GET', '/v1/me', mine.access_token)).body.credential.id,
	);
	t.is(tour.createdBy, 'agent');
});

test('an account without the plan can let an app in, which is refused for the plan alone', async t => {
	const {person, app} = await meet('free');
	const tokens = await signIn(person, app);
	const refused = await call('GET', '/v1/tours', tokens.access_token);
	t.deepEqual([refused.status, refused.body.error], [402, 'plan_required']);
	await setPlan(service.services.database.manager, person.accountId, 'pro');
	await sleep(CACHE_MS);
	t.is((await call('GET', '/v1/tours', tokens.access_token)).status, 200);
});

test('a session is no token, nor is a code, a refresh token or a made-up one', async t => {
	const {person, app} = await meet();
	const {url, verifier} = app.ask();
	const code = (await person.consent(url)).searchParams.get('code')!;
	const {refresh_token} = (await app.redeem(code, verifier)).body;
	for (const token of [code, refresh_token, 'A'.repeat(43), 'short', 'x'.repeat(5000)]) {
		const {status, headers} = await call('GET', '/v1/me', token);
		t.is(status, 401);
		t.regex(headers.get('www-authenticate')!, /error="invalid_token"/);
	}
});

async function meet(plan: 'pro' | 'free' = 'pro'): Promise<{person: Person; app: OauthApp}> {
	return {person: await openPerson(service, {plan}), app: await registerApp(service.baseUrl)};
}

async function signIn(person: Person, app: OauthApp, changes: Record<string, string> = {}, scopes?: string[]): Promise<Tokens> {
	const {url, verifier} = app.ask(changes);
	const back = await person.consent(url, {scopes});
	const {resource} = changes;
	const {status, body} = await app.redeem(back.searchParams.get('code'), verifier, resource ? {resource} : {});
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body;
}

function call(method: string, path: string, token: string, options = {}) {
	return request(service.baseUrl, method, path, token, options);
}

/** Moves the uses of a person's app records back by so many seconds. */
async function usedBefore(model: string, {accountId}: Person, seconds: number): Promise<void> {
	await service.services.database.query(
		'UPDATE oauth_records SET consumed_at = consumed_at - INTERVAL ? SECOND WHERE model = ? AND account_id = ?',
		[seconds, model, accountId],
	);
}

async function refusedWithinASecond(t: ExecutionContext, token: string): Promise<void> {
	await sleep(CACHE_MS);
	const {status, body} = await call('GET', '/v1/me', token);
	t.deepEqual([status, body.error], [401, 'invalid_credential']);
}

/** Makes what a person's apps got so much older, seconds. */
async function age(model: string, {accountId}: Person, seconds: number): Promise<void> {
	await service.services.database.query(
		`UPDATE oauth_records SET expires_at = expires_at - INTERVAL ? SECOND, payload = JSON_SET(payload,
			'$.exp', JSON_VALUE(payload, '$.exp') - ?, '$.iat', JSON_VALUE(payload, '$.iat') - ?)
		 WHERE model = ? AND account_id = ?`,
		[seconds, seconds, seconds, model, accountId],
	);
}
