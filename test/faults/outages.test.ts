import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {eventually} from '../helpers/eventually.ts';
import {startService} from '../helpers/service.ts';

/** Redis or MariaDB away: what still works, what is refused how, and that all is well again without a restart. */

type Servers = Awaited<ReturnType<typeof startLocalServers>>;

const START = {dataDir: '', durable: false, report: () => {}};
let dataDir: string;
let mariadb: Servers;
let redis: Servers;
test.before(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'rt-outage-'));
	START.dataDir = dataDir;
	mariadb = await startLocalServers({...START, redis: false});
	redis = await startLocalServers({...START, mariadb: false});
});
test.after.always(async () => {
	await redis?.stop();
	await mariadb?.stop();
	await rm(dataDir, {recursive: true, force: true});
});

/** By itself, without a restart; how fast is measured by `npm run lab -- faults`, for here other tests take the processor. */
const wellAgain = (what: string, check: () => Promise<boolean>) => eventually(what, () => check().catch(() => false));

test.serial('without Redis tours are read and changed, readyz says what is away, and jobs run once it is back', async t => {
	t.timeout(120_000);
	const {databaseUrl, redisUrl} = localUrls(dataDir);
	const service = await startService({}, {servers: {databaseUrl, redisUrl}});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Outage'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	await redis.stop();
	t.is((await ana('GET', `/v1/tours/${tour.id}`)).status, 200);
	t.is((await ana('GET', '/v1/tours')).status, 200);
	t.is((await ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: 'Changed'}})).status, 200);
	const publishing = await ana('POST', `/v1/tours/${tour.id}/publish`, {headers: {Prefer: 'respond-async'}});
	t.is(publishing.status, 202);
	const ready = await ana('GET', '/readyz');
	t.is(ready.status, 503);
	t.is(ready.body.checks.queue, 'does not answer');
	redis = await startLocalServers({...START, mariadb: false});
	const done = async () => (await ana('GET', `/v1/jobs/${publishing.body.job.id}`)).body.job.status === 'succeeded';
	await wellAgain('what was committed without Redis is done', done);
	await wellAgain('readyz says so', async () => (await ana('GET', '/readyz')).status === 200);
	const again = await ana('POST', `/v1/tours/${tour.id}/publish`);
	t.is(again.status, 200, JSON.stringify(again.body));
});

test.serial('without MariaDB every call is refused at once with 503 and Retry-After, and works again once it is back', async t => {
	t.timeout(120_000);
	const {databaseUrl, redisUrl} = localUrls(dataDir);
	const service = await startService({}, {servers: {databaseUrl, redisUrl}});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Outage'}})).body;
	await mariadb.stop();
	for (const [method, path, body] of [
		['GET', `/v1/tours/${tour.id}`, undefined],
		['POST', '/v1/tours', {name: 'x'}],
		['GET', '/readyz', undefined],
	] as const) {
		const start = performance.now();
		const reply = await ana(method, path, {body});
		t.is(reply.status, 503, path);
		t.true(performance.now() - start < 10_000);
		if (path !== '/readyz') {
			t.is(reply.body.error, 'unavailable');
			t.truthy(reply.headers.get('retry-after'));
		}
	}
	mariadb = await startLocalServers({...START, redis: false});
	await wellAgain('tours are read', async () => (await ana('GET', `/v1/tours/${tour.id}`)).status === 200);
	t.is((await ana('POST', '/v1/tours', {body: {name: 'Back'}})).status, 201);
});

test.serial('a MariaDB that hangs holds no call for longer than 30 s, and all is well again when it goes on', async t => {
	t.timeout(120_000);
	const {databaseUrl, redisUrl} = localUrls(dataDir);
	const service = await startService({}, {servers: {databaseUrl, redisUrl}});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Hang'}})).body;
	const pid = Number(await readFile(join(dataDir, 'run', 'mariadbd.pid'), 'utf8'));
	process.kill(pid, 'SIGSTOP');
	t.teardown(() => process.kill(pid, 'SIGCONT'));
	// Until then it may still answer a call.
	await eventually('it stands still', async () => / T /.test(await readFile(`/proc/${pid}/stat`, 'utf8')));
	const start = performance.now();
	const replies = await Promise.all([
		ana('GET', `/v1/tours/${tour.id}`),
		ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: 'Changed'}}),
		ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide'}}),
		fetch(`${service.baseUrl}/p/something`),
	]);
	// A connection and a statement, ten seconds each, and what other tests take of the processor.
	t.true(performance.now() - start < 30_000);
	t.deepEqual([...new Set(replies.map(reply => reply.status))], [503]);
	process.kill(pid, 'SIGCONT');
	await wellAgain('tours are read', async () => (await ana('GET', `/v1/tours/${tour.id}`)).status === 200);
	t.is((await ana('POST', '/v1/tours', {body: {name: 'Back'}})).status, 201);
});
