import test from 'ava';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

test('what is unpublished is said step by step since the last publish, and nothing of it where there is no link', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const add = async (title: string) => (await ana('POST', `${path}/steps`, {body: {type: 'slide', title}})).body.step.id;
	const [a, b, c] = [await add('a'), await add('b'), await add('c')];
	const unpublished = async () => (await ana('GET', `${path}/unpublished`)).body;
	t.deepEqual(await unpublished(), {ok: true, since: null, steps: [], parts: []});
	const {publishedLink} = (await ana('POST', `${path}/publish`)).body;
	t.deepEqual(await unpublished(), {ok: true, since: publishedLink.publishedAt, steps: [], parts: []});
	const added = await add('d');
	await ana('PATCH', `${path}/steps/${a}`, {body: {title: 'A'}});
	await ana('PATCH', `${path}/steps/${c}`, {body: {position: 0}});
	await ana('DELETE', `${path}/steps/${b}`);
	await ana('PUT', `${path}/theme`, {body: {preset: 'dark'}});
	t.deepEqual(await unpublished(), {
		ok: true,
		since: publishedLink.publishedAt,
		steps: [
			{stepId: c, kind: 'moved', fields: ['position']},
			{stepId: a, kind: 'changed', fields: ['title']},
			{stepId: added, kind: 'added', fields: []},
			{stepId: b, kind: 'removed', fields: []},
		],
		parts: ['theme'],
	});
	await ana('POST', `${path}/publish`);
	t.like(await unpublished(), {steps: [], parts: []});
	// The same content again under another number: it is not kept twice.
	await ana('PATCH', `${path}`, {body: {name: 'Other'}});
	await ana('PATCH', `${path}`, {body: {name: 'Tour'}});
	await ana('POST', `${path}/publish`);
	await ana('PATCH', `${path}`, {body: {name: 'Third'}});
	t.like(await unpublished(), {steps: [], parts: ['name']});
	await service.services.database.query('DELETE FROM tour_versions WHERE tour_id = ?', [tour.id]);
	t.like(await unpublished(), {steps: [], parts: ['unknown']});
});

test('a write of what there is already changes nothing: no version, and nothing to publish', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Same'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const {step} = (await ana('POST', `${path}/steps`, {body: {type: 'slide', title: 'One', text: 'Words.'}})).body;
	const writes: Array<[string, string, object]> = [
		['PATCH', path, {name: 'Same'}],
		['PATCH', `${path}/steps/${step.id}`, {title: 'One', text: 'Words.', position: 0}],
		['PUT', `${path}/steps/order`, {stepIds: [step.id]}],
		['PUT', `${path}/theme`, {preset: 'dark'}],
		['PUT', `${path}/end-cta`, {enabled: true, title: 'Thanks'}],
		['PUT', `${path}/lead-capture`, {enabled: false}],
		['PUT', `${path}/steps/${step.id}/camera`, {zoom: 'none'}],
		['PUT', `${path}/steps/${step.id}/actions`, {buttons: [{id: 'end', label: 'End', target: {to: 'end'}}]}],
	];
	for (const [method, url, body] of writes) t.is((await ana(method, url, {body})).status, 200, url);
	await ana('POST', `${path}/publish`);
	const before = (await ana('GET', path)).body.tour;
	t.false(before.hasUnpublishedChanges);
	for (const [method, url, body] of writes) {
		t.is((await ana(method, url, {body})).status, 200, url);
		const {version, hasUnpublishedChanges} = (await ana('GET', path)).body.tour;
		t.deepEqual({version, hasUnpublishedChanges}, {version: before.version, hasUnpublishedChanges: false}, `${method} ${url}`);
	}
});
