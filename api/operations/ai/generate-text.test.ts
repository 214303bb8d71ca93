import test from 'ava';
import {openBrowser} from '../../../renderers/browser/browser.ts';
import {POOLS} from '../../../shared/queue/job.ts';
import {startFakeOpenAi} from '../../../test/helpers/fakes/openai.ts';
import type {FakeProvider} from '../../../test/helpers/fakes/provider.ts';
import {picture} from '../../../test/helpers/pictures.ts';
import {type Client, jobEnded, startService, type TestService} from '../../../test/helpers/service.ts';
import {openWorkers} from '../../../workers/workers.ts';

const WORDS = {title: 'Click “Save”', text: 'It keeps what you changed, and closes the form.'};

let model: FakeProvider;
let service: TestService;
let ana: Client;
test.before(async () => {
	model = await startFakeOpenAi();
	const settings = {TEXT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: model.key, PROVIDER_TIMEOUT_SECONDS: '1'};
	service = await startService({...settings, AI_TEXTS_PER_MONTH: '100'});
	ana = await service.client();
});
test.after.always(async () => {
	await service?.stop();
	await model?.close();
});
test.beforeEach(() => {
	model.mode = 'good';
	model.requests.length = 0;
});

const NEW_IMAGE = async () => ({base64: (await picture()).toString('base64')});

async function newStep(client: Client, fields: object): Promise<{tour: string; step: string; path: string}> {
	const tour = (await client('POST', '/v1/tours', {body: {name: 'Invoices'}})).body.tour.id;
	const step = (await client('POST', `/v1/tours/${tour}/steps`, {body: fields})).body.step.id;
	return {tour, step, path: `/v1/tours/${tour}/steps/${step}/generate-text`};
}
const steps = async (client: Client, tour: string) => (await client('GET', `/v1/tours/${tour}`)).body.tour.steps;
const aiTexts = async (client: Client) => (await client('GET', '/v1/me')).body.quotas.aiTexts;

test.serial('the text is written from the screenshot, saved in the step, and uses one text of the quota', async t => {
	const client = await service.client();
	const {tour, step, path} = await newStep(client, {image: await NEW_IMAGE(), click: {x: 0.5, y: 0.5}});
	const {status, body, headers} = await client('POST', path);
	t.is(status, 200);
	t.deepEqual(body.generated, WORDS);
	t.true(body.saved);
	t.is(headers.get('etag'), '"v3"');
	const {resetsAt, ...usage} = body.usage.aiTexts;
	t.deepEqual(usage, {used: 1, limit: 100, remaining: 99});
	t.true(Date.parse(resetsAt) > Date.now());
	t.like((await steps(client, tour))[0], {id: step, ...WORDS, label: WORDS.title, narrationScript: null});
	t.deepEqual(await aiTexts(client), {used: 1, reserved: 0, limit: 100, resetsAt});
	t.true(JSON.stringify(model.requests[0]!.body).includes('image_url'), 'The screenshot goes along.');
});

test.serial(
	'a narration script is written on request; with save: false the step stays as it is; useImage: false sends no picture',
	async t => {
		const {tour, path} = await newStep(ana, {image: await NEW_IMAGE(), title: 'Mine'});
		const body = {narrationScript: true, save: false, useImage: false, language: 'en', instructions: 'For beginners.'};
		const reply = await ana('POST', path, {body});
		t.like(reply.body, {saved: false, generated: {...WORDS, narrationScript: 'Now click save.\nWhat you changed is kept.'}});
		t.like((await steps(ana, tour))[0], {title: 'Mine', text: null, narrationScript: null});
		const asked = JSON.stringify(model.requests[0]!.body);
		t.false(asked.includes('image_url'));
		t.true(asked.includes('For beginners.'));
		const saved = await ana('POST', path, {body: {narrationScript: true}});
		t.is((await steps(ana, tour))[0].narrationScript, saved.body.generated.narrationScript);
	},
);

test.serial('a step without a screenshot is written from instructions and neighbours, else there is nothing to describe', async t => {
	const {tour, path} = await newStep(ana, {type: 'slide'});
	for (const body of [{}, {useImage: true}, {instructions: ' \n'}]) {
		const {status, body: response} = await ana('POST', path, {body});
		t.is(status, 400);
		t.is(response.error, 'nothing_to_describe');
		t.truthy(response.errors[0].hint);
	}
	t.is((await ana('POST', path, {body: {instructions: 'Welcome the reader.'}})).status, 200);
	const {step} = (await ana('POST', `/v1/tours/${tour}/steps`, {body: {type: 'slide'}})).body;
	t.is((await ana('POST', `/v1/tours/${tour}/steps/${step.id}/generate-text`)).status, 200, 'Its neighbour has words by now.');
});

test.serial('what was edited while the text was being written stays: saved is false, and the text is charged', async t => {
	const waiting = await startService(
		{TEXT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: model.key},
		{workers: false},
	);
	t.teardown(waiting.stop);
	const client = await waiting.client();
	const [kept, gone] = [await newStep(client, {type: 'slide', title: 'Old'}), await newStep(client, {type: 'slide', title: 'Old'})];
	const asked = await Promise.all([kept, gone].map(({path}) => client('POST', path, {headers: {Prefer: 'respond-async'}})));
	t.deepEqual(
		asked.map(({status}) => status),
		[202, 202],
	);
	t.is((await aiTexts(client)).reserved, 2);
	await client('PATCH', kept.path.replace('/generate-text', ''), {body: {title: 'By a person'}});
	await client('DELETE', gone.path.replace('/generate-text', ''));
	const browser = openBrowser({executablePath: waiting.config.chromium, log: waiting.services.log});
	const workers = await openWorkers({services: waiting.services, browser, pools: POOLS, concurrency: () => 2});
	t.teardown(() => workers.close());
	const [keptJob, goneJob] = [await jobEnded(client, asked[0]!), await jobEnded(client, asked[1]!)];
	t.like(keptJob, {status: 'succeeded', result: {ok: true, saved: false, generated: WORDS, usage: {aiTexts: {used: 1}}}});
	t.is((await steps(client, kept.tour))[0].title, 'By a person');
	t.like(goneJob, {status: 'failed', error: {error: 'not_found'}});
	t.like(await aiTexts(client), {used: 1, reserved: 0}, 'The text for the step that is gone is not charged.');
});

test.serial('a provider that fails is a 502, one that is silent or busy a 503, and neither is charged', async t => {
	const client = await service.client();
	const {path} = await newStep(client, {type: 'slide', title: 'One'});
	for (const [mode, status, error] of [
		['status-500', 502, 'provider_failed'],
		['garbage', 502, 'provider_failed'],
		['huge', 502, 'provider_failed'],
		['half', 502, 'provider_failed'],
		['silent', 503, 'provider_unavailable'],
		['busy', 503, 'provider_unavailable'],
	] as const) {
		model.mode = mode;
		const reply = await client('POST', path);
		t.deepEqual([reply.status, reply.body.error], [status, error], mode);
		t.false(JSON.stringify(reply.body).includes(model.key));
		t.like(await aiTexts(client), {used: 0, reserved: 0}, mode);
	}
});

test.serial('the same Idempotency-Key is answered the same and charged once; after a failed provider it may be tried again', async t => {
	const client = await service.client();
	const {path} = await newStep(client, {type: 'slide', title: 'One'});
	const headers = {'Idempotency-Key': crypto.randomUUID()};
	model.mode = 'garbage';
	t.is((await client('POST', path, {headers})).status, 502);
	model.mode = 'good';
	const replies = await Promise.all([1, 2, 3].map(() => client('POST', path, {headers})));
	t.deepEqual(
		replies.map(({status}) => status),
		[200, 200, 200],
	);
	t.deepEqual(replies[1]!.body, replies[0]!.body);
	t.like(await aiTexts(client), {used: 1, reserved: 0});
});

test.serial('500 calls at once against 100 texts: exactly 100 are granted, the others learn when there are more', async t => {
	t.timeout(120_000);
	const client = await service.client();
	const {path} = await newStep(client, {type: 'slide', title: 'One'});
	const replies = await Promise.all(Array.from({length: 500}, () => client('POST', path, {body: {save: false}})));
	const granted = replies.filter(({status}) => status === 200);
	const refused = replies.filter(({status}) => status === 429);
	t.is(granted.length, 100);
	t.is(refused.length, 400);
	t.true(refused.every(({body}) => body.error === 'quota_exceeded'));
	t.true(Number(refused[0]!.headers.get('retry-after')) > 0);
	t.like(await aiTexts(client), {used: 100, reserved: 0});
});

test.serial('faults of the body are reported all at once', async t => {
	const {path} = await newStep(ana, {type: 'slide', title: 'One'});
	const body = {instructions: 'x'.repeat(1001), language: 'pt', narrationScript: 'yes', useImage: 1, save: null, tone: 'warm'};
	const reply = await ana('POST', path, {body});
	t.is(reply.status, 400);
	t.deepEqual(reply.body.errors.map(({field}: {field: string}) => field).toSorted(), Object.keys(body).toSorted());
	t.is((await ana('POST', path, {headers: {'If-Match': '"v99"'}})).status, 412);
});
