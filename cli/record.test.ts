import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {parse} from 'yaml';
import {readConfig} from '../shared/config/config.ts';
import {fetchCommand, runCommand, schemaFaults} from '../test/helpers/command.ts';
import {canRead, paintedIn, readInPicture} from '../test/helpers/read-pictures.ts';
import {type Measured, serveApp} from '../test/helpers/recorded-app.ts';
import {PAGES} from '../test/helpers/recorded-pages.ts';
import {startService} from '../test/helpers/service.ts';
import {pictureSize} from './folder/pictures.ts';

/** Whether this machine reads words in pictures. */
const reads = await canRead();

/** `roteiro record` as it is served, with a real browser, against pages that measure themselves what is used. */

const CANARY = 'Zanzibar-9471-kingfisher';
const CARD = '4111111111111111';
const CODES = '739204';

const root = await mkdtemp(join(tmpdir(), 'roteiro-record-'));
const service = await startService({}, {workers: false});
const app = await serveApp(PAGES);
const command = await fetchCommand(service.baseUrl, root);
test.after.always(async () => {
	await app.stop();
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

type Step = Record<string, unknown>;
type Tour = {
	name: string;
	language: string;
	steps: Array<{
		key: string;
		alt?: string;
		title: string;
		text: string;
		image: string;
		highlight?: number[];
		click?: number[];
		popoverSide?: string;
		popoverAlign?: string;
	}>;
};
const VIEW = {width: 1440, height: 900};
const open = (page: string) => [
	{type: 'setViewport', width: 760, height: 900, deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false},
	{type: 'navigate', url: `${app.baseUrl}/${page}`, assertedEvents: [{type: 'navigation', url: `${app.baseUrl}/${page}`, title: ''}]},
];
const aim = (id: string, more: Step = {}) => ({target: 'main', selectors: [[`#${id}`]], ...more});
const click = (id: string, more: Step = {}) => ({type: 'click', offsetX: 5, offsetY: 6, ...aim(id, more)});
const change = (id: string, value: string, more: Step = {}) => ({type: 'change', value, ...aim(id, more)});
const keys = (...names: string[]) =>
	names.flatMap(key => [
		{type: 'keyDown', target: 'main', key},
		{type: 'keyUp', target: 'main', key},
	]);

let runs = 0;
async function run(file: unknown, words: string[] = [], more: {interruptAfterMs?: number; home?: string} = {}) {
	const name = `recording ${++runs}`;
	const folder = join(root, `out-${runs}`);
	await writeFile(join(root, `${name}.json`), typeof file === 'string' ? file : JSON.stringify(file, null, '\t'));
	app.measured.length = 0;
	const {home = root, ...rest} = more;
	const env = {HOME: home, XDG_CACHE_HOME: join(root, 'cache'), CHROME_PATH: readConfig().chromium};
	const ended = await runCommand(command, ['record', `${name}.json`, '--out', folder, ...words], {cwd: root, env, ...rest});
	return {...ended, folder, name};
}

async function record(t: ExecutionContext, title: string, steps: Step[], words: string[] = []) {
	const ended = await run({title, steps}, words);
	t.is(ended.code, 0, ended.err);
	const text = await readFile(join(ended.folder, 'tour.yaml'), 'utf8');
	t.deepEqual(schemaFaults(text), []);
	const tour = parse(text) as Tour;
	return {...ended, tour};
}

/** Every target that the pages measured is where the tour says, within a CSS pixel. */
function isExact(t: ExecutionContext, tour: Tour, ids: string[], measured: readonly Measured[] = app.measured) {
	t.is(tour.steps.length, ids.length + 1, tour.steps.map(({key}) => key).join(', '));
	for (const [index, id] of ids.entries()) {
		const truth = measured.find(one => one.id === id);
		const [x = 0, y = 0, width = 0, height = 0] = tour.steps[index]!.highlight ?? [];
		const boxes = [x * VIEW.width, y * VIEW.height, width * VIEW.width, height * VIEW.height];
		t.truthy(truth, `${id} was used`);
		for (const [side, value] of [truth!.x, truth!.y, truth!.width, truth!.height].entries())
			t.true(Math.abs(value - boxes[side]!) <= 1, `${id}: ${boxes} for ${JSON.stringify(truth)}`);
	}
	t.is(tour.steps.at(-1)!.highlight, undefined);
}

test.serial(
	'on a phone, the ring is where the picture has the element, in a wide page, in one that is drawn smaller, and in their frames',
	async t => {
		const phone = {type: 'setViewport', width: 390, height: 664, deviceScaleFactor: 2, isMobile: true, hasTouch: true, isLandscape: false};
		for (const [page, id] of [
			['wide-phone', 'on-phone'],
			['old-phone', 'drawn-smaller'],
		] as const) {
			const {tour, folder} = await record(t, page, [phone, ...open(page).slice(1), click(id), click('in-phone-frame', {frame: [0]})]);
			for (const {image, highlight} of tour.steps.slice(0, 2)) {
				const painted = await paintedIn(join(folder, image));
				for (const [side, value] of painted!.entries())
					t.true(Math.abs(value - highlight![side]!) * (side % 2 ? 664 : 390) <= 1, `${image}: ${highlight}, painted is ${painted}`);
			}
		}
	},
);

test.serial('a form: what is typed, chosen and ticked, each as one step, with its words', async t => {
	const {tour, folder} = await record(t, 'Sign up', [
		...open('form'),
		click('email'),
		change('email', 'ana@example.org'),
		...keys('Tab'),
		change('password', CANARY),
		click('country'),
		change('country', 'br'),
		click('terms'),
		click('notes'),
		change('notes', 'Two\nlines'),
		click('send', {selectors: [['aria/Send now'], ['#send']]}),
	]);
	isExact(t, tour, ['email', 'password', 'country', 'terms', 'notes', 'send']);
	t.deepEqual(
		tour.steps.map(({title, text}) => [title, text]),
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
		[0, 5, 6].map(index => tour.steps[index]!.alt),
		['The page "Form", with "Email" highlighted', 'The page "Form", with "Send now" highlighted', 'The page "Form"'],
	);
	t.is(tour.language, 'en');
	t.deepEqual(pictureSize(await readFile(join(folder, tour.steps[0]!.image))), {width: 2880, height: 1800});
});

test.serial('routes without page loads, menus that were not there', async t => {
	const {tour} = await record(t, 'Reports', [
		...open('routes'),
		click('to-reports', {assertedEvents: [{type: 'navigation', url: `${app.baseUrl}/routes?view=reports`, title: ''}]}),
		click('new-report'),
		click('menu'),
		click('export', {selectors: [['text/Export as CSV'], ['#export']]}),
	]);
	isExact(t, tour, ['to-reports', 'new-report', 'menu', 'export']);
	t.deepEqual(
		tour.steps.map(({title}) => title),
		['Click "Reports"', 'Click "New report"', 'Click "More actions"', 'Click "Export as CSV"', 'That is all'],
	);
});

test.serial('frames within frames, with borders, and one of another site', async t => {
	const {tour} = await record(t, 'Frames', [
		...open('frames'),
		click('in-frame', {frame: [0]}),
		click('in-inner-frame', {frame: [0, 0]}),
		click('elsewhere', {target: `${app.otherUrl}/elsewhere?x=703&y=203`}),
	]);
	t.is(tour.steps[1]!.title, 'Click "Deep inside"');
	// The inner frame has a padding of 5 px, which the pages do not know of each other.
	const padded = app.measured.map(one => (one.id.startsWith('in-') ? {...one, x: one.x + 5, y: one.y + 5} : one));
	isExact(t, tour, ['in-frame', 'in-inner-frame', 'elsewhere'], padded);
});

test.serial('what appears only when it is pointed at is recorded as it is seen then', async t => {
	const {tour} = await record(t, 'Delete a task', [...open('hidden'), click('bread', {selectors: [['aria/Delete Bread'], ['#bread']]})]);
	isExact(t, tour, ['bread']);
	t.is(tour.steps[0]!.title, 'Click "Delete Bread"');
	t.is(tour.steps[0]!.alt, 'The page "Tasks", with "Delete Bread" highlighted');
});

test.serial('shadow trees within shadow trees', async t => {
	const {tour} = await record(t, 'Shadow', [
		...open('shadow'),
		click('', {selectors: [['x-panel', '#open-shadow']]}),
		change('', 'Recife', {selectors: [['x-panel', 'x-inner', '#city'], ['pierce/#city']]}),
	]);
	isExact(t, tour, ['open-shadow', 'city']);
	t.is(tour.steps[1]!.text, 'Type "Recife" in "City".');
});

test.serial('a window that opens, is used and closes', async t => {
	const {tour} = await record(t, 'Popup', [
		...open('popup'),
		click('open-popup'),
		click('in-popup', {target: `${app.baseUrl}/window`}),
		click('after-popup'),
	]);
	isExact(t, tour, ['open-popup', 'in-popup', 'after-popup']);
});

test.serial('targets far below, in boxes that scroll, and far to the right', async t => {
	const {tour} = await record(t, 'Scrolling', [
		...open('scrolling'),
		{type: 'scroll', target: 'main', x: 0, y: 1200},
		{type: 'scroll', ...aim('box'), x: 0, y: 40},
		click('in-box'),
		click('far-right'),
	]);
	isExact(t, tour, ['in-box', 'far-right']);
});

test.serial('lists, scales, dates and tabs, in Portuguese', async t => {
	const {tour} = await record(t, 'Opções', [
		...open('selects'),
		change('plan', '2'),
		change('volume', '70'),
		change('date', '2026-05-04'),
		click('tab'),
		click('news'),
	]);
	isExact(t, tour, ['plan', 'volume', 'date', 'tab', 'news']);
	t.is(tour.language, 'pt');
	t.deepEqual(
		tour.steps.map(({title}) => title),
		[
			'Escolha "Completo" em "Plano"',
			'Ajuste "Volume" para "70"',
			'Preencha "Data"',
			'Abra a aba "Avançado"',
			'Desmarque "Novidades"',
			'Isso é tudo',
		],
	);
});

test.serial('hovering, double clicks, the other button and typed letters, in Spanish', async t => {
	const {tour} = await record(t, 'Tablero', [
		...open('board'),
		{type: 'hover', ...aim('hover-card')},
		click('title'),
		{type: 'doubleClick', offsetX: 5, offsetY: 5, ...aim('title')},
		click('text'),
		...keys('H', 'o', 'l', 'a', 'Enter'),
		click('edit', {button: 'secondary'}),
	]);
	isExact(t, tour, ['hover-card', 'title', 'text', 'edit']);
	t.deepEqual(
		tour.steps.map(({title}) => title),
		['Apunta a «Tarjeta»', 'Haz doble clic en «Nombre»', 'Completa «Descripción»', 'Haz clic derecho en «Editar»', 'Eso es todo'],
	);
});

test.serial('letters fill in the field with the focus, shortcuts keep Shift, and a box that changes is ticked', async t => {
	const down = (key: string) => ({type: 'keyDown', target: 'main', key});
	const up = (key: string) => ({type: 'keyUp', target: 'main', key});
	const {tour} = await record(t, 'Keys', [
		...open('keys'),
		click('mail'),
		change('mail', 'bob@example.org'),
		...keys('Tab', ...CANARY, 'Enter'),
		click('node'),
		...keys('Delete'),
		...[down('Control'), down('Shift'), ...keys('P'), up('Shift'), up('Control')],
		...[down('Shift'), click('apply'), up('Shift')],
		click('agree'),
		change('agree', 'on'),
	]);
	t.deepEqual(
		tour.steps.map(({title, text}) => [title, text]),
		[
			['Fill in "E-mail"', 'To begin, type "bob@example.org" in "E-mail".'],
			['Fill in "Password"', 'Fill in the "Password" field at the top left, and press Enter.'],
			['Click "Node A"', 'Click "Node A" on the left.'],
			['Press Delete, Control + Shift + P', ''],
			['Click "Authorize" while holding Shift', 'Click the "Authorize" button at the top left while holding Shift.'],
			['Select "I agree"', 'Select the "I agree" option on the left.'],
			['That is all', 'You have reached the end of "Keys".'],
		],
	);
});

test.serial('what is dragged is recorded as a long press; offsets beside the element are its middle', async t => {
	const {tour} = await record(t, 'Drag', [
		...open('drag'),
		click('knob', {duration: 300, offsetX: 20, offsetY: 20}),
		click('drop', {offsetX: 4000, offsetY: -3}),
		...keys('Escape'),
	]);
	t.is(tour.steps.length, 4);
	t.is(tour.steps[2]!.title, 'Press Escape');
	t.deepEqual(tour.steps[1]!.click, undefined);
	t.true(app.measured.some(({id}) => id === 'drop'));
});

(reads ? test.serial : test.serial.skip)('no byte that is written has a password, a card or a code: neither words nor pixels', async t => {
	const {tour, folder, out, err} = await record(t, 'Secrets', [
		...open('secrets'),
		change('user', 'ana'),
		click('secret'),
		change('secret', CANARY),
		click('eye'),
		change('card', CARD),
		click('code'),
		...keys(...CODES),
		click('next'),
		click('done'),
	]);
	isExact(t, tour, ['user', 'secret', 'eye', 'card', 'code', 'next', 'done']);
	const files = await readdir(folder);
	for (const file of files) {
		const bytes = (await readFile(join(folder, file))).toString('latin1');
		for (const secret of [CANARY, CARD, CODES]) t.false(bytes.includes(secret), file);
	}
	for (const secret of [CANARY, CARD, CODES]) t.false((out + err + files.join()).includes(secret));
	for (const file of files.filter(name => name.endsWith('.png')))
		t.deepEqual(await readInPicture(join(folder, file), ['zanzibar', 'kingfisher', '9471', '41111111', CODES]), [], file);
});

test.serial('a dialog is confirmed, a page that never stands still is not waited for', async t => {
	const dialog = await record(t, 'Dialogs', [...open('dialogs'), click('remove'), click('undo')]);
	t.regex(dialog.err, /showed a dialog/);
	isExact(t, dialog.tour, ['remove', 'undo']);
	const begun = Date.now();
	const restless = await record(t, 'Restless', [...open('restless'), click('go')]);
	isExact(t, restless.tour, ['go']);
	t.true(Date.now() - begun < 45_000);
});

test.serial('steps of driver.js, with their own words and sides', async t => {
	const steps = [
		{element: '#driven', popover: {title: 'Save', description: 'Keeps <b>everything</b> &amp; more.', side: 'left', align: 'end'}},
		{popover: {title: 'That was it'}},
	];
	const {code, err, folder} = await run(steps, ['--url', `${app.baseUrl}/driven`]);
	t.is(code, 0, err);
	const {name, steps: made} = parse(await readFile(join(folder, 'tour.yaml'), 'utf8')) as Tour;
	t.is(name, 'Driven');
	t.like(made[0], {title: 'Save', text: 'Keeps everything & more.', popoverSide: 'left', popoverAlign: 'end'});
	t.is(made[0]!.highlight?.length, 4);
	t.is(made[1]!.highlight, undefined);
	const wrong = await run([{element: '#nowhere'}], ['--url', `${app.baseUrl}/driven`, '--timeout', '1']);
	t.is(wrong.code, 1);
	t.regex(wrong.err, /recording \d+\.json:2:2: step 1: Nothing that can be seen at .*\/driven is #nowhere/);
});

test.serial('what cannot be done is one sentence with its place, and nothing is written', async t => {
	const bad: Array<[steps: Step[] | string, said: RegExp]> = [
		[[{type: 'navigate', url: 'file:///etc/passwd'}], /\.json:4:3: step 1 \(navigate\): Opens "file:\/\/\/etc\/passwd": only http/],
		[[...open('form'), {type: 'navigate', url: 'javascript:alert(1)'}], /step 3 \(navigate\): .*only http and https/],
		[[...open('form'), {type: 'waitForExpression', expression: 'fetch("/measured")'}], /step 3 \(waitForExpression\): Runs a script/],
		[
			[...open('form'), click('gone')],
			/step 3 \(click\): Nothing that can be seen at .*\/form is #gone, not within 1 s\. Where .* add a step of the type hover before it\. Nothing was written/,
		],
		[[...open('frames'), click('in-frame', {frame: [7]})], /step 3 \(click\): The page has no frame 7: counted from 0, it has 2\./],
		[[...open('form'), click('x', {target: `${app.baseUrl}/never`})], /step 3 \(click\): The window .*\/never did not open/],
		[[...open('form'), {type: 'click', selectors: [['#email']]}], /step 3 \(click\): Step\.offsetX is not a number/],
		[[...open('form'), {type: 'swipe'}], /step 3 \(swipe\): Step type swipe is not supported/],
		[
			[{type: 'navigate', url: `${app.baseUrl}/hang`}, click('x')],
			/step 1 \(navigate\): .*\/hang cannot be reached \(no page came within 1 s\)/,
		],
		[[{type: 'navigate', url: 'http://127.0.0.1:1/'}, click('x')], /step 1 \(navigate\): .*cannot be reached \(ERR_/],
		[[click('x')], /Opens no page/],
		['{"title": "x", ', /\.json:\d+:\d+: Is not JSON/],
	];
	for (const [steps, said] of bad) {
		const {code, err, folder} = await run(typeof steps === 'string' ? steps : {title: 'Bad', steps}, ['--timeout', '1']);
		t.is(code, 1, err);
		t.regex(err, said);
		t.is(err.trim().split('\n').length, 1, err);
		await t.throwsAsync(readdir(folder), undefined, String(said));
	}
	t.deepEqual(
		(await readdir(root)).filter(name => name.startsWith('.out')),
		[],
	);
});

test.serial('a folder that has something is left alone', async t => {
	const steps = [...open('form'), click('email')];
	const first = await record(t, 'Twice', steps);
	await writeFile(join(first.folder, 'notes.txt'), 'mine');
	const again = await run({title: 'Twice', steps}, ['--out', first.folder]);
	t.is(again.code, 1);
	t.regex(again.err, /is not empty/);
	t.is((await run({title: 'Twice', steps: [...open('form'), click('notes')]}, ['--out', first.folder, '--force'])).code, 0);
	t.deepEqual((await readdir(first.folder)).sort(), ['01-click-notes.png', '02-end.png', 'notes.txt', 'tour.yaml']);
	t.is((await run({title: 'x', steps}, ['--viewport', 'big'])).code, 2);
	t.is((await run({title: 'x', steps}, ['--language', 'de'])).code, 2);
	t.regex((await run({title: 'x', steps}, ['--browser', '/nowhere/chrome'])).err, /is not a program/);
});

test.serial('Ctrl-C leaves nothing and says so, whatever it comes upon: the start, the browser that opens, the page', async t => {
	const file = {title: 'Stopped', steps: [...open('form'), click('never')]};
	for (const moments of [
		[300, 700, 1100],
		[1500, 2000, 3000],
	]) {
		const runs = await Promise.all(moments.map(interruptAfterMs => run(file, ['--timeout', '60'], {interruptAfterMs})));
		for (const [index, {code, err, folder}] of runs.entries()) {
			const moment = `after ${moments[index]} ms: ${err}`;
			// Before the command has begun the signal itself ends it.
			if (code !== null) t.deepEqual([code, err.trim()], [130, 'Interrupted. Nothing was written.'], moment);
			await t.throwsAsync(readdir(folder), {code: 'ENOENT'}, moment);
		}
		t.true(moments[0] === 300 || runs.some(({code}) => code === 130));
	}
	t.deepEqual(
		(await readdir(root)).filter(name => name.startsWith('.out')),
		[],
	);
});

test.serial('login --browser keeps what somebody signed in to, and record uses it', async t => {
	const env = {HOME: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_CACHE_HOME: join(root, 'cache'), CHROME_PATH: readConfig().chromium};
	const signedIn = await runCommand(command, ['login', '--browser', `${app.baseUrl}/sign-in`], {cwd: root, env});
	t.is(signedIn.code, 0, signedIn.err);
	const file = join(root, 'private.json');
	await writeFile(file, JSON.stringify({title: 'Private', steps: [...open('private'), click('inside')]}));
	const words = ['record', file, '--timeout', '3', '--out'];
	const done = await runCommand(command, [...words, 'private'], {cwd: root, env});
	t.is(done.code, 0, done.err);
	t.is((await runCommand(command, [...words, 'not-private', '--fresh'], {cwd: root, env})).code, 1);
});
