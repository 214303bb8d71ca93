import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {EXAMPLE_FOLDER, readExample} from '../helpers/example-tour.ts';
import {connectAgent, ERAS} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** The short way of an agent that knows only what tools/list says: upload URLs for local files, one document, publish. */

const STEPS = 5;

const service = await startService({}, {also: ['audio']});
const example = await readExample();
test.after.always(() => service.stop());

const screens = example.steps.filter(({file}) => file).slice(0, STEPS);

for (const era of ERAS) {
	test.serial(
		`revision ${era}: a tour of five local files is public after three calls and their PUTs; it is undone, copied and deleted`,
		async t => {
			const owner = await service.client();
			const agent = await connectAgent(service.baseUrl, owner.key, era);
			t.teardown(() => agent.close());

			const {uploads} = (await agent.call('upload_media', {count: STEPS})).body;
			t.is(uploads.length, STEPS);
			const mediaIds: string[] = [];
			for (const [index, {file}] of screens.entries()) {
				const reply = await fetch(uploads[index].url, {method: 'PUT', body: await readFile(join(EXAMPLE_FOLDER, file!))});
				t.is(reply.status, 201);
				mediaIds.push(((await reply.json()) as {media: {mediaId: string}}).media.mediaId);
			}
			const steps = screens.map(({file: _, ...step}, index) => ({key: `step-${index}`, image: {mediaId: mediaIds[index]}, ...step}));
			const document = {name: example.name, language: 'en', theme: example.theme, steps};
			const put = await agent.call('put_tour', {key: `whole-${era}`, document});
			t.false(put.isError, JSON.stringify(put.body));
			const {id} = put.body.tour;
			// Looking back, by what stands on the pictures and by how visitors see them.
			const {elements} = (await agent.call('find_elements', {mediaId: mediaIds[0], query: 'inject'})).body;
			t.regex(elements[0].text, /inject/i);
			const seen = await agent.call('preview_step', {id, stepId: put.body.tour.steps[0].id, viewport: 'phone'});
			t.deepEqual([seen.body.findings, seen.pictures.length], [[], 2]);
			t.true((await agent.call('list_voices', {language: 'en'})).body.voices.length > 0);
			t.deepEqual((await agent.call('get_analytics', {})).body.links, []);
			const published = await agent.call('publish', {id});
			t.false(published.isError, JSON.stringify(published.body));
			const page = await (await fetch(published.body.publishedLink.url)).text();
			for (const {title} of screens) t.true(page.includes(title!), title!);

			const again = await agent.call('put_tour', {key: `whole-${era}`, document});
			t.deepEqual(again.body.changes, [], 'the same once more changes nothing');
			const read = await agent.call('get_tour_document', {key: id, full: true});
			t.is(read.body.document.steps.length, STEPS);
			t.deepEqual((await agent.call('put_tour', {key: id, document: read.body.document})).body.changes, []);

			t.false('replaced' in again.body, 'nothing was replaced');
			const short = await agent.call('put_tour', {key: id, document: {...document, steps: steps.slice(0, 2)}});
			t.is(short.body.replaced, published.body.version, 'what the link shows was replaced');
			const restored = await agent.call('restore_version', {id, number: short.body.replaced, confirm: true});
			t.false(restored.isError, JSON.stringify(restored.body));
			t.is((await agent.call('get_tour', {id})).body.tour.steps.length, STEPS, 'the short tour is undone');
			const redone = await agent.call('restore_version', {id, number: restored.body.replaced, confirm: true});
			t.is(redone.body.tour.stepCount, 2, 'and the undoing is');
			await agent.call('restore_version', {id, number: redone.body.replaced, confirm: true});
			t.true((await agent.call('list_versions', {id})).body.versions.length >= 2);

			const copy = await agent.call('duplicate_tour', {id});
			t.false(copy.isError, JSON.stringify(copy.body));
			t.not(copy.body.tour.id, id);
			t.is((await agent.call('update_tour', {id: copy.body.tour.id, name: 'A copy'})).body.tour.name, 'A copy');
			t.true((await agent.call('trash_tour', {id, confirm: true})).body.deleted);
			t.is((await fetch(published.body.publishedLink.url)).status, 410);
			t.is((await agent.call('get_tour', {id})).body.error, 'not_found');
		},
	);
}

test.serial(
	'a document over a version that somebody has changed since is refused; steps go by their keys, and ids that are mixed up are told apart',
	async t => {
		const owner = await service.client();
		const agent = await connectAgent(service.baseUrl, owner.key, ERAS[1]);
		t.teardown(() => agent.close());
		const document = {name: 'Guarded', steps: [{key: 'one', type: 'slide', title: 'One'}]};
		const {tour} = (await agent.call('put_tour', {key: 'guarded', document})).body;
		const changed = await agent.call('update_step', {id: 'guarded', stepId: 'one', title: 'Uno', picture: false});
		t.is(changed.body.step?.title, 'Uno', JSON.stringify(changed.body));
		const stale = await agent.call('put_tour', {key: 'guarded', document, ifVersion: tour.version});
		t.is(stale.body.error, 'version_mismatch');
		t.true(stale.body.errors[0].hint.includes(`ifVersion ${tour.version + 1}`));
		const absent = await agent.call('put_tour', {key: 'never-made', document, ifVersion: tour.version});
		t.is(absent.body.error, 'version_mismatch');
		t.regex(absent.body.errors[0].hint, /^Leave .*ifVersion/, 'no version is advised that the tool refuses');
		const fresh = await agent.call('put_tour', {key: 'guarded', document, ifVersion: tour.version + 1});
		t.is(fresh.body.changes.length, 1);
		const spoken = await agent.call('generate_narration', {id: tour.id, stepId: 'one', text: 'Hello there.', language: 'en'});
		t.false(spoken.isError, JSON.stringify(spoken.body));
		const silent = await agent.call('restore_version', {id: tour.id, number: fresh.body.replaced, confirm: true});
		t.like(silent.body.changes.at(-1), {step: 'one', field: 'narration', to: []}, 'a narration that goes is told');
		const mixed = await agent.call('get_tour', {id: tour.steps[0].id});
		t.like(mixed.body.errors[0], {field: 'id', message: 'This is the id of a step.'});
		t.true(mixed.body.errors[0].hint.includes(tour.id));
		const bare = await agent.call('add_step', {id: tour.id, title: 'Two'});
		t.like(bare.body.warnings[0], {field: 'image'});
		t.is((await agent.call('add_step', {id: tour.id, type: 'slide', title: 'Three'})).body.warnings?.length ?? 0, 0);
	},
);
