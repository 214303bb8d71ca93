import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {withLease} from '../../shared/store/leases.ts';
import {allCounted, type Published, publishSlides, send, visitOf} from '../helpers/reports.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';

/** MariaDB or Redis away while reports come and wait: what was acknowledged is counted once all is back, by itself. */

type Servers = Awaited<ReturnType<typeof startLocalServers>>;

// Servers that keep what they acknowledge: what is lost here is our doing.
const START = {dataDir: '', report: () => {}};
let mariadb: Servers;
let redis: Servers;
let service: TestService;
let ana: Client;
test.before(async () => {
	START.dataDir = await mkdtemp(join(tmpdir(), 'rt-outage-'));
	mariadb = await startLocalServers({...START, redis: false});
	redis = await startLocalServers({...START, mariadb: false});
	service = await startService({LOG_LEVEL: 'silent'}, {servers: localUrls(START.dataDir)});
	ana = await service.client();
});
test.after.always(async () => {
	await service?.stop();
	await redis?.stop();
	await mariadb?.stop();
	await rm(START.dataDir, {recursive: true, force: true});
});

/** So many visits of one view and one step each; returns the status of each. */
function visits({slug, steps}: Published, count: number): Promise<number[]> {
	const events = [{type: 'step', step: steps[0]!} as const];
	return Promise.all(Array.from({length: count}, async () => (await send(service, slug, visitOf(events))).status));
}
const views = async ({tourId}: Published) => (await ana('GET', `/v1/tours/${tourId}/analytics`)).body.totals?.views;
const acknowledged = (statuses: number[]) => statuses.filter(status => status === 204).length;

async function until(check: () => Promise<boolean>): Promise<boolean> {
	for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) {
		if (await check().catch(() => false)) return true;
	}
	return false;
}

test.serial('MariaDB is killed while reports are counted: none is lost, none counted twice', async t => {
	t.timeout(120_000);
	const link = await publishSlides(ana, 1);
	let sum = 0;
	for (let round = 0; round < 3; round++) {
		const before = acknowledged(await visits(link, 200));
		t.is(before, 200);
		const under = visits(link, 200);
		await sleep(30 + round * 60);
		mariadb.kill();
		sum += before + acknowledged(await under);
		t.deepEqual([...new Set(await visits(link, 5))], [503], 'nobody can tell which link it is');
		mariadb = await startLocalServers({...START, redis: false});
		t.true(await until(async () => (await send(service, link.slug, visitOf([{type: 'view'}]))).status === 204));
		sum += 1;
	}
	await allCounted(service);
	t.is(await views(link), sum);
});

test.serial('Redis is killed while reports wait: they are there when it is back, and are counted', async t => {
	t.timeout(120_000);
	const link = await publishSlides(ana, 1);
	await withLease(service.services.database, 'count-reports', async () => {
		t.is(acknowledged(await visits(link, 100)), 100);
		// It writes to disk every second.
		await sleep(1500);
		redis.kill();
		t.deepEqual([...new Set(await visits(link, 5))], [503]);
	});
	redis = await startLocalServers({...START, mariadb: false});
	t.true(await until(async () => (await visits(link, 1))[0] === 204));
	t.true(await until(async () => (await views(link)) === 101));
});

test.serial('Redis is emptied: what waited is gone, and what comes afterwards is counted', async t => {
	const link = await publishSlides(ana, 1);
	await withLease(service.services.database, 'count-reports', async () => {
		await visits(link, 10);
		await service.services.redis.flushall();
	});
	await visits(link, 10);
	await allCounted(service);
	t.is(await views(link), 10);
});
