import {readFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import {sha256} from '../../../shared/ids.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {examplePictures} from '../../../test/bench/pictures.ts';
import {eventually} from '../../../test/helpers/eventually.ts';
import {ageFiles} from '../../../test/helpers/files.ts';
import {animation, screenshot} from '../../../test/helpers/images.ts';
import {startProcess} from '../../../test/helpers/processes.ts';
import {type Client, startService, type TestService} from '../../../test/helpers/service.ts';
import {sweep} from '../maintenance/sweep.ts';

/** The scheduler's name for its lowest class, in numbers. */
const SCHED_IDLE = 5;
/** An encoder of this class has a core only where nobody else wants one. */
const ENCODED_MS = 400_000;

const send = async (client: Client, bytes: Buffer) =>
	(await client('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media as {mediaId: string; url: string};
const jobs = ({services}: TestService, client: Client): Promise<Array<{id: string; state: string; attempts: number}>> =>
	services.database.query("SELECT id, state, attempts FROM jobs WHERE type = 'encode-avif' AND account_id = ?", [client.accountId]);
const ended = (service: TestService, client: Client) =>
	eventually(
		'the jobs end',
		async () => (await jobs(service, client)).every(({state}) => state === 'succeeded' || state === 'failed'),
		ENCODED_MS,
	);

async function open(t: ExecutionContext, options: Parameters<typeof startService>[1]): Promise<{service: TestService; ana: Client}> {
	const service = await startService({}, options);
	t.teardown(() => service.stop());
	return {service, ana: await service.client()};
}

test('AVIF comes to the page that is up, and with the next publish, beside the same WebP; it is swept with its image', async t => {
	t.timeout(2 * ENCODED_MS);
	const {service, ana} = await open(t, {also: ['background']});
	const [bytes] = await examplePictures();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Smaller'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const {step} = (await ana('POST', `${path}/steps`, {body: {title: 'One', image: {base64: bytes!.toString('base64')}}})).body;
	const before = (await ana('POST', `${path}/publish`)).body.publishedLink;
	const pageBefore = await (await fetch(before.url)).text();
	await ended(service, ana);
	await eventually('the page that is up shows it', async () => (await (await fetch(before.url)).text()).includes('image/avif'));
	t.is((await ana('GET', path)).body.tour.publishedLink.publishedAt, before.publishedAt, 'without a publish');

	const after = (await ana('POST', `${path}/publish`)).body.publishedLink;
	const page = await (await fetch(after.url)).text();
	const files = [...page.matchAll(/<source type="image\/avif" srcset="([^"]+)"/g)][0]![1]!.split(', ').map(part => part.split(' ')[0]!);
	t.is(files.length, 5);
	for (const file of files) {
		const reply = await fetch(new URL(file, service.baseUrl));
		t.is(reply.headers.get('Content-Type'), 'image/avif');
		t.is(Buffer.from(await reply.arrayBuffer()).toString('latin1', 4, 12), 'ftypavif');
	}
	t.is(page.match(/<img[^>]+src="([^"]+)"/)![1], pageBefore.match(/<img[^>]+src="([^"]+)"/)![1]);
	t.true(step.image.url.endsWith('.webp'));
	t.deepEqual((await ana('GET', path)).body.tour.steps[0].image, step.image);
	t.is(after.bytes - before.bytes, Buffer.byteLength(page) - Buffer.byteLength(pageBefore), 'the largest WebP counts, as before');

	await ana('DELETE', `${path}/steps/${step.id}`);
	await ana('POST', `${path}/steps`, {body: {type: 'slide', title: 'One'}});
	await ana('POST', `${path}/publish`);
	await service.services.database.query(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY',
	);
	await ageFiles(service);
	t.is((await sweep(service)).media, 0, 'a version can still bring it back');
	for (const what of ['tour_versions', "media_uses WHERE user_kind = 'versions'"])
		await service.services.database.query(`DELETE FROM ${what}`);
	await service.services.database.query('UPDATE media SET unused_since = UTC_TIMESTAMP(3) - INTERVAL 31 DAY');
	t.is((await sweep(service)).media, 1);
	for (const file of files) t.is((await fetch(new URL(file, service.baseUrl))).status, 404);
});

test('the same bytes again order nothing, an animation orders nothing, another account orders its own', async t => {
	const {service, ana} = await open(t, {});
	const png = await screenshot(320, 200).png().toBuffer();
	for (let time = 0; time < 2; time++) await send(ana, png);
	await send(ana, await animation('gif'));
	t.is((await jobs(service, ana)).length, 1);
	const bo = await service.client();
	await send(bo, png);
	t.is((await jobs(service, bo)).length, 1);
	t.is((await jobs(service, bo))[0]!.state, 'queued', 'nobody in this test works on them');
});

test('an encoder stands behind everyone else, ends with its worker, and the next worker does the work again', async t => {
	t.timeout(2 * ENCODED_MS);
	const {service, ana} = await open(t, {workers: false});
	const worker = await startProcess('workers/main.ts', service.env, {pools: ['images', 'background']});
	const [, bytes] = await examplePictures();
	const {mediaId} = await send(ana, bytes!);
	t.teardown(() => worker.kill());
	// First it is setpriv, chrt and prlimit, which hand on to the encoder.
	const encoder = await eventually('the encoder runs', async () =>
		childrenOf(worker.pid).find(({command}) => /^[^\0]*node\0.*avif-process/.test(command)),
	);
	// Read once more: what was read while it became the encoder may be of before.
	const {policy} = childrenOf(worker.pid).find(({pid}) => pid === encoder.pid)!;
	t.is(policy, SCHED_IDLE, 'it has a core only where nobody else wants one');
	await worker.kill('SIGKILL');
	await eventually('the encoder is gone', async () => !isAlive(encoder.pid));
	t.deepEqual((await findMedia(service.services.database.manager, ana.accountId, mediaId))!.avif, []);

	const next = await startProcess('workers/main.ts', service.env, {pools: ['images', 'background']});
	t.teardown(() => next.kill());
	await ended(service, ana);
	await next.kill('SIGTERM');
	const [job] = await jobs(service, ana);
	t.is(job!.state, 'succeeded');
	t.true(job!.attempts >= 2);
	t.is(sha256(bytes!).toString('hex'), mediaId);
	t.is((await findMedia(service.services.database.manager, ana.accountId, mediaId))!.avif.length, 5);
});

test('an image whose bytes are gone is left as it is', async t => {
	t.timeout(2 * ENCODED_MS);
	const {service, ana} = await open(t, {workers: false});
	const worker = await startProcess('workers/main.ts', service.env, {pools: ['images', 'background']});
	t.teardown(() => worker.kill('SIGTERM'));
	const {database, files, dispatcher} = service.services;
	const {mediaId} = await send(ana, await screenshot(330, 200).png().toBuffer());
	await ended(service, ana);
	await files.remove('originals', mediaId, new Date(Date.now() + 1000));
	await database.query("UPDATE jobs SET state = 'queued', due_at = UTC_TIMESTAMP(3) WHERE type = 'encode-avif'");
	const [job] = await jobs(service, ana);
	await dispatcher.enqueueAgain({id: job!.id, type: 'encode-avif', accountId: ana.accountId});
	await ended(service, ana);
	t.is((await jobs(service, ana))[0]!.state, 'succeeded');
});

/** The processes that this one started, or that took its place: what they run, and how they are scheduled (field 41 of `stat`). */
function childrenOf(pid: number): Array<{pid: number; policy: number; command: string}> {
	const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
	return ids.map(child => {
		const [, facts] = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ');
		const command = readFileSync(`/proc/${child}/cmdline`, 'utf8');
		return {pid: child, policy: Number(facts!.split(' ')[38]), command};
	});
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

test('the largest picture that is encoded fits into the memory that its process may have', async t => {
	t.timeout(2 * ENCODED_MS);
	const {service, ana} = await open(t, {also: ['background']});
	// 8.4 of the 8.5 million pixels.
	const picture = sharp({create: {width: 1180, height: 7120, channels: 3, background: '#eeeeee'}});
	await send(ana, await picture.png().toBuffer());
	await ended(service, ana);
	const made = await jobs(service, ana);
	t.deepEqual(
		made.map(({state, attempts}) => [state, attempts]),
		[['succeeded', 1]],
	);
});
