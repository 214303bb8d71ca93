import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {screenshot} from '../../helpers/images.ts';
import {connectAgent, ERAS} from '../../helpers/mcp.ts';
import {startService} from '../../helpers/service.ts';
import type {Scene} from './mistake.ts';
import {OF_NAMES} from './of-names.ts';
import {OF_PATHS} from './of-paths.ts';
import {OF_PLACES} from './of-places.ts';

/** The typical mistakes of agents, each made once over MCP: what to send next comes out of the one response, and succeeds. */

const SCREEN = join(import.meta.dirname, '../../evals/local-writer/tuned-on/wordpress-es-04.webp');

const service = await startService({}, {also: ['audio']});
const agent = await connectAgent(service.baseUrl, (await service.client()).key, ERAS[1]);
const scene = await setTheScene();
test.after.always(async () => {
	await agent.close();
	await service.stop();
});

async function setTheScene(): Promise<Scene> {
	const bytes = await screenshot(1440, 900).png().toBuffer();
	const store = async (image: Buffer) =>
		(await agent.call('upload_media', {base64: image.toString('base64')})).body.media.mediaId as string;
	const {id} = (await agent.call('create_tour', {name: 'Mended', language: 'en'})).body.tour;
	const mediaId = await store(bytes);
	const stepIds: string[] = [];
	for (const title of ['One', 'Two']) stepIds.push((await agent.call('add_step', {id, title, image: {mediaId}})).body.step.id);
	return {
		id,
		stepIds,
		empty: (await agent.call('create_tour', {name: 'Empty'})).body.tour.id,
		mediaId,
		read: await store(await readFile(SCREEN)),
		png: bytes.toString('base64'),
		async put(url) {
			const response = await fetch(url, {method: 'PUT', body: new Uint8Array(bytes)});
			return ((await response.json()) as {media: {mediaId: string}}).media.mediaId;
		},
	};
}

for (const {what, call, field, says, isDone = false, mend} of [...OF_PATHS, ...OF_PLACES, ...OF_NAMES]) {
	test.serial(`${what}: one answer names ${field} and mends it`, async t => {
		const [tool, input] = call(scene);
		const {isError, body} = await agent.call(tool, input);
		t.is(isError, !isDone, JSON.stringify(body));
		const faults: Array<{field: string; message: string; hint?: string}> = (isDone ? body.warnings : body.errors) ?? [];
		const fault = faults.find(one => one.field === field);
		t.truthy(fault, `${field} is not among ${faults.map(one => one.field).join(', ')}`);
		const hint = fault!.hint ?? fault!.message;
		t.log(`${tool}: ${fault!.message} ${hint}`);
		t.regex(`${fault!.message} ${hint}`, says);
		const [next, mended] = await mend({input, body, hint}, scene, agent);
		const again = await agent.call(next, mended);
		t.false(again.isError, JSON.stringify(again.body));
		const left: Array<{field: string}> = again.body.warnings ?? [];
		t.false(
			left.some(one => one.field === field),
			'It is mended.',
		);
	});
}
