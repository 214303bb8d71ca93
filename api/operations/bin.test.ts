import test from 'ava';
import {signedIn} from '../../test/helpers/person.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Client, startService} from '../../test/helpers/service.ts';
import {sweep} from '../../workers/jobs/maintenance/sweep.ts';

const service = await startService();
const {services} = service;
const ana = await service.client();
test.after.always(() => service.stop());

type Made = {id: string; path: string; stepId: string; mediaId: string; url: string};
async function publishedTour(client: Client, name = 'Tour'): Promise<Made> {
	const {tour} = (await client('POST', '/v1/tours', {body: {name}})).body;
	const path = `/v1/tours/${tour.id}`;
	const image = {base64: (await picture()).toString('base64')};
	const {step} = (await client('POST', `${path}/steps`, {body: {title: 'One', image}})).body;
	await client('PUT', `${path}/lead-capture`, {body: {enabled: true}});
	const {publishedLink} = (await client('POST', `${path}/publish`, {body: {}})).body;
	return {id: tour.id, path, stepId: step.id, mediaId: step.image.mediaId, url: publishedLink.url};
}
const listed = async (client: Client, path: string): Promise<string[]> =>
	(await client('GET', path)).body.tours.map(({id}: {id: string}) => id);

test.serial('a deleted tour is in the bin: its link and previews are down at once, and it is found nowhere else', async t => {
	const made = await publishedTour(ana);
	const {preview} = (await ana('POST', `${made.path}/publish`, {body: {dryRun: true}})).body;
	t.is((await fetch(preview.url)).status, 200);
	const reply = await ana('DELETE', made.path);
	t.is(reply.status, 200);
	t.true(reply.body.deleted);
	const days = (Date.parse(reply.body.until) - Date.now()) / 86_400_000;
	t.true(days > 29.9 && days <= 30);
	t.is((await fetch(made.url)).status, 410);
	t.is((await fetch(preview.url)).status, 410);
	t.false((await listed(ana, '/v1/tours')).includes(made.id));
	t.deepEqual(await listed(ana, '/v1/bin'), [made.id]);
	t.like((await ana('GET', '/v1/bin')).body.tours[0], {status: 'unpublished', until: reply.body.until, publishedLink: null});
	const calls: Array<[string, string, unknown?]> = [
		['GET', made.path],
		['PATCH', made.path, {name: 'x'}],
		['DELETE', made.path],
		['POST', `${made.path}/steps`, {title: 'x'}],
		['PATCH', `${made.path}/steps/${made.stepId}`, {title: 'x'}],
		['POST', `${made.path}/publish`, {}],
		['DELETE', `${made.path}/publish`],
		['POST', `${made.path}/duplicate`, {}],
		['GET', `${made.path}/analytics`],
		['GET', `/v1/analytics?tourId=${made.id}`],
		['GET', `/v1/documents/${made.id}`],
		['PUT', `/v1/documents/${made.id}`, {document: {name: 'x'}}],
	];
	for (const [method, path, body] of calls) {
		const refused = await ana(method, path, body === undefined ? {} : {body});
		t.is(refused.status, 404, `${method} ${path}`);
		t.regex(refused.body.errors?.[0].message ?? '', /in the bin until/, `${method} ${path}`);
		t.true(refused.body.errors[0].hint.includes(`/v1/tours/${made.id}/restore`));
	}
	const stranger = await service.client();
	t.notRegex((await stranger('GET', made.path)).body.errors?.[0].message ?? '', /bin/, 'nobody else learns of it');
});

test.serial('a call that was refused because of the bin is done once the tour is back, under the same key', async t => {
	const made = await publishedTour(ana);
	await ana('DELETE', made.path);
	const add = () =>
		ana('POST', `${made.path}/steps`, {body: {type: 'slide', title: 'x'}, headers: {'Idempotency-Key': 'while-in-the-bin'}});
	t.is((await add()).status, 404);
	await ana('POST', `${made.path}/restore`);
	t.is((await add()).status, 201);
	t.is((await add()).headers.get('idempotent-replayed'), 'true');
});

test.serial(
	'a tour that is brought back is as it was, unpublished, with its statistics; published it has the link that it had',
	async t => {
		const made = await publishedTour(ana);
		const before = (await ana('GET', made.path)).body.tour;
		await services.database.query('INSERT INTO tour_days (tour_id, day, views, completions, cta_clicks) VALUES (?, UTC_DATE(), 7, 0, 0)', [
			made.id,
		]);
		await ana('DELETE', made.path);
		const restored = await ana('POST', `${made.path}/restore`);
		t.is(restored.status, 200);
		t.like(restored.body.tour, {status: 'unpublished', publishedLink: null, steps: before.steps, leadCapture: before.leadCapture});
		t.true(restored.body.tour.version > before.version);
		t.deepEqual((await ana('GET', made.path)).body.tour, restored.body.tour);
		t.is((await fetch(made.url)).status, 410);
		t.is((await ana('GET', `${made.path}/analytics`)).body.totals.views, 7);
		t.is((await ana('POST', `${made.path}/publish`, {body: {}})).body.publishedLink.url, made.url);
		t.is((await fetch(made.url)).status, 200);
		const again = await ana('POST', `${made.path}/restore`);
		t.deepEqual([again.status, again.body.tour.status], [200, 'published'], 'what is in no bin stays as it is');
	},
);

test.serial('a key that may not publish cannot take a link down by deleting its tour', async t => {
	const made = await publishedTour(ana);
	const writer = await service.client({accountId: ana.accountId, scopes: ['tours:read', 'tours:write']});
	const refused = await writer('DELETE', made.path);
	t.deepEqual([refused.status, refused.body.error], [403, 'missing_permission']);
	t.regex(refused.headers.get('www-authenticate')!, /insufficient_scope.*publish/);
	t.is((await fetch(made.url)).status, 200);
	await ana('DELETE', `${made.path}/publish`);
	t.is((await writer('DELETE', made.path)).status, 200);
});

test.serial('after its time a tour goes with everything that belongs to it, and nothing of another', async t => {
	const [kept, gone] = [await publishedTour(ana, 'Kept'), await publishedTour(ana, 'Gone')];
	const {database} = services;
	for (const {id} of [kept, gone]) {
		await database.query('INSERT INTO tour_days (tour_id, day, views, completions, cta_clicks) VALUES (?, UTC_DATE(), 1, 0, 0)', [id]);
		await database.query('INSERT INTO step_days (tour_id, step_id, day, views) VALUES (?, ?, UTC_DATE(), 1)', [id, 'step_x']);
		const ended = "INSERT INTO path_days (tour_id, day, kind, step_id, action_id, visits) VALUES (?, UTC_DATE(), 'end', 'step_x', '', 1)";
		await database.query(ended, [id]);
	}
	await ana('DELETE', gone.path);
	await sweep({services} as never);
	t.true((await listed(ana, '/v1/bin')).includes(gone.id), 'not before its time');
	await database.query('UPDATE tours SET deleted_at = deleted_at - INTERVAL 31 DAY WHERE id = ?', [gone.id]);
	const swept = await sweep({services} as never);
	t.is(swept.bin, 1);
	t.false((await listed(ana, '/v1/bin')).includes(gone.id));
	const plain = await ana('POST', `${gone.path}/restore`);
	t.is(plain.status, 404);
	t.notRegex(plain.body.errors?.[0].message ?? '', /bin/);
	t.is((await fetch(gone.url)).status, 410, 'its link goes on saying that it was taken down');
	for (const table of ['tour_versions', 'leads', 'lead_forms', 'tour_days', 'step_days', 'path_days', 'publications']) {
		const count = async (id: string) => Number((await database.query(`SELECT COUNT(*) AS n FROM ${table} WHERE tour_id = ?`, [id]))[0].n);
		t.is(await count(gone.id), 0, table);
		if (table !== 'leads') t.true((await count(kept.id)) > 0, table);
	}
	t.deepEqual(await database.query('SELECT user_kind FROM media_uses WHERE media_id = ?', [gone.mediaId]), []);
	t.is((await fetch(kept.url)).status, 200);
});

test.serial('a duplicate shows the same, has ids of its own, and outlives what it was made of', async t => {
	const made = await publishedTour(ana, 'Original');
	const copy = await ana('POST', `${made.path}/duplicate`, {body: {}});
	t.is(copy.status, 201);
	t.like(copy.body.tour, {name: 'Original (2)', status: 'unpublished', publishedLink: null, stepCount: 1});
	t.not(copy.body.tour.steps[0].id, made.stepId);
	const document = async (id: string) => (await ana('GET', `/v1/documents/${id}`)).body.document;
	const plain = async (id: string) => {
		const {steps, name: _name, ...rest} = await document(id);
		return {...rest, steps: steps.map(({id: _id, ...step}: {id: string}) => step)};
	};
	t.deepEqual(await plain(copy.body.tour.id), await plain(made.id));
	t.is((await ana('POST', `/v1/tours/${copy.body.tour.id}/duplicate`, {body: {}})).body.tour.name, 'Original (3)');
	t.is((await ana('POST', `${made.path}/duplicate`, {body: {name: 'Mine'}})).body.tour.name, 'Mine');
	await ana('DELETE', made.path);
	await services.database.query('UPDATE tours SET deleted_at = deleted_at - INTERVAL 31 DAY WHERE id = ?', [made.id]);
	await services.database.query(
		'UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY',
	);
	await sweep({services} as never);
	t.is((await fetch(copy.body.tour.steps[0].image.url)).status, 200);
});

test.serial('a name of ours stays taken while its tour is in the bin, and says so', async t => {
	const put = () => ana('PUT', '/v1/documents/mine', {body: {document: {name: 'T'}}});
	const {tour} = (await put()).body;
	await ana('DELETE', `/v1/tours/${tour.id}`);
	const refused = await put();
	t.is(refused.status, 404);
	t.is(refused.body.errors[0].field, 'key');
	await ana('POST', `/v1/tours/${tour.id}/restore`);
	t.is((await put()).status, 200);
});

test.serial(
	'its owner erases a tour out of the bin before its time; other tours with its picture stay whole, and no key can do it',
	async t => {
		const person = await signedIn(service);
		const own = await service.client({accountId: person.accountId});
		const [gone, other] = [await publishedTour(own, 'Gone'), await publishedTour(own, 'Other')];
		// Both show the picture that the first brought.
		await own('PATCH', `${other.path}/steps/${other.stepId}`, {body: {image: {mediaId: gone.mediaId}}});
		await own('POST', `${other.path}/publish`, {body: {}});
		const outside = await person.call('DELETE', `/app/v1/bin/${gone.id}`);
		t.is(outside.status, 404);
		t.regex(outside.body.errors[0].message, /not in the bin/);
		await own('DELETE', gone.path);
		t.is((await own('DELETE', `/v1/bin/${gone.id}`)).status, 404, 'a session alone');
		const stranger = await signedIn(service);
		t.is((await stranger.call('DELETE', `/app/v1/bin/${gone.id}`)).status, 404);
		const erased = await person.call('DELETE', `/app/v1/bin/${gone.id}`);
		t.like(erased, {status: 200, body: {erased: 1, id: gone.id}});
		t.is((await person.call('DELETE', `/app/v1/bin/${gone.id}`)).status, 404);
		t.is((await own('POST', `${gone.path}/restore`)).status, 404);
		t.is((await fetch(gone.url)).status, 410);
		for (const table of ['tour_versions', 'leads', 'lead_forms', 'tour_days', 'step_days', 'path_days', 'publications'])
			t.deepEqual(await services.database.query(`SELECT 1 FROM ${table} WHERE tour_id = ?`, [gone.id]), [], table);
		await sweep({services} as never);
		t.is((await fetch(other.url)).status, 200);
		t.is((await fetch((await own('GET', other.path)).body.tour.steps[0].image.url)).status, 200);
	},
);

test.serial('the whole bin is emptied a hundred at a time, and nobody else’s', async t => {
	const [person, neighbour] = [await signedIn(service), await signedIn(service)];
	for (const {call} of [person, neighbour]) {
		for (let index = 0; index < 3; index++) {
			const {id} = (await call('POST', '/app/v1/tours', {name: `T${index}`})).body.tour;
			if (index < 2) await call('DELETE', `/app/v1/tours/${id}`);
		}
	}
	t.like((await person.call('DELETE', '/app/v1/bin')).body, {erased: 2, left: 0});
	t.like((await person.call('DELETE', '/app/v1/bin')).body, {erased: 0, left: 0});
	const tours = async ({call}: typeof person, path: string) => (await call('GET', path)).body.tours.length;
	t.deepEqual([await tours(person, '/app/v1/tours'), await tours(person, '/app/v1/bin')], [1, 0]);
	t.deepEqual([await tours(neighbour, '/app/v1/tours'), await tours(neighbour, '/app/v1/bin')], [1, 2]);
	const rest = await Promise.all(
		Array.from({length: 103}, async () => (await person.call('POST', '/app/v1/tours', {name: 'T'})).body.tour.id),
	);
	await services.database.query('UPDATE tours SET deleted_at = UTC_TIMESTAMP(3) WHERE id IN (?)', [rest]);
	t.like((await person.call('DELETE', '/app/v1/bin')).body, {erased: 100, left: 3});
	t.like((await person.call('DELETE', '/app/v1/bin')).body, {erased: 3, left: 0});
});
