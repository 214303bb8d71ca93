import test from 'ava';
import {TourDocument} from '../../shared/contract/document.ts';
import {sha256} from '../../shared/ids.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {documentOf} from '../../shared/tour/document/from-document.ts';
import {animation} from '../../test/helpers/images.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {randomTour} from '../../test/helpers/random-tour.ts';
import {type Client, type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService({}, {also: ['audio']});
const ana = await service.client();
const mediaIds = await Promise.all([0, 1, 2].map(() => upload(ana)));
test.after.always(() => service.stop());

async function upload(client: Client): Promise<string> {
	return (await client('POST', '/v1/media', {body: {base64: (await picture()).toString('base64')}})).body.media.mediaId;
}
const put = (key: string, document: unknown, more: object = {}, client = ana, headers = {}) =>
	client('PUT', `/v1/documents/${key}`, {body: {document, ...more}, headers});
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);
const opsOf = ({body}: Reply): string[] => body.changes.map(({op, field}: {op: string; field: string}) => `${op} ${field}`);
const slide = (key: string, more: object = {}) => ({key, type: 'slide', title: key, ...more});
let names = 0;
const newKey = () => `tour-${++names}`;

test('one call makes a whole tour, published by a second; the same call again changes nothing, and a third time neither', async t => {
	const key = newKey();
	const document = {
		name: 'First flow',
		language: 'en',
		theme: {preset: 'corporate-blue', colors: {accent: '#123456'}},
		leadCapture: {enabled: true, title: 'Hello'},
		endCta: {enabled: true, link: {url: 'https://example.com/'}},
		steps: [
			{key: 'one', title: 'One', alt: 'A picture', image: {mediaId: mediaIds[0]}, click: {x: 0.5, y: 0.5}},
			{key: 'two', title: 'Two', alt: 'Another', image: {mediaId: mediaIds[1]}, highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1}},
			slide('end'),
		],
	};
	const made = await put(key, document);
	t.is(made.status, 201, JSON.stringify(made.body));
	t.like(made.body.tour, {
		name: 'First flow',
		createdBy: 'agent',
		stepCount: 3,
		version: 1,
		narrationSettings: {language: 'en', voices: {}},
	});
	t.is(made.headers.get('etag'), '"v1"');
	t.deepEqual(made.body.warnings, []);
	t.deepEqual(made.body.document.steps[0].highlight, {x: 0.43, y: 0.46, width: 0.14, height: 0.08});
	for (const sent of [document, made.body.document]) {
		const again = await put(key, sent);
		t.is(again.status, 200);
		t.deepEqual(
			again.body.changes.filter(({field}: {field: string}) => field !== 'highlight'),
			[],
		);
		t.is(again.body.tour.id, made.body.tour.id);
	}
	const read = await ana('GET', `/v1/documents/${key}`);
	t.deepEqual(read.body.document, made.body.document);
	t.deepEqual((await ana('GET', `/v1/documents/${made.body.tour.id}`)).body, read.body);
	t.deepEqual((await ana('GET', `/v1/tours/${made.body.tour.id}`)).body.tour, read.body.tour);
	t.is((await ana('POST', `/v1/tours/${made.body.tour.id}/publish`, {body: {}})).status, 201);
});

test('the document of any tour put back into it through the service changes nothing: 24 random tours', async t => {
	const random = seededRandom(5);
	for (let count = 0; count < 24; count++) {
		const tour = randomTour(random);
		const steps = tour.steps.map(step => (step.image ? {...step, image: {...step.image, mediaId: random.pick(mediaIds)}} : step));
		const voices = {};
		const key = newKey();
		const made = await put(key, documentOf({...tour, steps, narrationSettings: {...tour.narrationSettings, voices}}));
		t.is(made.status, 201, JSON.stringify(made.body));
		const read = await ana('GET', `/v1/documents/${key}`);
		const again = await put(key, read.body.document);
		t.deepEqual([again.status, again.body.changes, again.body.adjustments], [200, [], []]);
		t.is(again.headers.get('etag'), read.headers.get('etag'));
	}
});

test('a tour that was made step by step has a document as well, and what it leaves out is removed', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'By hand'}})).body;
	for (const title of ['a', 'b', 'c']) await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title}});
	const {document} = (await ana('GET', `/v1/documents/${tour.id}`)).body;
	const [a, b, c] = document.steps;
	const reply = await put(tour.id, {...document, name: 'Renamed', steps: [c, {...a, title: 'A'}, slide('new')]});
	t.is(reply.status, 200);
	t.deepEqual(opsOf(reply), ['change name', 'change title', 'remove steps[1]', 'move position', 'add steps[2]']);
	t.is(reply.body.changes[2].step, b.id);
	t.deepEqual(reply.body.tour.steps.map(({id}: {id: string}) => id).slice(0, 2), [c.id, a.id]);
	t.is(reply.body.tour.version, 5);
});

test('a dry run answers what would change, and writes nothing: neither a tour nor a change nor a limit', async t => {
	const key = newKey();
	const document = {name: 'Not yet', steps: [slide('a'), {key: 'b', image: {url: 'https://example.com/b.png'}}]};
	const dry = await put(key, document, {dryRun: true});
	t.is(dry.status, 200);
	t.true(dry.body.dryRun);
	t.false('tour' in dry.body);
	t.deepEqual(opsOf(dry), ['add steps[0]', 'add steps[1]']);
	t.deepEqual(dry.body.document.steps[1].image, {url: 'https://example.com/b.png'});
	t.is((await ana('GET', `/v1/documents/${key}`)).status, 404);
	await put(key, {name: 'Now', steps: [slide('a')]});
	t.deepEqual(opsOf(await put(key, {name: 'Then', steps: []}, {dryRun: true})), ['change name', 'remove steps[0]']);
	t.is((await ana('GET', `/v1/documents/${key}`)).body.document.name, 'Now');
});

test('warnings say what is unwise and what still keeps it from being published', async t => {
	const {body} = await put(newKey(), {
		name: 'T',
		theme: {colors: {text: '#FFFFFF', popoverBg: '#FEFEFE'}},
		endCta: {enabled: true},
		steps: [{key: 'a', title: 'A'}],
	});
	t.deepEqual(body.warnings.map(({field}: {field: string}) => field).sort(), [
		'endCta',
		'steps[0].alt',
		'steps[0].image',
		'theme.colors.text',
	]);
});

test('every fault of a document is named by its place in it', async t => {
	const steps = [
		{title: 'x'.repeat(121)},
		{highlight: {x: 'left', y: 0, width: 1}},
		{image: {}},
		{image: {mediaId: 'a', url: 'https://example.com/'}},
		{positon: 1},
	];
	const reply = await put(newKey(), {name: '', steps, languge: 'en'});
	t.is(reply.status, 400);
	t.deepEqual(fieldsOf(reply).sort(), [
		'languge',
		'name',
		'steps[0].title',
		'steps[1].highlight.height',
		'steps[1].highlight.x',
		'steps[2].image',
		'steps[3].image',
		'steps[4].positon',
	]);
	const twins = await put(newKey(), {name: 'T', steps: [slide('a'), slide('a')]});
	t.deepEqual([twins.status, fieldsOf(twins)], [400, ['steps[1].key']]);
	const foreign = await put(newKey(), {
		name: 'T',
		steps: [slide('a'), {image: {mediaId: await upload(await service.client())}}, {image: {mediaId: ''}}],
	});
	t.deepEqual([foreign.status, fieldsOf(foreign)], [404, ['steps[1].image.mediaId', 'steps[2].image.mediaId']]);
	const many = await put(newKey(), {name: 'T', steps: Array.from({length: 501}, (_, index) => slide(`s${index}`))});
	t.deepEqual([many.status, many.body.error, fieldsOf(many)], [400, 'too_many_steps', ['steps']]);
	const later = await put(newKey(), {name: 'T', version: 2, pages: []});
	t.deepEqual([later.status, later.body.error, fieldsOf(later)], [400, 'document_version', ['version']]);
	const voices = await put(newKey(), {name: 'T', voices: {en: '3f2b0000-0000-4000-8000-000000000000'}});
	t.deepEqual([voices.status, fieldsOf(voices)], [400, ['voices.en']]);
	const urls = Array.from({length: 21}, (_, index) => ({image: {url: `https://example.com/${index}.png`}}));
	t.deepEqual(fieldsOf(await put(newKey(), {name: 'T', steps: urls})), ['steps']);
});

test('a name of ours has a form, a tour that is not there is not made, and nobody reaches the tours of another account', async t => {
	for (const key of ['A', '-a', 'a b', 'ä', 'x'.repeat(65)]) {
		const reply = await put(encodeURIComponent(key), {name: 'T'});
		t.deepEqual([reply.status, fieldsOf(reply)], [400, ['key']], key);
		t.is((await ana('GET', `/v1/documents/${encodeURIComponent(key)}`)).status, 404);
	}
	const key = newKey();
	const made = await put(key, {name: 'Mine'});
	const bento = await service.client();
	const never = await put('tour_01hzzzzzzzzzzzzzzzzzzzzzzz', {name: 'T'}, {}, bento);
	t.is(never.status, 404);
	t.deepEqual((await put(made.body.tour.id, {name: 'T'}, {}, bento)).body, never.body);
	t.is((await put(key, {name: 'His'}, {}, bento)).status, 201);
	t.is((await ana('GET', `/v1/documents/${key}`)).body.document.name, 'Mine');
	const steps = [{id: made.body.tour.id, title: 'x'}];
	t.is(
		(await put(newKey(), {name: 'Copy', steps}, {}, bento)).status,
		201,
		'an id that is not there is no fault: the document may come from elsewhere',
	);
});

test('of two writers with If-Match one wins, and the other gets a 412', async t => {
	const key = newKey();
	const made = await put(key, {name: 'T', steps: [slide('a')]});
	const headers = {'If-Match': made.headers.get('etag')!};
	const replies = await Promise.all(['one', 'two'].map(name => put(key, {name, steps: [slide('a')]}, {}, ana, headers)));
	t.deepEqual(replies.map(({status}) => status).sort(), [200, 412]);
	const absent = await put(newKey(), {name: 'T'}, {}, ana, headers);
	t.is(absent.status, 412, 'a tour that is not there has no version');
	t.like(absent.body.errors[0], {field: 'If-Match', hint: 'Leave If-Match out (ifVersion in put_tour) to make it.'});
});

test('with If-None-Match: * a document makes a new tour or nothing', async t => {
	const key = newKey();
	const headers = {'If-None-Match': '*'};
	const replies = await Promise.all(['one', 'two'].map(name => put(key, {name, steps: [slide('a')]}, {}, ana, headers)));
	t.deepEqual(replies.map(({status}) => status).sort(), [201, 412]);
	const {body} = await ana('GET', `/v1/documents/${key}`);
	t.is(body.document.name, replies.find(({status}) => status === 201)!.body.document.name);
	const late = await put(key, {name: 'late'}, {dryRun: true}, ana, headers);
	t.is(late.status, 412);
	t.like(late.body.errors[0], {field: 'If-None-Match', message: 'There is such a tour already, at version 1.'});
});

test('a document that goes back and forth between two writers: the later one reads again, and neither takes away what the other wrote', async t => {
	const key = newKey();
	await put(key, {name: 'T', steps: []});
	const read = async () => {
		const {body, headers} = await ana('GET', `/v1/documents/${key}`);
		return {document: body.document, headers: {'If-Match': headers.get('etag')!}};
	};
	let late = 0;
	const write = async (writer: string) => {
		for (let turn = 0; turn < 6; turn++) {
			for (;;) {
				const {document, headers} = await read();
				const steps = [...(document.steps ?? []), slide(`${writer}-${turn}`)];
				const reply = await put(key, {...document, steps}, {}, ana, headers);
				if (reply.status === 200) break;
				t.is(reply.status, 412, JSON.stringify(reply.body));
				late++;
			}
		}
	};
	await Promise.all([write('a'), write('b')]);
	const {document} = await read();
	const expected = ['a', 'b'].flatMap(writer => Array.from({length: 6}, (_, turn) => `${writer}-${turn}`));
	t.deepEqual(document.steps.map(({title}: {title: string}) => title).sort(), expected.sort());
	t.log(`${late} times late`);
});

test('a key that begins with a sign is refused, of a tour and of a step, with how a key begins', async t => {
	for (const key of ['-x', '.x', '_x']) {
		const {body} = await ana('PUT', `/v1/documents/${key}`, {body: {document: {name: 'Signs', steps: [{key, type: 'slide', title: 'A'}]}}});
		const faults = body.errors.map(({field, hint}: {field: string; hint: string}) => [field, /a-z or 0-9, then also/.test(hint)]);
		t.deepEqual(faults.sort(), [
			['key', true],
			['steps[0].key', true],
		]);
	}
});

test('two keys are two tours, and the id of a step of the one is no step of the other', async t => {
	const [one, two] = [newKey(), newKey()];
	const first = (await put(one, {name: 'One', steps: [slide('a')]})).body;
	const second = (await put(two, {name: 'Two', steps: [{...slide('b'), id: first.document.steps[0].id}]})).body;
	t.not(second.document.steps[0].id, first.document.steps[0].id);
	t.is((await ana('GET', `/v1/documents/${one}`)).body.document.steps[0].title, 'a');
	t.deepEqual((await put(one, {name: 'One', steps: [slide('a')]})).body.tour.id, first.tour.id);
	t.not(first.tour.id, second.tour.id);
	t.is((await ana('GET', `/v1/documents/${first.tour.id}`)).body.document.name, 'One');
});

test('ten that put a new name at once make one tour of it', async t => {
	const key = newKey();
	const replies = await Promise.all(Array.from({length: 10}, (_, index) => put(key, {name: `T ${index}`, steps: [slide('a')]})));
	t.deepEqual(
		replies.map(({status}) => status).sort(),
		[...Array(9).fill(200), 201].sort(),
		JSON.stringify(replies.map(({body}) => body.error)),
	);
	t.is(new Set(replies.map(({body}) => body.tour.id)).size, 1);
});

test('images by URL that cannot be had: 400, each step named, and nothing is made', async t => {
	const key = newKey();
	const steps = [
		slide('a'),
		{image: {url: 'https://127.0.0.1/x.png'}},
		{image: {mediaId: mediaIds[0]}},
		{image: {url: 'https://127.0.0.1/x.png'}},
	];
	const reply = await put(key, {name: 'T', steps});
	t.deepEqual([reply.status, reply.body.error, fieldsOf(reply)], [400, 'image_unreachable', ['steps[1].image.url', 'steps[3].image.url']]);
	t.is((await ana('GET', `/v1/documents/${key}`)).status, 404);
});

test('images that were fetched are stored and put, animations too; put again nothing changes', async t => {
	const key = newKey();
	const files = [await picture(), await animation('gif'), await picture()];
	const originals = await Promise.all(files.map(bytes => service.services.files.put('originals', bytes)));
	t.deepEqual(
		originals,
		files.map(bytes => sha256(bytes).toString('hex')),
	);
	const sources = originals.map((original, index) => ({url: `https://example.com/${index}`, original}));
	const document = {name: 'T', steps: sources.map(({url}, index) => ({key: `s${index}`, image: {url}}))};
	const run = async () => {
		const input = {key, ifMatch: null, createdBy: 'agent', document, sources};
		const job = await tx(service.services.database, db => insertJob(db, {accountId: ana.accountId, type: 'put-document', input}));
		await service.services.dispatcher.run(job, 60_000);
		return (await ana('GET', `/v1/jobs/${job.id}`)).body.job;
	};
	const first = await run();
	t.is(first.status, 'succeeded', JSON.stringify(first.error));
	t.deepEqual(
		first.result.document.steps.map(({image}: {image: object}) => image),
		originals.map(mediaId => ({mediaId})),
	);
	for (const {image} of first.result.tour.steps) t.is((await fetch(image.url)).status, 200);
	t.deepEqual((await run()).result.changes, []);
});

test('a tour of 500 steps with long texts goes out and comes back', async t => {
	const key = newKey();
	const steps = Array.from({length: 500}, (_, index) =>
		slide(`s${index}`, {text: 'x'.repeat(1200), narrationScript: 'ä'.repeat(1500), alt: 'y'.repeat(300)}),
	);
	const made = await put(key, {name: 'Long', steps});
	t.is(made.status, 201, JSON.stringify(made.body.errors));
	t.deepEqual((await put(key, made.body.document)).body.changes, []);
});

test('the schema of a document is published, and the document that is answered fits it', async t => {
	const response = await fetch(new URL('/schemas/tour-1.json', service.baseUrl));
	t.is(response.status, 200);
	t.regex(response.headers.get('content-type')!, /json/);
	const {$id, $schema, title, ...schema} = await response.json();
	t.is($id, `${service.baseUrl}/schemas/tour-1.json`);
	t.truthy($schema && title);
	const {document} = (
		await put(newKey(), {name: 'T', language: 'en', steps: [slide('a'), {image: {mediaId: mediaIds[0]}, click: {x: 0, y: 1}}]})
	).body;
	t.is(document.$schema, $id);
	t.deepEqual(compileSchema(schema)(document), []);
	t.deepEqual(compileSchema(TourDocument)(document), []);
});
