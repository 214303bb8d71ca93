import test from 'ava';
import {requirePort} from '../../../infra/servers/free-port.ts';
import {PASSWORD, signedIn, stranger} from '../../../test/helpers/person.ts';
import {startProcess} from '../../../test/helpers/processes.ts';
import {request, startService} from '../../../test/helpers/service.ts';
import {openapiDocument} from '../../docs/openapi.ts';
import {methodAndPath} from '../../pipeline/operation.ts';
import {PUBLIC_OPERATIONS} from '../index.ts';
import {OWNER_OPERATIONS} from './index.ts';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

const pathOf = (route: string) => `/app/v1${route.split(' ')[1]!.replaceAll(/\{\w+\}/g, 'nothing')}`;

for (const operation of [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS]) {
	const {method} = methodAndPath(operation);
	const body = method === 'GET' || method === 'DELETE' ? undefined : {};

	test(`${operation.name} under /app/v1: 401 without a session, with a made-up and with an ended one`, async t => {
		const ended = await signedIn(service);
		await service.services.database.query('DELETE FROM sessions WHERE account_id = ?', [ended.accountId]);
		const made = stranger(service);
		made.cookies.set('roteiro_session', "' OR 1=1 --");
		for (const person of [stranger(service), made, ended]) {
			const reply = await person.call(method, pathOf(operation.route), body);
			t.deepEqual([reply.status, reply.body.error], [401, 'invalid_credential']);
			t.truthy(reply.headers.get('www-authenticate'));
		}
	});

	test(`${operation.name} under /app/v1: ${operation.account ? 'open to' : '402 for'} the free plan`, async t => {
		const free = await signedIn(service, {plan: 'free'});
		const {status} = await free.call(method, pathOf(operation.route), body);
		if (operation.account) t.true([200, 201, 400, 404].includes(status), `${status}`);
		else t.is(status, 402);
	});
}

for (const operation of OWNER_OPERATIONS) {
	const {method} = methodAndPath(operation);

	test(`${operation.name}: is no part of /v1, of the public description, nor of any other account's`, async t => {
		const client = await service.client();
		const reply = await client(method, `/v1${pathOf(operation.route).slice('/app/v1'.length)}`, method === 'GET' ? {} : {body: {}});
		t.true([404, 405].includes(reply.status), `${reply.status}`);
		t.false(JSON.stringify(openapiDocument(PUBLIC_OPERATIONS, 'https://x.example')).includes(`"${operation.name}"`));
	});

	test(`${operation.name}: 400 for an unknown property, named with a hint`, async t => {
		const ana = await signedIn(service);
		const reply =
			method === 'GET' || method === 'DELETE'
				? await ana.call(method, `${pathOf(operation.route)}?nonsense=1`)
				: await ana.call(method, pathOf(operation.route), {nonsense: 1});
		t.is(reply.status, 400);
		t.truthy(reply.body.errors.find(({field}: {field: string}) => field === 'nonsense').hint);
	});
}

/** What is said of an identifier that names nothing, by its name or the segment before `id`. */
const MISSING: Record<string, RegExp> = {
	keyId: /no key with this id/,
	appId: /no connected app with this id/,
	sessionId: /no session with this id/,
	exportId: /no copy of this account with this id/,
	leads: /no lead with this id/,
	bin: /no tour with this id/,
};

for (const operation of OWNER_OPERATIONS) {
	const {method, path, parameters} = methodAndPath(operation);
	for (const name of parameters) {
		test(`${operation.name}: a 404 for an unknown ${name} is about that, and about a thing of its kind`, async t => {
			const {status, body} = await (await signedIn(service)).call(method, pathOf(operation.route));
			t.deepEqual([status, body.errors.length, body.errors[0].field], [404, 1, name]);
			t.regex(body.errors[0].message, MISSING[name === 'id' ? path.split('/')[1]! : name]!);
			t.regex(body.errors[0].hint, new RegExp(`^GET /(app/)?v1${path.slice(0, path.lastIndexOf('/'))} lists `));
		});
	}
}

test('a person signed in does everything that a key with all permissions does, and their tours are the editor’s', async t => {
	const ana = await signedIn(service);
	const {status, body} = await ana.call('POST', '/app/v1/tours', {name: 'By hand'});
	t.is(status, 201);
	t.deepEqual([body.tour.createdBy, body.tour.tags], ['editor', []]);
	const me = (await ana.call('GET', '/app/v1/me')).body;
	t.is(me.credential.type, 'session');
	const {sessionCallsPerMinute} = service.services.config;
	t.is((await ana.get('/app/v1/me')).headers.get('ratelimit-policy'), `"calls";q=${sessionCallsPerMinute};w=60`);
});

test('a job of the editor is looked for where the editor may look', async t => {
	const ana = await signedIn(service);
	const {tour} = (await ana.call('POST', '/app/v1/tours', {name: 'Jobs'})).body;
	await ana.call('POST', `/app/v1/tours/${tour.id}/steps`, {type: 'slide', title: 'One'});
	const begun = await ana.call('POST', `/app/v1/tours/${tour.id}/publish`, {dryRun: true}, {Prefer: 'respond-async'});
	t.is(begun.status, 202);
	const job = await ana.get(begun.headers.get('location')!);
	t.regex(begun.headers.get('location')!, /^\/app\/v1\/jobs\//);
	t.is(job.body.job.id, begun.body.job.id);
});

test('a key is made with name, permissions and days, shown once, works, and is revoked in every process within a second', async t => {
	const port = await requirePort('127.0.0.1', 0);
	const other = await startProcess('api/main.ts', {...service.env, PORT: String(port)});
	t.teardown(() => other.kill('SIGTERM'));
	const elsewhere = `http://127.0.0.1:${port}`;
	const ana = await signedIn(service);
	const made = await ana.call('POST', '/app/v1/account/keys', {name: 'Agent', scopes: ['tours:read'], days: 30});
	t.is(made.status, 201);
	const {key, apiKey} = made.body;
	t.regex(key, /^rt_live_[0-9A-Za-z]{36}$/);
	t.is(Math.round((Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)) / 86_400_000), 30);
	t.deepEqual(apiKey.scopes, ['tours:read']);
	for (const baseUrl of [service.baseUrl, elsewhere]) {
		t.is((await request(baseUrl, 'GET', '/v1/tours', key)).status, 200);
		t.is((await request(baseUrl, 'POST', '/v1/tours', key, {body: {name: 'No'}})).status, 403);
	}
	const listed = await ana.call('GET', '/app/v1/account/keys');
	t.false(JSON.stringify(listed.body).includes(key));
	t.is(listed.body.keys[0].id, apiKey.id);

	const bo = await signedIn(service);
	t.is((await bo.call('DELETE', `/app/v1/account/keys/${apiKey.id}`)).status, 404, 'not another account’s');
	const revoked = await ana.call('DELETE', `/app/v1/account/keys/${apiKey.id}`);
	t.deepEqual(revoked.body, {ok: true, revoked: true, keyId: apiKey.id});
	await new Promise(resolve => setTimeout(resolve, 1000));
	for (const baseUrl of [service.baseUrl, elsewhere]) t.is((await request(baseUrl, 'GET', '/v1/tours', key)).status, 401);
	t.is((await ana.call('DELETE', `/app/v1/account/keys/${apiKey.id}`)).status, 404);
	t.truthy((await ana.call('GET', '/app/v1/account/keys')).body.keys[0].revokedAt);
});

test('a key with an unknown permission, none, another number of days or no name is refused with every fault', async t => {
	const ana = await signedIn(service);
	const refused = await ana.call('POST', '/app/v1/account/keys', {name: '', scopes: ['tours:all'], days: 31});
	t.is(refused.status, 400);
	const fields = refused.body.errors.map(({field}: {field: string}) => field);
	for (const field of ['name', 'scopes[0]', 'days']) t.true(fields.includes(field), `${field} in ${fields}`);
	t.is((await ana.call('POST', '/app/v1/account/keys', {name: 'x', scopes: [], days: 30})).status, 400);
});

test('name and language are changed, and the pages follow', async t => {
	const ana = await signedIn(service);
	const changed = await ana.call('PATCH', '/app/v1/account', {name: 'Ana Lima', language: 'es'});
	t.deepEqual([changed.body.account.name, changed.body.account.language], ['Ana Lima', 'es']);
	t.true((await ana.get('/settings')).body.includes('<html lang="es"'));
	t.is((await ana.call('PATCH', '/app/v1/account', {language: 'fr'})).status, 400);
	t.deepEqual((await ana.call('PATCH', '/app/v1/account', {})).body.account, changed.body.account);
});

test('the password is changed with the current one; a stolen copy of the session answers 401, this browser goes on', async t => {
	const ana = await signedIn(service);
	const thief = stranger(service);
	thief.cookies.set('roteiro_session', ana.token);
	const change = (currentPassword: string, newPassword: string) =>
		ana.call('PUT', '/app/v1/account/password', {currentPassword, newPassword});
	const wrong = await change('not the password', 'a brand new one');
	t.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'currentPassword']);
	for (const poor of ['short', ana.email]) {
		const refused = await change(PASSWORD, poor);
		t.deepEqual([refused.status, refused.body.errors[0].field], [400, 'newPassword']);
	}
	t.is((await thief.call('GET', '/app/v1/account')).status, 200);
	t.is((await change(PASSWORD, 'a brand new one')).status, 200);
	t.is((await thief.call('GET', '/app/v1/account')).status, 401);
	t.is((await ana.call('GET', '/app/v1/account')).status, 200);
});

test('guessing the current password with a stolen session ends after ten attempts', async t => {
	const ana = await signedIn(service);
	const guess = () => ana.call('PUT', '/app/v1/account/password', {currentPassword: 'a guess', newPassword: 'a brand new one'});
	const statuses = (await Promise.all(Array.from({length: 12}, guess))).map(({status}) => status).sort();
	t.deepEqual(statuses, [...Array(10).fill(400), 429, 429]);
});

test('signing out everywhere ends every session of the account and no other', async t => {
	const [ana, bo] = [await signedIn(service), await signedIn(service)];
	const again = await signedIn(service, {accountId: ana.accountId});
	t.deepEqual((await ana.call('DELETE', '/app/v1/account/sessions')).body, {ok: true, ended: 2});
	t.is((await again.call('GET', '/app/v1/account')).status, 401);
	t.is((await bo.call('GET', '/app/v1/account')).status, 200);
	t.is(ana.cookies.size, 0);
});
