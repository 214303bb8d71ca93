import test from 'ava';
import {STEP_DEFAULTS, type STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService({}, {workers: false});
const ana = await service.client();

const newTour = async (): Promise<string> => (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
const tourId = await newTour();
test.after.always(() => service.stop());
const add = (body: object, id = tourId) => ana('POST', `/v1/tours/${id}/steps`, {body});
const edit = (stepId: string, body: object, id = tourId) => ana('PATCH', `/v1/tours/${id}/steps/${stepId}`, {body});
const stepsOf = async (id: string): Promise<{id: string; position: number; title: string}[]> =>
	(await ana('GET', `/v1/tours/${id}`)).body.tour.steps;
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

const TEXTS = {title: 120, text: 1200, label: 120, narrationScript: 3000, alt: 300} satisfies Record<keyof typeof STEP_TEXTS, number>;

/** Values that the fields of a step allow: each is taken and returned as it was sent. */
const RIGHT: [field: string, values: unknown[]][] = [
	...Object.entries(TEXTS).map(([field, most]): [string, unknown[]] => [
		field,
		['a', 'a'.repeat(most), '😀'.repeat(most), 'çã\n\t"\'<b>&\\\0'.slice(0, most)],
	]),
	['altDecorative', [true, false]],
	['type', ['screen', 'slide']],
	['scene', [1, 99]],
	[
		'highlight',
		[
			{x: 0, y: 0, width: 1, height: 1},
			{x: 0.25, y: 0.5, width: 0.125, height: 0.1},
			{x: 1, y: 1, width: 0, height: 0},
		],
	],
	['popoverSide', ['top', 'bottom', 'left', 'right', 'over']],
	['popoverAlign', ['start', 'center', 'end']],
	['simulateClick', [true, false]],
	['position', [0]],
];
for (const [field, values] of RIGHT) {
	test(`The step's ${field} takes what the table allows, on create and on edit`, async t => {
		const id = await newTour();
		const {step: other} = (await add({}, id)).body;
		for (const value of values) {
			const created = await add({[field]: value}, id);
			t.is(created.status, 201, JSON.stringify(created.body.errors));
			t.deepEqual(created.body.step[field], value);
			t.deepEqual(created.body.adjustments, []);
			const edited = await edit(other.id, {[field]: value}, id);
			t.is(edited.status, 200);
			t.deepEqual(edited.body.step[field], value);
		}
	});
}

/** What it does not allow, and the field that the 400 names. */
const WRONG: [field: string, values: unknown[], named?: string][] = [
	...Object.entries(TEXTS).map(([field, most]): [string, unknown[]] => [
		field,
		['a'.repeat(most + 1), '😀'.repeat(most + 1), 5, ['a'], {}],
	]),
	['altDecorative', ['true', 1]],
	['type', ['Screen', 'video', '', 1]],
	['scene', [0, 100, -1, 1.5, '1']],
	['highlight', ['x', [0, 0, 1, 1]]],
	[
		'highlight',
		[
			{x: '0', y: 0, width: 1, height: 1},
			{x: null, y: 0, width: 1, height: 1},
		],
		'highlight.x',
	],
	['highlight', [{x: 0, y: 0, width: 1}], 'highlight.height'],
	['highlight', [{x: 0, y: 0, width: 1, height: 1, radius: 2}], 'highlight.radius'],
	['click', ['x', [0.5, 0.5], true]],
	['click', [{x: 0.5}, {x: 0.5, y: '0.5'}], 'click.y'],
	['click', [{x: 0.5, y: 0.5, z: 0.5}], 'click.z'],
	['popoverSide', ['Top', 'center', '']],
	['popoverAlign', ['left', 'middle', '']],
	['simulateClick', ['false', 0]],
	['position', [-1, 0.5, '0', true]],
	['image', ['https://example.com/a.png', []]],
	['colour', ['red'], 'colour'],
	['id', ['step_1']],
	['narration', [{}]],
	['durationMs', [5000]],
];
for (const [field, values, named = field] of WRONG) {
	test(`The step's ${field} refuses ${JSON.stringify(values).slice(0, 60)} with 400 on ${named}`, async t => {
		const {step} = (await add({title: 'Before'})).body;
		for (const value of values) {
			for (const reply of [await add({[field]: value}), await edit(step.id, {title: 'After', [field]: value})]) {
				t.is(reply.status, 400, JSON.stringify(value).slice(0, 60));
				t.is(reply.body.error, 'invalid_request');
				t.deepEqual(fieldsOf(reply), [named]);
			}
		}
		const after = (await stepsOf(tourId)).find(({id}) => id === step.id)!;
		t.is(after.title, 'Before', 'A refused edit changes nothing.');
	});
}

test('null takes away on edit what can be taken away, and is as good as absent everywhere else', async t => {
	const id = await newTour();
	const given = {
		title: 'One',
		text: 'Two',
		label: 'Three',
		narrationScript: 'Four',
		alt: 'Five',
		scene: 6,
		highlight: {x: 0.25, y: 0.25, width: 0.25, height: 0.25},
		click: {x: 0.3, y: 0.3},
		popoverSide: 'top',
		popoverAlign: 'end',
	};
	const kept = {type: 'slide', altDecorative: true, simulateClick: false};
	const nothing = Object.fromEntries(Object.keys({...given, ...kept, position: 0, image: 0}).map(name => [name, null]));
	t.like((await add(nothing, id)).body.step, {type: 'screen', title: null, highlight: null, simulateClick: true, position: 0});
	const {step} = (await add({...given, ...kept}, id)).body;
	const {status, body} = await edit(step.id, nothing, id);
	t.is(status, 200, JSON.stringify(body));
	t.like(body.step, {...Object.fromEntries(Object.keys(given).map(name => [name, null])), ...kept, position: 1});
	t.deepEqual(body.adjustments, []);
	const again = await edit(step.id, given, id);
	const bare = await edit(step.id, {highlight: null}, id);
	t.like(bare.body.step, {highlight: null, click: null, title: 'One'});
	t.like(bare.body.adjustments, [{field: 'click', from: again.body.step.click, to: null}]);
});

test('a step that was stored before there was a field has its default for all who read it', async t => {
	const id = await newTour();
	const names = Object.keys(STEP_DEFAULTS).filter(name => name !== 'type' && name !== 'title');
	for (const name of names) await add({type: 'slide', title: `Without ${name}`}, id);
	const read = async () => {
		const {tour} = (await ana('GET', `/v1/tours/${id}`)).body;
		return {steps: tour.steps, document: (await ana('GET', `/v1/documents/${id}`)).body.document};
	};
	const before = await read();
	const lacking = names.map((name, index) => `'$.steps[${index}].${name}'`).join();
	// As another version: of one that was read the service keeps what it answered.
	await service.services.database.query(
		`UPDATE tours SET document = JSON_REMOVE(document, ${lacking}), version = version + 1, content_version = version WHERE id = ?`,
		[id],
	);
	t.deepEqual(await read(), before);
	const fields = names.map(name => ({[name]: STEP_DEFAULTS[name as keyof typeof STEP_DEFAULTS]}));
	const changes = before.steps.map(({id: step}: {id: string}, index: number) => ({
		kind: 'edit',
		step,
		set: {...fields[index], title: 'Changed'},
		was: {...fields[index], title: before.steps[index].title},
	}));
	const changed = await ana('POST', `/v1/tours/${id}/changes`, {body: {changes}});
	t.is(changed.status, 200, JSON.stringify(changed.body));
	t.deepEqual(changed.body.conflicts, []);
	t.is((await edit(before.steps[0].id, {text: 'Again'}, id)).status, 200);
	t.is((await ana('PUT', `/v1/documents/${id}`, {body: {document: before.document}})).status, 200);
	t.deepEqual((await read()).document, before.document);
});

test('numbers that no double holds are refused, for they are infinite', async t => {
	const raw = '{"highlight":{"x":0,"y":0,"width":1e999,"height":1}}';
	const reply = await ana('POST', `/v1/tours/${tourId}/steps`, {raw, headers: {'Content-Type': 'application/json'}});
	t.is(reply.status, 400);
	t.deepEqual(fieldsOf(reply), ['highlight.width']);
});

test('all faults of a step come at once, 100 at most', async t => {
	const body = {title: 'a'.repeat(121), scene: 0, highlight: {x: 0}, click: 1, colour: 'red', image: {}};
	const reply = await add(body);
	t.deepEqual(fieldsOf(reply).toSorted(), [
		'click',
		'colour',
		'highlight.height',
		'highlight.width',
		'highlight.y',
		'image',
		'scene',
		'title',
	]);
	const unknown = await add(Object.fromEntries(Array.from({length: 300}, (_, index) => [`unknown${index}`, 1])));
	t.is(unknown.body.errors.length, 100);
});

test('the defaults of a step: type screen, click animation on, label as the title, at the end', async t => {
	const id = await newTour();
	await add({}, id);
	const {status, headers, body} = await add({title: 'Save'}, id);
	t.is(status, 201);
	t.is(headers.get('etag'), '"v3"');
	t.regex(body.step.id, /^step_[0-9a-z]{26}$/);
	t.like(body.step, {type: 'screen', simulateClick: true, altDecorative: false, label: 'Save', position: 1, durationMs: 3000});
	t.like(body.step, {text: null, alt: null, scene: null, highlight: null, click: null, image: null, narration: null, narrations: []});
	t.is((await edit(body.step.id, {title: 'Save it'}, id)).body.step.label, 'Save it');
	t.is((await edit(body.step.id, {label: 'Third'}, id)).body.step.label, 'Third');
});

test('a click outside the highlight is pulled inside and reported', async t => {
	const {body} = await add({highlight: {x: 0.25, y: 0.25, width: 0.25, height: 0.25}, click: {x: 0.75, y: 0.375}});
	t.deepEqual(body.step.click, {x: 0.5, y: 0.375});
	t.is(body.adjustments.length, 1);
	t.like(body.adjustments[0], {field: 'click', from: {x: 0.75, y: 0.375}, to: {x: 0.5, y: 0.375}});
	const moved = await edit(body.step.id, {highlight: {x: 0, y: 0, width: 0.125, height: 0.125}});
	t.deepEqual(moved.body.step.click, {x: 0.125, y: 0.125});
	t.like(moved.body.adjustments, [{field: 'click'}]);
	const clicked = await edit(body.step.id, {click: {x: 1, y: 0}});
	t.deepEqual(clicked.body.step.highlight, {x: 0, y: 0, width: 0.125, height: 0.125});
	t.deepEqual(clicked.body.step.click, {x: 0.125, y: 0});
});

test('a click without a highlight makes a highlight of 14% by 8% around it, shifted inside at the edges', async t => {
	const {body} = await add({click: {x: 0.5, y: 0.25}});
	t.deepEqual(body.step.highlight, {x: 0.43, y: 0.21, width: 0.14, height: 0.08});
	t.like(body.adjustments, [{field: 'highlight', from: null, to: body.step.highlight}]);
	const {step} = (await add({})).body;
	const edited = await edit(step.id, {click: {x: 1, y: 1}});
	t.deepEqual(edited.body.step.highlight, {x: 0.86, y: 0.92, width: 0.14, height: 0.08});
	t.deepEqual(edited.body.step.click, {x: 1, y: 1});
});

test('values outside 0..1 are clamped, and each adjustment is reported', async t => {
	const {body} = await add({highlight: {x: -0.5, y: 0.75, width: 1.25, height: 0.5}, click: {x: 2, y: -1}});
	t.deepEqual(body.step.highlight, {x: 0, y: 0.75, width: 1, height: 0.25});
	t.deepEqual(body.step.click, {x: 1, y: 0.75});
	t.deepEqual(
		body.adjustments.map(({field}: {field: string}) => field),
		['highlight.x', 'highlight.width', 'highlight.height', 'click'],
	);
	for (const adjustment of body.adjustments) t.deepEqual(Object.keys(adjustment).toSorted(), ['field', 'from', 'reason', 'to']);
});
