import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {EXAMPLE_FOLDER, readExample} from '../helpers/example-tour.ts';
import {type Agent, connectAgent, ERAS} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** An agent with the official client makes a tour out of real screenshots, knowing nothing but what the tools tell it. */

const SCREENS = 6;

const service = await startService({}, {also: ['audio']});
const example = await readExample();
test.after.always(() => service.stop());

for (const era of ERAS) {
	test.serial(`revision ${era}: from six screenshots to a public page, with a mistake mended by what its error says`, async t => {
		const agent = await connectAgent(service.baseUrl, (await service.client()).key, era);
		const {tools} = await agent.client.listTools();
		t.is(tools[0]!.name, 'list_tours');
		const created = await agent.call('create_tour', {name: example.name});
		t.deepEqual(created.structured, created.body);
		const {id} = created.body.tour;
		t.deepEqual(created.body.tour.tags, ['created by agent']);

		const steps = example.steps.filter(({file}) => file).slice(0, SCREENS);
		const stepIds: string[] = [];
		for (const [index, {file, ...step}] of steps.entries()) {
			const bytes = await readFile(join(EXAMPLE_FOLDER, file!));
			// Every second one by an upload URL, as for local files.
			const image = index % 2 ? {mediaId: await uploaded(agent, bytes)} : {base64: bytes.toString('base64'), name: file};
			const {body, picture, isError, structured} = await agent.call('add_step', {id, ...step, image});
			t.false(isError, JSON.stringify(body));
			t.is(structured, undefined);
			t.deepEqual(body.step.highlight, step.highlight);
			await isPicture(t, picture);
			t.deepEqual(body.findings, []);
			stepIds.push(body.step.id);
		}

		// The mistake: the coordinates of the last step once more, in pixels of the screenshot.
		const {highlight, click} = steps.at(-1)!;
		const wrong = {
			highlight: inPixels(highlight!),
			click: {x: click!.x * 2880, y: click!.y * 1800},
		};
		const refused = await agent.call('update_step', {id, stepId: stepIds.at(-1), ...wrong, title: 'Corrected'});
		t.true(refused.isError);
		t.is(refused.body.errors.length, 6);
		for (const {hint} of refused.body.errors) t.regex(hint, /looks like pixels: divide by the image's (width 2880|height 1800)/i);
		const mended = await agent.call(
			'update_step',
			mendedBy(refused.body.errors, {id, stepId: stepIds.at(-1), ...wrong, title: 'Corrected'}),
		);
		t.false(mended.isError, JSON.stringify(mended.body));
		t.is(mended.body.step.title, 'Corrected');
		for (const side of ['x', 'y', 'width', 'height'] as const) {
			t.true(Math.abs(mended.body.step.highlight[side] - highlight![side]) < 0.001, side);
		}
		await isPicture(t, mended.picture);

		const moved = [stepIds[1]!, stepIds[0]!, ...stepIds.slice(2)];
		t.deepEqual((await agent.call('reorder_steps', {id, stepIds: moved})).body.stepIds, moved);
		await agent.call('reorder_steps', {id, stepIds});
		const extra = await agent.call('add_step', {id, type: 'slide', title: 'One too many'});
		t.is(extra.picture, null);
		t.true((await agent.call('delete_step', {id, stepId: extra.body.step.id})).body.deleted);
		t.is((await agent.call('set_theme', {id, ...example.theme})).body.theme.preset, example.theme.preset);
		t.true((await agent.call('set_lead_capture', {id, enabled: false, title: 'Hello'})).body.ok);
		t.true((await agent.call('set_end_cta', {id, enabled: true, title: 'Try it', link: {url: 'https://nodered.org'}})).body.endCta.enabled);

		const preview = await agent.call('publish', {id, dryRun: true});
		t.deepEqual(preview.structured, preview.body);
		t.is((await fetch(preview.body.preview.url)).status, 200);
		t.is((await agent.call('get_tour', {id})).body.tour.status, 'unpublished');
		const published = await agent.call('publish', {id});
		t.false(published.isError, JSON.stringify(published.body));
		const page = await fetch(published.body.publishedLink.url);
		t.is(page.status, 200);
		const html = await page.text();
		for (const {title} of steps.slice(0, -1)) t.true(html.includes(title!), title);
		t.true(html.includes('Corrected'));

		const {contents} = await agent.client.readResource({uri: `tour://${id}/steps/${stepIds[0]}/image`});
		await isPicture(t, Buffer.from((contents[0] as {blob: string}).blob, 'base64'), 1024);
		t.is((await agent.call('list_tours')).body.tours[0].stepCount, SCREENS);

		const unconfirmed = await agent.call('unpublish', {id});
		t.true(unconfirmed.isError);
		t.is(unconfirmed.body.errors[0].field, 'confirm');
		for (const confirm of [false, 'true', 1, null]) t.true((await agent.call('unpublish', {id, confirm})).isError);
		t.is((await fetch(published.body.publishedLink.url)).status, 200);
		t.true((await agent.call('unpublish', {id, confirm: true})).body.changed);
		t.is((await fetch(published.body.publishedLink.url)).status, 410);
		await agent.close();
	});
}

test.serial('an agent writes a text and speaks it', async t => {
	const agent = await connectAgent(service.baseUrl, (await service.client()).key, ERAS[1]);
	const {id} = (await agent.call('create_tour', {name: 'Spoken'})).body.tour;
	const {file, highlight, click} = example.steps.find(step => step.file)!;
	const image = {base64: (await readFile(join(EXAMPLE_FOLDER, file!))).toString('base64')};
	const stepId = (await agent.call('add_step', {id, highlight, click, image})).body.step.id;
	const written = await agent.call('generate_step_text', {id, stepId, language: 'en', narrationScript: true});
	t.false(written.isError, JSON.stringify(written.body));
	t.deepEqual(written.structured, written.body);
	t.is(written.body.usage.aiTexts.used, 1);
	const spoken = await agent.call('generate_narration', {id, stepId, language: 'en'});
	t.false(spoken.isError, JSON.stringify(spoken.body));
	t.true(spoken.body.narration.durationMs > 500);
	t.is((await fetch(spoken.body.narration.url)).headers.get('content-type'), 'audio/mpeg');
	await agent.close();
});

test.serial('upload_media stores what it gets, or says where to send it, and takes no mixture', async t => {
	const agent = await connectAgent(service.baseUrl, (await service.client()).key, ERAS[0]);
	const bytes = await readFile(join(EXAMPLE_FOLDER, example.steps.find(step => step.file)!.file!));
	const base64 = bytes.toString('base64');
	const stored = await agent.call('upload_media', {base64});
	t.is(stored.body.media.width, 2880);
	t.is(await uploaded(agent, bytes), stored.body.media.mediaId);
	const mixed = await agent.call('upload_media', {base64, contentType: 'image/png', bytes: 7});
	t.true(mixed.isError);
	t.deepEqual(
		mixed.body.errors.map(({field}: {field: string}) => field),
		['contentType', 'bytes'],
	);
	t.true((await agent.call('upload_media', {base64, url: 'https://example.com/a.png'})).isError);
	const bad = await agent.call('upload_media', {base64: Buffer.from('<svg/>').toString('base64')});
	t.is(bad.body.error, 'image_type');
	await agent.close();
});

test.serial('a limit of the account and a used-up quota are reported in the answer, with when to try again', async t => {
	const tight = await startService({CHANGES_PER_HOUR: '1', AI_TEXTS_PER_MONTH: '0'});
	const agent = await connectAgent(tight.baseUrl, (await tight.client()).key, ERAS[0]);
	const {id} = (await agent.call('create_tour', {name: 'One change'})).body.tour;
	const limited = await agent.call('set_theme', {id, preset: 'dark'});
	t.is(limited.body.error, 'changes_limited');
	t.regex(limited.body.message, /again in \d+ s/);
	const {services} = tight;
	await services.redis.del(...(await services.redis.keys('*:used:changes*')));
	const stepId = (await agent.call('add_step', {id, type: 'slide', title: 'Words'})).body.step.id;
	const used = await agent.call('generate_step_text', {id, stepId, save: false});
	t.is(used.body.error, 'quota_exceeded', JSON.stringify(used.body));
	await agent.close();
	await tight.stop();
});

/** What an agent does with an upload URL. */
async function uploaded(agent: Agent, bytes: Buffer): Promise<string> {
	const {url, method, headers} = (await agent.call('upload_media', {contentType: 'image/png'})).body.upload;
	const response = await fetch(url, {method, headers, body: new Uint8Array(bytes)});
	return (await response.json()).media.mediaId;
}

function inPixels({x, y, width, height}: {x: number; y: number; width: number; height: number}) {
	return {x: x * 2880, y: y * 1800, width: width * 2880, height: height * 1800};
}

/** The same call with each refused value replaced by the one that its hint computes. */
function mendedBy(errors: Array<{field: string; hint: string}>, input: Record<string, unknown>): Record<string, unknown> {
	const mended = structuredClone(input);
	for (const {field, hint} of errors) {
		const [shape, side] = field.split('.') as [string, string];
		(mended[shape] as Record<string, number>)[side] = Number(/= ([\d.]+)\.$/.exec(hint)![1]);
	}
	return mended;
}

/** `side`: pixels of its long side; 1,440 is the step in the player. */
async function isPicture(
	t: {is(a: unknown, b: unknown): unknown; true(a: unknown): unknown},
	picture: Buffer | null,
	side = 1440,
): Promise<void> {
	const {format, width, height} = await sharp(picture!).metadata();
	t.is(format, 'jpeg');
	t.is(Math.max(width, height), side);
	t.true(picture!.length < 200_000);
}
