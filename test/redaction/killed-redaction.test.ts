import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {findMedia} from '../../shared/store/media/media.ts';
import {eventually} from '../helpers/eventually.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';
import {AREAS, filesWithSecret, secretPicture} from './secret-picture.ts';

/** Workers are processes of their own here, and die in the middle of what they do. */

const service = await startService({}, {workers: false});
const {database} = service.services;
test.after.always(() => service.stop());

const POOLS = {pools: ['images', 'render'] as const};
/** Milliseconds of work after which a worker dies: in the decoder, at the page, at the versions, at the files. */
const DEATHS = [150, 450, 700, 950, 1200];

test('workers that die in the middle of a redaction leave one change of the tour, one link and no pixel', async t => {
	t.timeout(240_000);
	const ana = await service.client();
	const base64 = (await secretPicture(3)).toString('base64');
	let worker = await startProcess('workers/main.ts', service.env, POOLS);
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Killed'}})).body.tour;
	const {step} = (await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'One', image: {base64}}})).body;
	const link = (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink;
	await ana('POST', `/v1/tours/${id}/publish`, {body: {dryRun: true}});
	await ana('POST', `/v1/tours/${id}/versions`, {body: {name: 'Before'}});
	const {mediaId} = step.image;
	const {version} = (await ana('GET', `/v1/tours/${id}`)).body.tour;
	const headers = {Prefer: 'respond-async', 'Idempotency-Key': 'killed-again-and-again'};
	const ask = () => ana('POST', `/v1/tours/${id}/steps/${step.id}/redact`, {body: {areas: AREAS, live: 'replace'}, headers});
	t.is((await ask()).status, 202);
	for (const death of DEATHS) {
		await sleep(death);
		await worker.kill('SIGKILL');
		worker = await startProcess('workers/main.ts', service.env, POOLS);
		// A second call with the same key asks for nothing more.
		t.is((await ask()).status, 202);
	}
	t.teardown(() => worker.kill('SIGTERM'));
	await eventually('the picture is erased', async () => (await findMedia(database.manager, ana.accountId, mediaId)) === null);
	await eventually('no file shows it', async () => (await filesWithSecret(service)).found.length === 0);
	const {tour} = (await ana('GET', `/v1/tours/${id}`)).body;
	t.is(tour.version, version + 1);
	t.is(tour.publishedLink.url, link.url);
	const page = await fetch(link.url);
	t.is(page.status, 200);
	t.true((await page.text()).includes(tour.steps[0].image.url.split('/').at(-1)));
	const [{n}] = await database.query('SELECT COUNT(*) AS n FROM redactions');
	t.is(Number(n), 1);
});
