import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import {newId} from '../../shared/ids.ts';
import {drawStep} from '../../shared/queue/jobs/images.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {eventually} from '../helpers/eventually.ts';
import {ageFiles} from '../helpers/files.ts';
import {screenshot} from '../helpers/images.ts';
import {type Client, type Reply, startService} from '../helpers/service.ts';
import {AREAS, filesWithSecret, secretPicture, secretShare} from './secret-picture.ts';

const service = await startService({}, {also: ['background']});
const {database, files, dispatcher} = service.services;
// This process reads what the encoder's own has made.
sharp.unblock({operation: ['VipsForeignLoadHeifBuffer']});
test.after.always(() => service.stop());

const asImage = async (bytes: Promise<Buffer>) => ({base64: (await bytes).toString('base64')});
async function newTour(
	client: Client,
	name: string,
	images: object[],
): Promise<{id: string; path: string; steps: string[]; mediaId: string}> {
	const {id} = (await client('POST', '/v1/tours', {body: {name}})).body.tour;
	const steps = [];
	let mediaId = '';
	for (const image of images) {
		const {step} = (await client('POST', `/v1/tours/${id}/steps`, {body: {title: `Step of ${name}`, image}})).body;
		steps.push(step.id);
		mediaId = step.image.mediaId;
	}
	return {id, path: `/v1/tours/${id}`, steps, mediaId};
}
const redact = (client: Client, path: string, step: string, body: object): Promise<Reply> =>
	client('POST', `${path}/steps/${step}/redact`, {body: {areas: AREAS, ...body}});
const erased = (client: Client, mediaId: string) =>
	eventually('the picture is erased', async () => {
		const rows: Array<{erasedAt: Date | null; left: number}> = await database.query(
			`SELECT erased_at AS erasedAt, (SELECT COUNT(*) FROM jobs WHERE type = 'erase-redacted' AND state IN ('queued', 'running')) AS \`left\`
			 FROM redactions WHERE account_id = ? AND media_id = ?`,
			[client.accountId, mediaId],
		);
		return rows.length > 0 && rows.every(row => row.erasedAt && Number(row.left) === 0);
	});
const avifDone = () =>
	eventually('AVIF is made', async () => {
		const [{open}] = await database.query(
			"SELECT COUNT(*) AS open FROM jobs WHERE type = 'encode-avif' AND state IN ('queued', 'running')",
		);
		return Number(open) === 0;
	});

test.serial(
	'nothing that the account can reach keeps the pixels: tours, link, cover, preview, versions, bin, drawings, what was read',
	async t => {
		t.timeout(180_000);
		const ana = await service.client();
		const picture = secretPicture(1);
		const one = await newTour(ana, 'One', [await asImage(picture), await asImage(picture), await asImage(picture)]);
		const {mediaId} = one;
		const two = await newTour(ana, 'Two', [{mediaId}]);
		const binned = await newTour(ana, 'Binned', [{mediaId}]);
		await ana('DELETE', binned.path);
		await ana('DELETE', `${one.path}/steps/${one.steps[2]}`);
		await ana('POST', `${one.path}/versions`, {body: {name: 'As it was'}});
		const {preview} = (await ana('POST', `${one.path}/publish`, {body: {dryRun: true}})).body;
		const {publishedLink} = (await ana('POST', `${one.path}/publish`, {body: {title: 'First'}})).body;
		await fetch(publishedLink.coverUrl);
		const second = (await ana('POST', `${one.path}/publish`, {body: {title: 'Second'}})).body.publishedLink;
		await fetch(second.coverUrl);
		await ana('GET', `${one.path}/steps/${one.steps[0]}/picture`);
		const drawn = await tx(database, db =>
			insertJob(db, {accountId: ana.accountId, type: drawStep.name, input: {mediaId, highlight: null, click: null}}),
		);
		await dispatcher.run(drawn, 60_000);
		await ana('POST', `/v1/media/${mediaId}/elements`, {body: {}});
		await avifDone();
		const before = await filesWithSecret(service);
		t.true(before.found.length >= 8, `to begin with it is everywhere: ${before.found.length}`);
		await database.query(
			`INSERT INTO account_exports (id, account_id, job_id, salt, bytes, created_at, ready_at, expires_at)
		 VALUES ('exp_test', ?, 'job_none', REPEAT('a', 32), 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
			[ana.accountId],
		);
		// A draft that nobody has seen.
		await ana('PATCH', `${one.path}/steps/${one.steps[1]}`, {body: {title: 'Not yet public'}});

		const first = await redact(ana, one.path, one.steps[0]!, {where: 'tour', live: 'replace'});
		t.is(first.status, 200, JSON.stringify(first.body));
		t.is(first.body.steps.length, 2);
		t.is(first.body.step.id, one.steps[0]);
		t.not(first.body.step.image.mediaId, mediaId);
		t.deepEqual(first.body.alsoIn, [{tourId: two.id, name: 'Two', stepIds: two.steps}]);
		t.like(first.body.live, [{tourId: one.id, url: publishedLink.url, state: 'replaced'}]);
		t.deepEqual(first.body.purged, [], 'the other tour shows it still');
		const page = await (await fetch(publishedLink.url)).text();
		t.false(page.includes('Not yet public'));
		t.true(page.includes(first.body.step.image.url.split('/').at(-1)));
		t.is((await ana('GET', one.path)).body.tour.hasUnpublishedChanges, true);

		const last = await redact(ana, two.path, two.steps[0]!, {});
		t.is(last.status, 200, JSON.stringify(last.body));
		t.deepEqual(last.body.alsoIn, []);
		t.true(last.body.purged.length >= 2);
		await erased(ana, mediaId);
		await avifDone();
		const after = await filesWithSecret(service);
		t.deepEqual(after.found, []);
		t.true(after.looked >= 8);

		const [{copies}] = await database.query(
			'SELECT COUNT(*) AS copies FROM account_exports WHERE account_id = ? AND expires_at > UTC_TIMESTAMP(3)',
			[ana.accountId],
		);
		t.is(Number(copies), 0);
		for (const url of last.body.purged) t.is((await fetch(url, {redirect: 'manual'})).status, 404, url);
		t.is((await ana('GET', `/v1/media/${mediaId}`)).status, 404);
		t.is((await ana('GET', `/v1/media/${mediaId}/original`)).status, 404);
		const live = await fetch(publishedLink.url);
		t.is(live.status, 200);
		const html = await live.text();
		t.false(html.includes('Not yet public'));
		for (const [, url] of html.matchAll(/(?:src|href)="([^"]*\/media\/[^"]+\.webp)"/g))
			t.is((await fetch(new URL(url!, service.baseUrl))).status, 200, url);
		const link = (await ana('GET', one.path)).body.tour.publishedLink;
		t.is((await fetch(link.coverUrl)).status, 200);
		t.is((await fetch(preview.url)).status, 200);
		const [{n}] = await database.query('SELECT COUNT(*) AS n FROM media_elements WHERE media_id = ?', [mediaId]);
		t.is(Number(n), 0);

		const {versions} = (await ana('GET', `${one.path}/versions`)).body;
		for (const {number} of versions) {
			const {document} = (await ana('GET', `${one.path}/versions/${number}`)).body;
			t.false(JSON.stringify(document).includes(mediaId), `version ${number}`);
			t.is((await ana('POST', `${one.path}/versions/${number}/restore`)).status, 200);
			for (const {image} of (await ana('GET', one.path)).body.tour.steps) if (image) t.is((await fetch(image.url)).status, 200);
		}
		t.is((await ana('POST', `${binned.path}/restore`)).status, 200);
		const restored = (await ana('GET', binned.path)).body.tour.steps[0].image;
		t.is(await secretShare((await files.read('media', restored.url.split('/').at(-1)))!), 0);
		const back = await ana('POST', `${one.path}/changes`, {body: {changes: [{kind: 'restore', step: one.steps[2]}]}});
		t.is(back.status, 200);
		t.false(JSON.stringify((await ana('GET', one.path)).body).includes(mediaId));
		t.deepEqual((await filesWithSecret(service)).found, []);
	},
);

test.serial("another account's same picture stays whole, with all that was made of it", async t => {
	const [ana, bo] = [await service.client(), await service.client()];
	const picture = secretPicture(10);
	const hers = await newTour(ana, 'Hers', [await asImage(picture)]);
	const his = await newTour(bo, 'His', [await asImage(picture)]);
	t.is(hers.mediaId, his.mediaId);
	const link = (await bo('POST', `${his.path}/publish`)).body.publishedLink;
	const cover = await (await fetch(link.coverUrl)).bytes();
	const drawing = (await bo('GET', `${his.path}/steps/${his.steps[0]}/picture`)).body.picture.url;
	await ana('GET', `${hers.path}/steps/${hers.steps[0]}/picture`);
	await ana('POST', `${hers.path}/publish`);
	const {body} = await redact(ana, hers.path, hers.steps[0]!, {live: 'replace'});
	t.is(body.live[0].state, 'replaced');
	await erased(ana, hers.mediaId);
	const {variants} = (await bo('GET', `/v1/media/${his.mediaId}`)).body;
	t.true(variants.length >= 2);
	for (const {url} of variants) {
		const reply = await fetch(url);
		t.is(reply.status, 200, url);
		t.true((await secretShare(Buffer.from(await reply.bytes()))) > 0.03, url);
	}
	t.is((await bo('GET', `/v1/media/${his.mediaId}/original`)).status, 200);
	t.is((await fetch(drawing)).status, 200);
	t.deepEqual(await (await fetch(link.coverUrl)).bytes(), cover);
	t.is((await ana('GET', `/v1/media/${hers.mediaId}`)).status, 404);
});

test.serial('a blur leaves no word to be read: 20 of 20 words are found before, and none after', async t => {
	t.timeout(180_000);
	const ana = await service.client();
	const screen = readFile('test/evals/local-writer/tuned-on/wordpress-en-03.webp');
	const tour = await newTour(ana, 'Words', [await asImage(screen)]);
	const read = async (mediaId: string) =>
		(await ana('POST', `/v1/media/${mediaId}/elements`, {body: {limit: 200}})).body.elements as Array<{
			text: string;
			highlight: {x: number; y: number; width: number; height: number};
		}>;
	const words = (await read(tour.mediaId)).filter(({text}) => /^[A-Za-z ]{5,}$/.test(text)).slice(0, 20);
	t.is(words.length, 20);
	const areas = words.map(({highlight}) => ({...highlight, style: 'blur'}));
	const {body} = await redact(ana, tour.path, tour.steps[0]!, {areas});
	const after = await read(body.step.image.mediaId);
	const inside = (a: {x: number; y: number; width: number; height: number}, b: {x: number; y: number; width: number; height: number}) =>
		a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
	const found = words.filter(word => after.some(other => inside(word.highlight, other.highlight) && other.text.includes(word.text)));
	t.deepEqual(found, []);
});

test.serial('all frames of an animation are redacted; its link goes on moving', async t => {
	const ana = await service.client();
	const {data, info} = await sharp(await secretPicture(20))
		.resize(200, 125)
		.removeAlpha()
		.raw()
		.toBuffer({resolveWithObject: true});
	const roll = Buffer.concat([0, 1, 2, 3].map(frame => data.map(value => (value > 250 ? value : value ^ (frame * 9)))));
	const raw = {width: info.width, height: info.height * 4, channels: 3 as const, pageHeight: info.height};
	const gif = sharp(roll, {raw})
		.gif({delay: [100, 200, 100, 100], loop: 0})
		.toBuffer();
	const tour = await newTour(ana, 'Moving', [await asImage(gif)]);
	const {body, status} = await redact(ana, tour.path, tour.steps[0]!, {});
	t.is(status, 200, JSON.stringify(body));
	await erased(ana, tour.mediaId);
	const bytes = (await files.read('originals', body.step.image.mediaId))!;
	const {pages, delay} = await sharp(bytes, {animated: true}).metadata();
	t.is(pages, 4);
	t.is(delay![1], 200);
	t.is(await secretShare(bytes), 0);
	t.is((await filesOf(ana, tour.mediaId)).length, 0);
});
/** Those of the files that were made of the picture which are still stored. */
async function filesOf(client: Client, mediaId: string): Promise<string[]> {
	const made: Array<{file: string}> = await database.query('SELECT file FROM derived_files WHERE account_id = ? AND media_id = ?', [
		client.accountId,
		mediaId,
	]);
	const stored = await Promise.all(made.map(async ({file}) => ((await files.size('media', file)) === null ? [] : [file])));
	return [...stored.flat(), ...((await files.size('originals', mediaId)) === null ? [] : [mediaId])];
}

test.serial('what is asked wrongly is said, and changes nothing', async t => {
	const ana = await service.client();
	const tour = await newTour(ana, 'Wrong', [await asImage(secretPicture(30))]);
	const slide = (await ana('POST', `${tour.path}/steps`, {body: {type: 'slide', title: 'None'}})).body.step.id;
	const outside = await redact(ana, tour.path, tour.steps[0]!, {areas: [{x: 1.2, y: 0, width: 0.5, height: 0.5, style: 'box'}]});
	t.like(outside, {status: 400});
	t.like(outside.body, {error: 'nothing_to_redact', errors: [{field: 'areas[0]'}]});
	t.is((await redact(ana, tour.path, slide, {})).body.error, 'nothing_to_redact');
	t.is((await redact(ana, tour.path, newId('step'), {})).status, 404);
	const stale = await ana('POST', `${tour.path}/steps/${tour.steps[0]}/redact`, {body: {areas: AREAS}, headers: {'If-Match': '"v1"'}});
	t.is(stale.body.error, 'version_mismatch');
	const version = (await ana('GET', tour.path)).body.tour.version;
	t.is((await redact(ana, tour.path, tour.steps[0]!, {})).status, 200);
	const again = await redact(ana, tour.path, tour.steps[0]!, {});
	t.like(again.body, {error: 'nothing_to_redact'}, 'the same areas once more');
	t.is((await ana('GET', tour.path)).body.tour.version, version + 1);
	const writer = await service.client({accountId: ana.accountId, scopes: ['tours:read', 'tours:write']});
	await ana('DELETE', `${tour.path}/steps/${slide}`);
	await ana('POST', `${tour.path}/publish`);
	const more = [{x: 0, y: 0, width: 0.1, height: 0.1, style: 'box'}];
	t.is((await redact(writer, tour.path, tour.steps[0]!, {areas: more, live: 'replace'})).status, 403);
	t.is((await redact(writer, tour.path, tour.steps[0]!, {areas: more})).status, 200);
});

test.serial(
	'a link that is kept keeps the picture until the next publish; undoing brings nothing back, nor does an ingest under way',
	async t => {
		t.timeout(180_000);
		const ana = await service.client();
		const bytes = await secretPicture(40);
		const tour = await newTour(ana, 'Kept', [await asImage(Promise.resolve(bytes))]);
		const {mediaId} = tour;
		const {url} = (await ana('POST', `${tour.path}/publish`)).body.publishedLink;
		const {body} = await redact(ana, tour.path, tour.steps[0]!, {live: 'keep'});
		t.like(body.live, [{tourId: tour.id, url, state: 'kept'}]);
		const undo = {kind: 'edit', step: tour.steps[0], set: {image: {mediaId}}, was: {image: {mediaId: body.step.image.mediaId}}};
		t.is((await ana('POST', `${tour.path}/changes`, {body: {changes: [undo]}})).status, 200);
		const shown = async () => (await ana('GET', tour.path)).body.tour.steps[0].image.mediaId;
		t.is(await shown(), body.step.image.mediaId);
		t.is((await ana('GET', `/v1/media/${mediaId}`)).status, 200, 'its link shows it');
		// As if the upload had been asked for before and ended now.
		const other = (await ana('POST', '/v1/tours', {body: {name: 'Slow'}})).body.tour.id;
		await ana('POST', `${tour.path}/publish`);
		await database.query('UPDATE redactions SET due_at = UTC_TIMESTAMP(3) WHERE media_id = ?', [mediaId]);
		await erased(ana, mediaId);
		t.is(await secretShare(Buffer.from(await (await fetch((await ana('GET', tour.path)).body.tour.steps[0].image.url)).bytes())), 0);
		t.is((await ana('POST', `${tour.path}/changes`, {body: {changes: [undo]}})).status, 200);
		t.is(await shown(), body.step.image.mediaId);
		await slowIngest(t, ana, other, bytes, mediaId);
		t.is((await ana('GET', `/v1/tours/${other}`)).body.tour.steps[0].image.mediaId, body.step.image.mediaId);
		// What it stored goes when nobody can be storing it any more.
		await database.query('UPDATE redactions SET erased_at = erased_at - INTERVAL 10 MINUTE WHERE media_id = ?', [mediaId]);
		await ageFiles(service);
		await database.query('UPDATE redactions SET due_at = UTC_TIMESTAMP(3) WHERE media_id = ?', [mediaId]);
		await eventually('the files of the ingest are gone', async () => (await files.size('originals', mediaId)) === null);
		const [{due}] = await database.query('SELECT COUNT(due_at) AS due FROM redactions WHERE media_id = ?', [mediaId]);
		t.true(Number(due) <= 1);
	},
);

/** An ingest of these bytes that was asked for before they were redacted, and is done only now. */
async function slowIngest(t: ExecutionContext, ana: Client, tourId: string, bytes: Buffer, mediaId: string): Promise<void> {
	t.is(await files.put('originals', bytes), mediaId);
	const step = {tourId, stepId: null, ifMatch: null, fields: {title: 'Slow'}};
	const input = {source: {original: mediaId}, name: null, step};
	const job = await tx(database, db => insertJob(db, {accountId: ana.accountId, type: 'ingest-image', input}));
	await database.query('UPDATE jobs SET created_at = created_at - INTERVAL 10 MINUTE WHERE id = ?', [job.id]);
	const ended = await dispatcher.run(job, 60_000);
	t.truthy(ended?.outcome && 'response' in ended.outcome, JSON.stringify(ended?.outcome));
}

test.serial('of sixteen redactions of one picture at once, those that come too late draw nothing', async t => {
	t.timeout(120_000);
	const ana = await service.client();
	const tour = await newTour(ana, 'Hurried', [await asImage(screenshot(2400, 1500).png().toBuffer())]);
	const originals = async () => new Set(await readdir(join(service.config.dataDir, 'files/originals'), {recursive: true}));
	const before = await originals();
	const areas = Array.from({length: 16}, (_, index) => [{x: index / 20, y: 0.1, width: 0.04, height: 0.5, style: 'box'}]);
	const replies = await Promise.all(areas.map(areas => redact(ana, tour.path, tour.steps[0]!, {areas})));
	const told = replies.map(({status, body}) => (status === 200 ? 200 : body.error)).sort();
	t.deepEqual(told, [200, ...Array(15).fill('version_mismatch')]);
	// As many as were at work at the same time draw what only one of them may save.
	const drawn = (await originals()).difference(before).size;
	t.true(drawn >= 1 && drawn <= 6, `${drawn} pictures were drawn`);
});

test.serial('AVIF that is being made at that moment does not bring the picture back', async t => {
	t.timeout(120_000);
	const ana = await service.client();
	const tour = await newTour(ana, 'Encoding', [await asImage(secretPicture(50))]);
	const open = async () => {
		const [job] = await database.query("SELECT state FROM jobs WHERE type = 'encode-avif' AND account_id = ?", [ana.accountId]);
		return job?.state;
	};
	await eventually('the encoder is at work', async () => (await open()) !== 'queued');
	const {body} = await redact(ana, tour.path, tour.steps[0]!, {});
	t.truthy(body.step, JSON.stringify(body));
	await erased(ana, tour.mediaId);
	await avifDone();
	// The second look, which is due a minute later.
	await database.query('UPDATE redactions SET due_at = UTC_TIMESTAMP(3), erased_at = erased_at - INTERVAL 90 SECOND WHERE media_id = ?', [
		tour.mediaId,
	]);
	await ageFiles(service);
	await erased(ana, tour.mediaId);
	const names = await database.query('SELECT file FROM derived_files WHERE media_id = ?', [tour.mediaId]);
	t.true(names.length >= 2);
	await eventually('its files are gone', async () => {
		for (const {file} of names) if ((await files.size('media', file)) !== null) return false;
		return true;
	});
});
