import {tracingChannel} from 'node:diagnostics_channel';
import test from 'ava';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService({}, {workers: false});
const ana = await service.client();
const bento = await service.client();
test.after.always(() => service.stop());

const UNKNOWN = 'tour_01jd0000000000000000000000';
const newTour = async (client = ana, body: object = {name: 'Tour'}) => (await client('POST', '/v1/tours', {body})).body.tour;
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

test('POST /v1/tours answers 201 with an empty, unpublished tour', async t => {
	const {status, headers, body} = await ana('POST', '/v1/tours', {body: {name: 'Primeiro tour'}});
	t.is(status, 201);
	t.true(body.ok);
	const {tour} = body;
	t.regex(tour.id, /^tour_[0-9a-z]{26}$/);
	t.like(tour, {name: 'Primeiro tour', status: 'unpublished', steps: [], stepCount: 0, publishedLink: null, hasUnpublishedChanges: false});
	t.like(tour, {createdBy: 'agent', tags: ['created by agent'], version: 1, narrationSettings: {language: 'pt', voices: {}}});
	t.is(tour.theme.preset, 'documento');
	t.false(tour.leadCapture.enabled);
	t.false(tour.endCta.enabled);
	t.is(headers.get('etag'), '"v1"');
	const read = await ana('GET', `/v1/tours/${tour.id}`);
	t.is(read.status, 200);
	t.deepEqual(read.body, body);
});

test('a tour is created with its theme', async t => {
	const theme = {preset: 'dark', colors: {accent: '#ABCDEF'}, font: 'lato'};
	const tour = await newTour(ana, {name: 'Dark', theme});
	t.is(tour.theme.preset, 'dark');
	t.is(tour.theme.font, 'lato');
	t.is(tour.theme.colors.accent, '#ABCDEF');
	t.is(tour.theme.colors.popoverBg, '#15181E');
});

for (const [what, name] of Object.entries({
	'of 200 letters': 'a'.repeat(200),
	'of 200 emoji, each one code point': '😀'.repeat(200),
	'of one character': 'x',
	'with line breaks, quotes, tags and a NUL': 'a\n"\'<b>&\\\0',
	'that looks like JSON': '{"a":[1]}',
	'in five scripts': 'ação שלום مرحبا 日本語 Ελλάδα',
})) {
	test(`a tour takes a name ${what} and keeps it to the letter`, async t => {
		const tour = await newTour(ana, {name});
		t.is(tour.name, name);
		t.is((await ana('GET', `/v1/tours/${tour.id}`)).body.tour.name, name);
		const renamed = await ana('PATCH', `/v1/tours/${tour.id}`, {body: {name: `${name}!`}});
		t.is(renamed.body.tour.name, `${name}!`);
	});
}

for (const [what, body, field] of [
	['without a name', {}, 'name'],
	['with a name of 201 letters', {name: 'a'.repeat(201)}, 'name'],
	['with a name of 201 emoji', {name: '😀'.repeat(201)}, 'name'],
	['with an empty name', {name: ''}, 'name'],
	['with a name of null', {name: null}, 'name'],
	['with a number for a name', {name: 5}, 'name'],
	['with an unknown property', {name: 'Tour', colour: 'red'}, 'colour'],
	['with an id of its own', {name: 'Tour', id: UNKNOWN}, 'id'],
	['with steps', {name: 'Tour', steps: []}, 'steps'],
	['with an unknown preset', {name: 'Tour', theme: {preset: 'pink'}}, 'theme.preset'],
	['with a short colour', {name: 'Tour', theme: {colors: {accent: '#FFF'}}}, 'theme.colors.accent'],
	['with an unknown property of the theme', {name: 'Tour', theme: {radius: 3}}, 'theme.radius'],
] as const) {
	test(`POST /v1/tours refuses a tour ${what}: 400 on ${field}`, async t => {
		const reply = await ana('POST', '/v1/tours', {body});
		t.is(reply.status, 400);
		t.like(reply.body, {ok: false, error: 'invalid_request'});
		t.deepEqual(fieldsOf(reply), [field]);
	});
}

test('PATCH /v1/tours/{id} renames without a maximum: 201 characters, and 900,000', async t => {
	const {id} = await newTour();
	for (const length of [201, 900_000]) {
		const {status, body} = await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'n'.repeat(length)}});
		t.is(status, 200);
		t.is(body.tour.name.length, length);
	}
});

for (const [what, body, field] of [
	['nothing', {}, 'name'],
	['an empty name', {name: ''}, 'name'],
	['a list', {name: ['a']}, 'name'],
	['another id', {name: 'a', id: 'tour_x'}, 'id'],
	['an unknown property', {name: 'a', theme: {}}, 'theme'],
] as const) {
	test(`PATCH /v1/tours/{id} refuses ${what}: 400 on ${field}`, async t => {
		const {id} = await newTour();
		const reply = await ana('PATCH', `/v1/tours/${id}`, {body});
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), [field]);
		t.is((await ana('GET', `/v1/tours/${id}`)).body.tour.version, 1);
	});
}

test('half of an emoji is text like any other: no 5xx', async t => {
	const created = await ana('POST', '/v1/tours', {raw: '{"name":"\\ud83d half"}', headers: {'Content-Type': 'application/json'}});
	t.true(created.status < 500, created.body.message);
	const {id} = await newTour();
	for (const title of ['\\ud83d', '\\ude00', 'a\\ud83db']) {
		const raw = `{"type":"slide","title":"${title}"}`;
		const {status} = await ana('POST', `/v1/tours/${id}/steps`, {raw, headers: {'Content-Type': 'application/json'}});
		t.true(status === 201 || status === 400, `${title}: ${status}`);
	}
});

test("another account's tour answers exactly as one that never existed, and so does a malformed id", async t => {
	const {id} = await newTour();
	const never = await bento('GET', `/v1/tours/${UNKNOWN}`);
	t.is(never.status, 404);
	for (const other of [
		id,
		'x',
		'%20',
		'%25',
		'%2525',
		'%00',
		'a%2Fb',
		'%F0%9F%98%80',
		encodeURIComponent('çã'),
		'x'.repeat(500),
		'..%2f..',
	]) {
		for (const [method, body] of [['GET'], ['PATCH', {name: 'mine'}]] as const) {
			const reply = await bento(method, `/v1/tours/${other}`, {body});
			t.is(reply.status, 404, `${method} ${other}`);
			t.deepEqual(reply.body, never.body, `${method} ${other}`);
		}
	}
	t.is((await ana('GET', `/v1/tours/${id}`)).body.tour.name, 'Tour');
});

test('an id is compared bytewise: in upper case, or with a blank behind it, it is another one', async t => {
	const {id} = await newTour();
	for (const other of [id.toUpperCase(), `${id}%20`, `${id}%20%20`, `${id}%00`, `%20${id}`]) {
		t.is((await ana('GET', `/v1/tours/${other}`)).status, 404, other);
		t.is((await ana('PATCH', `/v1/tours/${other}`, {body: {name: 'x'}})).status, 404, other);
	}
});

test('the ETag follows the version; the same version again is 304', async t => {
	const {id} = await newTour();
	const path = `/v1/tours/${id}`;
	// fetch() would otherwise ask for a fresh copy by itself.
	const ask = (tag: string) => ana('GET', path, {headers: {'If-None-Match': tag, 'Cache-Control': 'max-age=0'}});
	t.is((await ask('"v1"')).status, 304);
	const renamed = await ana('PATCH', path, {body: {name: 'New'}, headers: {'If-Match': '"v1"'}});
	t.is(renamed.headers.get('etag'), '"v2"');
	t.is((await ask('"v1"')).status, 200);
	for (const tag of ['"v1"', '"v3"', 'W/"v9"']) {
		const late = await ana('PATCH', path, {body: {name: 'Late'}, headers: {'If-Match': tag}});
		t.is(late.status, 412, tag);
		t.is(late.body.error, 'version_mismatch');
	}
	t.is((await ana('PATCH', path, {body: {name: 'Any'}, headers: {'If-Match': '*'}})).status, 200);
	t.is((await ana('GET', path)).body.tour.name, 'Any');
});

test.serial('calls of the same moment read the content of a tour once', async t => {
	const {id} = await newTour();
	let reads = 0;
	const look = (message: unknown) => {
		const {query, values} = message as {query: string; values?: unknown[]};
		if (/^SELECT.*\bdocument\b/s.test(query) && JSON.stringify(values).includes(id)) reads++;
	};
	const {start} = tracingChannel('mysql2:query');
	start.subscribe(look);
	const replies = await Promise.all(Array.from({length: 20}, () => ana('GET', `/v1/tours/${id}`)));
	start.unsubscribe(look);
	t.true(replies.every(({status, body}) => status === 200 && body.tour.id === id));
	t.is(reads, 1);
});

test('GET /v1/tours lists the newest change first, and pages through 7 tours by 3', async t => {
	const carla = await service.client();
	const ids: string[] = [];
	for (let index = 0; index < 7; index++) ids.push((await newTour(carla, {name: `Tour ${index}`})).id);
	await carla('PATCH', `/v1/tours/${ids[2]}`, {body: {name: 'Changed last'}});
	const expected = [ids[2], ...[6, 5, 4, 3, 1, 0].map(index => ids[index])];

	const pages: string[][] = [];
	let cursor: string | null = '';
	while (cursor !== null) {
		const {status, body} = await carla('GET', `/v1/tours?limit=3${cursor && `&cursor=${cursor}`}`);
		t.is(status, 200);
		pages.push(body.tours.map(({id}: {id: string}) => id));
		cursor = body.nextCursor;
	}
	t.deepEqual(
		pages.map(page => page.length),
		[3, 3, 1],
	);
	t.deepEqual(pages.flat(), expected);

	const whole = (await carla('GET', '/v1/tours')).body;
	t.is(whole.nextCursor, null);
	t.like(whole.tours[0], {name: 'Changed last', status: 'unpublished', stepCount: 0, publishedLink: null, tags: ['created by agent']});
	t.deepEqual(Object.keys(whole.tours[0]).toSorted(), [
		'createdAt',
		'createdBy',
		'hasUnpublishedChanges',
		'id',
		'name',
		'publishedLink',
		'status',
		'stepCount',
		'tags',
		'thumbnail',
		'updatedAt',
	]);
	t.is((await carla('GET', '/v1/tours?limit=7')).body.nextCursor, null);
	t.deepEqual((await bento('GET', '/v1/tours')).body, {ok: true, tours: [], nextCursor: null});
});

test('pages of tours that were changed in the same millisecond name each once', async t => {
	const dora = await service.client();
	for (let index = 0; index < 7; index++) await newTour(dora, {name: `Tour ${index}`});
	await service.services.database.query("UPDATE tours SET updated_at = '2026-01-01 00:00:00.123' WHERE account_id = ?", [dora.accountId]);
	const ids: string[] = [];
	let path = '/v1/tours?limit=2';
	for (let page = 0; page < 4; page++) {
		const {body} = await dora('GET', path);
		ids.push(...body.tours.map(({id}: {id: string}) => id));
		path = `/v1/tours?limit=2&cursor=${body.nextCursor}`;
	}
	t.is(ids.length, 7);
	t.is(new Set(ids).size, 7);
});

for (const [query, status] of [
	['limit=1', 200],
	['limit=200', 200],
	['limit=0', 400],
	['limit=201', 400],
	['limit=-1', 400],
	['limit=1.5', 400],
	['limit=ten', 400],
	['limit=', 400],
	['limit=1&limit=2', 400],
	['limit=99999999999999999999', 400],
	['cursor=', 400],
	['cursor=nonsense', 400],
	[`cursor=${Buffer.from('0 x').toString('base64url')}`, 200],
	[`cursor=${Buffer.from('999999999999999 x').toString('base64url')}`, 200],
	['page=2', 400],
	['q=', 200],
	[`q=${'x'.repeat(200)}`, 200],
	[`q=${'x'.repeat(201)}`, 400],
	['status=draft', 400],
	['createdBy=me', 400],
	['sort=size', 400],
	['__proto__=1', 400],
] as const) {
	test(`GET /v1/tours?${query} is ${status}`, async t => {
		const reply = await ana('GET', `/v1/tours?${query}`);
		t.is(reply.status, status);
		if (status === 400) t.deepEqual(fieldsOf(reply), [query.split('=')[0]]);
	});
}
