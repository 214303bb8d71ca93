import test from 'ava';
import sharp from 'sharp';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {FILE_PARTS} from '../../shared/files/file-store.ts';
import {POOLS} from '../../shared/queue/job.ts';
import {ageFiles} from '../../test/helpers/files.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {connectAgent, ERAS} from '../../test/helpers/mcp.ts';
import {type Client, jobEnded, startService} from '../../test/helpers/service.ts';
import {sweep} from '../../workers/jobs/maintenance/sweep.ts';
import {openWorkers} from '../../workers/workers.ts';

const service = await startService();
const ana = await service.client();
const png = await screenshot(1440, 900).png().toBuffer();
test.after.always(() => service.stop());

const HIGHLIGHT = {x: 0.4, y: 0.4, width: 0.1, height: 0.06};

/** A tour of a slide and a screen, and the path of the screen. */
async function newTour(client: Client) {
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: png.toString('base64')}})).body.media;
	const {id} = (await client('POST', '/v1/tours', {body: {name: 'Seen'}})).body.tour;
	const slide = (await client('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'Welcome'}})).body.step;
	const body = {title: 'Save it', text: 'Press the button.', image: {mediaId}, highlight: HIGHLIGHT};
	const {step} = (await client('POST', `/v1/tours/${id}/steps`, {body})).body;
	const path = (stepId: string) => `/v1/tours/${id}/steps/${stepId}`;
	return {id, slide: path(slide.id), screen: path(step.id), stepId: step.id as string};
}

/** How often a browser has drawn a step for the account. */
async function drawings({accountId}: Client): Promise<number> {
	const rows: Array<{outcome: {answer: {body: {picture: {url: string}}}}}> = await service.services.database.query(
		"SELECT outcome FROM jobs WHERE type = 'picture-step' AND account_id = ? AND state = 'succeeded'",
		[accountId],
	);
	return new Set(rows.map(({outcome}) => JSON.stringify(outcome))).size;
}

test.serial('a step of a draft is drawn as the player shows it, in both windows, and its pictures open without a credential', async t => {
	const {screen, slide} = await newTour(ana);
	for (const [viewport, width, height] of [
		['desktop', 1440, 900],
		['phone', 390, 844],
	] as const) {
		const {status, body} = await ana('GET', `${screen}/picture?viewport=${viewport}`);
		t.is(status, 200, JSON.stringify(body));
		t.like(body, {viewport, picture: {width, height}, findings: []});
		for (const drawn of [body.picture, body.crop]) {
			const response = await fetch(drawn.url);
			t.is(response.headers.get('content-type'), 'image/jpeg');
			const {width, height} = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
			t.deepEqual({width, height}, {width: drawn.width, height: drawn.height});
		}
	}
	const {body} = await ana('GET', `${slide}/picture`);
	t.like(body, {viewport: 'desktop', crop: null, findings: []});
});

test.serial(
	'the same step is drawn once, whatever happens elsewhere in the tour; another content, another number or another window is drawn again',
	async t => {
		const client = await service.client();
		const {id, screen, slide} = await newTour(client);
		const picture = async (query = '') => (await client('GET', `${screen}/picture${query}`)).body.picture.url as string;
		const first = await picture();
		t.is(await picture(), first);
		await client('PATCH', slide, {body: {title: 'Another welcome', text: 'Words.'}});
		await client('PUT', `/v1/tours/${id}/end-cta`, {body: {enabled: true, text: 'Thanks'}});
		await client('PUT', `/v1/tours/${id}/end-cta`, {body: {enabled: false}});
		t.is(await picture(), first);
		t.is(await drawings(client), 1);
		t.not(await picture('?viewport=phone'), first);
		await client('PATCH', screen, {body: {title: 'Keep it'}});
		t.not(await picture(), first);
		await client('PATCH', screen, {body: {title: 'Save it'}});
		t.is(await picture(), first);
		t.is(await drawings(client), 3);
	},
);

test.serial('what was found names the code, the field and what would be right', async t => {
	const {screen} = await newTour(ana);
	await ana('PATCH', screen, {body: {title: null, text: null, highlight: {x: 0.5, y: 0.5, width: 8 / 1440, height: 40 / 900}}});
	await ana('PUT', `${screen}/camera`, {body: {zoom: 'none'}});
	const {findings} = (await ana('GET', `${screen}/picture`)).body;
	t.like(findings, [
		{code: 'balloon_empty', field: 'title'},
		{code: 'target_small', field: 'highlight'},
	]);
	t.true(findings.every(({message, hint}: {message: string; hint: string}) => message.length > 20 && hint.length > 20));
});

test.serial('bad input: another account, an unknown step, another window, a screen without a picture', async t => {
	const {id, screen, stepId} = await newTour(ana);
	const eve = await service.client();
	t.is((await eve('GET', `${screen}/picture`)).status, 404);
	t.is((await ana('GET', `/v1/tours/${id}/steps/step_none/picture`)).body.error, 'not_found');
	const other = await ana('GET', `${screen}/picture?viewport=tablet`);
	t.like(other.body, {error: 'invalid_request', errors: [{field: 'viewport'}]});
	await ana('PATCH', `/v1/tours/${id}/steps/${stepId}`, {body: {image: null}});
	const {status, body} = await ana('GET', `${screen}/picture`);
	t.like({status, body}, {status: 200, body: {crop: null, findings: [{code: 'picture_missing', field: 'image'}]}});
});

test.serial('who does not wait gets the job; what nobody asked for again is swept within a day, and drawn again when it is', async t => {
	const client = await service.client();
	const {screen} = await newTour(client);
	const accepted = await client('GET', `${screen}/picture`, {headers: {Prefer: 'respond-async'}});
	t.is(accepted.status, 202);
	const {result} = await jobEnded(client, accepted);
	t.is((await fetch(result.picture.url)).status, 200);
	await ageFiles(service);
	await sweep(service, FILE_PARTS);
	t.is((await fetch(result.picture.url)).status, 404);
	const again = (await client('GET', `${screen}/picture`)).body;
	t.is((await fetch(again.picture.url)).status, 200);
	t.is((await fetch(again.crop.url)).status, 200);
});

test.serial('a browser that cannot draw is named as such, and nothing hangs or stays', async t => {
	const broken = await startService({}, {workers: false});
	t.teardown(broken.stop);
	const client = await broken.client();
	// Pictures are stored, and no step is drawn: this browser dies whenever it is started.
	const browser = openBrowser({executablePath: '/bin/false', log: broken.services.log});
	const workers = await openWorkers({services: broken.services, browser, pools: POOLS, concurrency: () => 2});
	t.teardown(() => workers.close());
	const {screen, id} = await newTour(client);
	const {status, body, headers} = await client('GET', `${screen}/picture`);
	t.deepEqual([status, body.error], [503, 'unavailable']);
	t.truthy(headers.get('retry-after'));
	const agent = await connectAgent(broken.baseUrl, client.key, ERAS[1]);
	const added = await agent.call('add_step', {id, title: 'One', image: {base64: png.toString('base64')}, highlight: HIGHLIGHT});
	t.false(added.isError);
	t.truthy(added.picture, 'The screenshot with its marks, where the player cannot be had.');
	await agent.close();
	t.like((await client('GET', `/v1/tours/${id}`)).body.tour, {stepCount: 3});
});

for (const era of ERAS) {
	test.serial(`${era}: an agent looks at its step, adds one that hides its target, and mends it`, async t => {
		const client = await service.client();
		const {id, stepId} = await newTour(client);
		const agent = await connectAgent(service.baseUrl, client.key, era);
		const seen = await agent.call('preview_step', {id, stepId, viewport: 'phone'});
		t.deepEqual([seen.body.findings, seen.pictures.length], [[], 2]);
		t.like(await sharp(seen.pictures[0]).metadata(), {width: 390, height: 844});
		const image = {base64: png.toString('base64')};
		const whole = await agent.call('add_step', {id, title: 'All', image, highlight: {x: 0, y: 0, width: 1, height: 1}});
		t.true(whole.body.findings.some(({code}: {code: string}) => code === 'balloon_over_target'));
		t.is(whole.pictures.length, 2, 'the step, and its target without the balloon');
		const mended = await agent.call('update_step', {id, stepId: whole.body.step.id, highlight: HIGHLIGHT});
		t.deepEqual([mended.body.findings, mended.pictures.length, mended.structured], [[], 1, undefined]);
		t.like(await sharp(mended.pictures[0]).metadata(), {width: 1440, height: 900});
		await agent.close();
	});
}
