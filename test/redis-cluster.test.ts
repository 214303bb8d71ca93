import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {forgetInRedis} from '../shared/account-end/purge-files.ts';
import {registry} from '../shared/metrics/metrics.ts';
import {POOLS, type Pool} from '../shared/queue/job.ts';
import {taggedPrefix} from '../shared/queue/keys.ts';
import {openReportStream} from '../shared/queue/report-stream.ts';
import {openCollector} from '../shared/services/metrics-server.ts';
import {openProducerRedis, openWorkerRedis} from '../shared/services/redis.ts';
import {closeRedis} from '../shared/services/redis-cluster.ts';
import {eventually} from './helpers/eventually.ts';
import {exported} from './helpers/exports.ts';
import {animation} from './helpers/images.ts';
import {stranger} from './helpers/person.ts';
import {picture} from './helpers/pictures.ts';
import {isReplica, startRedisCluster} from './helpers/redis-cluster.ts';
import {allCounted, send, visitOf} from './helpers/reports.ts';
import {type Client, jobEnded, type Reply, startService} from './helpers/service.ts';

/** How many connections are closed while they connect: the moment is hit by some. */
const CONNECTING = 20;
/** Longer than the longest pause before a connection is tried again. */
const SETTLED_MS = 1500;
/** On a machine that is busy with other tests; the experiment `redis-cluster` holds what it takes on a quiet one. */
const RECOVERY_MS = 60_000;
const AT_WORK: readonly Pool[] = ['images', 'animations', 'ai', 'render', 'covers', 'delivery'];

const folder = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), 'cluster-'));
const cluster = await startRedisCluster(folder, {masters: 3, replicas: 1});
const servers = {databaseUrl: process.env.DATABASE_URL!, redisUrl: cluster.url};
const service = await startService({LOG_LEVEL: 'silent'}, {also: ['audio', 'export'], servers});
let stopped: Promise<void> | undefined;
const stop = () => (stopped ??= service.stop());
test.after.always(async () => {
	await stop();
	await cluster.stop();
	await rm(folder, {recursive: true, force: true});
});

test.serial('pools lie on different nodes, whatever the prefix', async t => {
	for (const prefix of ['{rt}', '{somewhere:else}', 'x']) {
		const node = async (pool: Pool) => {
			const slot = Number(await cluster.nodes[0]!.redis.call('CLUSTER', 'KEYSLOT', `${taggedPrefix(prefix, pool)}:x`));
			return Math.floor((slot * 3) / 16_384);
		};
		const most = async (pools: readonly Pool[]) => {
			const nodes = await Promise.all(pools.map(node));
			return Math.max(...nodes.map(one => nodes.filter(other => other === one).length));
		};
		t.is(await most(POOLS), 3, prefix);
		t.is(await most(AT_WORK), 2, prefix);
	}
});

test.serial('over a Redis Cluster everything works that works over one server, and no key is asked for on the wrong node', async t => {
	t.timeout(300_000);
	await useAll(t);
	t.is(await cluster.errors('CROSSSLOT'), 0, 'each script and transaction touches one slot');
	t.is(await cluster.errors('MOVED'), 0, 'each key is asked for where it lies');

	const {dispatcher} = service.services;
	const before = await keysOn();
	for (const pool of AT_WORK) {
		const jobs = Array.from({length: 200}, (_, index) => ({name: 'none', data: {}, opts: {jobId: `n-${index}`, delay: 3_600_000}}));
		await dispatcher.queues.get(pool)!.addBulk(jobs);
	}
	const keys = await keysOn();
	const share = Math.max(...keys) / keys.reduce((sum, count) => sum + count);
	t.log(
		`keys on the nodes before: ${before.join(', ')}; with six pools at work: ${keys.join(', ')}; on the fullest ${Math.round(100 * share)} %`,
	);
	t.true(share <= 0.7, keys.join(', '));
});

test.serial(
	'a node that is killed under writes is replaced by its replica or comes back, nothing acknowledged is lost, and no process is restarted',
	async t => {
		t.timeout(300_000);
		const ana = await service.client();
		const {slug, url} = await publishOne(ana);
		const before = await views();
		const writers = openWriters(ana, slug);
		t.teardown(writers.close);
		const [first, second, , replica] = cluster.nodes;

		for (const [node, away] of [
			[first!, async () => eventually('the replica takes over', async () => /role:master/.test(await replica!.redis.info('replication')))],
			[second!, async () => sleep(500).then(() => second!.start())],
		] as const) {
			await sleep(500);
			await node.kill();
			const start = performance.now();
			await away();
			await eventually('all is well', () => isWell(ana), RECOVERY_MS);
			t.log(`${writers.acknowledged()} acknowledged; well ${((performance.now() - start) / 1000).toFixed(1)} s after the kill`);
		}
		await first!.start();
		await eventually('the one from before replicates', () => isReplica(first!.redis));

		const {jobs, visits, asked} = await writers.close();
		t.true(jobs.length > 0 && visits > 0);
		for (const job of jobs) t.is((await jobEnded(ana, job)).status, 'succeeded');
		await allCounted(service);
		t.is((await fetch(url)).status, 200);
		const counted = (await views()) - before;
		t.true(visits <= counted && counted <= asked, `${visits} reports taken of ${asked}, ${counted} counted`);
		t.is(await cluster.errors('CROSSSLOT'), 0);
		const stopping = performance.now();
		await stop();
		t.log(`stopped within ${((performance.now() - stopping) / 1000).toFixed(1)} s`);
		t.is(await connections(), 0, 'a service that has stopped is gone from every node');
	},
);

test.serial('connections that are closed while they connect do not open themselves again', async t => {
	const before = await connections();
	const log = {warn() {}} as never;
	const open = [() => openProducerRedis(cluster.url, log), () => openWorkerRedis(cluster.url, log, '{rt}')];
	for (const ms of Array.from({length: CONNECTING}).keys()) {
		const opened = open.map(one => one());
		await sleep(ms);
		for (const redis of opened) closeRedis(redis);
	}
	await sleep(SETTLED_MS);
	t.is(await connections(), before);
});

/** What each pool works on but `background`, limits, reports, the dashboard, probes and metrics. */
async function useAll(t: ExecutionContext): Promise<void> {
	const {services, baseUrl} = service;
	const person = stranger(service);
	const signedUp = await person.send('/account/sign-up', {name: 'Ana', email: 'ana@example.com', password: 'four words in a row'});
	t.is(signedUp.status, 303);
	t.is((await person.call('POST', '/app/v1/account/exports')).status, 201);
	const ana = await service.client();
	const {id, stepId, slug, url} = await publishOne(ana);
	const moving = (await animation('gif')).toString('base64');
	t.is((await ana('POST', `/v1/tours/${id}/steps`, {body: {image: {base64: moving}}})).status, 201);
	t.is((await ana('POST', `/v1/tours/${id}/steps/${stepId}/generate-text`, {body: {}})).status, 200);
	t.is((await ana('POST', `/v1/tours/${id}/steps/${stepId}/narration`, {body: {text: 'Well.'}})).status, 201);
	t.truthy((await exported(ana, id, {format: 'html'})).url);
	t.is((await fetch(url)).status, 200);
	t.is((await send(service, slug, visitOf([{type: 'view'}]))).status, 204);
	await allCounted(service);
	t.deepEqual((await ana('GET', '/readyz')).body, {ok: true, checks: {database: 'ok', queue: 'ok', storage: 'ok'}});
	const authorization = `Basic ${Buffer.from('operator:operator-of-a-test').toString('base64')}`;
	const dashboard = await fetch(`${baseUrl}/ops/queues/api/queues?activeQueue=render&status=completed`, {headers: {authorization}});
	const {queues} = (await dashboard.json()) as {queues: Array<{name: string; jobs: unknown[]}>};
	t.is(queues.length, POOLS.length);
	t.true(queues.find(({name}) => name === 'render')!.jobs.length > 0);
	const reports = openReportStream(services.redis, service.config.redisPrefix);
	await openCollector({...services, reports})();
	t.regex(await registry.metrics(), /roteiro_redis_memory_bytes\{state="used"\} [1-9]/);
	await forgetInRedis(services, ana.accountId);
	for (const {redis} of cluster.nodes) t.deepEqual(await redis.keys(`*${ana.accountId}*`), []);
}

async function publishOne(client: Client) {
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Over three'}})).body;
	const image = {base64: (await picture()).toString('base64')};
	const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'One', image}})).body;
	const {slug, url} = (await client('POST', `/v1/tours/${tour.id}/publish`)).body.publishedLink;
	return {id: tour.id as string, stepId: step.id as string, slug: slug as string, url: url as string};
}

/** Publishes and reports visits, again and again; knows what was acknowledged. */
function openWriters(client: Client, slug: string) {
	const jobs: Reply[] = [];
	let visits = 0;
	let asked = 0;
	let ending = false;
	const publish = async () => {
		const {body} = await client('POST', '/v1/tours', {body: {name: 'Under writes'}});
		await client('POST', `/v1/tours/${body.tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
		const reply = await client('POST', `/v1/tours/${body.tour.id}/publish`, {headers: {Prefer: 'respond-async'}});
		if (reply.status === 202) jobs.push(reply);
	};
	const report = async () => {
		asked++;
		if ((await send(service, slug, visitOf([{type: 'view'}]))).status === 204) visits++;
	};
	const again = async (pauseMs: number, write: () => Promise<void>) => {
		for (; !ending; await sleep(pauseMs)) await write();
	};
	const writers = [again(300, publish), again(50, report)];
	return {
		acknowledged: () => jobs.length + visits,
		async close() {
			ending = true;
			await Promise.all(writers);
			return {jobs, visits, asked};
		},
	};
}

/** A picture was taken in, a page was published and a visit reported, all at once. */
async function isWell(client: Client): Promise<boolean> {
	const {slug} = await publishOne(client).catch(() => ({slug: ''}));
	return slug !== '' && (await client('GET', '/readyz')).status === 200;
}

async function views(): Promise<number> {
	const [{views}] = await service.services.database.query('SELECT SUM(views) AS views FROM tour_days');
	return Number(views);
}

/** How many keys each master has. */
function keysOn(): Promise<number[]> {
	return Promise.all(cluster.nodes.slice(0, 3).map(({redis}) => redis.dbsize()));
}

/** How many connections of clients there are to all nodes, beside the ones of this test. */
async function connections(): Promise<number> {
	const lists = await Promise.all(cluster.nodes.map(({redis}) => redis.client('LIST', 'TYPE', 'NORMAL')));
	return lists.flatMap(list => String(list).trim().split('\n')).length - cluster.nodes.length;
}
