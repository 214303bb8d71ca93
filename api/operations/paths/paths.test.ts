import test from 'ava';
import {startService} from '../../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

/** A tour of slides that fork: the first asks, and each of three answers has two steps. */
async function makeTour(name: string) {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name}})).body;
	const ids: string[] = [];
	for (const title of ['Ask', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2']) {
		const {step} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title}})).body;
		ids.push(step.id);
	}
	const put = (index: number, body: object) => ana('PUT', `/v1/tours/${tour.id}/steps/${ids[index]}/actions`, {body});
	const read = async () => (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	const document = async () => (await ana('GET', `/v1/documents/${tour.id}`)).body.document;
	return {id: tour.id as string, ids, put, read, document};
}

const to = (step: string) => ({to: 'step', step});
const answers = (ids: string[]) => [1, 3, 5].map(at => ({label: `Way ${at}`, target: to(ids[at]!)}));

test('a fork of three has three paths, each of which ends, and the flow says so', async t => {
	const {id, ids, put} = await makeTour('Fork');
	for (const last of [2, 4]) t.is((await put(last, {next: {to: 'end'}})).status, 200);
	const {status, body, headers} = await put(0, {buttons: answers(ids)});
	t.is(status, 200);
	t.regex(headers.get('etag')!, /^"v\d+"$/);
	t.deepEqual(
		body.step.actions.buttons.map(({id}: {id: string}) => id),
		['button-1', 'button-2', 'button-3'],
	);
	t.deepEqual(body.paths, {count: 3, longest: 3, ends: [2, 4, 6].map(at => ({stepId: ids[at]}))});
	t.is(body.warnings, undefined);

	const flow = (await ana('GET', `/v1/tours/${id}/flow`)).body;
	t.deepEqual(
		flow.nodes.map(({onMainPath}: {onMainPath: boolean}) => onMainPath),
		[true, true, true, false, false, false, false],
	);
	t.true(flow.nodes.every(({reachable}: {reachable: boolean}) => reachable));
	t.deepEqual(flow.edges[0], {from: ids[0], to: ids[1], kind: 'button', actionId: 'button-1', label: 'Way 1'});
	t.is(flow.edges.filter(({to}: {to: string}) => to === 'end').length, 3);
	t.regex(flow.mermaid, /^flowchart LR\n {2}s1\["1 Ask"\][\s\S]*s1 -->\|"Way 3"\| s4/);
});

test('what is wrong with an action is said where it stands, and nothing is stored', async t => {
	const {ids, put, read} = await makeTour('Wrong');
	const other = await makeTour('Other');
	const button = (target: object, more = {}) => ({buttons: [{label: 'On', target, ...more}]});
	const cases: Array<[object, string, string?]> = [
		[button(to(other.ids[0]!)), 'buttons[0].target.step', 'unknown_target'],
		[button({to: 'step'}), 'buttons[0].target.step'],
		[button({to: 'end', step: ids[0]}), 'buttons[0].target.step'],
		[button({to: 'url'}), 'buttons[0].target.url'],
		[button({to: 'url', url: 'javascript:alert(1)'}), 'buttons[0].target.url'],
		[button({to: 'url', url: 'data:text/html,x'}), 'buttons[0].target.url'],
		[button({to: 'nowhere'}), 'buttons[0].target.to'],
		[button({to: 'end'}, {label: '  '}), 'buttons[0].label'],
		[button({to: 'end'}, {label: '😀'.repeat(41)}), 'buttons[0].label'],
		[{next: {to: 'url'}}, 'next.to'],
		[{buttons: Array.from({length: 5}, () => ({label: 'On', target: {to: 'end'}}))}, 'buttons'],
		[
			{
				buttons: [
					{id: 'a', label: 'A', target: {to: 'end'}},
					{id: 'a', label: 'B', target: {to: 'end'}},
				],
			},
			'buttons[1].id',
		],
		[{hotspots: [{label: 'On', target: {to: 'end'}}]}, 'hotspots[0].area'],
	];
	for (const [body, field, error = 'invalid_request'] of cases) {
		const response = await put(0, body);
		t.is(response.status, 400, JSON.stringify(body));
		t.is(response.body.error, error);
		t.true(
			response.body.errors.some((fault: {field: string}) => fault.field === field),
			JSON.stringify(response.body.errors),
		);
	}
	t.is((await read()).steps[0].actions, undefined);
	t.is((await put(0, button({to: 'end'}, {label: '😀'.repeat(40)}))).status, 200);
});

test('hotspots keep their Next, and their places stay inside the picture', async t => {
	const {put} = await makeTour('Spots');
	const {body} = await put(1, {hotspots: [{label: 'Menu', area: {x: 0.9, y: -1, width: 0.4, height: 0.1}, target: {to: 'restart'}}]});
	t.deepEqual(body.step.actions.hotspots[0].area, {x: 0.9, y: 0, width: body.step.actions.hotspots[0].area.width, height: 0.1});
	t.true(body.step.actions.hotspots[0].area.width <= 0.1);
	t.true(body.adjustments.every(({field}: {field: string}) => field.startsWith('hotspots[0].area.')));
	t.is(body.paths.count, 1);
});

test('unwise paths are warned of, and a choice for later keeps a tour from being published', async t => {
	const {id, ids, put} = await makeTour('Unwise');
	const {body} = await put(0, {
		buttons: [
			{label: 'Round', target: to(ids[0]!)},
			{label: 'And round', target: to(ids[0]!)},
		],
	});
	t.is(body.paths.count, 0);
	t.deepEqual(
		body.warnings.map(({message}: {message: string}) => message),
		[
			'From step 1 no way leads to the end.',
			'All buttons of step 1 lead to the same place.',
			...[2, 3, 4, 5, 6, 7].map(number => `No way leads to step ${number}.`),
		],
	);
	await put(0, {buttons: [{label: 'Prices', target: {to: 'later'}}]});
	const refused = await ana('POST', `/v1/tours/${id}/publish`, {body: {}});
	t.is(refused.status, 422);
	t.is(refused.body.errors[0].field, 'steps[0].actions.buttons[0].target');
});

test('a deleted step leaves nothing that leads to it, and restored it is led to again', async t => {
	const {id, ids, put, read} = await makeTour('Deleted');
	await put(0, {buttons: answers(ids)});
	await put(2, {next: to(ids[3]!)});
	const before = await read();
	const gone = await ana('DELETE', `/v1/tours/${id}/steps/${ids[3]}`);
	t.deepEqual(
		gone.body.adjustments.map(({field}: {field: string}) => field),
		['steps[0].actions.buttons[1].target', 'steps[2].actions.next'],
	);
	const without = await read();
	t.deepEqual(without.steps[0].actions.buttons[1].target, {to: 'next'});
	t.is(without.steps[2].actions, undefined);
	const changes = [{kind: 'restore', step: ids[3]}];
	t.is((await ana('POST', `/v1/tours/${id}/changes`, {body: {changes}})).status, 200);
	t.deepEqual((await read()).steps, before.steps);
});

test('documents say them by keys, put back they change nothing, and copies keep them inside', async t => {
	const {id, ids, put, document} = await makeTour('Document');
	await put(0, {buttons: answers(ids)});
	await ana('PUT', `/v1/tours/${id}/chapters`, {body: {chapters: [{scene: 2, title: 'Prices'}]}});
	const first = await document();
	t.deepEqual(first.chapters, [{scene: 2, title: 'Prices'}]);
	const again = await ana('PUT', `/v1/documents/${id}`, {body: {document: first}});
	t.deepEqual(again.body.changes, []);

	const steps = [
		{key: 'ask', type: 'slide', title: 'Ask', actions: {buttons: [{label: 'Prices', target: to('prices')}]}},
		{key: 'prices', type: 'slide', title: 'Prices'},
	];
	const made = await ana('PUT', '/v1/documents/forked', {body: {document: {name: 'Forked', steps}}});
	t.is(made.status, 201);
	t.deepEqual(made.body.document.steps[0].actions, {buttons: [{id: 'button-1', label: 'Prices', target: to('prices')}]});
	const copy = (await ana('POST', `/v1/tours/${made.body.tour.id}/duplicate`, {body: {}})).body.tour;
	t.is(copy.steps[0].actions.buttons[0].target.step, copy.steps[1].id);
	const wrong = await ana('PUT', '/v1/documents/forked', {body: {document: {name: 'Forked', steps: steps.slice(0, 1)}}});
	t.is(wrong.body.error, 'unknown_target');
	t.is(wrong.body.errors[0].field, 'steps[0].actions.buttons[0].target.step');
});

test('chapters name each scene once', async t => {
	const {id} = await makeTour('Chapters');
	const put = (chapters: object[]) => ana('PUT', `/v1/tours/${id}/chapters`, {body: {chapters}});
	const twice = await put([
		{scene: 1, title: 'One'},
		{scene: 1, title: 'Two'},
	]);
	t.is(twice.status, 400);
	t.is(twice.body.errors[0].field, 'chapters[1].scene');
	t.is((await put([{scene: 1, title: 'One'}])).body.warnings.length, 1);
	t.deepEqual((await put([])).body.chapters, []);
});

test('two people who link two buttons of one step by changes both stay, and a target that is no step is refused where it stands', async t => {
	const {id, ids, put, read} = await makeTour('Changes');
	const later = (name: string) => ({id: name, label: name, target: {to: 'later'}});
	await put(0, {buttons: [later('a'), later('b')]});
	const was = {actions: {buttons: [later('a'), later('b')]}};
	const link = (buttons: object[]) =>
		ana('POST', `/v1/tours/${id}/changes`, {body: {changes: [{kind: 'edit', step: ids[0], set: {actions: {buttons}}, was}]}});
	const [one, other] = [
		{...later('a'), target: to(ids[1]!)},
		{...later('b'), target: to(ids[3]!)},
	];
	t.deepEqual((await link([one, later('b')])).body.conflicts, []);
	t.deepEqual((await link([later('a'), other])).body.conflicts, []);
	const {actions} = (await read()).steps[0];
	t.deepEqual(
		actions.buttons.map(({target}: {target: object}) => target),
		[one.target, other.target],
	);
	const met = (await link([{...later('a'), target: to(ids[5]!)}, later('b')])).body.conflicts;
	t.like(met[0], {field: 'actions.buttons.a.target', theirs: one.target});
	const refused = await link([{...later('a'), target: to('nowhere')}]);
	t.is(refused.body.error, 'unknown_target');
	t.is(refused.body.errors[0].field, 'changes[0].set.actions.buttons[0].target.step');
	const chapters = [{scene: 1, title: 'Prices'}];
	const named = await ana('POST', `/v1/tours/${id}/changes`, {body: {changes: [{kind: 'settings', set: {chapters}, was: {chapters: []}}]}});
	t.deepEqual(named.body.settings.chapters, chapters);
	t.deepEqual((await read()).chapters, chapters);
});
