import test from 'ava';
import {openapiDocument} from '../../api/docs/openapi.ts';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {screenshot} from '../helpers/images.ts';
import {type Client, type Reply, request, startService} from '../helpers/service.ts';

/** Tests the promises of every operation, including new ones. */

const service = await startService();
const owner = await service.client();
const tour = (await owner('POST', '/v1/tours', {body: {name: 'Private'}})).body.tour;
const {step} = (await owner('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}})).body;
const preview = await owner('POST', `/v1/tours/${tour.id}/publish`, {body: {dryRun: true}, headers: {Prefer: 'respond-async'}});
const {export: ordered} = (await owner('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'bundle'}})).body;
const picture = await screenshot(300, 200).png().toBuffer();
const {mediaId} = (await owner('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
test.after.always(() => service.stop());
const target: {id: string; stepId: string; jobId: string} = {id: tour.id, stepId: step.id, jobId: preview.body.job.id};

const path = (operation: Operation, id = target.id, stepId = target.stepId) =>
	`/v1${methodAndPath(operation)
		.path.replace(/\{(id|key)\}/, id)
		.replace('{stepId}', stepId)
		.replace('{mediaId}', mediaId)
		.replace('{number}', '1')}`;
const ownId = ({route}: Operation) => {
	if (route.includes('/jobs/')) return target.jobId;
	return route.includes(' /exports/') ? ordered.id : target.id;
};
const ownValue = (operation: Operation, name: string) =>
	({key: target.id, stepId: target.stepId, mediaId, number: '1'})[name] ?? ownId(operation);
/** An identifier that names nothing, and what is said of it, by the parameter or the segment before `id`. */
const UNKNOWN: Record<string, [string, RegExp]> = {
	tours: ['tour_01hzzzzzzzzzzzzzzzzzzzzzzz', /no tour with this id/],
	bin: ['tour_01hzzzzzzzzzzzzzzzzzzzzzzz', /no tour with this id/],
	key: ['tour_01hzzzzzzzzzzzzzzzzzzzzzzz', /no tour with this id or key/],
	stepId: ['step_01hzzzzzzzzzzzzzzzzzzzzzzz', /no step with this id/],
	mediaId: ['f'.repeat(64), /no image with this mediaId/],
	number: ['999999', /no such version/],
	jobs: ['job_01hzzzzzzzzzzzzzzzzzzzzzzz', /no job with this id/],
	exports: ['exp_01hzzzzzzzzzzzzzzzzzzzzzzz', /no export with this id/],
	voices: ['00000000-0000-4000-8000-000000000000', /no voice with this UUID/],
};
const document = JSON.parse(JSON.stringify(openapiDocument(PUBLIC_OPERATIONS, service.baseUrl)));
/** The 304 that the description of a GET has. */
function described304(operation: Operation): {headers: object} {
	const {parameters, responses} = document.paths[`/v1${methodAndPath(operation).path}`].get;
	if (!parameters.some(({name}: {name: string}) => name === 'If-None-Match')) throw new Error('If-None-Match is not described.');
	return document.components.responses[responses[304].$ref.split('/').at(-1)];
}
const method = (operation: Operation) => methodAndPath(operation).method;
/** JSON; a body that is a file has no properties. */
const hasBody = (operation: Operation) => !operation.file && !['GET', 'DELETE'].includes(method(operation));

/** A body that the operation's schema accepts. */
const BODIES: Record<string, unknown> = {
	batch_media: {files: [{sha256: 'a'.repeat(64), bytes: 1}]},
	change_tour: {changes: [{kind: 'rename', set: {name: 'Private'}, was: {name: 'Private'}}]},
	create_tour: {name: 'New'},
	export_tour: {format: 'bundle'},
	redact_step: {areas: [{x: 0.1, y: 0.1, width: 0.2, height: 0.1, style: 'box'}]},
	target_step: {pixels: {x: 1, y: 1, width: 10, height: 10}},
	rename_tour: {name: 'Renamed'},
	name_version: {name: 'Good'},
	reorder_steps: () => ({stepIds: [target.stepId]}),
	set_camera: {zoom: 2},
	set_step_actions: {buttons: [{label: 'Again', target: {to: 'restart'}}]},
	set_chapters: {chapters: [{scene: 1, title: 'Begin'}]},
	set_narration_settings: {language: 'en'},
	speak_sample: {text: 'This is how I sound.'},
	put_tour: {document: {name: 'Whole'}, dryRun: true},
	upload_media: {base64: Buffer.from('GIF89a').toString('base64')},
};
function goodBody(operation: Operation): unknown {
	const body = BODIES[operation.name] ?? {};
	return typeof body === 'function' ? body() : body;
}

function call(client: Client, operation: Operation, where: string, body: unknown = goodBody(operation)): Promise<Reply> {
	return client(method(operation), where, hasBody(operation) ? {body} : {});
}

function appError(t: {deepEqual(a: unknown, b: unknown): unknown}, reply: Reply, status: number, error: string) {
	t.deepEqual({status: reply.status, ok: reply.body.ok, error: reply.body.error}, {status, ok: false, error});
}

test('what is refused before it is counted has the headers that the description says: those of the limit where the key is known', async t => {
	const free = await service.client({plan: 'free'});
	const limited = await service.client({accountId: owner.accountId, scopes: ['analytics:read']});
	for (const [name, reply] of Object.entries({
		Unauthorized: await request(service.baseUrl, 'GET', '/v1/me', null),
		PaymentRequired: await free('GET', '/v1/me'),
		Forbidden: await limited('GET', '/v1/me'),
		MethodNotAllowed: await owner('PUT', '/v1/me'),
	})) {
		const described = Object.keys(document.components.responses[name].headers).map(header => header.toLowerCase());
		for (const header of described) t.truthy(reply.headers.get(header), `${name}: ${header}`);
		const isKnown = reply.status === 402 || reply.status === 403;
		t.deepEqual([described.includes('ratelimit'), reply.headers.has('ratelimit')], [isKnown, isKnown], name);
	}
});

for (const operation of PUBLIC_OPERATIONS) {
	test(`${operation.name}: 401 without a credential, with a wrong, an expired and a revoked one, each with a challenge`, async t => {
		const [expired, revoked] = [await service.client(), await service.client()];
		const db = service.services.database;
		await db.query('UPDATE credentials SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [expired.credentialId]);
		await db.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE id = ?', [revoked.credentialId]);
		const mistyped = `${owner.key.slice(0, -1)}${owner.key.endsWith('0') ? '1' : '0'}`;
		for (const key of [null, 'nonsense', mistyped, expired.key, revoked.key]) {
			const reply = await request(service.baseUrl, method(operation), path(operation, ownId(operation)), key);
			appError(t, reply, 401, 'invalid_credential');
			t.regex(reply.headers.get('www-authenticate') ?? '', /^Bearer /);
			t.truthy(reply.headers.get('x-request-id'));
		}
	});

	test(`${operation.name}: 402 without the Pro plan, whatever the permissions`, async t => {
		const free = await service.client({plan: 'free'});
		appError(t, await call(free, operation, path(operation, ownId(operation))), 402, 'plan_required');
	});

	for (const scope of operation.scopes) {
		test(`${operation.name}: 403 where ${scope} is missing, naming it`, async t => {
			const scopes = ALL_SCOPES.filter(candidate => candidate !== scope);
			const limited = await service.client({accountId: owner.accountId, scopes});
			const reply = await call(limited, operation, path(operation, ownId(operation)));
			appError(t, reply, 403, 'missing_permission');
			t.true(reply.body.message.includes(scope));
			t.regex(reply.headers.get('www-authenticate') ?? '', new RegExp(`insufficient_scope.*${scope}`));
		});
	}

	test(`${operation.name}: 400 for an unknown property, named with a hint`, async t => {
		const where = path(operation, ownId(operation));
		const reply = hasBody(operation)
			? await call(owner, operation, where, {...(goodBody(operation) as object), nonsense: 1})
			: await owner(method(operation), `${where}?nonsense=1`);
		appError(t, reply, 400, 'invalid_request');
		const fault = reply.body.errors.find((found: {field: string}) => found.field === 'nonsense');
		t.truthy(fault?.message);
		t.truthy(fault?.hint);
	});

	test(`${operation.name}: RateLimit headers and a request id on what it answers`, async t => {
		const stranger = await service.client();
		const reply = await stranger(method(operation), `${path(operation)}?nonsense=1`, hasBody(operation) ? {body: {nonsense: 1}} : {});
		t.is(reply.headers.get('ratelimit-policy'), '"calls";q=1000000;w=60');
		t.regex(reply.headers.get('ratelimit') ?? '', /^"calls";r=\d+;t=\d+$/);
		t.regex(reply.headers.get('x-request-id') ?? '', /^req_/);
	});

	if (hasBody(operation)) {
		test(`${operation.name}: 400 for a body that is not JSON, not an object, not UTF-8 or of another type`, async t => {
			const where = path(operation, ownId(operation));
			const json = {'Content-Type': 'application/json'};
			const cases: Array<[BodyInit, Record<string, string>, string]> = [
				['{"a":', json, 'malformed_json'],
				[new Uint8Array([0x22, 0xff, 0x22]), json, 'malformed_json'],
				['[1]', json, 'invalid_request'],
				['{}', {'Content-Type': 'text/plain'}, 'unsupported_media_type'],
				['{"__proto__": {"a": 1}}', json, 'invalid_request'],
			];
			for (const [raw, headers, error] of cases) {
				appError(t, await owner(method(operation), where, {raw, headers}), 400, error);
			}
		});
	}

	if (/\{(id|key)\}/.test(operation.route)) {
		test(`${operation.name}: 404 with the same body for another account's id, an unknown and a malformed one`, async t => {
			const stranger = await service.client();
			const foreign = await call(stranger, operation, path(operation, ownId(operation)));
			appError(t, foreign, 404, 'not_found');
			const malformed = ['x', '%00', "'%20OR%201=1", '%F0%9F%92%A9'];
			// A name of one's own makes a tour, or has faults of its own.
			for (const id of ['tour_01hzzzzzzzzzzzzzzzzzzzzzzz', ...(operation.name === 'put_tour' ? [] : malformed)]) {
				const unknown = await call(stranger, operation, path(operation, id));
				t.is(unknown.status, 404, id);
				t.deepEqual(unknown.body, foreign.body, id);
			}
		});
	}

	for (const name of methodAndPath(operation).parameters.filter(name => name !== 'number')) {
		test(`${operation.name}: nothing for ${name} with a blank at the end`, async t => {
			const own = path(operation, ownId(operation));
			const value = {id: ownId(operation), stepId: target.stepId, mediaId, key: 'key'}[name]!;
			const where = own.includes(value) ? own.replace(value, `${value}%20`) : `${own}%20`;
			const reply = await call(owner, operation, where);
			t.true([400, 404].includes(reply.status), `${where}: ${reply.status}`);
		});
	}

	if ((operation as Operation).versioned && method(operation) === 'GET') {
		test(`${operation.name}: 304 without a body for the version that the caller has, as its description says`, async t => {
			const first = await owner('GET', path(operation));
			const headers = {'If-None-Match': first.headers.get('etag')!, 'Cache-Control': 'max-age=0'};
			const again = await owner('GET', path(operation), {headers});
			t.deepEqual([first.status, again.status, again.body, again.headers.get('etag')], [200, 304, '', headers['If-None-Match']]);
			const described = described304(operation);
			for (const name of Object.keys(described.headers)) t.true(again.headers.has(name), name);
		});
	}

	for (const name of methodAndPath(operation).parameters) {
		test(`${operation.name}: a 404 for an unknown ${name} is about that, and about a thing of its kind`, async t => {
			const [unknown, kind] = UNKNOWN[name === 'id' ? methodAndPath(operation).path.split('/')[1]! : name]!;
			const where = `/v1${methodAndPath(operation).path.replaceAll(/\{(\w+)\}/g, (_, each) => (each === name ? unknown : ownValue(operation, each)))}`;
			const reply = await call(owner, operation, where);
			appError(t, reply, 404, 'not_found');
			t.deepEqual(
				reply.body.errors.map(({field}: {field: string}) => field),
				[name],
			);
			t.regex(reply.body.errors[0].message, kind);
			t.truthy(reply.body.errors[0].hint);
		});
	}

	if (operation.route.includes('{stepId}')) {
		test(`${operation.name}: 404 for a step of another tour`, async t => {
			const other = (await owner('POST', '/v1/tours', {body: {name: 'Other'}})).body.tour;
			appError(t, await call(owner, operation, path(operation, other.id)), 404, 'not_found');
		});
	}
}

test('the path of an operation under another method is 405 with the methods that it takes', async t => {
	const reply = await owner('DELETE', '/v1/tours');
	appError(t, reply, 405, 'method_not_allowed');
	t.regex(reply.headers.get('allow') ?? '', /GET.*POST/);
});

test('a path that nobody answers is 404 with the envelope', async t => {
	for (const unknown of ['/v1/nothing', '/v2/tours', '/nothing', '/uploads']) {
		appError(t, await owner('GET', unknown), 404, 'not_found');
	}
});

test('every address that the 404 of a path without operation names is there', async t => {
	const {body} = await owner('GET', '/v1/nothing');
	const named = body.message.match(/\/[a-z][\w./]*\w/g);
	t.deepEqual(named, ['/docs', '/openapi.json']);
	for (const address of named) t.is((await fetch(service.baseUrl + address)).status, 200, address);
});

test('a 404 for what a step lacks does not say that the step is missing', async t => {
	const {status, body} = await owner('DELETE', `/v1/tours/${target.id}/steps/${target.stepId}/narration?lang=pt`);
	t.deepEqual([status, body.message, body.errors[0].field], [404, 'The step has no such narration.', 'lang']);
	t.regex(body.errors[0].message, /no narration/);
});

test('no error changed anything', async t => {
	const {body} = await owner('GET', `/v1/tours/${target.id}`);
	t.is(body.tour.name, 'Private');
	t.deepEqual(
		body.tour.steps.map((step: {id: string}) => step.id),
		[target.stepId],
	);
});
