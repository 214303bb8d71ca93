import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import type {ScreenElement} from '../../shared/contract/pictures/element.ts';
import {sha256} from '../../shared/ids.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {connectAgent, ERAS} from '../../test/helpers/mcp.ts';
import {type Client, jobEnded, type Reply, startService} from '../../test/helpers/service.ts';

const SCREENS = resolve(import.meta.dirname, '../../test/evals/local-writer/tuned-on');

const service = await startService();
const ana = await service.client();
const words = await readFile(join(SCREENS, 'wordpress-en-03.webp'));
const wordless = await screenshot(400, 200).png().toBuffer();
test.after.always(() => service.stop());

const upload = async (bytes: Buffer, client = ana): Promise<string> =>
	(await client('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media.mediaId;
const put = (key: string, steps: object[], more: object = {}, client = ana): Promise<Reply> =>
	client('PUT', `/v1/documents/${key}`, {body: {document: {name: 'Placed', language: 'en', steps}, ...more}});
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);
const elementsOf = async (mediaId: string, client: Client): Promise<ScreenElement[]> =>
	(await client('POST', `/v1/media/${mediaId}/elements`, {body: {limit: 200}})).body.elements;
const readImages = async ({accountId}: Client) =>
	Number((await service.services.database.query('SELECT COUNT(*) AS n FROM media_elements WHERE account_id = ?', [accountId]))[0].n);

/** Where these words were read. */
const places = (elements: ScreenElement[], wanted: string) =>
	elements.filter(({text}) => text === wanted).map(({highlight, click}) => JSON.stringify({highlight, click}));

/** Words that stand on the screen once. */
function alone(elements: ScreenElement[]): ScreenElement {
	const count = (text: string) => elements.filter(other => other.text.toLowerCase() === text.toLowerCase()).length;
	return elements.find(({text, kind}) => kind === 'button' && text.length > 5 && count(text) === 1)!;
}

test.serial('words place the steps of a document on pictures that nobody has read before; the same again changes nothing', async t => {
	const client = await service.client();
	const mediaId = await upload(words, client);
	const target = {text: 'Add New User'};
	const steps = [
		{key: 'words', title: 'By words', alt: 'A', image: {mediaId}, target},
		{key: 'pixels', title: 'By pixels', alt: 'B', image: {mediaId}, target: {pixels: {x: 10, y: 20, width: 100, height: 40}}},
	];
	const dry = await put('words', steps, {dryRun: true}, client);
	t.is(dry.status, 200, JSON.stringify(dry.body));
	t.true(dry.body.dryRun);
	t.is((await client('GET', '/v1/documents/words')).status, 404);
	t.is(await readImages(client), 1, 'what was read is kept, whatever becomes of the document');

	const made = await put('words', steps, {}, client);
	t.is(made.status, 201, JSON.stringify(made.body));
	const {highlight, click} = made.body.document.steps[0];
	t.true(places(await elementsOf(mediaId, client), target.text).includes(JSON.stringify({highlight, click})));
	t.deepEqual(dry.body.document.steps[0].highlight, highlight);
	t.false(JSON.stringify(made.body).includes('"target"'));

	const again = await put('words', steps, {}, client);
	t.deepEqual([again.status, again.body.changes, again.body.tour.version], [200, [], 1]);
	const {document} = (await client('GET', '/v1/documents/words')).body;
	t.false('target' in document.steps[0]);
	const back = await client('PUT', '/v1/documents/words', {body: {document}});
	t.deepEqual([back.body.changes, back.body.tour.version], [[], 1]);
});

test.serial('what does not fit, fits several, or stands on nothing is named step by step, all at once, and nothing is written', async t => {
	const [mediaId, other] = [await upload(words), await upload(wordless)];
	const elements = await elementsOf(mediaId, ana);
	const twice = elements.find(
		({text, nth, kind}) => nth === 2 && kind === elements.find(first => first.text === text && first.nth === 1)?.kind,
	);
	const steps = [
		{key: 'a', title: 'A', image: {mediaId}, target: {text: alone(elements).text}},
		{key: 'b', title: 'B', image: {mediaId}, target: {text: 'nothing like this is written there'}},
		{key: 'c', title: 'C', image: {mediaId: other}, target: {text: 'Save'}},
		{key: 'd', title: 'D', type: 'slide', target: {text: 'Save'}},
		...(twice ? [{key: 'e', title: 'E', image: {mediaId}, target: {text: twice.text}}] : []),
	];
	for (const more of [{dryRun: true}, {}]) {
		const reply = await put('faulty', steps, more);
		t.is(reply.status, 400, JSON.stringify(reply.body));
		const fields = new Set(fieldsOf(reply));
		for (const field of ['steps[1].target.text', 'steps[2].target.text', 'steps[3].target']) t.true(fields.has(field), field);
		if (twice) t.true(fields.has('steps[4].target.nth'), JSON.stringify(reply.body));
		t.false([...fields].some(field => field.startsWith('steps[0]')));
	}
	t.is((await ana('GET', '/v1/documents/faulty')).status, 404);
	const ambiguous = twice && (await put('faulty', [{key: 'e', title: 'E', image: {mediaId}, target: {text: twice.text}}]));
	if (ambiguous) {
		t.is(ambiguous.body.error, 'target_ambiguous');
		const chosen = {text: twice.text, nth: 2};
		const placed = await put('chosen', [{key: 'e', title: 'E', image: {mediaId}, target: chosen}]);
		t.deepEqual(placed.body.document.steps[0].highlight, twice.highlight);
	}
});

test.serial('a target beside the numbers that it places, two targets in one and none are refused by name', async t => {
	const mediaId = await upload(wordless);
	const [highlight, pixels] = [
		{x: 0.1, y: 0.1, width: 0.1, height: 0.1},
		{x: 1, y: 1, width: 10, height: 10},
	];
	const steps = [
		{key: 'a', image: {mediaId}, target: {pixels}, highlight},
		{key: 'b', image: {mediaId}, target: {pixels}, click: {x: 0.5, y: 0.5}},
		{key: 'c', image: {mediaId}, target: {pixels, text: 'Save'}},
		{key: 'd', image: {mediaId}, target: {}},
		{key: 'e', image: {mediaId}, target: {pixels, nth: 2}},
		{key: 'f', image: {mediaId}, target: {pixels, word: 'x'}},
		{key: 'g', image: {mediaId: 'f'.repeat(64)}, target: {pixels}},
	];
	const reply = await put('refused', steps);
	t.is(reply.body.error, 'invalid_request');
	for (const field of ['steps[0].target', 'steps[1].target', 'steps[2].target', 'steps[3].target', 'steps[4].target.nth']) {
		t.true(fieldsOf(reply).includes(field), field);
	}
	t.true(fieldsOf(reply).some(field => field.startsWith('steps[5].target')));
	const unknown = await put('refused', steps.slice(6));
	t.deepEqual([unknown.status, fieldsOf(unknown)], [404, ['steps[0].image.mediaId']]);
});

test.serial('an image that is named by URL is fetched, read and looked at in one; a dry run says that it did not', async t => {
	const client = await service.client();
	const original = await service.services.files.put('originals', words);
	const url = 'https://example.com/screen.webp';
	const steps = [{key: 'a', title: 'A', image: {url}, target: {text: 'Add New User'}}];
	const dry = await put('by-url', steps, {dryRun: true}, client);
	t.is(dry.status, 200);
	t.true(dry.body.warnings.some(({field}: {field: string}) => field === 'steps[0].target'));
	// As the job is once it has fetched it.
	const input = {key: 'by-url', ifMatch: null, createdBy: 'agent', document: {name: 'T', steps}, sources: [{url, original}]};
	const {database, dispatcher} = service.services;
	const job = await tx(database, db => insertJob(db, {accountId: client.accountId, type: 'put-document', input}));
	await dispatcher.enqueue(job);
	const ended = await jobEnded(client, {body: {job: {id: job.id}}} as Reply);
	t.is(ended.status, 'succeeded', JSON.stringify(ended));
	const {highlight, click} = ended.result.document.steps[0];
	t.true(places(await elementsOf(sha256(words).toString('hex'), client), 'Add New User').includes(JSON.stringify({highlight, click})));
	t.is(await readImages(client), 1);
});

test.serial('more unread images than one call can wait for are refused, and not one of them is read', async t => {
	const client = await service.client();
	const made = await Promise.all(
		Array.from({length: 41}, (_, index) =>
			screenshot(120 + index, 60)
				.png()
				.toBuffer(),
		),
	);
	const mediaIds = await Promise.all(made.map(bytes => upload(bytes, client)));
	const steps = mediaIds.map((mediaId, index) => ({key: `s${index}`, title: 'x', image: {mediaId}, target: {text: 'Save'}}));
	const reply = await put('many', steps, {}, client);
	t.deepEqual([reply.status, reply.body.error, fieldsOf(reply)], [400, 'invalid_request', ['steps']]);
	t.regex(reply.body.errors[0].message, /41 images .* 40/);
	t.is(await readImages(client), 0);
	const fewer = await put('many', steps.slice(0, 2), {}, client);
	t.is(fewer.body.error, 'target_not_found');
	t.is(await readImages(client), 2);
});

test.serial('a reader that dies midway leaves what it has read and no tour; the step is named, and the next call goes on', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'dying-reader-'));
	t.teardown(() => rm(folder, {recursive: true}));
	const reader = join(folder, 'tesseract');
	await writeFile(reader, '#!/bin/sh\nkill -9 $$\n');
	await chmod(reader, 0o755);
	const dying = await startService({PROGRAMS_DIR: folder});
	t.teardown(() => dying.stop());
	const client = await dying.client();
	const steps = [
		{key: 'a', title: 'A', image: {mediaId: await upload(wordless, client)}, target: {pixels: {x: 1, y: 1, width: 9, height: 9}}},
		{key: 'b', title: 'B', image: {mediaId: await upload(words, client)}, target: {text: 'Add New User'}},
	];
	const reply = await put('dying', steps, {}, client);
	t.deepEqual([reply.status, reply.body.error, fieldsOf(reply)], [503, 'unavailable', ['steps[1].target']]);
	t.is((await client('GET', '/v1/documents/dying')).status, 404);
	await writeFile(reader, '#!/bin/sh\nexec tesseract "$@"\n');
	const again = await put('dying', steps, {}, client);
	t.is(again.status, 201, JSON.stringify(again.body));
});

for (const era of ERAS) {
	test.serial(`${era}: an agent makes a tour by words alone, and mends an ambiguous one by what its error says`, async t => {
		const client = await service.client();
		const agent = await connectAgent(service.baseUrl, client.key, era);
		t.teardown(() => agent.close());
		const mediaId = await upload(words, client);
		const document = (text: string) => ({name: 'Words', language: 'en', steps: [{key: 'a', title: 'A', image: {mediaId}, target: {text}}]});
		const refused = await agent.call('put_tour', {key: 'agent', document: document('nothing like this is written there')});
		t.true(refused.isError);
		t.is(refused.body.error, 'target_not_found');
		const read = /"([^"]+)"/.exec(refused.body.errors[0].hint)![1]!;
		t.true(read.length > 0, 'The hint quotes what was read.');
		const put = await agent.call('put_tour', {key: 'agent', document: document('Add New User'), full: true});
		t.false(put.isError, JSON.stringify(put.body));
		const {id, steps} = put.body.tour;
		t.truthy(steps[0].highlight);
		const seen = await agent.call('preview_step', {id, stepId: steps[0].id});
		t.is(seen.pictures.length, 2);
	});
}
