import test from 'ava';
import type {Edit} from '../../shared/contract/edit.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const HOSTILE = ['<b>&"\'</b>', '\u202eevil', '日本 👩‍🚀', '{{7*7}}', '\\u0000', "'; DROP TABLE tours; --", 'a'.repeat(1200)];

async function tourOf(...titles: string[]) {
	const {body} = await ana('PUT', `/v1/documents/t-${crypto.randomUUID()}`, {
		body: {document: {name: 'Tour', steps: titles.map(title => ({type: 'slide', title}))}},
	});
	return body.tour;
}
const change = (id: string, changes: Edit[], headers = {}) => ana('POST', `/v1/tours/${id}/changes`, {body: {changes}, headers});
const read = async (id: string) => (await ana('GET', `/v1/tours/${id}`)).body.tour;
const idsOf = (tour: {steps: Array<{id: string}>}) => tour.steps.map(({id}) => id);
const newStep = () => `step_${crypto.randomUUID().replaceAll('-', '').slice(0, 26)}`;

test('many changes are one: one version, one entry of the limit, one answer that says how everything stands', async t => {
	const tour = await tourOf('a', 'b', 'c');
	const [a, b, c] = idsOf(tour) as [string, string, string];
	const added = newStep();
	const {status, body, headers} = await change(tour.id, [
		{
			kind: 'edit',
			step: a,
			set: {title: 'A', highlight: {x: 0.9, y: 0, width: 0.4, height: 0.1}},
			was: {title: 'a', highlight: null, click: null},
		},
		{kind: 'add', step: added, set: {type: 'slide', title: 'new'}, after: a, before: b},
		{kind: 'edit', step: added, set: {text: 'words'}, was: {text: null}},
		{kind: 'move', step: c, after: null, before: a, was: {after: b, before: null}},
		{kind: 'delete', step: b},
		{kind: 'rename', set: {name: 'Other'}, was: {name: 'Tour'}},
		{kind: 'edit', step: a, set: {camera: {zoom: 2}, label: 'l'}, was: {camera: {zoom: 'auto'}, label: 'A'}},
	]);
	t.is(status, 200);
	t.is(headers.get('etag'), `"v${tour.version + 1}"`);
	t.like(body, {version: tour.version + 1, previousVersion: tour.version, applied: 7, order: [c, a, added], removed: [b], conflicts: []});
	t.deepEqual(
		body.adjustments.map(({field}: {field: string}) => field),
		['changes[0].set.highlight.width'],
	);
	const now = await read(tour.id);
	t.deepEqual([now.version, now.name, idsOf(now)], [tour.version + 1, 'Other', [c, a, added]]);
	t.deepEqual(
		body.steps,
		now.steps.filter(({id}: {id: string}) => id !== c),
	);
	t.like(now.steps[1], {title: 'A', label: 'l', camera: {zoom: 2}, highlight: {width: 0.1}});
});

test('an answer that was lost is had again with the same key, and nothing is done twice; without a key the same changes change nothing', async t => {
	const tour = await tourOf('a');
	const key = {'Idempotency-Key': crypto.randomUUID()};
	const changes: Edit[] = [
		{kind: 'add', step: newStep(), set: {type: 'slide', title: 'n'}},
		{kind: 'edit', step: idsOf(tour)[0]!, set: {title: 'b'}, was: {title: 'a'}},
	];
	const [first, again] = [await change(tour.id, changes, key), await change(tour.id, changes, key)];
	t.deepEqual(again.body, first.body);
	t.is(again.headers.get('idempotent-replayed'), 'true');
	const once = await change(tour.id, changes);
	t.like(once.body, {version: first.body.version, previousVersion: first.body.version, applied: 2, steps: [], conflicts: []});
	t.is((await read(tour.id)).steps.length, 2);
	t.is((await change(tour.id, changes.slice(1), key)).body.error, 'idempotency_key_reused');
	const twice = await Promise.all(
		[1, 2, 3].map(() => change(tour.id, [{kind: 'add', set: {type: 'slide'}}], {'Idempotency-Key': 'the-same-key'})),
	);
	t.deepEqual([...new Set(twice.map(({status}) => status))], [200]);
	t.is((await read(tour.id)).steps.length, 3);
});

test('with If-Match it is all or nothing: another version is 412, a conflict leaves everything as it is', async t => {
	const tour = await tourOf('a', 'b');
	const [a, b] = idsOf(tour) as [string, string];
	const changes: Edit[] = [
		{kind: 'edit', step: a, set: {title: 'A'}, was: {title: 'a'}},
		{kind: 'edit', step: b, set: {title: 'B'}, was: {title: 'not b'}},
	];
	t.is((await change(tour.id, changes, {'If-Match': `"v${tour.version + 1}"`})).status, 412);
	const {body} = await change(tour.id, changes, {'If-Match': `"v${tour.version}"`});
	t.like(body, {
		version: tour.version,
		previousVersion: tour.version,
		applied: 0,
		steps: [],
		conflicts: [{index: 1, field: 'title', mine: 'B', theirs: 'b', gone: false}],
	});
	t.is((await read(tour.id)).steps[0].title, 'a');
	t.is((await change(tour.id, changes)).body.applied, 1);
	t.is((await read(tour.id)).steps[0].title, 'A');
});

test('a tour in the bin is 404 and says how it comes back; so do images and faults say where they are', async t => {
	const tour = await tourOf('a');
	const [a] = idsOf(tour) as [string];
	const image = {mediaId: 'f'.repeat(64)};
	const missing = await change(tour.id, [
		{kind: 'rename', set: {name: 'No'}, was: {name: 'Tour'}},
		{kind: 'edit', step: a, set: {image}, was: {image: null}},
	]);
	t.deepEqual([missing.status, missing.body.errors[0].field], [404, 'changes[1].set.image.mediaId']);
	t.is((await read(tour.id)).name, 'Tour');
	const faulty = await ana('POST', `/v1/tours/${tour.id}/changes`, {
		body: {changes: [{kind: 'edit', step: a, set: {title: 'x'.repeat(121)}, was: {}}, {kind: 'fly'}]},
	});
	t.deepEqual(
		faulty.body.errors.map(({field}: {field: string}) => field),
		['changes[0].set.title', 'changes[1].kind', 'changes[0].was.title'],
	);
	for (const changes of [[], Array.from({length: 101}, () => ({kind: 'add'}))])
		t.is((await ana('POST', `/v1/tours/${tour.id}/changes`, {body: {changes}})).status, 400);
	await ana('DELETE', `/v1/tours/${tour.id}`);
	const binned = await change(tour.id, [{kind: 'delete', step: a}]);
	t.is(binned.status, 404);
	t.regex(binned.body.errors[0].hint, /restore/);
});

test('a step comes back with its picture, also one that was deleted by itself; its picture is in use again', async t => {
	const media = (await ana('POST', '/v1/media', {body: {base64: (await picture()).toString('base64')}})).body.media;
	const tour = await tourOf('a');
	const {step} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {title: 'shot', image: {mediaId: media.mediaId}, position: 0}}))
		.body;
	const uses = () => service.services.database.query("SELECT 1 FROM media_uses WHERE media_id = ? AND user_kind = 'tour'", [media.mediaId]);
	await ana('DELETE', `/v1/tours/${tour.id}/steps/${step.id}`);
	t.is((await uses()).length, 0);
	const {body} = await change(tour.id, [{kind: 'restore', step: step.id}]);
	t.deepEqual(body.steps, [step]);
	t.is((await uses()).length, 1);
	const copy = (await ana('POST', `/v1/tours/${tour.id}/duplicate`)).body.tour;
	await change(tour.id, [{kind: 'delete', step: step.id}]);
	const [{document}] = await service.services.database.query('SELECT document FROM tours WHERE id = ?', [copy.id]);
	t.false(JSON.stringify(document).includes('"removed"'));
	t.false(JSON.stringify((await ana('GET', `/v1/documents/${tour.id}`)).body).includes('shot'));
});

test('500 steps in five calls and not one more; hostile words come back as they were', async t => {
	const tour = await tourOf();
	const steps = Array.from({length: 500}, newStep);
	for (let from = 0; from < 500; from += 100) {
		const changes = steps.slice(from, from + 100).map((step, index): Edit => {
			return {
				kind: 'add',
				step,
				set: {type: 'slide', text: HOSTILE[index % HOSTILE.length]!},
				after: steps[from + index - 1] ?? null,
				before: null,
			};
		});
		t.is((await change(tour.id, changes)).body.applied, 100);
	}
	const now = await read(tour.id);
	t.deepEqual(idsOf(now), steps);
	t.deepEqual(
		now.steps.slice(0, HOSTILE.length).map(({text}: {text: string}) => text),
		HOSTILE,
	);
	const more = await change(tour.id, [{kind: 'rename', set: {name: 'No'}, was: {name: 'Tour'}}, {kind: 'add'}]);
	t.deepEqual([more.status, more.body.error, more.body.errors[0].field], [400, 'too_many_steps', 'changes[1]']);
	t.is((await read(tour.id)).name, 'Tour');
});

test('an agent makes 200 changes while a person makes 200: what met nobody is there, what did is a conflict, nothing is lost in silence', async t => {
	const tour = await tourOf(...Array.from({length: 20}, (_, index) => `t${index}`));
	const person = await signedIn(service, {accountId: ana.accountId});
	const ids = idsOf(tour);
	type Author = {
		name: string;
		send(changes: Edit[]): Promise<{status: number; body: {conflicts: Array<{field: string}>; applied: number}}>;
	};
	const authors: Author[] = [
		{name: 'agent', send: changes => change(tour.id, changes)},
		{name: 'person', send: changes => person.call('POST', `/app/v1/tours/${tour.id}/changes`, {changes})},
	];
	const mine = {agent: ['alt', 'label'], person: ['narrationScript', 'scene']} as Record<string, string[]>;
	const work = authors.map(async ({name, send}) => {
		const last = new Map<string, unknown>();
		const won: string[] = [];
		for (let round = 0; round < 40; round++) {
			const both = round % 4 === 3;
			const changes = Array.from({length: 5}, (_, index): Edit => {
				// Each fourth round both write the same title.
				if (both && index === 0) {
					const set = {title: `${name} ${round}`};
					return {kind: 'edit', step: ids[round % 20]!, set, was: {title: `t${round % 20}`}};
				}
				const step = ids[(round * 5 + index) % 20]!;
				const field = mine[name]![round % 2]!;
				const shown = field === 'label' ? `t${(round * 5 + index) % 20}` : null;
				const before = last.get(`${step} ${field}`) ?? shown;
				const value = field === 'scene' ? 1 + ((round * 5 + index) % 99) : `${name} ${round}`;
				last.set(`${step} ${field}`, value);
				return {kind: 'edit', step, set: {[field]: value}, was: {[field]: before}} as Edit;
			});
			const {status, body} = await send(changes);
			t.is(status, 200);
			for (const conflict of body.conflicts) t.is(conflict.field, 'title', JSON.stringify(conflict));
			t.is(body.applied, 5 - body.conflicts.length);
			if (both && body.conflicts.length === 0) won.push(`${name} ${round}`);
		}
		return {last, won};
	});
	const done = await Promise.all(work);
	const now = await read(tour.id);
	for (const {last} of done) {
		for (const [place, value] of last) {
			const [id, field] = place.split(' ') as [string, string];
			t.is(now.steps.find((step: {id: string}) => step.id === id)[field], value, place);
		}
	}
	const titles = now.steps.map(({title}: {title: string}) => title).filter((title: string) => !title.startsWith('t'));
	t.deepEqual(done.flatMap(({won}) => won).sort(), titles.sort(), 'of two one was done, and the other heard of it');
});
