import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {localUrls, startLocalServers} from '../../infra/servers/local-servers.ts';
import {openServices} from '../../shared/services/services.ts';
import {openBlackHole} from '../helpers/black-hole.ts';
import {packBundle} from '../helpers/bundles.ts';
import {freeze, pidOf} from '../helpers/fault.ts';
import {watchStalls} from '../helpers/latency.ts';
import {type FormTour, publishForm, sendLead} from '../helpers/lead.ts';
import {post, toolCall} from '../helpers/mcp.ts';
import {PASSWORD, type Person, signedIn, stranger} from '../helpers/person.ts';
import {picture} from '../helpers/pictures.ts';
import {send, visitOf} from '../helpers/reports.ts';
import {type CallOptions, type Client, type Reply, startService, type TestService} from '../helpers/service.ts';

/** A Redis that hangs, which is not one that is gone: its connections stay, and nothing comes back on them. No call waits for it longer than 10 s. */

const LIMIT_MS = 10_000;

let dataDir: string;
let servers: Awaited<ReturnType<typeof startLocalServers>>;
let service: TestService;
let ana: Client;
let form: FormTour;
let frozen: {goOn(): void} | undefined;
test.before(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'rt-hung-'));
	servers = await startLocalServers({dataDir, durable: false, report: () => {}});
	service = await startService({LOG_LEVEL: 'silent'}, {servers: localUrls(dataDir), also: ['audio']});
	ana = await service.client();
	form = await publishForm(ana);
});
test.after.always(async () => {
	frozen?.goOn();
	await service?.stop();
	await servers?.stop();
	await rm(dataDir, {recursive: true, force: true});
});

type Asked = {name: string; ms: number; status: number; error: string | null; headers: Headers};

/** Makes all these calls at once; returns how long each took. */
function all(calls: Record<string, () => Promise<{status: number; headers: Headers; body?: unknown}>>): Promise<Asked[]> {
	return Promise.all(
		Object.entries(calls).map(async ([name, call]) => {
			const start = performance.now();
			const {status, headers, body} = await call();
			const error = (body as {error?: string} | undefined)?.error ?? null;
			return {name, ms: Math.round(performance.now() - start), status, error, headers};
		}),
	);
}

/** Every operation on a tour of its own, so that none is in another's way. */
async function operations(): Promise<Record<string, () => Promise<Reply>>> {
	const calls: Record<string, () => Promise<Reply>> = {};
	const {media: image} = (await ana('POST', '/v1/media', {body: {base64: (await picture()).toString('base64')}})).body;
	for (const operation of PUBLIC_OPERATIONS) {
		const {method, path} = methodAndPath(operation);
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: operation.name}})).body;
		const {step} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One', text: 'Words.'}})).body;
		const {job} = (await ana('POST', `/v1/tours/${tour.id}/publish`, {headers: {Prefer: 'respond-async'}})).body;
		await ended(job.id);
		const id = operation.route.includes('/jobs/') ? job.id : tour.id;
		const {versions} = (await ana('GET', `/v1/tours/${tour.id}/versions`)).body;
		const names = {id, key: tour.id, stepId: step.id, number: versions[0].number, mediaId: image.mediaId};
		const where = `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name as keyof typeof names]))}`;
		const body = BODIES[operation.name] ?? {};
		const json = ['GET', 'DELETE'].includes(method) ? {} : {body: typeof body === 'function' ? await body(step.id) : body};
		const options: CallOptions = operation.file
			? {raw: new Uint8Array(await packBundle({name: 'Brought'})), headers: {'Content-Type': operation.file.type}}
			: json;
		calls[operation.name] = operation.name === 'watch_tour' ? () => begun(where) : () => ana(method, where, options);
		if (operation.async)
			calls[`${operation.name}, not waited for`] = () =>
				ana(method, where, {...options, headers: {...options.headers, Prefer: 'respond-async'}});
	}
	return calls;
}

/** The beginning of a response that goes on for minutes. */
async function begun(path: string): Promise<Reply> {
	const leaving = new AbortController();
	const {status, headers} = await fetch(`${service.baseUrl}${path}`, {
		headers: {Authorization: `Bearer ${ana.key}`},
		signal: leaving.signal,
	});
	leaving.abort();
	return {status, headers, body: {}};
}

const ended = (job: string) => until(async () => !['queued', 'running'].includes((await ana('GET', `/v1/jobs/${job}`)).body.job.status));

async function until(check: () => Promise<boolean>): Promise<void> {
	for (const deadline = Date.now() + 60_000; !(await check().catch(() => false)); await sleep(50)) {
		if (Date.now() > deadline) throw new Error('It did not become so within 60 s.');
	}
}

const BODIES: Record<string, unknown> = {
	change_tour: {changes: [{kind: 'add', set: {type: 'slide'}}]},
	create_tour: {name: 'New'},
	export_tour: {format: 'bundle'},
	rename_tour: {name: 'Renamed'},
	reorder_steps: (stepId: string) => ({stepIds: [stepId]}),
	set_narration_settings: {language: 'en'},
	speak_sample: {text: 'This is how I sound.'},
	set_camera: {zoom: 'none'},
	set_step_actions: {buttons: [{label: 'End', target: {to: 'end'}}]},
	set_chapters: {chapters: [{scene: 1, title: 'Begin'}]},
	put_tour: {document: {name: 'Whole', steps: []}},
	name_version: {name: 'Here'},
	batch_media: {files: [{sha256: 'a'.repeat(64), bytes: 1000}]},
	target_step: {pixels: {x: 1, y: 1, width: 20, height: 20}},
	upload_media: async () => ({base64: (await picture()).toString('base64')}),
	update_account: {name: 'Other'},
	change_email: {email: 'other@example.com', password: PASSWORD},
	change_password: {currentPassword: PASSWORD, newPassword: 'five words in a row'},
	create_key: {name: 'Key', scopes: ['tours:read'], days: 30},
	set_lead_retention: {months: 12},
};

/** What a person's browser asks for: each operation of the owner's, and each form of the pages. */
async function pages(): Promise<Record<string, () => Promise<Reply>>> {
	const calls: Record<string, () => Promise<Reply>> = {};
	for (const operation of OWNER_OPERATIONS) {
		const person = await signedIn(service);
		calls[operation.name] = () => own(person, operation);
	}
	const [person, other] = await Promise.all([signedIn(service), signedIn(service)]);
	const sheet =
		(path: string, fields: Record<string, string>, who: Person = stranger(service)) =>
		() =>
			who.send(path, fields);
	return {
		...calls,
		'sign in': sheet('/account/sign-in', {email: person.email, password: PASSWORD}),
		'sign up': sheet('/account/sign-up', {email: 'new@example.com', name: 'New', password: 'six words in a row here'}),
		'forgotten password': sheet('/account/forgotten', {email: other.email}),
		'sign out': sheet('/account/sign-out', {}, other),
		settings: () => person.get('/settings'),
		'leads as CSV': () => person.get('/app/v1/leads/export'),
	};
}

async function own(person: Person, operation: Operation): Promise<Reply> {
	const {method, path} = methodAndPath(operation);
	const query = operation.name === 'erase_leads' ? '?email=nobody%40example.com' : '';
	const body = BODIES[operation.name] ?? (['GET', 'DELETE'].includes(method) ? undefined : {});
	return person.call(method, `/app/v1${path.replace(/\{\w+\}/, 'nothing')}${query}`, body);
}

/** What visitors, agents and machines ask for. */
function others(): Record<string, () => Promise<{status: number; headers: Headers; body?: unknown}>> {
	const get = (path: string) => () => ana('GET', path);
	return {
		page: get(new URL(form.url).pathname),
		cover: get(`${new URL(form.url).pathname}/cover.jpg`),
		lead: () => sendLead(form),
		report: async () => ({...(await send(service, form.slug, visitOf([{type: 'view'}])))}),
		oembed: get(`/oembed?url=${encodeURIComponent(form.url)}`),
		'registration of an app': () =>
			ana('POST', '/oauth/register', {body: {client_name: 'App', redirect_uris: ['http://127.0.0.1:53682/callback']}}),
		'tools/list': () => post(service.baseUrl, ana.key, {jsonrpc: '2.0', id: 1, method: 'tools/list'}),
		'tools/call': () => post(service.baseUrl, ana.key, toolCall('list_tours', {})),
		'tools/call with a job': () => post(service.baseUrl, ana.key, toolCall('publish', {id: form.tourId})),
		healthz: get('/healthz'),
		readyz: get('/readyz'),
	};
}

/** What needs a worker says that the work goes on; what Redis itself keeps is refused; all else succeeds. */
const WAITS = ['publish', 'import_tour', 'generate_step_text', 'generate_narration', 'upload_media', 'find_elements', 'preview_step'];
const REFUSED = ['report', 'readyz'];
/** Asked for what is not there: what there is takes an app that is connected, a lead that was left, a tour in the bin. */
const NOT_THERE = [
	...['revoke_key', 'disconnect_app', 'erase_lead', 'end_session', 'get_account_export', 'keep_account', 'delete_narration'],
	...['get_export', 'delete_export', 'erase_tour'],
];
/** A slide has nothing to place on or to redact, there is no such voice, and nobody is deleted without a password. */
const UNFIT = ['target_step', 'redact_step', 'speak_sample', 'delete_account'];

test.serial('no operation, form or visit waits longer than 10 s, and what needs no worker succeeds', async t => {
	t.timeout(240_000);
	const calls = {...(await operations()), ...(await pages()), ...others()};
	frozen = freeze(pidOf(dataDir, 'redis'));
	// Whatever this test finds, the next one needs a Redis that works.
	t.teardown(() => frozen?.goOn());
	const stalls = watchStalls();
	const asked = await all(calls);
	const stalled = stalls();
	const slow = asked.toSorted((a, b) => b.ms - a.ms).slice(0, 6);
	t.log(
		`${asked.length} calls at once, in ${Math.round(stalled)} ms of which nothing ran; the slowest: ${slow.map(({name, ms}) => `${name} ${ms} ms`).join(', ')}`,
	);
	for (const {name, ms, status, error, headers} of asked) {
		t.true(ms - stalled < LIMIT_MS, `${name} took ${ms} ms`);
		if (WAITS.includes(name)) {
			t.is(error, 'still_running', `${name} ${status}`);
			t.regex(headers.get('location') ?? '', /^\/v1\/jobs\//);
			t.truthy(headers.get('retry-after'));
		} else if (REFUSED.includes(name)) t.is(status, 503, name);
		else if (NOT_THERE.includes(name)) t.is(status, 404, name);
		else if (UNFIT.includes(name.split(',')[0]!)) t.true(status >= 400 && status < 500, `${name} ${status}`);
		else t.true(status < 400, `${name} answered ${status} ${error}`);
	}

	const later = await all({...others(), rename: () => ana('PATCH', `/v1/tours/${form.tourId}`, {body: {name: 'Later'}})});
	const waits = later.filter(({name}) => !['readyz', 'tools/call with a job'].includes(name)).map(({ms}) => ms);
	t.log(`once it counts as away: ${Math.max(...waits)} ms at most`);
	t.true(Math.max(...waits) < 2000, 'nobody pays for it again');

	frozen.goOn();
	for (const {headers} of asked.filter(({name}) => WAITS.includes(name))) await ended(headers.get('location')!.split('/').at(-1)!);
	await until(async () => (await ana('GET', '/readyz')).status === 200);
	t.is((await ana('POST', `/v1/tours/${form.tourId}/publish`)).status, 200);
	t.is((await send(service, form.slug, visitOf([{type: 'view'}]))).status, 204);
});

test.serial('a process that starts waits for a Redis that is slow at first, and not for one that is away', async t => {
	const way = await openBlackHole(localUrls(dataDir).redisUrl.slice('unix:'.length));
	t.teardown(() => way.close());
	way.swallow();
	const opening = openServices({...service.config, redisUrl: `redis://127.0.0.1:${way.port}`}, 'api');
	// Longer than a command waits.
	await sleep(3000);
	way.heal();
	const services = await opening;
	t.is(await services.redis.ping(), 'PONG');
	await services.close();
	await t.throwsAsync(openServices({...service.config, redisUrl: 'redis://127.0.0.1:1'}, 'api'), {message: /ECONNREFUSED/});
});

test.serial('a network that loses everything and then forgets its connections: API and workers make new ones', async t => {
	t.timeout(120_000);
	const {databaseUrl, redisUrl} = localUrls(dataDir);
	const way = await openBlackHole(redisUrl.slice('unix:'.length));
	t.teardown(() => way.close());
	const other = await startService({LOG_LEVEL: 'silent'}, {servers: {databaseUrl, redisUrl: `redis://127.0.0.1:${way.port}`}});
	try {
		const bea = await other.client();
		const {tour} = (await bea('POST', '/v1/tours', {body: {name: 'Hole'}})).body;
		await bea('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
		t.is((await bea('POST', `/v1/tours/${tour.id}/publish`)).status, 201);
		way.swallow();
		const [asked] = await all({publish: () => bea('POST', `/v1/tours/${tour.id}/publish`)});
		t.is(asked!.error, 'still_running');
		t.true(asked!.ms < LIMIT_MS);
		way.heal();
		const start = performance.now();
		await until(async () => (await bea('POST', `/v1/tours/${tour.id}/publish`)).status === 200);
		t.log(`published again ${Math.round(performance.now() - start)} ms after the network was`);
	} finally {
		await other.stop();
	}
});
