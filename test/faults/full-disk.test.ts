import {execFile} from 'node:child_process';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {requirePort} from '../../infra/servers/free-port.ts';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {picture} from '../helpers/pictures.ts';
import {startProcess} from '../helpers/processes.ts';
import {type Client, jobEnded, type Reply, request, startService, type TestService} from '../helpers/service.ts';
import {mayMount, mountSmallDisk, type SmallDisk} from '../helpers/small-disk.ts';

/** A disk that is full: what needs it is refused and nothing half done stays, all else goes on, and all is well by itself once there is room. */

const MB = 1024 * 1024;
const onADisk = mayMount() ? test.serial : test.serial.skip;

async function until(check: () => Promise<boolean>): Promise<void> {
	for (const deadline = Date.now() + 60_000; !(await check().catch(() => false)); await sleep(100)) {
		if (Date.now() > deadline) throw new Error('It did not become so within 60 s.');
	}
}

const image = async () => ({base64: (await picture()).toString('base64')});

function refused(t: ExecutionContext, {status, body, headers}: Reply, what: string): void {
	t.deepEqual([status, body.error], [503, 'unavailable'], `${what}: ${JSON.stringify(body)}`);
	t.truthy(headers.get('retry-after'), what);
}

const tidy: Array<() => unknown> = [];
test.after.always(async () => {
	for (const step of tidy.toReversed()) await step();
});

/** The service with its files on a small disk. */
async function onSmallDisk(bytes: number): Promise<{service: TestService; ana: Client; disk: SmallDisk}> {
	const service = await startService({LOG_LEVEL: 'silent'}, {workers: true});
	tidy.push(() => service.stop());
	const disk = mountSmallDisk(join(service.config.dataDir, 'files'), bytes);
	tidy.push(() => disk.unmount());
	return {service, ana: await service.client(), disk};
}

onADisk('where files are stored: images and publishes are refused with 503, the rest goes on, and readyz says storage', async t => {
	t.timeout(150_000);
	const {service, ana, disk} = await onSmallDisk(64 * MB);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Full'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	const upload = (await ana('POST', '/v1/media/upload-url', {body: {}})).body.upload;
	t.is((await ana('GET', '/readyz')).status, 200);

	disk.fill();
	refused(t, await ana('POST', '/v1/media', {body: await image()}), 'media');
	const once = {body: {image: await image()}, headers: {'Idempotency-Key': 'once and no more'}};
	refused(t, await ana('POST', `/v1/tours/${tour.id}/steps`, once), 'step');
	refused(t, await ana('POST', `/v1/tours/${tour.id}/publish`), 'publish');
	const bytes = new Uint8Array(await picture());
	refused(t, await ana('PUT', new URL(upload.url).pathname, {raw: bytes, headers: upload.headers}), 'upload');
	t.is((await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Two'}})).status, 201, 'what needs no file');
	t.is((await ana('GET', `/v1/tours/${tour.id}`)).body.tour.steps.length, 2);
	const ready = await ana('GET', '/readyz');
	t.deepEqual([ready.status, ready.body.checks], [503, {database: 'ok', queue: 'ok', storage: 'is full'}]);
	t.deepEqual(await readdir(join(service.config.dataDir, 'files', 'incoming')), [], 'nothing half written');

	disk.free();
	t.is((await ana('GET', '/readyz')).status, 200);
	t.is((await ana('POST', `/v1/tours/${tour.id}/steps`, once)).status, 201, 'the refused call has left its key');
	t.is((await ana('PUT', new URL(upload.url).pathname, {raw: bytes, headers: upload.headers})).status, 201, 'the URL was not used up');
	t.is((await ana('POST', `/v1/tours/${tour.id}/publish`)).status, 201);
});

onADisk('at a start: API and worker come up all the same, tours are shown, and writes are refused until there is room', async t => {
	t.timeout(150_000);
	for (const leave of [0, 24 * MB]) {
		const {service, ana, disk} = await onSmallDisk(64 * MB);
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Shown'}})).body;
		await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Shown all the same'}});
		const {publishedLink} = (await ana('POST', `/v1/tours/${tour.id}/publish`)).body;
		disk.fill(leave);
		const port = await requirePort('127.0.0.1', 0);
		const env = {...service.env, PORT: String(port), OPERATOR_PASSWORD: 'operator-of-a-test'};
		const api = await startProcess('api/main.ts', env);
		tidy.push(() => api.kill());
		const worker = await startProcess('workers/main.ts', env, {pools: ['images']});
		tidy.push(() => worker.kill());
		t.regex(api.output(), /"level":"warn".*storage is full/);
		const there = async (method: string, path: string, body?: unknown) =>
			request(`http://127.0.0.1:${port}`, method, path, ana.key, body === undefined ? {} : {body});
		const page = await there('GET', new URL(publishedLink.url).pathname);
		t.is(page.status, 200);
		t.true(String(page.body).includes('Shown all the same'));
		const ready = await there('GET', '/readyz');
		t.deepEqual([ready.status, ready.body.checks.storage], [503, 'is full']);
		t.is((await there('GET', '/readyz?for=pages')).status, 200);
		if (leave === 0) refused(t, await there('POST', '/v1/media', await image()), 'media');
		disk.free();
		t.is((await there('GET', '/readyz')).status, 200);
		t.is((await there('POST', '/v1/media', await image())).status, 201);
		await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
	}
});

onADisk('under the workers: a job waits for room, and costs nothing until it is done', async t => {
	t.timeout(150_000);
	const {service, ana, disk} = await onSmallDisk(64 * MB);
	const body = await image();
	// Room for what was sent, and none for what is made of it.
	disk.fill(Math.ceil((body.base64.length * 0.75) / 4096) * 4096 + 4096);
	const accepted = await ana('POST', '/v1/media', {body, headers: {Prefer: 'respond-async'}});
	t.is(accepted.status, 202, JSON.stringify(accepted.body));
	const row = async () => {
		const [found] = await service.services.database.query(
			'SELECT state, attempts, due_at > UTC_TIMESTAMP(3) AS later FROM jobs WHERE id = ?',
			[accepted.body.job.id],
		);
		return found;
	};
	disk.fill();
	// Longer than the three attempts of a job that fails by itself.
	await sleep(8000);
	t.is((await row()).state, 'queued');
	t.is(Number((await row()).attempts), 0);
	disk.free();
	const job = await jobEnded(ana, accepted);
	t.is(job.status, 'succeeded', JSON.stringify(job.error));
	t.is((await fetch(job.result.media.url)).status, 200);
});

onADisk('under MariaDB: changes are refused with 503, what is read is read, and nothing acknowledged is lost', async t => {
	t.timeout(180_000);
	const dataDir = await mkdtemp(join(tmpdir(), 'rt-full-'));
	tidy.push(() => rm(dataDir, {recursive: true, force: true}));
	const disk = mountSmallDisk(dataDir, 300 * MB);
	tidy.push(() => disk.unmount());
	const servers = await startLocalServers({dataDir, redis: false, durable: false, report: () => {}});
	tidy.push(() => servers.stop());
	const {databaseUrl} = localUrls(dataDir);
	const service = await startService({LOG_LEVEL: 'silent'}, {servers: {databaseUrl, redisUrl: process.env.REDIS_URL!}, workers: false});
	tidy.push(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Full'}})).body;
	disk.fill();
	// A table has some room before it needs more of the disk.
	const acknowledged: string[] = [];
	const add = async () => {
		const title = `Step ${acknowledged.length}`;
		const reply = await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title, narrationScript: 'Words. '.repeat(300)}});
		if (reply.status === 201) acknowledged.push(title);
		return reply;
	};
	let last = await add();
	for (let step = 0; step < 400 && last.status === 201; step++) last = await add();
	refused(t, last, 'step');
	const titles = async () => (await ana('GET', `/v1/tours/${tour.id}`)).body.tour.steps.map((step: {title: string}) => step.title);
	t.deepEqual(await titles(), acknowledged);
	disk.free();
	await until(async () => (await add()).status === 201);
	t.deepEqual(await titles(), acknowledged);
	t.log(`${acknowledged.length} steps`);
});

test('a process that has no file descriptor left refuses with 503', async t => {
	const root = await mkdtemp(join(tmpdir(), 'rt-files-'));
	tidy.push(() => rm(root, {recursive: true, force: true}));
	const script = `
		const {openFolderStore} = await import('./shared/files/folder-store.ts');
		const {toAppError} = await import('./api/http/error-response.ts');
		const files = openFolderStore(${JSON.stringify(root)});
		const puts = Array.from({length: 200}, (_, index) => files.put('media', Buffer.alloc(100, index)));
		const errors = (await Promise.allSettled(puts)).flatMap(({reason}) => reason ? [reason] : []);
		const kinds = new Set(errors.map(error => error.code + ' ' + toAppError(error).status));
		await files.put('media', Buffer.from('later'));
		console.log(JSON.stringify([...kinds]));`;
	const {stdout} = await promisify(execFile)('prlimit', ['--nofile=34', '--', process.execPath, '--input-type=module', '-e', script], {
		env: {...process.env, UV_THREADPOOL_SIZE: '32'},
	});
	t.deepEqual(JSON.parse(stdout), ['EMFILE 503']);
	t.deepEqual(await readdir(join(root, 'incoming')), []);
});

test('a log that cannot be written ends no process', async t => {
	const script = `
		const {openLog} = await import('./shared/log.ts');
		const log = openLog({logLevel: 'info'}, 'api');
		for (let line = 0; line < 5000; line++) log.info({line}, 'x'.repeat(200));
		await new Promise(resolve => setTimeout(resolve, 100));
		log.error('still here');
		process.stderr.write('done');`;
	const shell = `exec "$0" --input-type=module -e "$1" > /dev/full`;
	const {stderr} = await promisify(execFile)('sh', ['-c', shell, process.execPath, script]);
	t.is(stderr, 'done');
});
