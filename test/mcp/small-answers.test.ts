import test from 'ava';
import sharp from 'sharp';
import {screenshot} from '../helpers/images.ts';
import {connectAgent, post, toolCall} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/**
 * Shows that an agent reads a tour of ten steps as a summary of at most 6,144 bytes, with equal facts in text and
 * structure, unless it asks for everything.
 */

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
type Any = any;

const MOST = 6144;
const service = await startService({}, {also: ['audio']});
test.after.always(() => service.stop());

const WORDS: Record<string, (length: number) => string> = {
	short: length => 'Press Save.'.slice(0, length),
	long: length => 'Drag the inject node onto the canvas, "quoted" and \\ escaped. '.repeat(40).slice(0, length).trim(),
	'of three bytes a letter': length => '保存ボタンを押します。'.repeat(120).slice(0, length),
	'of emoji': length => [...'👩‍💻🚀✅'.repeat(400)].slice(0, length).join(''),
};

for (const [kind, words] of Object.entries(WORDS)) {
	test(`ten steps with words that are ${kind}: what changes a tour or reads it answers a summary`, async t => {
		const owner = await service.client();
		const picture = await screenshot(1200, 800).png().toBuffer();
		const {mediaId} = (await owner('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
		const call = async (name: string, input: object): Promise<Any> => {
			const {result} = (await (await post(service.baseUrl, owner.key, toolCall(name, input))).json()) as Any;
			t.falsy(result.isError, JSON.stringify(result));
			t.is(result.content.length, 1);
			t.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, 'each is enough by itself');
			return result;
		};
		const small = async (name: string, input: object): Promise<Any> => {
			const result = await call(name, input);
			const bytes = Buffer.byteLength(JSON.stringify(result));
			t.log(name, bytes);
			t.true(bytes <= MOST, `${name}: ${bytes}`);
			return result.structuredContent;
		};
		// Each step has warnings and adjustments: highlights without alternative text, too wide and outside the picture.
		const steps = Array.from({length: 10}, (_, index) => ({
			key: `step-${index}`,
			title: words(120),
			text: words(1200),
			narrationScript: words(2000),
			image: {mediaId},
			highlight: {x: 0.9, y: 0.1, width: 0.5, height: 0.2},
			click: {x: 0.05, y: 0.05},
		}));
		const document = {name: words(150), language: 'en', steps, endCta: {enabled: false, title: words(100)}};
		const dry = await small('put_tour', {key: kind.replaceAll(' ', '-'), document, dryRun: true});
		t.true(dry.dryRun);
		const made = await small('put_tour', {key: kind.replaceAll(' ', '-'), document});
		const {id} = made.tour;
		t.deepEqual(
			made.tour.steps.map(({key}: Any) => key),
			steps.map(({key}) => key),
		);
		for (const step of made.tour.steps) t.regex(step.id, /^step_/);
		t.true(made.warnings.length > 0 && made.warnings[0].field.length > 0);
		t.true(made.adjustments.length > 0);

		const other = {
			...document,
			steps: steps.map(step => ({...step, title: `New ${step.title}`.slice(0, 90), text: `New ${step.text}`.slice(0, 900)})),
		};
		const changed = await small('put_tour', {key: id, document: other});
		t.true(changed.changes.length + (changed.changesLeftOut ?? 0) >= 20);
		t.like(changed.changes[0], {op: 'change', step: 'step-0'});

		const outline = await small('get_tour_document', {key: id});
		t.false('document' in outline, 'nobody puts back what was cut');
		t.true(outline.tour.steps[0].title.startsWith('New '.slice(0, 3)));
		const {structuredContent: whole} = await call('get_tour_document', {key: id, full: true});
		t.is(whole.document.steps[0].text, other.steps[0]!.text);
		t.deepEqual((await small('put_tour', {key: id, document: whole.document})).changes, []);

		const {versions} = (await call('list_versions', {id})).structuredContent;
		const before = versions.find(({cause}: Any) => cause === 'put') ?? versions[0];
		const restored = await small('restore_version', {id, number: before.number, confirm: true});
		t.true(restored.changes.length > 0);
		t.is(restored.tour.id, id);
		t.is(
			(await call('restore_version', {id, number: before.number, confirm: true, full: true})).structuredContent.tour.steps[0].text,
			steps[0]!.text,
		);
		t.not((await small('duplicate_tour', {id})).tour.id, id);
		t.is((await small('update_tour', {id, name: 'Renamed'})).tour.name, 'Renamed');
	});
}

test('words are exchanged in one call, wherever they stand, and can be brought back', async t => {
	const owner = await service.client();
	const agent = await connectAgent(service.baseUrl, owner.key, '2025-11-25');
	t.teardown(() => agent.close());
	const steps = Array.from({length: 7}, (_, index) => ({
		type: 'slide',
		title: `Workspace ${index}`,
		text: `Open the workspace $& of Acme (${index}).`,
		narrationScript: index === 0 ? 'The Workspace opens.' : '',
	}));
	const endCta = {enabled: true, title: 'Your Workspace awaits', link: {url: 'https://example.com/Workspace'}};
	const {id} = (await agent.call('put_tour', {key: 'words', document: {name: 'Workspace tour', language: 'en', steps, endCta}})).body.tour;
	const replace = [
		{find: 'Workspace', replace: 'Project $1'},
		{find: 'Acme', replace: ''},
	];
	const {isError, body} = await agent.call('update_tour', {id, replace});
	t.false(isError, JSON.stringify(body));
	t.is(body.changes.length + (body.changesLeftOut ?? 0), 1 + 7 + 7 + 1 + 1);
	const {document} = (await agent.call('get_tour_document', {key: id, full: true})).body;
	t.is(document.name, 'Project $1 tour');
	t.deepEqual(
		[document.steps[3].title, document.steps[3].text, document.steps[0].narrationScript],
		['Project $1 3', 'Open the workspace $& of  (3).', 'The Project $1 opens.'],
	);
	t.deepEqual([document.endCta.title, document.endCta.link.url], ['Your Project $1 awaits', 'https://example.com/Workspace']);
	t.deepEqual((await agent.call('update_tour', {id, replace: [{find: 'not there', replace: 'x'}]})).body.changes, []);
	const long = await agent.call('update_tour', {id, replace: [{find: 'Project', replace: 'x'.repeat(200)}]});
	t.deepEqual(
		long.body.errors.map(({field}: {field: string}) => field),
		[...Array.from({length: 7}, (_, index) => `steps[${index}].title`), 'endCta.title'],
	);
	const none = await agent.call('update_tour', {id, replace: [{find: 'Project $1 tour', replace: ''}]});
	t.is(none.body.errors[0].field, 'name');
	t.is((await agent.call('get_tour', {id})).body.tour.name, 'Project $1 tour', 'nothing was changed');
});

test('update_step empties fields by clear, and still by null', async t => {
	const owner = await service.client();
	const agent = await connectAgent(service.baseUrl, owner.key, '2026-07-28');
	t.teardown(() => agent.close());
	const {id} = (await agent.call('create_tour', {name: 'Clear', language: 'en'})).body.tour;
	const base64 = (await screenshot(600, 400).png().toBuffer()).toString('base64');
	const fields = {title: 'A', text: 'B', label: 'C', alt: 'D', narrationScript: 'E', scene: 2, popoverSide: 'top', popoverAlign: 'end'};
	const highlight = {x: 0.1, y: 0.1, width: 0.2, height: 0.2};
	const {step} = (await agent.call('add_step', {id, ...fields, highlight, image: {base64}})).body;
	const clear = ['text', 'label', 'alt', 'narrationScript', 'scene', 'popoverSide', 'popoverAlign', 'click', 'highlight'];
	const {isError, body} = await agent.call('update_step', {id, stepId: step.id, title: 'New', clear});
	t.false(isError, JSON.stringify(body));
	t.is(body.step.title, 'New');
	for (const name of clear.filter(name => name !== 'label'))
		t.is(body.step[name], name === 'text' || name === 'alt' || name === 'narrationScript' ? body.step[name] : null, name);
	for (const name of ['text', 'alt', 'narrationScript']) t.falsy(body.step[name], name);
	t.is((await agent.call('update_step', {id, stepId: step.id, title: null})).body.step.title ?? '', '');
	const both = await agent.call('update_step', {id, stepId: step.id, title: 'X', clear: ['title']});
	t.deepEqual(
		both.body.errors.map(({field}: {field: string}) => field),
		['title'],
	);
	const unknown = await agent.call('update_step', {id, stepId: step.id, clear: ['position']});
	t.regex(unknown.body.errors[0].field, /^clear/);
});

test('preview_step shows one step, or a dozen on one picture, with what is wrong with each', async t => {
	const owner = await service.client();
	const agent = await connectAgent(service.baseUrl, owner.key, '2025-11-25');
	t.teardown(() => agent.close());
	const steps = Array.from({length: 14}, (_, index) => ({
		type: 'slide',
		title: index === 3 ? '' : `Step ${index}`,
		text: index === 3 ? '' : 'Words.',
	}));
	const {id, steps: made} = (await agent.call('put_tour', {key: 'sheet', document: {name: 'Sheet', language: 'en', steps}})).body.tour;
	const one = await agent.call('preview_step', {id, stepId: made[3].id});
	t.deepEqual(one.structured, one.body);
	t.is(one.body.findings[0].code, 'balloon_empty');

	const first = await agent.call('preview_step', {id});
	t.false(first.isError, JSON.stringify(first.body));
	t.deepEqual(first.structured, first.body);
	t.deepEqual([first.pictures.length, first.body.steps.length, first.body.columns, first.body.next], [1, 12, 3, 12]);
	t.deepEqual(
		first.body.steps.map(({stepId, position}: Any) => [stepId, position]),
		made.slice(0, 12).map(({id}: Any, index: number) => [id, index]),
	);
	t.deepEqual(
		first.body.steps.flatMap(({findings, position}: Any) => findings.map(({code}: Any) => [position, code])),
		[[3, 'balloon_empty']],
	);
	const {width, height, format} = await sharp(first.picture!).metadata();
	t.deepEqual({width, height, format}, {width: 3 * 520 + 8, height: 4 * 328 + 8, format: 'jpeg'});
	t.true(first.picture!.length <= 400_000);
	t.is((await fetch(first.body.picture.url)).status, 200);

	const rest = await agent.call('preview_step', {id, from: 12, viewport: 'phone'});
	t.deepEqual([rest.body.steps.length, rest.body.columns, rest.body.next], [2, 6, null]);
	t.is((await agent.call('preview_step', {id, from: 14})).body.errors[0].field, 'from');
	t.is((await agent.call('preview_step', {id, stepId: made[0].id, from: 1})).body.errors[0].field, 'from');
	const stranger = await connectAgent(service.baseUrl, (await service.client()).key, '2025-11-25');
	t.teardown(() => stranger.close());
	t.is((await stranger.call('preview_step', {id})).body.error, 'not_found');
});

test('voices are listed in at most 20,000 bytes, those of the languages of most tours first; all of them where all are asked for', async t => {
	const owner = await service.client();
	const list = async (input: object): Promise<Any> =>
		((await (await post(service.baseUrl, owner.key, toolCall('list_voices', input))).json()) as Any).result;
	const [some, all, own] = await Promise.all([list({}), list({full: true}), list({language: 'pt'})]);
	t.true(Buffer.byteLength(JSON.stringify(some)) <= 20_000, `${Buffer.byteLength(JSON.stringify(some))}`);
	const {voices, voicesLeftOut, more} = some.structuredContent;
	t.is(voices.length + voicesLeftOut, all.structuredContent.voices.length);
	t.deepEqual(voices, all.structuredContent.voices.slice(0, voices.length));
	const spoken = voices.map((voice: Any) => voice.language.split('-')[0]);
	for (const language of ['pt', 'en', 'es']) t.true(spoken.includes(language), language);
	t.regex(more, /language.*full/);
	for (const {structuredContent} of [all, own])
		t.deepEqual([structuredContent.voicesLeftOut, structuredContent.more], [undefined, undefined]);
	t.true(own.structuredContent.voices.length > 1);
});
