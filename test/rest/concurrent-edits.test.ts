import test from 'ava';
import {type Reply, startService} from '../helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const idsOf = (steps: Array<{id: string}>) => steps.map(step => step.id);

test('200 inserts, moves and deletes at once: no 5xx, no step lost or doubled, positions without a gap', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Crowd'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const insert = (title: string) => ana('POST', `${path}/steps`, {body: {type: 'slide', title, position: 0}});
	const first = (await Promise.all(Array.from({length: 40}, (_, index) => insert(`First ${index}`)))).map(reply => reply.body.step.id);
	const edits: Array<Promise<Reply>> = [];
	for (let i = 0; i < 200; i++) {
		const id = first[i % 40];
		if (i % 4 === 0) edits.push(insert(`More ${i}`));
		else if (i % 4 === 1) edits.push(ana('PATCH', `${path}/steps/${id}`, {body: {position: i % 30}}));
		else if (i % 4 === 2) edits.push(ana('PATCH', `${path}/steps/${id}`, {body: {text: `Text ${i}`}}));
		else edits.push(ana('DELETE', `${path}/steps/${id}`));
	}
	const replies = await Promise.all(edits);
	t.deepEqual(
		[...new Set(replies.map(reply => reply.status))].filter(status => ![200, 201, 404].includes(status)),
		[],
	);
	const inserted = replies.filter(reply => reply.status === 201).map(reply => reply.body.step.id);
	const deleted = new Set(replies.filter(reply => reply.body.deleted).map(reply => reply.body.stepId));
	const now = (await ana('GET', path)).body.tour;
	t.deepEqual(idsOf(now.steps).sort(), [...first, ...inserted].filter(id => !deleted.has(id)).sort());
	t.deepEqual(
		now.steps.map((step: {position: number}) => step.position),
		now.steps.map((_: unknown, index: number) => index),
	);
	t.is(now.stepCount, now.steps.length);
	const changes = 40 + replies.filter(reply => reply.status < 300).length;
	// A step that is moved to where it is by then changes nothing.
	const moves = replies.filter((reply, index) => index % 4 === 1 && reply.status === 200).length;
	t.true(now.version <= 1 + changes && now.version >= 1 + changes - moves, `${now.version}: each change is one version`);
});

test('publishing while the tour changes shows one committed version, and never goes back', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Moving'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const {step} = (await ana('POST', `${path}/steps`, {body: {type: 'slide', title: 'v0', text: 'v0'}})).body;
	const edits: Array<Promise<Reply>> = [];
	for (let i = 1; i <= 12; i++) {
		edits.push(ana('PATCH', `${path}/steps/${step.id}`, {body: {title: `v${i}`, text: `v${i}`}}));
		edits.push(ana('POST', `${path}/publish`));
	}
	const replies = await Promise.all(edits);
	t.true(replies.every(reply => reply.status === 200 || reply.status === 201));
	t.is(replies.filter(reply => reply.status === 201).length, 1, 'exactly one of them made the link');
	const link = replies.find(reply => reply.body.publishedLink)?.body.publishedLink.url;
	const page = await (await fetch(link)).text();
	const shown = [...page.matchAll(/>(v\d+)</g)].map(match => match[1]);
	t.true(shown.length >= 2);
	t.is(new Set(shown).size, 1, 'title and text are of one version');
	await ana('POST', `${path}/publish`);
	const {title} = (await ana('GET', path)).body.tour.steps[0];
	t.true((await (await fetch(link)).text()).includes(`>${title}<`));
	t.false((await ana('GET', path)).body.tour.hasUnpublishedChanges);
});

test('If-Match: of two changes to the same version one is 412 with the version to read', async t => {
	const created = await ana('POST', '/v1/tours', {body: {name: 'Match'}});
	const etag = created.headers.get('etag')!;
	t.is(etag, '"v1"');
	const path = `/v1/tours/${created.body.tour.id}`;
	const rename = (name: string) => ana('PATCH', path, {body: {name}, headers: {'If-Match': etag}});
	const replies = await Promise.all([rename('A'), rename('B')]);
	t.deepEqual(replies.map(reply => reply.status).sort(), [200, 412]);
	const refused = replies.find(reply => reply.status === 412)!;
	t.is(refused.body.error, 'version_mismatch');
	t.true(refused.body.errors[0].hint.includes('"v2"'));
	t.is((await ana('PATCH', path, {body: {name: 'C'}, headers: {'If-Match': '"v9"'}})).status, 412);
	t.is((await ana('PATCH', path, {body: {name: 'C'}, headers: {'If-Match': '*'}})).status, 200);
	// Without a word of its own on caching, fetch would ask for a fresh response.
	const known = (version: string) => ana('GET', path, {headers: {'If-None-Match': version, 'Cache-Control': 'max-age=0'}});
	t.is((await known('"v3"')).status, 304);
	t.is((await known('"v2"')).status, 200);
});
