import test from 'ava';
import sharp from 'sharp';
import {LIMITS} from '../../shared/contract/limits.ts';
import {sha256} from '../../shared/ids.ts';
import {noise, picture} from '../../test/helpers/pictures.ts';
import {type Reply, request, startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const newTour = async (name = 'Tour'): Promise<string> => (await ana('POST', '/v1/tours', {body: {name}})).body.tour.id;
const add = async (id: string, body: object) => (await ana('POST', `/v1/tours/${id}/steps`, {body})).body.step;
const read = async (id: string) => (await ana('GET', `/v1/tours/${id}`)).body.tour;
const publish = (id: string, body?: object, headers = {}) => ana('POST', `/v1/tours/${id}/publish`, {body, headers});
const unpublish = (id: string) => ana('DELETE', `/v1/tours/${id}/publish`);
const open = (url: string, headers = {}) => request(service.baseUrl, 'GET', url, null, {headers});
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

async function tourWithImage(name?: string): Promise<string> {
	const id = await newTour(name);
	await add(id, {title: 'First step', alt: 'A form', click: {x: 0.5, y: 0.5}, image: {base64: (await picture()).toString('base64')}});
	return id;
}

test('publish answers 201, again 200, unpublish takes the page down (410), publishing again is 201 with the same slug', async t => {
	const id = await tourWithImage('Four states');
	const first = await publish(id);
	t.is(first.status, 201);
	const {publishedLink: link} = first.body;
	t.deepEqual(first.body, {ok: true, publishedLink: link, version: 2, warnings: []});
	t.regex(link.slug, /^[0-9A-Za-z]{22}$/);
	t.is(link.url, `${service.baseUrl}/p/${link.slug}`);
	t.is(link.title, 'Four states');
	t.true(link.embedCode.startsWith('<iframe ') && link.embedCode.includes(link.url));
	const page = await open(link.url);
	t.is(page.status, 200);
	t.true(page.body.includes('First step'));

	const second = await publish(id);
	t.is(second.status, 200);
	t.is(second.body.publishedLink.slug, link.slug);
	t.like(await read(id), {status: 'published', hasUnpublishedChanges: false});

	t.deepEqual((await unpublish(id)).body, {ok: true, changed: true});
	t.like(await read(id), {status: 'unpublished', publishedLink: null, hasUnpublishedChanges: false});
	t.is((await open(link.url)).status, 410);
	t.is((await open(link.coverUrl)).status, 404);
	const twice = await unpublish(id);
	t.is(twice.status, 200);
	t.deepEqual(twice.body, {ok: true, changed: false});

	const third = await publish(id);
	t.is(third.status, 201);
	t.is(third.body.publishedLink.slug, link.slug);
	t.is((await open(link.url)).status, 200);
});

test('a title in letters that no font of this machine has is warned of: its preview has no words', async t => {
	const id = await tourWithImage('Guia \u{1E290}\u{1E291}');
	for (const body of [{dryRun: true}, {}]) {
		const {warnings} = (await publish(id, body)).body;
		t.deepEqual(
			warnings.map(({field}: {field: string}) => field),
			['title'],
		);
		t.regex(warnings[0].message, /no font .* without the title/);
		t.regex(warnings[0].hint, /fonts-noto-core/);
	}
	t.deepEqual((await publish(id, {title: 'Guia \u0378 do painel'})).body.warnings[0].message.match(/leaves out signs/)?.length, 1);
	t.deepEqual((await publish(id, {title: 'Guia do painel'})).body.warnings, []);
});

test('a language that was stored before languages were checked publishes all the same', async t => {
	for (const [stored, shown] of [
		['en-US-US', 'en'],
		['pt-abc', 'pt-BR'],
		['es-mx', 'es-MX'],
	]) {
		const id = await tourWithImage(`Stored as ${stored}`);
		await service.services.database.query(
			"UPDATE tours SET document = JSON_SET(document, '$.narrationSettings.language', ?) WHERE id = ?",
			[stored, id],
		);
		const {status, body} = await publish(id);
		t.is(status, 201, stored);
		t.true((await open(body.publishedLink.url)).body.includes(`<html lang="${shown}"`), stored);
	}
});

test('unpublishing what was never published changes nothing: 200, changed false, the same version', async t => {
	const id = await newTour();
	const {status, body} = await unpublish(id);
	t.is(status, 200);
	t.deepEqual(body, {ok: true, changed: false});
	t.is((await read(id)).version, 1);
});

test('the cover is a JPEG of 1200 x 630, under a URL that follows the content', async t => {
	const id = await tourWithImage();
	const {coverUrl} = (await publish(id)).body.publishedLink;
	const response = await fetch(coverUrl);
	t.is(response.headers.get('content-type'), 'image/jpeg');
	t.like(await sharp(Buffer.from(await response.arrayBuffer())).metadata(), {format: 'jpeg', width: 1200, height: 630});
	t.is((await publish(id)).body.publishedLink.coverUrl, coverUrl, 'The same content has the same cover.');
	await add(id, {type: 'slide', title: 'More'});
	t.not((await publish(id)).body.publishedLink.coverUrl, coverUrl);
	t.is((await open(coverUrl)).status, 404);
});

test('the live page never changes between two publishes', async t => {
	const id = await tourWithImage('Before');
	const {url} = (await publish(id)).body.publishedLink;
	const before = await open(url);
	await add(id, {type: 'slide', title: 'Added later'});
	await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'After'}});
	await ana('PUT', `/v1/tours/${id}/theme`, {body: {preset: 'dark'}});
	await publish(id, {dryRun: true});
	const between = await open(url);
	t.is(between.body, before.body);
	t.is(between.headers.get('etag'), before.headers.get('etag'));
	t.true((await read(id)).hasUnpublishedChanges);
	t.is((await read(id)).publishedLink.title, 'Before');
	await publish(id);
	const after = await open(url);
	t.true(after.body.includes('Added later'));
	t.false((await read(id)).hasUnpublishedChanges);
});

test('the title of the link: 200 code points at most, by default the name of the tour', async t => {
	const id = await newTour('Name of the tour');
	await add(id, {type: 'slide', title: 'One'});
	t.is((await publish(id, {title: '😀'.repeat(200)})).body.publishedLink.title, '😀'.repeat(200));
	t.is((await publish(id, {})).body.publishedLink.title, 'Name of the tour');
	for (const [body, field] of [
		[{title: '😀'.repeat(201)}, 'title'],
		[{title: 5}, 'title'],
		[{dryRun: 'true'}, 'dryRun'],
		[{confirm: true}, 'confirm'],
		[{id: 'tour_x'}, 'id'],
	] as const) {
		const reply = await publish(id, body);
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
	}
});

test('a tour that cannot be published is 422 with all reasons at once, dry or not', async t => {
	const id = await newTour();
	for (const body of [{}, {dryRun: true}]) {
		const empty = await publish(id, body);
		t.is(empty.status, 422);
		t.is(empty.body.error, 'tour_not_publishable');
		t.deepEqual(fieldsOf(empty), ['steps']);
	}
	for (const type of ['screen', 'slide', 'screen']) await add(id, {type, title: type});
	const [real, dry] = [await publish(id), await publish(id, {dryRun: true})];
	t.is(real.status, 422);
	t.deepEqual(fieldsOf(real), ['steps[0].image', 'steps[2].image']);
	t.is(dry.status, 422);
	t.deepEqual(dry.body, real.body);
	t.like(await read(id), {status: 'unpublished', publishedLink: null});
});

test('dryRun answers 200 with a preview for 7 days, and changes nothing', async t => {
	const id = await tourWithImage();
	const before = await read(id);
	const {status, body} = await publish(id, {dryRun: true});
	t.is(status, 200);
	t.deepEqual(Object.keys(body).toSorted(), ['bytes', 'dryRun', 'ok', 'preview', 'warnings']);
	t.true(body.dryRun);
	t.deepEqual(await read(id), before);
	const days = (Date.parse(body.preview.expiresAt) - Date.now()) / 86_400_000;
	t.true(days > 6.99 && days <= 7);
	const page = await open(body.preview.url);
	t.is(page.status, 200);
	t.true(page.body.includes('First step'));
	t.is(page.headers.get('x-robots-tag'), 'noindex');
	t.is((await publish(id)).status, 201, 'The dry run was no publish.');
	t.is((await publish(id, {dryRun: true})).status, 200);

	const token = body.preview.url.split('/').at(-1);
	t.is((await open(`/p/${token}`)).status, 404, 'A preview is no link.');
	await service.services.database.query('UPDATE publications SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE slug = ?', [
		token,
	]);
	t.is((await open(body.preview.url)).status, 410);
	const {slug} = (await read(id)).publishedLink;
	t.is((await open(`/p/preview/${slug}`)).status, 404, 'A link is no preview.');
});

test('what is unwise is published and warned of', async t => {
	const id = await newTour();
	await add(id, {title: 'No alt', image: {base64: (await picture()).toString('base64')}});
	const {status, body} = await publish(id);
	t.is(status, 201);
	t.deepEqual(
		body.warnings.map(({field}: {field: string}) => field),
		['steps[0].alt'],
	);
});

test('bytes counts the page and, for each step, the largest variant of its image', async t => {
	const id = await tourWithImage();
	const image = (await read(id)).steps[0].image;
	await add(id, {title: 'Again', alt: 'A form', image: {mediaId: image.mediaId}});
	await add(id, {title: 'Not shown', type: 'slide', image: {mediaId: image.mediaId}});
	const {publishedLink} = (await publish(id)).body;
	const page = Buffer.byteLength((await open(publishedLink.url)).body);
	const variant = (await (await fetch(image.url)).arrayBuffer()).byteLength;
	t.is(publishedLink.bytes, page + 2 * variant);
});

test('a tour over 12 MB is 413 with the figures, dry or not, and stays as it was', async t => {
	const id = await tourWithImage();
	const {url} = (await publish(id)).body.publishedLink;
	const before = (await open(url)).body;
	const bytes = await noise(1920, 1200);
	const {media} = (await ana('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body;
	t.is(media.mediaId, sha256(bytes).toString('hex'));
	const largest = (await (await fetch(media.url)).arrayBuffer()).byteLength;
	const steps = Math.ceil(LIMITS.tourBytes / largest);
	for (let index = 0; index < steps; index++) await add(id, {title: 'Noise', image: {mediaId: media.mediaId}});
	const replies = [await publish(id), await publish(id, {dryRun: true})];
	for (const {status, body} of replies) {
		t.is(status, 413);
		t.is(body.error, 'tour_too_large');
		const [, wanted, limit] = /(\d+) bytes; (\d+)/.exec(body.message)!;
		t.true(Number(wanted) > steps * largest);
		t.is(Number(limit), 12_582_912);
		t.true(body.errors.length > 0);
	}
	t.is((await open(url)).body, before);
	t.is((await publish(id)).status, 413);
	const {steps: all} = await read(id);
	await ana('DELETE', `/v1/tours/${id}/steps/${all.at(-1).id}`);
	await ana('DELETE', `/v1/tours/${id}/steps/${all.at(-2).id}`);
	t.is((await publish(id)).status, 200);
});

test('five publishes at once are one 201 and four 200, with one slug, and leave nothing unpublished', async t => {
	const id = await newTour();
	await add(id, {type: 'slide', title: 'One'});
	const replies = await Promise.all(Array.from({length: 5}, () => publish(id)));
	t.deepEqual(replies.map(({status}) => status).toSorted(), [...Array(4).fill(200), 201]);
	t.is(new Set(replies.map(({body}) => body.publishedLink.slug)).size, 1);
	t.like(await read(id), {status: 'published', hasUnpublishedChanges: false});
});

test('a slug is compared bytewise: in another case, or with a blank behind it, it is another one', async t => {
	const id = await newTour();
	await add(id, {type: 'slide', title: 'One'});
	const {url, slug} = (await publish(id)).body.publishedLink;
	t.is((await open(url)).status, 200);
	const swapped = [...slug].map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
	for (const other of [swapped, `${slug}%20`, `${slug}%00`, slug.slice(1), '%25', '%E0%A4%A']) {
		const {status, headers} = await open(`/p/${other}`);
		t.is(status, 404, other);
		t.regex(headers.get('content-type')!, /^text\/html/);
	}
});

test("another account's tour can neither be published nor unpublished: 404, as one that never was", async t => {
	const id = await tourWithImage();
	await publish(id);
	const bento = await service.client();
	const never = await bento('POST', '/v1/tours/tour_x/publish');
	for (const reply of [await bento('POST', `/v1/tours/${id}/publish`), await bento('DELETE', `/v1/tours/${id}/publish`)]) {
		t.is(reply.status, 404);
		t.deepEqual(reply.body, never.body);
	}
	t.is((await read(id)).status, 'published');
});

test('If-Match guards publish and unpublish', async t => {
	const id = await newTour();
	await add(id, {type: 'slide', title: 'One'});
	t.is((await publish(id, {}, {'If-Match': '"v1"'})).status, 412);
	const done = await publish(id, {}, {'If-Match': '"v2"'});
	t.is(done.status, 201);
	t.is(done.headers.get('etag'), `"v${(await read(id)).version}"`);
	t.is((await ana('DELETE', `/v1/tours/${id}/publish`, {headers: {'If-Match': '"v2"'}})).status, 412);
});
