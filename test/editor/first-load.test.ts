import {readFile} from 'node:fs/promises';
import test from 'ava';
import {editorBundle} from '../../api/editor/bundle.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PICTURES, startEditor} from './helpers.ts';
import {crowded} from './on-page.ts';

/** What the screens of the editor weigh when they are opened, and whether they have room in narrow windows. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** KiB, compressed by gzip, and how many requests until the screen stands; a picture for each step comes on top. */
const MOST = {js: 89.4, css: 15, words: 10, requests: 12};
/** With conflicts, which name every field and value in three languages, alternative texts, the page as visitors see it, the map of a tour with its buttons and hotspots (15), the frame of its pictures, what areas that wait for redaction say before a publish, where the focus goes and what keys have done (3), and colours of a theme that would not be seen, balloons beside hotspots and syllables (0.6), tours that are selected together (0.9), pictures in dropped folders (0.6), and line breaks and copies as Safari has them (0.2). What browsers lack over plain HTTP is in every screen's load (0.2). */
const WHOLE_KIB = 252.6;

test('the first load of every screen stays light, asks no other host, and in a narrow window nothing lies on anything', async t => {
	const person = await signedIn(editor.service);
	const {id} = (
		await person.call('POST', '/app/v1/tours', {name: 'A tour with a name that is longer than the bar of a window at twice its size'})
	).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'Pictured', image: {base64}});
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'A slide'});
	const {assets} = await editorBundle();
	const gzip = (name: string) => assets.get(name)!.bytes.gzip?.length ?? 0;
	for (const path of [
		'/',
		'/bin',
		'/statistics',
		'/leads',
		'/settings',
		...['', '/theme', '/cards', '/statistics'].map(part => `/tours/${id}${part}`),
	]) {
		const {page, context} = await editor.open(person, path);
		const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({name}) => name));
		const names = urls.flatMap(url => (url.includes('/app/assets/') ? [url.split('/').at(-1)!] : []));
		const total = (kind: RegExp) => names.filter(name => kind.test(name)).reduce((sum, name) => sum + gzip(name), 0) / 1024;
		const weights = {js: total(/\.js$/), css: total(/\.css$/), words: total(/^words-/)};
		const requests = urls.filter(url => !url.includes('/media/'));
		t.log(path, weights, requests.length, requests.map(url => url.replace(editor.service.baseUrl, '')).join('\n'));
		for (const kind of ['js', 'css', 'words'] as const) t.true(weights[kind] <= MOST[kind], `${path}: ${weights[kind]} KiB of ${kind}`);
		t.true(requests.length + 1 <= MOST.requests, `${path}: ${requests.length} requests and the page`);
		t.true(
			urls.every(url => url.startsWith(editor.service.baseUrl)),
			'no other host is asked',
		);
		t.deepEqual(await crowded(page), [], path);
		await context.close();
	}
	const whole = [...assets.keys()].filter(name => /\.(?:js|css)$/.test(name)).reduce((sum, name) => sum + gzip(name), 0) / 1024;
	t.log(`the whole editor: ${whole} KiB`);
	t.true(whole <= WHOLE_KIB, `${whole} KiB`);
});
