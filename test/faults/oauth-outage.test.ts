import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {REDIRECT, register, registerApp} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import {request, startService} from '../helpers/service.ts';

/** The authorization server while Redis or MariaDB is away. */

test('without Redis apps sign in; without MariaDB they are asked to come again, and keep their tokens', async t => {
	t.timeout(120_000);
	const dataDir = await mkdtemp(join(tmpdir(), 'rt-outage-'));
	t.teardown(() => rm(dataDir, {recursive: true, force: true}));
	const start = {dataDir, durable: false, report: () => {}};
	let mariadb = await startLocalServers({...start, redis: false});
	const redis = await startLocalServers({...start, mariadb: false});
	t.teardown(() => mariadb.stop());
	t.teardown(() => redis.stop());
	const service = await startService({LOG_LEVEL: 'silent'}, {workers: false, servers: localUrls(dataDir)});
	const {baseUrl} = service;
	const person = await openPerson(service);

	await redis.stop();
	const app = await registerApp(baseUrl);
	const {url, verifier} = app.ask();
	const tokens = (await app.redeem((await person.consent(url)).searchParams.get('code'), verifier)).body;
	t.is((await request(baseUrl, 'GET', '/v1/me', tokens.access_token)).status, 200);

	await mariadb.stop();
	for (const reply of [await app.refresh(tokens.refresh_token), await register(baseUrl, {redirect_uris: [REDIRECT]})]) {
		t.is(reply.status, 503);
		t.is(reply.headers.get('retry-after'), '2');
		t.is(reply.body.error, 'server_error');
	}
	mariadb = await startLocalServers({...start, redis: false});
	t.is((await app.refresh(tokens.refresh_token)).status, 200);
	await service.stop();
});
