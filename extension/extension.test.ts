import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {extensionPackage} from '../api/docs/packages.ts';
import {type Doing, LivePlan} from '../cli/recorder/plan-actions.ts';
import {readZip} from '../cli/zip/index.ts';
import {extension as EN} from '../shared/locales/en/extension.ts';
import {extension as ES} from '../shared/locales/es/extension.ts';
import {extensionMessages} from '../shared/locales/index.ts';
import {extension as PT} from '../shared/locales/pt-br/extension.ts';
import {composeTour} from './compose-tour.ts';
import type {Recording} from './messages.ts';
import {zip} from './zip.ts';

/** Tests the parts of the extension that need no browser; `npm run lab -- extension` tests the others. */

const LIMITS = {entries: 100, bytesEach: 1e6, bytes: 1e7};
const folder = await mkdtemp(join(tmpdir(), 'roteiro-extension-'));
test.after.always(() => rm(folder, {recursive: true, force: true}));

async function unzip(bytes: Uint8Array, name: string) {
	const file = join(folder, name);
	await writeFile(file, bytes);
	return readZip(file, () => true, LIMITS);
}

test('the extension is a zip of 40 KB at most, with all that its manifest names', async t => {
	const packed = await extensionPackage();
	t.true(packed.length <= 40 * 1024, `${packed.length} bytes`);
	t.deepEqual(packed, await extensionPackage());
	const files = await unzip(packed, 'extension.zip');
	const names = files.map(({name}) => name);
	const manifest = JSON.parse(String(files.find(({name}) => name === 'manifest.json')!.bytes));
	for (const name of [
		manifest.action.default_popup,
		manifest.background.service_worker,
		manifest.icons['128'],
		'content.js',
		'popup.js',
		'popup.css',
	])
		t.true(names.includes(name), name);
	t.deepEqual(
		names.filter(name => name.startsWith('_locales')).sort(),
		['en', 'es', 'pt_BR'].map(one => `_locales/${one}/messages.json`),
	);
	t.deepEqual(manifest.permissions, ['activeTab', 'identity', 'scripting', 'storage', 'unlimitedStorage', 'webNavigation']);
	// What Node alone has ends a script where it begins.
	for (const {name, bytes} of files) if (name.endsWith('.js')) t.notRegex(String(bytes), /\bBuffer\b|\bprocess\.|\brequire\(/, name);
	t.regex(manifest.version, /^\d+(\.\d+)+$/);
});

test('a zip that it writes is read by the command: names of any language, empty files, the same bytes each time', async t => {
	const files = [
		{name: 'tour.json', bytes: new TextEncoder().encode('{"name": "Olá"}')},
		{name: '01-ação.png', bytes: Uint8Array.from({length: 70_000}, (_, index) => index % 251)},
		{name: 'empty.txt', bytes: new Uint8Array()},
	];
	const bytes = new Uint8Array(await zip(files).arrayBuffer());
	t.deepEqual(bytes, new Uint8Array(await zip(files).arrayBuffer()));
	const read = await unzip(bytes, 'tour.zip');
	t.deepEqual(
		read.map(({name, bytes}) => ({name, bytes: [...bytes]})),
		files.map(({name, bytes}) => ({name, bytes: [...bytes]})),
	);
});

const facts = {
	rect: {x: 0, y: 0, width: 10, height: 10},
	isSecret: false,
	type: '',
	isFile: false,
	isText: false,
	isScale: false,
	isChecked: false,
	words: '',
	options: {},
};
const click = (id: string) => ({type: 'click', offsetX: 0, offsetY: 0, selectors: [[id]]});
const change = (id: string, value: string) => ({type: 'change', value, selectors: [[id]]});
const page = {title: 'Shop', heading: 'Orders of hunter-2-hunter'};
const recording: Recording = {
	isOn: false,
	tabs: [1],
	frames: {},
	done: [click('#a'), change('#a', 'Recife'), click('#b'), change('#b', 'hunter-2-hunter'), click('#c')],
	kept: [
		{action: 0, named: {name: 'City', kind: 'field', facts: {...facts, type: 'text'}}, place: {}, picture: 0, page},
		{action: 1, named: {name: 'Password', kind: 'field', facts: {...facts, type: 'password', isSecret: true}}, place: {}, picture: 1, page},
		{action: 2, named: {name: 'Go with hunter-2-hunter', kind: 'button', facts}, place: {}, picture: 2, page},
	],
	ending: 3,
	endingPage: page,
	begunAt: Date.UTC(2026, 0, 2),
	secrets: [],
	language: 'en-GB',
	name: 'Shop',
	capturedAt: 0,
	refused: [],
	key: null,
};

test('what was recorded is a tour in the words of the recorder, without what was typed into secret fields', t => {
	const {tour, pictures} = composeTour(recording, 'My shop', 'pt-BR');
	t.like(tour, {key: 'my-shop-mjw3xmo0', name: 'My shop', language: 'en'});
	t.deepEqual(
		tour.steps.map(({title, image}) => [title, image]),
		[
			['Fill in "City"', '01-fill-city.png'],
			['Fill in "Password"', '02-fill-password.png'],
			['Click "Go with •••"', '03-click-go-with.png'],
			['That is all', '04-end.png'],
		],
	);
	t.deepEqual(pictures, [0, 1, 2, 3]);
	t.is(tour.steps[0]!.alt, 'The page "Orders of •••" (Shop)');
	t.not(composeTour({...recording, begunAt: Date.UTC(2026, 0, 3)}, 'My shop', 'en').tour.key, tour.key);
	t.false(JSON.stringify(tour).includes('hunter'));
	t.is(composeTour({...recording, language: ''}, '', 'es').tour.steps[0]!.title, 'Completa «City»');
});

test('steps are the same whether they are planned at once or by a worker that is ended between them', t => {
	const doings: Doing[] = [
		{type: 'click', element: 'a.1'},
		{type: 'change', element: 'a.1', value: 'Recife'},
		{type: 'keys', element: 'a.1', keys: ['Enter']},
		{type: 'click', element: 'a.2'},
		{type: 'doubleClick', element: 'a.2'},
		{type: 'keys', element: 'a.3', keys: ['Control+k', 'Escape']},
		{type: 'click', element: 'a.1', isSecondary: true},
	];
	const whole = new LivePlan();
	const inPieces = doings.reduce((steps: LivePlan['steps'], doing) => {
		const plan = new LivePlan(JSON.parse(JSON.stringify(steps)));
		plan.add(doing);
		return plan.steps;
	}, []);
	for (const doing of doings) whole.add(doing);
	const actions = new LivePlan([...inPieces]).actions;
	t.deepEqual(actions, whole.actions);
	t.deepEqual(
		actions.map(({kind, value, keys}) => [kind, value, keys]),
		[
			['fill', 'Recife', ['Enter']],
			['doubleClick', null, []],
			['press', null, ['Control + K', 'Escape']],
			['rightClick', null, []],
		],
	);
});

test('a change that a press in another document overtook belongs to its field', t => {
	const plan = new LivePlan();
	const done: Doing[] = [
		{type: 'click', element: 'a.1'},
		{type: 'click', element: 'b.1', held: ['Shift']},
		{type: 'change', element: 'a.1', value: 'bob', isLate: true},
		{type: 'drag', element: 'b.1', onto: 'Done'},
		{type: 'keys', element: null, keys: ['Delete']},
	];
	t.deepEqual(
		done.map(doing => plan.add(doing)),
		[0, 1, 0, 1, 2],
	);
	t.deepEqual(
		plan.actions.map(({kind, value, held, onto, keys}) => [kind, value, held, onto, keys]),
		[
			['fill', 'bob', [], '', []],
			['drag', null, ['Shift'], 'Done', []],
			['press', null, [], '', ['Delete']],
		],
	);
});

test('the popup has all its words in three languages, English for all others', t => {
	const [pt, en, es] = ['pt-BR', 'de', 'es-419'].map(extensionMessages);
	t.deepEqual([pt, en, es], [PT, EN, ES]);
	for (const [name, words] of Object.entries(en!)) {
		const said = [pt!, es!].map(one => one[name as keyof typeof one]);
		const all = [words, ...said].map(one => (typeof one === 'function' ? (one as (...counts: number[]) => string)(2, 3) : one));
		t.is(new Set(all).size >= 2, true, name);
	}
});
