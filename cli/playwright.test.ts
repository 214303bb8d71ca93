import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {parse} from 'yaml';
import {playwrightPackage} from '../api/docs/packages.ts';
import {schemaFaults} from '../test/helpers/command.ts';
import {PLAYWRIGHT, playwrightProject, runPlaywright} from '../test/helpers/playwright-run.ts';
import {canRead, paintedIn, readInPicture} from '../test/helpers/read-pictures.ts';
import {serveApp} from '../test/helpers/recorded-app.ts';
import {PAGES} from '../test/helpers/recorded-pages.ts';
import {pictureSize} from './folder/pictures.ts';
import {difference} from './folder/png-pixels.ts';
import {readFolder} from './folder/read-folder.ts';

/** Whether this machine reads words in pictures. */
const reads = await canRead();

/** The package @roteiro/playwright as it is served, in a project of its own, with the tests of test/fixtures/playwright. */

const SECRETS = {CANARY: 'Zanzibar-9471-kingfisher', CARD: '4111111111111111', CODES: '739204'};

type Tour = {
	key: string;
	name: string;
	language: string;
	theme?: object;
	steps: Array<Record<string, unknown> & {title: string; text: string}>;
};

const root = await mkdtemp(join(tmpdir(), 'roteiro-playwright-'));
const archive = await playwrightPackage();
const project = join(root, 'project');
await playwrightProject(project, archive, PLAYWRIGHT);
const app = await serveApp(PAGES);
const env = {BASE: app.baseUrl, OTHER: app.otherUrl, ...SECRETS};
const first = await runPlaywright(project, [], {...env, TOURS: 'tours'});
test.after.always(async () => {
	await app.stop();
	await rm(root, {recursive: true, force: true});
});

const tourOf = async (key: string): Promise<Tour> => parse(await readFile(join(project, 'tours', key, 'tour.yaml'), 'utf8'));
const titles = async (key: string) => (await tourOf(key)).steps.map(({title}) => title);

async function isExact(t: ExecutionContext, key: string, ids: string[], shift = 0) {
	const {steps} = await tourOf(key);
	t.is(steps.length, ids.length + 1);
	for (const [index, id] of ids.entries()) {
		const truth = app.measured.find(one => one.id === id)!;
		const [x = 0, y = 0, width = 0, height = 0] = (steps[index]!.highlight ?? []) as number[];
		// A window of the application's own has a size of its own.
		const view = pictureSize(await readFile(join(project, 'tours', key, String(steps[index]!.image))))!;
		const box = [x * view.width, y * view.height, width * view.width, height * view.height];
		const expected = [
			truth.x + (id.startsWith('in-') ? shift : 0),
			truth.y + (id.startsWith('in-') ? shift : 0),
			truth.width,
			truth.height,
		];
		for (const [side, value] of expected.entries()) t.true(Math.abs(value - box[side]!) <= 1, `${id}: ${box} for ${JSON.stringify(truth)}`);
	}
}

test('tests pass as they do without it, and each that began a tour wrote a folder that can be published', async t => {
	t.is(first.code, 0, first.out);
	t.deepEqual((await readdir(join(project, 'tours'))).sort(), [
		'asks',
		'by-hand',
		'drag',
		'dragging',
		'frames',
		'in-en',
		'in-es',
		'in-pt',
		'keys',
		'notes',
		'old-phone',
		'opcoes',
		'popup',
		'reports',
		'right-to-left',
		'right-to-left-on-a-phone',
		'scrolling',
		'secrets',
		'shadow',
		'sign-up',
		'sticky',
		'tablero',
		'upload',
		'wide-phone',
	]);
	for (const key of await readdir(join(project, 'tours'))) {
		t.is((await readFolder(join(project, 'tours', key))).key, key);
		t.deepEqual(schemaFaults(await readFile(join(project, 'tours', key, 'tour.yaml'), 'utf8')), [], key);
	}
	t.true(archive.length < 80_000, `${archive.length} bytes`);
});

test('every target is where the page says, within a CSS pixel', async t => {
	await isExact(t, 'sign-up', ['email', 'password', 'country', 'terms', 'notes', 'send']);
	await isExact(t, 'reports', ['to-reports', 'new-report', 'menu', 'export']);
	// The inner frame has a padding of 5 px, which the pages do not know of each other.
	await isExact(t, 'frames', ['in-frame', 'in-inner-frame', 'elsewhere'], 5);
	await isExact(t, 'shadow', ['open-shadow', 'city']);
	await isExact(t, 'popup', ['open-popup', 'in-popup', 'after-popup']);
	await isExact(t, 'scrolling', ['in-box', 'far-right']);
	await isExact(t, 'opcoes', ['plan', 'volume', 'date', 'tab', 'news']);
	await isExact(t, 'tablero', ['hover-card', 'title', 'text', 'edit']);
	await isExact(t, 'secrets', ['user', 'secret', 'eye', 'card', 'code', 'next', 'done']);
});

/** The highlight of a step is where its picture has what is painted, within two pixels of it. */
async function isPainted(t: ExecutionContext, key: string, index: number) {
	const step = (await tourOf(key)).steps[index]!;
	const file = join(project, 'tours', key, String(step.image));
	const view = pictureSize(await readFile(file))!;
	const [painted, ringed] = [await paintedIn(file), step.highlight as number[]];
	for (const [side, value] of painted!.entries())
		t.true(
			Math.abs(value - ringed[side]!) * (side % 2 ? view.height : view.width) <= 2,
			`${key} ${index}: ${ringed}, painted is ${painted}`,
		);
}

test('on a phone, the ring is where the picture has the element, in a page that is wider than the phone and in one that is drawn smaller', async t => {
	for (const key of ['wide-phone', 'old-phone']) for (const index of [0, 1]) await isPainted(t, key, index);
});

test('a page that is read from the right and overflows is pictured where it is', async t => {
	for (const key of ['right-to-left', 'right-to-left-on-a-phone']) await isPainted(t, key, 0);
});

test('letters fill in the field with the focus, shortcuts keep Shift, and a drag is one', async t => {
	const said = async (key: string) => (await tourOf(key)).steps.map(({title, text, simulateClick}) => [title, text, simulateClick]);
	t.deepEqual(await said('keys'), [
		['Fill in "E-mail"', 'To begin, type "bob@example.org" in "E-mail".', undefined],
		['Fill in "Password"', 'Fill in the "Password" field at the top left, and press Enter.', undefined],
		['Fill in "Comment"', 'Type "First line" in "Comment", and press Shift + Enter.', undefined],
		['Fill in "Comment"', 'Type "Second" in "Comment", and press Control + A, Control + Shift + P.', undefined],
		['Fill in "E-mail"', 'Type "xy" in "E-mail".', undefined],
		['Fill in "Story"', 'Type "Hi" in "Story".', undefined],
		[
			'Click "Authorize" while holding Control + Shift',
			'Click the "Authorize" button at the top left while holding Control + Shift.',
			undefined,
		],
		['Click "More actions"', 'Click the "More actions" button at the top left.', undefined],
		['Press Alt + K', '', false],
		['Click "Node A"', 'Click "Node A" on the left.', undefined],
		['Press Delete', '', false],
		['Click "Plan" and choose an option', 'Click "Plan" to open the list, and choose an option.', undefined],
	]);
	t.deepEqual(await said('dragging'), [
		['Drag "Node A" to "Done list"', 'To begin, drag "Node A" to "Done list".', false],
		['Press Delete', '', false],
		['Drag "Node A" to "Done list"', '', false],
	]);
	t.deepEqual(
		(await tourOf('dragging')).steps.map(({highlight, click}) => [Boolean(highlight), click]),
		[
			[true, undefined],
			[false, undefined],
			[true, undefined],
		],
		'a key without a field has no place',
	);
});

test('what lies beneath a sticky header is brought out from there', async t => {
	await isPainted(t, 'sticky', 0);
});

test('a file is chosen by the label that is seen, and words of a highlight need one', async t => {
	const {steps} = await tourOf('upload');
	await isPainted(t, 'upload', 0);
	t.deepEqual(
		steps.map(({title, alt, highlight}) => [title, alt, Boolean(highlight)]),
		[
			['Click "Choose picture…"', 'The page "Upload", with "Choose picture…" highlighted', true],
			['Click "Choose letter…"', 'The page "Upload", with "Choose letter…" highlighted', true],
			['Click "Drop it here"', 'The page "Upload", with "Drop it here" highlighted', true],
			['Click the highlighted item', 'The page "Upload"', false],
		],
	);
});

test('the words are those of the recorder, in the language of the application or the one that is asked for', async t => {
	const {steps, language} = await tourOf('sign-up');
	t.is(language, 'en');
	t.deepEqual(
		steps.map(({title, text}) => [title, text]),
		[
			['Fill in "Email"', 'To begin, type "ana@example.org" in "Email".'],
			['Fill in "Password"', 'Fill in the "Password" field at the top left.'],
			['Choose "Brazil" in "Country"', 'Choose "Brazil" in "Country" at the top left.'],
			['Select "I accept the terms"', 'Select the "I accept the terms" option at the top left.'],
			['Fill in "Notes"', 'Type "Two lines" in "Notes".'],
			['Click "Send now"', 'Click the "Send now" button at the top left.'],
			['That is all', 'You have reached the end of "Sign up".'],
		],
	);
	t.deepEqual(
		[0, 5, 6].map(index => steps[index]!.alt),
		['The page "Form", with "Email" highlighted', 'The page "Form", with "Send now" highlighted', 'The page "Form"'],
	);
	t.is((await tourOf('reports')).steps[1]!.alt, 'The page "Reports" (Routes), with "New report" highlighted');
	t.regex((await tourOf('tablero')).steps[1]!.alt as string, /^La página «Tablero», con «Nombre» resaltado$/);
	t.regex((await tourOf('opcoes')).steps[0]!.alt as string, /^A página .Seleções., com .Plano. em destaque$/);
	t.deepEqual(await titles('opcoes'), [
		'Escolha "Completo" em "Plano"',
		'Ajuste "Volume" para "70"',
		'Preencha "Data"',
		'Abra a aba "Avançado"',
		'Desmarque "Novidades"',
		'Isso é tudo',
	]);
	t.deepEqual(await titles('tablero'), [
		'Apunta a «Tarjeta»',
		'Haz doble clic en «Nombre»',
		'Completa «Descripción»',
		'Haz clic derecho en «Editar»',
		'Eso es todo',
	]);
	for (const [key, title] of [
		['in-pt', 'Escolha "Brazil" em "Country"'],
		['in-en', 'Choose "Brazil" in "Country"'],
		['in-es', 'Elige «Brazil» en «Country»'],
	] as const)
		t.is((await titles(key))[1], title);
});

test('by hand: slides, what is shown and what is clicked, with words of their own', async t => {
	const {steps, name, theme} = await tourOf('by-hand');
	t.is(name, 'By hand');
	t.deepEqual(theme, {preset: 'corporate-blue'});
	t.deepEqual(
		steps.map(({key, type, title, image, simulateClick, popoverSide}) => ({key, type, title, image, simulateClick, popoverSide})),
		[
			{key: 'welcome', type: 'slide', title: 'Welcome', image: undefined, simulateClick: undefined, popoverSide: undefined},
			{
				key: 'where-you-live',
				type: 'screen',
				title: 'Where you live',
				image: '02-where-you-live.png',
				simulateClick: false,
				popoverSide: undefined,
			},
			{key: 'send', type: 'screen', title: 'Send it', image: '03-send.png', simulateClick: undefined, popoverSide: 'left'},
			{key: 'done', type: 'slide', title: 'Done', image: undefined, simulateClick: undefined, popoverSide: undefined},
		],
	);
	const notes = await tourOf('notes');
	t.deepEqual(
		notes.steps.map(({title, text}) => [title, text]),
		[
			['Who are you?', 'We never show •••.'],
			['Fill in "Password"', 'Fill in the "Password" field at the top left, and press Enter.'],
			['You are in', undefined],
		],
	);
});

test('tour.choice writes buttons that lead to steps by their keys', async t => {
	const {steps} = await tourOf('asks');
	t.deepEqual(
		steps.map(({key, type, actions}) => ({key, type, actions})),
		[
			{
				key: 'what-do-you-want-to-see',
				type: 'slide',
				actions: {
					buttons: [
						{label: 'The form', target: {to: 'step', step: 'form'}, goal: true},
						{label: 'Something else', target: {to: 'step', step: 'else'}},
						{label: 'Our site', target: {to: 'url', url: 'https://example.com/'}},
					],
				},
			},
			{key: 'form', type: 'screen', actions: {next: {to: 'end'}}},
			{key: 'else', type: 'screen', actions: {buttons: [{label: 'Back', target: {to: 'previous'}}]}},
		],
	);
});

test('no byte that is written has a password, a card or a code', async t => {
	for (const key of ['secrets', 'sign-up', 'notes', 'keys']) {
		const folder = join(project, 'tours', key);
		for (const file of await readdir(folder)) {
			const bytes = (await readFile(join(folder, file))).toString('latin1');
			for (const secret of Object.values(SECRETS)) t.false(bytes.includes(secret), file);
		}
	}
});

(reads ? test : test.skip)('no pixel that is written has a password, a card or a code', async t => {
	const folder = join(project, 'tours', 'secrets');
	for (const file of ['06-click-continue.png', '07-click-done.png', '08-end.png'])
		t.deepEqual(await readInPicture(join(folder, file), ['zanzibar', 'kingfisher', '9471', '41111111', SECRETS.CODES]), [], file);
});

test('the same test makes the same folder again; one that fails leaves the folder as it is', async t => {
	const again = await runPlaywright(project, ['-g', 'Sign up|in pt|fails|two in one'], {...env, TOURS: 'again', FAILING: '1'});
	t.is(again.code, 1);
	t.deepEqual((await readdir(join(project, 'again'))).sort(), ['in-pt', 'sign-up']);
	for (const key of ['in-pt', 'sign-up'])
		for (const file of await readdir(join(project, 'tours', key))) {
			const [one, other] = await Promise.all(['tours', 'again'].map(folder => readFile(join(project, folder, key, file))));
			if (file.endsWith('.yaml')) t.is(String(one), String(other));
			else t.true(difference(one!, other!)! <= 0.001, file);
		}
	t.regex(again.out, /locator\.click: Timeout 300ms exceeded/, 'an error is that of Playwright');
	t.regex(again.out, /> \d+ \|.*#nowhere/, 'at the line of the test');
	t.regex(again.out, /tour\.start: the tour of this test has begun already/);
});

test('ROTEIRO_RECORD=0 runs the tests and writes nothing', async t => {
	const {code, out} = await runPlaywright(project, ['-g', 'by hand|Shadow'], {...env, TOURS: 'nothing', ROTEIRO_RECORD: '0'});
	t.is(code, 0, out);
	await t.throwsAsync(readdir(join(project, 'nothing')), {code: 'ENOENT'});
});
