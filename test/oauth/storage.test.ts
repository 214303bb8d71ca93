import test from 'ava';
import type {DataSource} from 'typeorm';
import {bearerAuthentication} from '../../api/auth/bearer.ts';
import {requirePort} from '../../infra/servers/free-port.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import {listApps, purgeOauth} from '../../shared/store/access/oauth.ts';
import {type OauthApp, oauthApp, registerApp} from '../helpers/oauth-app.ts';
import {openPerson, type Person} from '../helpers/oauth-person.ts';
import {startProcess} from '../helpers/processes.ts';
import {request, startService} from '../helpers/service.ts';

/** What the authorization server keeps, for how long, and what it never lets anybody read. */

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

test.serial('neither database nor Redis nor log holds a code, a token, a verifier or a cookie', async t => {
	const port = await requirePort('127.0.0.1', 0);
	const baseUrl = `http://127.0.0.1:${port}`;
	const api = await startProcess('api/main.ts', {...service.env, PORT: String(port), BASE_URL: baseUrl});
	t.teardown(() => api.kill('SIGTERM'));
	const person = await openPerson({...service, baseUrl});
	const app = await registerApp(baseUrl);
	const {url, verifier} = app.ask();
	const {url: question} = await person.askedBy(url);
	const unused = (await person.consent(app.ask().url)).searchParams.get('code')!;
	const code = (await person.consent(url)).searchParams.get('code')!;
	const first = (await app.redeem(code, verifier)).body;
	const second = (await app.refresh(first.refresh_token)).body;
	t.is((await request(baseUrl, 'GET', '/v1/me', second.access_token)).status, 200);
	await request(baseUrl, 'GET', '/v1/me', `${second.access_token}x`);
	const redis = await dumpRedis();
	const database = await dumpDatabase();
	await app.redeem(code, verifier);
	await app.revoke(second.refresh_token);
	await oauthApp(baseUrl, 'nobody').refresh(second.refresh_token);

	t.true(database.includes(app.clientId), 'the dump is one');
	const secrets = [code, unused, verifier, question.split('/').at(-1)!];
	for (const tokens of [first, second]) secrets.push(tokens.access_token, tokens.refresh_token);
	for (const secret of secrets) {
		t.true(secret.length > 20);
		for (const [place, text] of Object.entries({database, redis, log: api.output()})) t.false(text.includes(secret), place);
	}
	for (const line of api.output().split('\n').filter(Boolean)) t.notThrows(() => JSON.parse(line), `said by a library: ${line}`);
	t.regex(api.output(), /"route":"\/oauth\/token"/);
});

test.serial('losing Redis signs no app out', async t => {
	const {app, person} = await meet();
	const tokens = await signIn(person, app);
	const {redis, config} = service.services;
	for (const key of await redis.keys(`*${untaggedPrefix(config.redisPrefix)}*`)) await redis.del(key);
	t.is((await request(service.baseUrl, 'GET', '/v1/me', tokens.access_token)).status, 200);
	t.is((await app.refresh(tokens.refresh_token)).status, 200);
});

test.serial('a token costs one look into the database a second', async t => {
	const {app, person} = await meet();
	const {access_token} = await signIn(person, app);
	let looks = 0;
	const query = (...args: [string, unknown[]]) => {
		looks++;
		return service.services.database.manager.query(...args);
	};
	const authenticate = bearerAuthentication({config: service.config, database: {manager: {query}} as unknown as DataSource});
	for (let i = 0; i < 100; i++) await authenticate({get: () => `Bearer ${access_token}`});
	t.true(looks >= 1 && looks <= 3, `${looks}`);
	looks = 0;
	await t.throwsAsync(authenticate({get: () => 'Bearer not-a-token-of-ours'}));
	t.is(looks, 0);
});

test.serial('what has expired, was never used or belongs to nothing is purged; what is in use stays', async t => {
	const db = service.services.database.manager;
	const days = (count: number) => new Date(Date.now() + count * 86_400_000);
	const {app: used, person} = await meet();
	const tokens = await signIn(person, used);
	const unused = await registerApp(service.baseUrl);
	await person.askedBy(used.ask().url);

	await purgeOauth(db, days(0));
	t.deepEqual(await kept(person), ['AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken']);
	await purgeOauth(db, days(1));
	t.deepEqual(await kept(person), ['Grant', 'RefreshToken']);
	t.true(await isRegistered(unused));
	await purgeOauth(db, days(8));
	t.false(await isRegistered(unused));
	t.true(await isRegistered(used));
	t.is((await used.refresh(tokens.refresh_token)).status, 200);
	t.is((await listApps(db, person.accountId)).length, 1);
	await purgeOauth(db, days(91));
	t.deepEqual(await kept(person), []);
	t.deepEqual(await listApps(db, person.accountId), []);
	t.deepEqual(await db.query('SELECT id FROM connected_apps WHERE account_id = ?', [person.accountId]), []);
	t.true(await isRegistered(used), 'may sign in again without registering again');
	await purgeOauth(db, days(401));
	t.false(await isRegistered(used));
	t.deepEqual(await db.query('SELECT model FROM oauth_records'), []);
});

async function meet(): Promise<{person: Person; app: OauthApp}> {
	return {person: await openPerson(service), app: await registerApp(service.baseUrl)};
}

async function signIn(person: Person, app: OauthApp): Promise<{access_token: string; refresh_token: string}> {
	const {url, verifier} = app.ask();
	return (await app.redeem((await person.consent(url)).searchParams.get('code'), verifier)).body;
}

async function kept({accountId}: Person): Promise<string[]> {
	const rows: Array<{model: string}> = await service.services.database.query(
		'SELECT DISTINCT model FROM oauth_records WHERE account_id = ? ORDER BY model',
		[accountId],
	);
	return rows.map(({model}) => model);
}

async function isRegistered(app: OauthApp): Promise<boolean> {
	const response = await fetch(app.ask().url, {redirect: 'manual'});
	return response.status === 303;
}

/** Every value of every table, as text and as bytes. */
async function dumpDatabase(): Promise<string> {
	const tables: Array<{name: string}> = await service.services.database.query(
		'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
	);
	const found: string[] = [];
	for (const {name} of tables) {
		for (const row of await service.services.database.query(`SELECT * FROM \`${name}\``)) {
			for (const value of Object.values(row)) found.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
		}
	}
	return found.join('\n');
}

async function dumpRedis(): Promise<string> {
	const {redis, config} = service.services;
	const found: string[] = [];
	for (const key of await redis.keys(`*${untaggedPrefix(config.redisPrefix)}*`)) found.push(key, (await redis.dump(key))?.toString() ?? '');
	return found.join('\n');
}
