import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import type {ScreenElement} from '../../../shared/contract/pictures/element.ts';
import {animation, compass, screenshot} from '../../../test/helpers/images.ts';
import {connectAgent, ERAS} from '../../../test/helpers/mcp.ts';
import {startService} from '../../../test/helpers/service.ts';

const SCREENS = resolve(import.meta.dirname, '../../../test/evals/local-writer/tuned-on');

const service = await startService();
const ana = await service.client();
const upload = async (bytes: Buffer) =>
	(await ana('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media.mediaId as string;
const find = (mediaId: string, body: object = {}, client = ana) => client('POST', `/v1/media/${mediaId}/elements`, {body});
const screen = await upload(await readFile(join(SCREENS, 'wordpress-en-03.webp')));
const newStep = async (mediaId: string) => {
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Placed'}})).body.tour;
	const {step} = (await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'One', image: {mediaId}}})).body;
	return {id, place: (body: object) => ana('POST', `/v1/tours/${id}/steps/${step.id}/target`, {body})};
};
test.after.always(() => service.stop());
const rows = async () => Number((await service.services.database.query('SELECT COUNT(*) AS n FROM media_elements'))[0].n);

test.serial('a screenshot is read once by a worker: then its elements are there, each inside the picture with its click', async t => {
	const first = await find(screen, {limit: 200});
	t.is(first.status, 200, JSON.stringify(first.body));
	const elements: ScreenElement[] = first.body.elements;
	t.true(elements.length > 20);
	for (const {text, highlight, click, nth, confidence} of elements) {
		t.true(text !== '' && nth >= 1 && confidence > 0 && confidence <= 1);
		t.true(highlight.x >= 0 && highlight.y >= 0 && highlight.x + highlight.width <= 1.00001 && highlight.y + highlight.height <= 1.00001);
		t.true(
			click.x >= highlight.x &&
				click.x <= highlight.x + highlight.width &&
				click.y >= highlight.y &&
				click.y <= highlight.y + highlight.height,
		);
	}
	const jobs = async () =>
		Number((await service.services.database.query("SELECT COUNT(*) AS n FROM jobs WHERE type = 'read-elements'"))[0].n);
	const before = await jobs();
	const {body} = await find(screen, {query: 'add new user', limit: 3});
	t.is(body.elements[0].text, 'Add New User');
	t.true(body.elements.length <= 3);
	const some = (await find(screen, {limit: 5})).body;
	t.deepEqual([some.elements.length, some.leftOut], [5, elements.length - 5], 'What is cut says so.');
	t.true(some.hint.includes(`limit ${elements.length}`), some.hint);
	t.like(first.body, {leftOut: undefined, hint: undefined});
	const none = (await find(screen, {query: 'nothing like this is written there'})).body;
	t.deepEqual(none.elements, []);
	t.regex(none.hint, /What was read first: ".+" and nth/);
	t.is(await jobs(), before, 'What was read is not read again.');
});

test.serial('words place highlight and click; several of the same are listed with their places, and nth chooses', async t => {
	const {place} = await newStep(screen);
	const elements: ScreenElement[] = (await find(screen, {limit: 200})).body.elements;
	const alone = elements.find(
		({text, nth}) => text.length > 5 && nth === 1 && elements.filter(other => other.text.toLowerCase() === text.toLowerCase()).length === 1,
	)!;
	const placed = await place({text: alone.text});
	t.is(placed.status, 200, JSON.stringify(placed.body));
	t.deepEqual(placed.body.step.highlight, alone.highlight);
	t.deepEqual(placed.body.step.click, alone.click);
	const unknown = await place({text: 'nothing like this is written there'});
	t.is(unknown.body.error, 'target_not_found');
	t.regex(unknown.body.errors[0].hint, /find_elements/);
	t.like((await place({text: alone.text, nth: 9})).body, {error: 'target_not_found'});
});

test.serial('a target in pixels is placed by the size of the image, and clamped as any highlight', async t => {
	const {place} = await newStep(await upload(await screenshot(400, 200).png().toBuffer()));
	const {body} = await place({pixels: {x: 100, y: 50, width: 40, height: 20}});
	t.deepEqual(body.step.highlight, {x: 0.25, y: 0.25, width: 0.1, height: 0.1});
	t.deepEqual(body.step.click, {x: 0.3, y: 0.3});
	const beyond = await place({pixels: {x: 390, y: 50, width: 40, height: 20}});
	t.like(beyond.body.adjustments, [{field: 'highlight.width'}]);
	for (const body of [
		{},
		{text: 'a', pixels: {x: 0, y: 0, width: 1, height: 1}},
		{pixels: {x: 0, y: 0, width: 1, height: 1}, nth: 2},
		{text: '…'},
	]) {
		t.is((await place(body)).body.error, 'invalid_request', JSON.stringify(body));
	}
});

test.serial(
	'a picture without words, an animation and one of 49 megapixels are answered, and a slide is an error that says what it lacks',
	async t => {
		const plain = await sharp({create: {width: 640, height: 400, channels: 3, background: '#eef'}})
			.png()
			.toBuffer();
		const {elements, hint} = (await find(await upload(plain))).body;
		t.deepEqual(elements, []);
		t.regex(hint, /highlight and click/);
		const moving = await find(await upload(await animation('gif', {frames: 3})));
		t.is(moving.status, 200, JSON.stringify(moving.body));
		const large = await find(await upload(await compass(7000, 7000).png().toBuffer()));
		t.is(large.status, 200, JSON.stringify(large.body));
		const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Slides'}})).body.tour;
		const {step} = (await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One'}})).body;
		t.is((await ana('POST', `/v1/tours/${id}/steps/${step.id}/target`, {body: {text: 'Save'}})).body.error, 'target_not_found');
	},
);

test.serial("another account's image is not there, and what was read of an image goes with it", async t => {
	const reply = await find(screen, {}, await service.client());
	t.is(reply.status, 404);
	t.is(reply.body.errors[0].field, 'mediaId');
	t.true((await rows()) > 0);
});

test.serial('where the reader is missing nothing is kept and the error says what else to do', async t => {
	const without = await startService({PROGRAMS_DIR: '/nonexistent'});
	const client = await without.client();
	const bytes = await readFile(join(SCREENS, 'wordpress-en-03.webp'));
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media;
	const reply = await client('POST', `/v1/media/${mediaId}/elements`, {body: {}});
	t.is(reply.status, 503);
	t.regex(reply.body.message, /highlight and click/);
	t.is(Number((await without.services.database.query('SELECT COUNT(*) AS n FROM media_elements'))[0].n), 0);
	await without.stop();
});

test.serial('a reader that is killed midway keeps nothing and is said to be away; the next reading is whole', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'reader-'));
	const killed = join(folder, 'killed');
	const program = join(folder, 'tesseract');
	// Takes the picture in, and dies with it the first time.
	const script = [
		'#!/bin/sh',
		`if [ ! -e ${killed} ]; then touch ${killed}; cat > /dev/null; kill -9 $$; fi`,
		`exec ${service.config.tesseract} "$@"`,
	];
	await writeFile(program, `${script.join('\n')}\n`, {mode: 0o755});
	const own = await startService({PROGRAMS_DIR: folder});
	const client = await own.client();
	const kept = async () => Number((await own.services.database.query('SELECT COUNT(*) AS n FROM media_elements'))[0].n);
	const bytes = await readFile(join(SCREENS, 'adminer-en-04.webp'));
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media;
	const first = await client('POST', `/v1/media/${mediaId}/elements`, {body: {}});
	t.deepEqual([first.status, first.body.error, await kept()], [503, 'unavailable', 0], JSON.stringify(first.body));
	t.regex(first.body.message, /highlight and click/);
	t.truthy(first.headers.get('retry-after'));
	const second = await client('POST', `/v1/media/${mediaId}/elements`, {body: {query: 'Auto Increment'}});
	t.is(second.status, 200, JSON.stringify(second.body));
	t.true(second.body.elements.length > 0);
	t.is(await kept(), 1);
	await own.stop();
	await rm(folder, {recursive: true, force: true});
});

test.serial('an agent places a step by words, from bytes that nobody has stored before', async t => {
	const agent = await connectAgent(service.baseUrl, (await service.client()).key, ERAS[1]);
	const {id} = (await agent.call('create_tour', {name: 'By words', language: 'en'})).body.tour;
	const base64 = (await readFile(join(SCREENS, 'wordpress-pt-BR-01.webp'))).toString('base64');
	const added = await agent.call('add_step', {id, title: 'One', image: {base64}, target: {pixels: {x: 10, y: 10, width: 100, height: 40}}});
	t.false(added.isError, JSON.stringify(added.body));
	t.truthy(added.picture);
	const {mediaId} = added.body.step.image;
	const {elements} = (await agent.call('find_elements', {mediaId, limit: 400})).body as {elements: ScreenElement[]};
	const counted = Map.groupBy(elements, ({text}) => text.toLowerCase());
	const [several] = [...counted.values()].filter(list => list.length > 1);
	const stepId = added.body.step.id;
	if (several) {
		const ambiguous = await agent.call('update_step', {id, stepId, target: {text: several[0]!.text}});
		if (ambiguous.isError) {
			t.is(ambiguous.body.error, 'target_ambiguous');
			const [, text, nth] = /send text "(.+)" and nth (\d+)/.exec(ambiguous.body.errors[0].hint)!;
			const chosen = await agent.call('update_step', {id, stepId, target: {text, nth: Number(nth)}});
			t.false(chosen.isError, JSON.stringify(chosen.body));
		} else t.regex(ambiguous.body.adjustments[0].reason, /fit others too/);
	}
	const icons = elements.filter(({text}) => text === '[icon]');
	t.true(icons.length > 1);
	const pointed = await agent.call('update_step', {id, stepId, target: {text: '[icon]', nth: 2}});
	t.deepEqual(pointed.body.step.highlight, icons[1]!.highlight);
	const empty = (await agent.call('find_elements', {mediaId, query: 'nothing like this'})).body;
	t.deepEqual(empty.elements, []);
	t.regex(empty.hint, /\[icon\]/);
	const twice = await agent.call('update_step', {id, stepId, target: {text: 'x'}, click: {x: 0.5, y: 0.5}});
	t.is(twice.body.errors[0].field, 'target');
	const faulty = await agent.call('add_step', {id, title: 'x'.repeat(200), scene: 0, image: {base64}, target: {text: 'x'}});
	t.deepEqual(faulty.body.errors.map(({field}: {field: string}) => field).sort(), ['scene', 'title']);
	await agent.close();
});
