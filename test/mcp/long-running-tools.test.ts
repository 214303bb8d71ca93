import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import Koa from 'koa';
import {bearerAuthentication} from '../../api/auth/bearer.ts';
import {mcpEndpoint} from '../../api/mcp/endpoint.ts';
import {openPerform} from '../../api/pipeline/perform.ts';
import {openRateLimits} from '../../api/pipeline/rate-limits.ts';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {POOLS, type Pool} from '../../shared/queue/job.ts';
import {openWorkers} from '../../workers/workers.ts';
import {eventually} from '../helpers/eventually.ts';
import {screenshot} from '../helpers/images.ts';
import {type Agent, connectAgent, ERAS, type ToolReply} from '../helpers/mcp.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';

/** What an agent hears of work that takes longer. No worker runs until a test starts one. */

const PATIENT_MS = 4000;
const IMPATIENT_MS = 500;

let service: TestService;
let baseUrl: string;
let patientUrl: string;
let image: {base64: string};
const doors: Server[] = [];

test.before(async () => {
	service = await startService({}, {workers: false});
	const picture = await screenshot(1440, 900).png().toBuffer();
	image = {base64: picture.toString('base64')};
	baseUrl = await openDoor(IMPATIENT_MS);
	patientUrl = await openDoor(PATIENT_MS);
});
test.after.always(async () => {
	for (const door of doors) {
		door.closeAllConnections();
		door.close();
	}
	await service?.stop();
});

/** The MCP endpoint alone, with less patience than the 50 seconds that it has otherwise. */
async function openDoor(waitMs: number): Promise<string> {
	const {services} = service;
	const perform = openPerform(services, openRateLimits(services));
	const app = new Koa().use(mcpEndpoint({services, authenticate: bearerAuthentication(services), perform, waitMs}));
	const door = createServer(app.callback());
	await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve));
	doors.push(door);
	return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

async function startWorkers(t: ExecutionContext, pools: readonly Pool[] = POOLS): Promise<void> {
	const {services, config} = service;
	const browser = openBrowser({executablePath: config.chromium, log: services.log});
	const workers = await openWorkers({services, browser, pools, concurrency: () => 2});
	t.teardown(async () => {
		await workers.close();
		await browser.close();
	});
}

/** What an agent does: it repeats the call for as long as it is asked to. */
async function ended(agent: Agent, name: string, input: Record<string, unknown>): Promise<ToolReply> {
	for (;;) {
		const reply = await agent.call(name, input);
		if (reply.body.status !== 'processing') return reply;
	}
}

async function jobs(client: Client, type: string): Promise<number> {
	const rows = await service.services.database.query('SELECT id FROM jobs WHERE account_id = ? AND type = ?', [client.accountId, type]);
	return rows.length;
}

for (const era of ERAS) {
	test.serial(`revision ${era}: progress at least every 2 s, and growing`, async t => {
		const agent = await connectAgent(patientUrl, (await service.client()).key, era);
		const {id} = (await agent.call('create_tour', {name: 'Slow'})).body.tour;
		const heard: Array<{at: number; progress: number}> = [];
		const start = performance.now();
		const onprogress = ({progress}: {progress: number}) => heard.push({at: performance.now() - start, progress});
		const {body, isError} = await agent.call('add_step', {id, image}, {onprogress});
		t.false(isError);
		t.is(body.status, 'processing');
		t.true(heard.length >= 2);
		const times = [0, ...heard.map(({at}) => at), performance.now() - start];
		for (let i = 1; i < times.length; i++) t.true(times[i]! - times[i - 1]! <= 2000, `${times}`);
		for (let i = 1; i < heard.length; i++) t.true(heard[i]!.progress > heard[i - 1]!.progress);
		await agent.close();
	});
}

test.serial('what takes too long is answered as processing; the same arguments join the job, which is done and charged once', async t => {
	const ana = await service.client();
	const agent = await connectAgent(baseUrl, ana.key, ERAS[1]);
	const {id} = (await agent.call('create_tour', {name: 'Slow'})).body.tour;
	const stepId = (await agent.call('add_step', {id, type: 'slide', title: 'Words'})).body.step.id;
	const step = {id, title: 'One', image};
	const text = {id, stepId, language: 'en', save: false};
	const both = () => Promise.all([agent.call('add_step', step), agent.call('generate_step_text', text)]);
	const bothEnded = () => Promise.all([ended(agent, 'add_step', step), ended(agent, 'generate_step_text', text)]);
	for (const round of [1, 2]) {
		for (const {body, isError} of await both()) {
			t.false(isError);
			t.deepEqual([body.ok, body.status], [true, 'processing']);
			t.regex(body.message, /same arguments/);
		}
		t.is(await jobs(ana, 'ingest-image'), 1, `after call ${round}`);
		t.is(await jobs(ana, 'write-step'), 1, `after call ${round}`);
	}
	t.is((await ana('GET', '/v1/me')).body.quotas.aiTexts.reserved, 1);

	await startWorkers(t);
	const [added, written] = await bothEnded();
	t.is(added.body.step.title, 'One');
	t.truthy(added.picture);
	t.false(written.isError, JSON.stringify(written.body));
	t.deepEqual(written.structured, written.body);
	t.is(written.body.usage.aiTexts.used, 1);
	t.is((await agent.call('get_tour', {id})).body.tour.steps.length, 2);

	// Said once: after that the same arguments mean another step, and another text.
	const [again, repeated] = await bothEnded();
	t.not(again.body.step.id, added.body.step.id);
	t.is(repeated.body.usage.aiTexts.used, 2);
	t.is((await agent.call('get_tour', {id})).body.tour.steps.length, 3);
	await agent.close();
});

test.serial('a result that nobody has fetched waits for the call that asks for it', async t => {
	const ana = await service.client();
	const agent = await connectAgent(baseUrl, ana.key, ERAS[0]);
	const {id} = (await agent.call('create_tour', {name: 'Slow'})).body.tour;
	const step = {id, title: 'Late', image: {...image, name: 'late.png'}};
	const other = await screenshot(800, 600).png().toBuffer();
	step.image.base64 = other.toString('base64');
	t.is((await agent.call('add_step', step)).body.status, 'processing');
	await startWorkers(t);
	await until(async () => (await ana('GET', `/v1/tours/${id}`)).body.tour.steps.length === 1);
	const result = await ended(agent, 'add_step', step);
	t.is(result.body.step.title, 'Late');
	t.is((await ana('GET', `/v1/tours/${id}`)).body.tour.steps.length, 1);
	await agent.close();
});

test.serial('a publish joins the one under way, but never one that shows less than the tour has now', async t => {
	const ana = await service.client();
	const agent = await connectAgent(baseUrl, ana.key, ERAS[0]);
	const {id} = (await agent.call('create_tour', {name: 'Slow'})).body.tour;
	await agent.call('add_step', {id, type: 'slide', title: 'One'});
	t.is((await agent.call('publish', {id})).body.status, 'processing');
	await Promise.all([agent.call('publish', {id}), agent.call('publish', {id})]);
	t.is(await jobs(ana, 'build-bundle'), 1);
	await agent.call('add_step', {id, type: 'slide', title: 'Two'});
	t.is((await agent.call('publish', {id})).body.status, 'processing');
	t.is(await jobs(ana, 'build-bundle'), 2);
	await startWorkers(t);
	const {url} = (await ended(agent, 'publish', {id})).body.publishedLink;
	t.true((await (await fetch(url)).text()).includes('Two'));
	t.false((await agent.call('get_tour', {id})).body.tour.hasUnpublishedChanges);
	await agent.close();
});

test.serial('identical calls at once that need no job are two calls', async t => {
	const ana = await service.client();
	const agent: Agent = await connectAgent(baseUrl, ana.key, ERAS[1]);
	const {id} = (await agent.call('create_tour', {name: 'Slides'})).body.tour;
	const slide = {id, type: 'slide', title: 'Twice'};
	await Promise.all([agent.call('add_step', slide), agent.call('add_step', slide)]);
	t.is((await agent.call('get_tour', {id})).body.tour.steps.length, 2);
	await agent.close();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
	for (const deadline = Date.now() + 20_000; !(await isSo()); ) {
		if (Date.now() > deadline) throw new Error('It did not come to it within 20 s.');
		await new Promise(resolve => setTimeout(resolve, 100));
	}
}

test.serial('calls that wait for their picture keep no other call of the account waiting', async t => {
	await startWorkers(t, ['images']);
	const ana = await service.client();
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Before'}})).body.tour;
	const {step} = (await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'Seen', image}})).body;
	const agent = await connectAgent(service.baseUrl, ana.key, ERAS[1]);
	let ended = 0;
	const replies = ['One', 'Two', 'Three', 'Four'].map(async title => {
		const reply = await agent.call('update_step', {id, stepId: step.id, title});
		ended++;
		return reply;
	});
	await eventually('all four have written, and none is drawn', async () => (await jobs(ana, 'picture-step')) === 4);
	t.is((await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'Meanwhile'}})).status, 200);
	t.is(ended, 0);
	for (const {isError, picture} of await Promise.all(replies)) {
		t.false(isError);
		t.truthy(picture, 'the screenshot, in place of the page that nobody draws');
	}
});
