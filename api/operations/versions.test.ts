import test from 'ava';
import {ageFiles} from '../../test/helpers/files.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {randomTour} from '../../test/helpers/random-tour.ts';
import {startService} from '../../test/helpers/service.ts';
import {sweep} from '../../workers/jobs/maintenance/sweep.ts';

const service = await startService();
const {database} = service.services;
const ana = await service.client();
const other = await service.client({accountId: ana.accountId});
test.after.always(() => service.stop());

async function newTour(client = ana): Promise<string> {
	return (await client('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
}
const versionsOf = async (id: string) => (await ana('GET', `/v1/tours/${id}/versions`)).body.versions;
const causesOf = async (id: string): Promise<string[]> => (await versionsOf(id)).map(({cause}: {cause: string}) => cause);
const documentOf = async (id: string) => (await ana('GET', `/v1/documents/${id}`)).body.document;
const rename = (id: string, name: string, client = ana) => client('PATCH', `/v1/tours/${id}`, {body: {name}});
/** As if the last change had been eleven minutes ago. */
const pause = (id: string) => database.query('UPDATE tours SET updated_at = updated_at - INTERVAL 11 MINUTE WHERE id = ?', [id]);
const picked = async () => ({base64: (await picture()).toString('base64')});

test.serial('500 edits in one editing session leave one version: the tour as it was before', async t => {
	const id = await newTour();
	const {step} = (await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One'}})).body;
	for (let count = 0; count < 498; count++) await ana('PATCH', `/v1/tours/${id}/steps/${step.id}`, {body: {title: `Title ${count}`}});
	await ana('POST', `/v1/tours/${id}/steps`, {body: {image: await picked()}});
	const versions = await versionsOf(id);
	t.is(versions.length, 1);
	t.like(versions[0], {number: 1, cause: 'checkpoint', name: null, actor: {type: 'key', name: 'test'}});
});

test.serial(
	'a version is kept before the first change after a pause, and before the first of somebody else, also where a job makes it',
	async t => {
		const id = await newTour();
		await rename(id, 'a');
		await rename(id, 'b');
		await pause(id);
		await rename(id, 'c');
		t.deepEqual(
			(await versionsOf(id)).map(({number}: {number: number}) => number),
			[3, 1],
		);
		await other('POST', `/v1/tours/${id}/steps`, {body: {image: await picked()}});
		await rename(id, 'd', other);
		t.deepEqual(
			(await versionsOf(id)).map(({number}: {number: number}) => number),
			[4, 3, 1],
		);
		const {document, version} = (await ana('GET', `/v1/tours/${id}/versions/3`)).body;
		t.is(document.name, 'b');
		t.is(version.number, 3);
	},
);

test.serial(
	'restoring brings back the document exactly, as a change that never touches the public page, and that can be undone',
	async t => {
		const id = await newTour();
		const path = `/v1/tours/${id}`;
		await ana('POST', `${path}/steps`, {body: {title: 'One', alt: 'x', image: await picked()}});
		const {publishedLink} = (await ana('POST', `${path}/publish`, {body: {}})).body;
		const page = async () => (await fetch(publishedLink.url)).text();
		const [before, shown] = [await documentOf(id), await page()];
		const [{number}] = await versionsOf(id);
		t.is((await versionsOf(id))[0].cause, 'publish');
		const {steps} = before;
		await ana('PUT', `/v1/documents/${id}`, {body: {document: {name: 'Replaced', language: 'en', steps: []}}});
		const replaced = await documentOf(id);
		t.deepEqual(
			(await ana('GET', `${path}/versions/${number}/diff`)).body.changes.map(({op}: {op: string}) => op),
			['change', 'change', 'remove'],
		);
		t.deepEqual((await ana('GET', `${path}/versions/${number}/diff?to=published`)).body.changes, []);
		const restored = await ana('POST', `${path}/versions/${number}/restore`);
		t.is(restored.status, 200);
		t.deepEqual(await documentOf(id), before);
		t.deepEqual(
			restored.body.tour.steps.map(({id}: {id: string}) => id),
			steps.map(({id}: {id: string}) => id),
		);
		t.is(await page(), shown);
		const again = await ana('POST', `${path}/versions/${number}/restore`);
		t.is(again.headers.get('etag'), restored.headers.get('etag'), 'what it is already changes nothing');
		t.deepEqual(await causesOf(id), ['publish', 'restore', 'publish', 'checkpoint']);
		await ana('POST', `${path}/versions/${(await versionsOf(id))[1].number}/restore`);
		t.deepEqual(await documentOf(id), replaced);
	},
);

test.serial('whatever a series of documents makes of a tour, every version is restored exactly: 12 random series', async t => {
	const random = seededRandom(3);
	const mediaId = (await ana('POST', '/v1/media', {body: await picked()})).body.media.mediaId;
	for (let series = 0; series < 12; series++) {
		const id = await newTour();
		const states = new Map<number, unknown>();
		for (let count = 0; count < 4; count++) {
			const {
				narrationSettings: {language},
				name,
				theme,
				leadCapture,
				endCta,
				steps,
			} = randomTour(random);
			const given = steps.map(({id: _id, key, title, text, image, type}) => ({
				key: key ?? `k${random.below(5)}-${_id}`,
				type,
				...(title !== null && {title}),
				...(text !== null && {text}),
				...(image && {image: {mediaId}}),
			}));
			const valid = /^[a-z]{2}(-[A-Z]{2})?$/.test(language) ? language : 'en';
			const document = {name, theme, leadCapture, endCta, language: valid, steps: given};
			const put = await ana('PUT', `/v1/documents/${id}`, {body: {document}});
			t.is(put.status, 200, JSON.stringify(put.body));
			states.set(put.body.tour.version, put.body.document);
		}
		for (const {number} of await versionsOf(id)) {
			if (!states.has(number)) continue;
			t.is((await ana('POST', `/v1/tours/${id}/versions/${number}/restore`)).status, 200);
			t.deepEqual(await documentOf(id), states.get(number));
		}
	}
});

test.serial('a version is kept on request under a name, once, and what a link shows stays known for that', async t => {
	const id = await newTour();
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One'}});
	const named = await ana('POST', `/v1/tours/${id}/versions`, {body: {name: 'Before the fair'}});
	t.is(named.status, 201);
	t.like(named.body.version, {number: 2, cause: 'named', name: 'Before the fair', actor: {type: 'key', name: 'test'}});
	await ana('POST', `/v1/tours/${id}/publish`, {body: {}});
	await ana('POST', `/v1/tours/${id}/versions`, {body: {name: 'At the fair'}});
	t.like((await versionsOf(id))[0], {number: 2, cause: 'publish', name: 'At the fair'});
	t.is((await versionsOf(id)).length, 2);
	for (const name of ['', 'x'.repeat(201)]) t.is((await ana('POST', `/v1/tours/${id}/versions`, {body: {name}})).status, 400);
});

test.serial('a tour that is restored to what its link shows has no unpublished changes, however it got there', async t => {
	const id = await newTour();
	const read = async () => (await ana('GET', `/v1/tours/${id}`)).body.tour;
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One'}});
	t.is((await ana('POST', `/v1/tours/${id}/publish`)).status, 201);
	const [{number}] = await versionsOf(id);
	for (const name of ['Second', 'Third']) {
		await rename(id, name);
		t.true((await read()).hasUnpublishedChanges);
		t.is((await ana('POST', `/v1/tours/${id}/versions/${number}/restore`)).body.tour.hasUnpublishedChanges, false);
		t.false((await read()).hasUnpublishedChanges);
		t.deepEqual((await ana('GET', `/v1/tours/${id}/versions/${number}/diff?to=published`)).body.changes, []);
	}
	await pause(id);
	await rename(id, 'Fourth');
	const renamed = (await versionsOf(id)).find(({cause}: {cause: string}) => cause === 'restore');
	t.true((await ana('POST', `/v1/tours/${id}/versions/${renamed.number}/restore`)).body.tour.hasUnpublishedChanges);
});

test.serial('versions are listed page by page; one that is not there, of another tour or no number is said to be so', async t => {
	const id = await newTour();
	for (const name of ['a', 'b', 'c', 'd']) {
		await rename(id, name);
		await pause(id);
	}
	const first = (await ana('GET', `/v1/tours/${id}/versions?limit=3`)).body;
	t.is(first.versions.length, 3);
	const second = (await ana('GET', `/v1/tours/${id}/versions?limit=3&cursor=${first.nextCursor}`)).body;
	t.deepEqual([...first.versions, ...second.versions], await versionsOf(id));
	t.is(second.nextCursor, null);
	const apart = await newTour();
	for (const [path, status, field] of [
		['versions/99', 404, 'number'],
		['versions/x', 400, 'number'],
		['versions/1/diff?to=99', 404, 'to'],
		['versions/1/diff?to=published', 404, 'to'],
		[`versions/1/diff?to=${apart}`, 400, 'to'],
	] as const) {
		const reply = await ana('GET', `/v1/tours/${id}/${path}`);
		t.deepEqual([reply.status, reply.body.errors[0].field], [status, field], path);
	}
	t.is((await ana('POST', `/v1/tours/${id}/versions/99/restore`)).status, 404);
	t.is((await ana('GET', `/v1/tours/${apart}/versions/1`)).status, 404);
	const late = await ana('POST', `/v1/tours/${id}/versions/1/restore`, {headers: {'If-Match': '"v1"'}});
	t.is(late.status, 412);
	await ana('DELETE', `/v1/tours/${id}`);
	const binned = await ana('POST', `/v1/tours/${id}/versions/1/restore`);
	t.is(binned.status, 404);
	t.regex(binned.body.errors[0].message, /in the bin until/);
});

test.serial('nothing that can be restored has lost its picture to the sweep, whatever the clock says; what nothing holds goes', async t => {
	const id = await newTour();
	const path = `/v1/tours/${id}`;
	const {step} = (await ana('POST', `${path}/steps`, {body: {title: 'One', image: await picked()}})).body;
	await ana('POST', `${path}/versions`, {body: {name: 'With picture'}});
	await ana('DELETE', `${path}/steps/${step.id}`);
	const age = async (days: number) => {
		await database.query('UPDATE media SET referenced_at = referenced_at - INTERVAL ? DAY, unused_since = unused_since - INTERVAL ? DAY', [
			days,
			days,
		]);
		await database.query('UPDATE tour_versions SET created_at = created_at - INTERVAL ? DAY', [days]);
		await ageFiles(service);
		return sweep({services: service.services} as never);
	};
	// Before old checkpoints go, whose end makes what versions use be written again; a sweep finds what nothing uses, a later one deletes it.
	await age(31);
	await age(31);
	await age(91);
	const restored = await ana('POST', `${path}/versions/2/restore`);
	t.is(restored.status, 200);
	t.is((await fetch(restored.body.tour.steps[0].image.url)).status, 200);
	await ana('DELETE', `${path}/steps/${step.id}`);
	await database.query('DELETE FROM tour_versions WHERE tour_id = ? AND number = 2', [id]);
	await database.query("UPDATE tour_versions SET cause = 'checkpoint' WHERE tour_id = ?", [id]);
	await age(91);
	await age(31);
	t.deepEqual(await versionsOf(id), []);
	t.deepEqual(await database.query('SELECT media_id FROM media WHERE media_id = ?', [step.image.mediaId]), []);
});

test.serial('a tour keeps a hundred checkpoints, in half a megabyte for thirty steps, and the named ones beside them', async t => {
	const id = await newTour();
	const mediaIds = await Promise.all(
		Array.from({length: 5}, async () => (await ana('POST', '/v1/media', {body: await picked()})).body.media.mediaId),
	);
	const steps = Array.from({length: 30}, (_, index) => ({
		key: `s${index}`,
		title: `Step ${index}: open the settings`,
		text: `Press the button number ${index} in the toolbar to see what has changed since ${index * 17} minutes.`,
		alt: `The editor with ${index} nodes on the canvas and the palette on the left.`,
		image: {mediaId: mediaIds[index % 5]},
		click: {x: ((index * 37) % 100) / 101, y: ((index * 53) % 100) / 103},
	}));
	for (let count = 0; count < 110; count++) {
		await ana('PUT', `/v1/documents/${id}`, {
			body: {document: {name: `Tour ${count}`, steps: [...steps.slice(count % 30), ...steps.slice(0, count % 30)]}},
		});
		if (count === 3) await ana('POST', `/v1/tours/${id}/versions`, {body: {name: 'Kept'}});
	}
	await sweep({services: service.services} as never);
	const [{kept, bytes}] = await database.query(
		'SELECT COUNT(*) AS kept, SUM(LENGTH(content)) AS bytes FROM tour_versions WHERE tour_id = ?',
		[id],
	);
	t.is(Number(kept), 101);
	t.true(Number(bytes) <= 500_000, `${bytes} bytes`);
	t.log(`${bytes} bytes in ${kept} versions`);
	t.true((await ana('GET', `/v1/tours/${id}/versions?limit=200`)).body.versions.some(({name}: {name: string}) => name === 'Kept'));
});
