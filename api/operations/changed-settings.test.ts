import test from 'ava';
import type {Edit} from '../../shared/contract/edit.ts';
import {startService} from '../../test/helpers/service.ts';

/** Changes of what of a tour is none of its steps, and changes that are numbered. */

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const newTour = async () => (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour;
const read = async (id: string) => (await ana('GET', `/v1/tours/${id}`)).body.tour;
const change = (id: string, changes: Edit[], more = {}) => ana('POST', `/v1/tours/${id}/changes`, {body: {changes, ...more}});

test('theme, form, card and language are changed value by value, answered in full, and taken back by what was there', async t => {
	const before = await newTour();
	const settings: Edit = {
		kind: 'settings',
		set: {theme: {preset: 'green'}, leadCapture: {enabled: true, submitLabel: 'Vamos'}, narrationSettings: {language: 'en'}},
		was: {theme: {preset: 'documento'}, leadCapture: {enabled: false, submitLabel: ''}, narrationSettings: {language: 'pt'}},
	};
	const {status, body} = await change(before.id, [settings]);
	t.is(status, 200);
	const tour = await read(before.id);
	const {theme, leadCapture, endCta, narrationSettings, pictures} = tour;
	t.deepEqual(body.settings, {theme, leadCapture, endCta, narrationSettings, pictures});
	t.like(tour, {
		version: body.version,
		theme: {preset: 'green'},
		leadCapture: {enabled: true, submitLabel: 'Vamos'},
		narrationSettings: {language: 'en'},
	});
	// What others change by their own calls meanwhile stays, and is said.
	await ana('PUT', `/v1/tours/${before.id}/lead-capture`, {body: {...settings.set.leadCapture, submitLabel: 'Theirs'}});
	const back = await change(before.id, [{...settings, set: settings.was, was: settings.set}]);
	t.deepEqual(back.body.conflicts, [{index: 0, field: 'leadCapture.submitLabel', mine: '', theirs: 'Theirs', gone: false}]);
	const now = await read(before.id);
	t.deepEqual([now.theme, now.narrationSettings, now.leadCapture.enabled], [before.theme, before.narrationSettings, false]);
	t.is((await change(before.id, [{kind: 'rename', set: {name: 'Other'}, was: {name: 'Tour'}}])).body.settings, undefined);
});

test('the frame of the pictures is chosen by changes and by documents, and auto goes without saying', async t => {
	const {id} = await newTour();
	const frame = async () => (await read(id)).pictures.frame;
	const written = async () => (await ana('GET', `/v1/documents/${id}`)).body.document;
	t.is(await frame(), 'auto');
	t.is((await written()).pictures, undefined);

	const browser: Edit = {kind: 'settings', set: {pictures: {frame: 'browser'}}, was: {pictures: {frame: 'auto'}}};
	t.deepEqual((await change(id, [browser])).body.settings.pictures, {frame: 'browser'});
	const document = await written();
	t.deepEqual(document.pictures, {frame: 'browser'});

	const none: Edit = {kind: 'settings', set: {pictures: {frame: 'none'}}, was: {pictures: {frame: 'browser'}}};
	t.deepEqual((await change(id, [none])).body.settings.pictures, {frame: 'none'});
	const late: Edit = {kind: 'settings', set: {pictures: {frame: 'auto'}}, was: {pictures: {frame: 'browser'}}};
	const {conflicts} = (await change(id, [late])).body;
	t.deepEqual(conflicts, [{index: 0, field: 'pictures.frame', mine: 'auto', theirs: 'none', gone: false}]);
	t.is(await frame(), 'none');

	await ana('PUT', `/v1/documents/${id}`, {body: {document}});
	t.is(await frame(), 'browser');
	await change(id, [{...late}]);
	t.deepEqual([await frame(), (await written()).pictures], ['auto', undefined]);
	const wrong = await ana('PUT', `/v1/documents/${id}`, {body: {document: {...document, pictures: {frame: 'window'}}}});
	t.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'pictures.frame']);
});

test('a voice that there is not, and what was not said, are named by their change', async t => {
	const {id} = await newTour();
	const voice: Edit = {kind: 'settings', set: {narrationSettings: {voices: {en: 'none'}}}, was: {narrationSettings: {voices: {en: null}}}};
	const wrong = await change(id, [{kind: 'rename', set: {name: 'A'}, was: {name: 'Tour'}}, voice]);
	t.is(wrong.status, 400);
	t.regex(wrong.body.errors[0].field, /^changes\[1\]\.set\.narrationSettings\.voices/);
	t.is((await read(id)).name, 'Tour', 'nothing is half done');
	const missing = await change(id, [{kind: 'settings', set: {theme: {font: 'lato'}}, was: {theme: {}}}]);
	t.is(missing.body.errors[0].field, 'changes[0].was.theme.font');
});

test('what has a number is made once, whatever call it comes in, also after an older version was brought back', async t => {
	const {id} = await newTour();
	const writer = (first: number) => ({writer: {id: 'a-page-of-mine', first}});
	const rename = (name: string, was: string): Edit => ({kind: 'rename', set: {name}, was: {name: was}});
	await ana('POST', `/v1/tours/${id}/versions`, {body: {name: 'Before'}});
	const both = await change(id, [rename('One', 'Tour'), rename('Two', 'One')], writer(1));
	const again = await change(id, [rename('One', 'Tour')], writer(1));
	t.deepEqual([again.body.conflicts, again.body.version], [[], both.body.version]);
	t.is((await read(id)).name, 'Two');
	const {versions} = (await ana('GET', `/v1/tours/${id}/versions`)).body;
	await ana('POST', `/v1/tours/${id}/versions/${versions.at(-1).number}/restore`);
	t.is((await read(id)).name, 'Tour');
	await change(id, [rename('One', 'Tour'), rename('Two', 'One')], writer(1));
	t.is((await read(id)).name, 'Tour', 'a late repetition brings nothing back');
	t.is((await change(id, [rename('Three', 'Tour')], writer(3))).body.conflicts.length, 0);
});
