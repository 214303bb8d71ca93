import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {launchChromium} from '../../../renderers/browser/chromium.ts';
import {readConfig} from '../../../shared/config/config.ts';
import {TEXT_LANGUAGES, type TextLanguage} from '../../../shared/contract/ai/text.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {AppError} from '../../../shared/errors.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {openLocalText} from './local.ts';
import type {WriteRequest} from './provider.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../../docs/examples/first-flow');
const TARGETS = resolve(import.meta.dirname, '../../../test/evals/local-writer');
const {tesseract} = readConfig();
/** However busy the machine is: what is read is held here, and not how fast. */
const local = openLocalText({tesseract}, 60_000);
const never = new AbortController().signal;

/** A page of 800 x 500 with some words, a button, a field, a check box and a picture without words. */
const PAGE = `<!doctype html><style>
	body { margin: 0; font: 15px sans-serif; background: #fff; color: #000 }
	body > * { position: absolute; margin: 0 }
	[type=text] { left: 40px; top: 160px; width: 300px; height: 36px; box-sizing: border-box; border: 1px solid #999; border-radius: 4px }
	button { left: 640px; top: 40px; width: 130px; height: 40px; font: inherit; background: #1d4ed8; color: #fff; border: 0; border-radius: 6px }
	label { top: 225px; left: 40px } svg { left: 690px; top: 394px }
</style>
<h1 style="left: 40px; top: 30px; font-size: 30px">Invoices</h1>
<p style="left: 40px; top: 85px">Everything that was sent to customers</p>
<p style="left: 40px; top: 137px">Customer name</p><input type="text">
<label><input type="checkbox"> Remember these filters</label>
<button>Send again</button>
<svg width="60" height="60" fill="#7c3aed"><circle cx="30" cy="30" r="26"/><path d="M18 30h24M30 18v24" stroke="#fff" stroke-width="4"/></svg>`;
const picture: {page: Buffer; twice: Buffer} = {page: Buffer.alloc(0), twice: Buffer.alloc(0)};
test.before(async () => {
	const {browser, close} = await launchChromium(readConfig().chromium, 30_000);
	for (const [name, deviceScaleFactor] of [
		['page', 1],
		['twice', 2],
	] as const) {
		const tab = await browser.newPage();
		await tab.setViewport({width: 800, height: 500, deviceScaleFactor});
		await tab.setContent(PAGE);
		picture[name] = Buffer.from(await tab.screenshot());
	}
	await close();
});
const page = () => picture.page;
const AT = {
	button: {x: 0.88, y: 0.12},
	field: {x: 0.3, y: 0.357},
	checkbox: {x: 0.063, y: 0.47},
	icon: {x: 0.9, y: 0.84},
	nothing: {x: 0.5, y: 0.8},
};

function request(
	image: Buffer | null,
	over: Partial<Omit<WriteRequest, 'step'>> & {step?: Partial<WriteRequest['step']>} = {},
): WriteRequest {
	const {step, ...rest} = over;
	return {
		language: 'en',
		narrationScript: true,
		instructions: null,
		tour: {name: 'Send an invoice', steps: [1, 2, 3].map(() => ({title: null, text: null}))},
		image,
		...rest,
		step: {index: 1, type: 'screen', highlight: null, click: null, alt: null, ...step},
	};
}

/** As the service stores a click that comes without a highlight. */
function clickAt({x, y}: {x: number; y: number}): Partial<WriteRequest['step']> {
	const inside = (value: number, size: number) => Math.min(1 - size, Math.max(0, value - size / 2));
	return {click: {x, y}, highlight: {x: inside(x, 0.14), y: inside(y, 0.08), width: 0.14, height: 0.08}};
}

const WRITTEN: Record<TextLanguage, Record<'button' | 'field' | 'checkbox', string[]>> = {
	en: {
		button: [
			'Click "Send again"',
			'Click the "Send again" button at the top right.',
			'Next, find the "Send again" button at the top right, and click it.',
		],
		field: [
			'Fill in "Customer name"',
			'Fill in the "Customer name" field on the left.',
			'Next, find the "Customer name" field on the left, and fill it in.',
		],
		checkbox: [
			'Select "Remember these filters"',
			'Select the "Remember these filters" option on the left.',
			'Next, find the "Remember these filters" option on the left, and select it.',
		],
	},
	'pt-BR': {
		button: [
			'Clique em "Send again"',
			'Clique no botão "Send again" no canto superior direito.',
			'Em seguida, encontre o botão "Send again" no canto superior direito e clique nele.',
		],
		field: [
			'Preencha "Customer name"',
			'Preencha o campo "Customer name" à esquerda.',
			'Em seguida, encontre o campo "Customer name" à esquerda e preencha-o.',
		],
		checkbox: [
			'Marque "Remember these filters"',
			'Marque a opção "Remember these filters" à esquerda.',
			'Em seguida, encontre a opção "Remember these filters" à esquerda e marque-a.',
		],
	},
	es: {
		button: [
			'Haz clic en «Send again»',
			'Haz clic en el botón «Send again» en la esquina superior derecha.',
			'A continuación, busca el botón «Send again» en la esquina superior derecha y haz clic en él.',
		],
		field: [
			'Completa «Customer name»',
			'Completa el campo «Customer name» a la izquierda.',
			'A continuación, busca el campo «Customer name» a la izquierda y complétalo.',
		],
		checkbox: [
			'Marca «Remember these filters»',
			'Marca la opción «Remember these filters» a la izquierda.',
			'A continuación, busca la opción «Remember these filters» a la izquierda y márcala.',
		],
	},
};

for (const language of TEXT_LANGUAGES) {
	test.serial(`a button, a field and a check box are named as they are in the picture, in ${language}`, async t => {
		const image = page();
		for (const kind of ['button', 'field', 'checkbox'] as const) {
			const {title, text, narrationScript} = await local.write(request(image, {language, step: clickAt(AT[kind])}), never);
			t.deepEqual([title, text, narrationScript], WRITTEN[language][kind]);
		}
	});
}

test.serial(
	'an alternative text says the heading of the page and what is highlighted, in each language, and only where it is wanted',
	async t => {
		const said: Record<TextLanguage, RegExp> = {
			en: /^The page "Invoices", with "Send again" highlighted/,
			'pt-BR': /Invoices.*Send again/,
			es: /Invoices.*Send again/,
		};
		for (const language of TEXT_LANGUAGES) {
			const {alt} = await local.write(request(page(), {language, alt: true, step: clickAt(AT.button)}), never);
			t.regex(alt!, said[language]);
		}
		t.false('alt' in (await local.write(request(page(), {step: clickAt(AT.button)}), never)));
	},
);

test.serial('a drawn highlight, other formats, a larger scale and dark colours change nothing', async t => {
	const highlight = {x: 0.79, y: 0.07, width: 0.18, height: 0.1};
	const pictures = [
		await sharp(picture.page).jpeg({quality: 90}).toBuffer(),
		await sharp(picture.page).webp({quality: 90}).toBuffer(),
		await sharp(picture.page).gif().toBuffer(),
		picture.twice,
		await sharp(picture.page).negate().png().toBuffer(),
	];
	for (const image of pictures) {
		const {title} = await local.write(request(image, {step: {highlight, click: AT.button}}), never);
		t.is(title, 'Click "Send again"');
	}
});

test.serial('the first step opens the tour; the one that is the last for now does not end it', async t => {
	const image = page();
	const first = await local.write(request(image, {step: {index: 0, ...clickAt(AT.button)}}), never);
	t.is(first.text, 'To begin, click the "Send again" button at the top right.');
	t.true(first.narrationScript!.startsWith('Welcome to "Send an invoice". To begin, find'));
	const last = await local.write(request(image, {step: {index: 2, ...clickAt(AT.button)}}), never);
	t.is(last.text, 'Click the "Send again" button at the top right.');
});

test.serial('labels of a real screenshot are found in its own words', async t => {
	const {steps} = JSON.parse(await readFile(join(EXAMPLES, 'tour.json'), 'utf8'));
	const expected = {'01-place-inject.png': 'inject', '02-place-debug.png': 'debug', '08-deploy.png': 'Deploy'};
	for (const [file, label] of Object.entries(expected)) {
		const {highlight, click} = steps.find((step: {file?: string}) => step.file === file);
		const {title} = await local.write(request(await readFile(join(EXAMPLES, file)), {step: {highlight, click}}), never);
		t.is(title, `Click "${label}"`, file);
	}
});

test.serial('nearly all buttons of real applications are named, in each of their languages', async t => {
	const pictures: Array<{
		file: string;
		language: TextLanguage;
		targets: Array<WriteRequest['step'] & {kind: string; label: string; visible: boolean}>;
	}> = JSON.parse(await readFile(join(TARGETS, 'tuned-on.json'), 'utf8'));
	const missed: string[] = [];
	let tried = 0;
	for (const {file, language, targets} of pictures) {
		const target = targets.find(({kind, visible, highlight}) => kind === 'button' && visible && highlight);
		if (!target || tried === 9) continue;
		tried++;
		const step = {highlight: target.highlight, click: target.click};
		const {title} = await local.write(request(await readFile(join(TARGETS, file)), {language, step}), never);
		if (!title.toLowerCase().includes(target.label.toLowerCase())) missed.push(`${file}: ${target.label}, ${title}`);
	}
	t.true(tried >= 6 && missed.length <= 0.2 * tried, missed.join('\n'));
});

test.serial('what nothing is written on is written from instructions, else by the alternative text', async t => {
	const step = {...clickAt(AT.icon), alt: 'A bin at the end of the row'};
	const outcome = await local.write(request(page(), {step, instructions: 'Explain that it moves the invoice to the bin.'}), never);
	t.is(outcome.text, 'Click the highlighted icon at the bottom right. It moves the invoice to the bin.');
	t.is(outcome.free, undefined);
	t.is(
		(await local.write(request(page(), {step}), never)).text,
		'Click the highlighted icon at the bottom right. A bin at the end of the row.',
	);
	const button = await local.write(
		request(page(), {step: clickAt(AT.button), instructions: 'Explain that it saves everything at once.'}),
		never,
	);
	t.like(button, {free: true, warnings: [{field: 'instructions'}]});
});

test.serial('where nothing is written the text says where to click, and no noise', async t => {
	const icon = await local.write(request(page(), {step: clickAt(AT.icon)}), never);
	t.deepEqual([icon.title, icon.text], ['Click the highlighted icon', 'Click the highlighted icon at the bottom right.']);
	const empty = await local.write(request(await screenshot(1440, 900).png().toBuffer(), {step: clickAt(AT.nothing)}), never);
	t.notRegex(`${empty.title} ${empty.text}`, /"/);
	const noise = sharp({
		create: {width: 900, height: 600, channels: 3, background: '#888', noise: {type: 'gaussian', mean: 128, sigma: 60}},
	});
	const grain = await local.write(request(await noise.png().toBuffer(), {step: clickAt(AT.nothing)}), never);
	t.notRegex(`${grain.title} ${grain.text}`, /"/);
});

test.serial('without highlight and click the screen is named by its heading', async t => {
	const {title, text} = await local.write(request(page()), never);
	t.deepEqual([title, text], ['Take a look at "Invoices"', 'Take a look at "Invoices", and see what it has to offer.']);
});

test.serial('the script is written on request only', async t => {
	const {narrationScript} = await local.write(request(page(), {narrationScript: false, step: clickAt(AT.button)}), never);
	t.is(narrationScript, null);
});

test.serial('tesseract that hangs, is missing or writes nonsense costs the label alone', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-local-writer-'));
	t.teardown(() => rm(folder, {recursive: true, force: true}));
	const program = async (name: string, script: string) => {
		const path = join(folder, name);
		await writeFile(path, `#!/bin/sh\n${script}\n`);
		await chmod(path, 0o755);
		return path;
	};
	const programs = [
		await program('hangs', 'sleep 60'),
		await program('fails', 'exit 1'),
		await program('babbles', 'head -c 100000 /dev/urandom'),
		join(folder, 'nowhere'),
	];
	const image = page();
	for (const path of programs) {
		const {title, text} = await openLocalText({tesseract: path}, 2000).write(request(image, {step: clickAt(AT.button)}), never);
		t.deepEqual([title, text], ['Click the highlighted button', 'Click the highlighted button at the top right.'], path);
	}
});

test.serial('a broken image is written about from what else is known', async t => {
	const whole = page();
	for (const image of [Buffer.from('no image'), whole.subarray(0, whole.length / 3), Buffer.alloc(0)]) {
		const {title, text} = await local.write(request(image, {step: clickAt(AT.button)}), never);
		t.deepEqual([title, text], ['Click the highlighted item', 'Click the highlighted item at the top right.']);
	}
});

test.serial('patterns of dots and of stripes, as large as an image may be, come to an end', async t => {
	const [width, height] = [8000, 6000];
	const patterns = [(x: number, y: number) => x % 3 > 0 || y % 3 > 0, (x: number, y: number) => y % 3 > 0 || x % 20 === 0];
	for (const isWhite of patterns) {
		const data = Buffer.alloc(width * height);
		for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = isWhite(x, y) ? 255 : 0;
		const image = await sharp(data, {raw: {width, height, channels: 1}})
			.png({compressionLevel: 1})
			.toBuffer();
		const {title} = await local.write(request(image, {step: clickAt(AT.nothing)}), never);
		t.notRegex(title, /"/);
	}
});

test.serial('who gives up is not kept waiting', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-local-writer-'));
	t.teardown(() => rm(folder, {recursive: true, force: true}));
	const path = join(folder, 'hangs');
	await writeFile(path, '#!/bin/sh\nsleep 60\n');
	await chmod(path, 0o755);
	const reason = new Error('enough');
	const controller = new AbortController();
	setTimeout(() => controller.abort(reason), 300);
	const writing = openLocalText({tesseract: path}).write(request(page(), {step: clickAt(AT.button)}), controller.signal);
	t.is(await t.throwsAsync(writing), reason);
	t.is(await t.throwsAsync(local.write(request(null), AbortSignal.abort(reason))), reason);
});

test.serial('without a picture the text comes from instructions, neighbours and the name of the tour', async t => {
	const steps = [
		{title: 'Open the list', text: null},
		{title: null, text: null},
		{title: 'Send it', text: null},
	];
	const tour = {name: 'Invoices', steps};
	const write = async (over: Parameters<typeof request>[1]) => local.write(request(null, {tour, ...over}), never);
	t.like(await write({}), {title: 'Next: "Send it"', text: 'You have just seen "Open the list". Next comes "Send it".'});
	t.like(await write({instructions: 'Explain that every invoice is kept for ten years, in a friendly tone'}), {
		title: 'Next: "Send it"',
		text: 'Every invoice is kept for ten years.',
	});
	const mute = await write({instructions: 'Use a formal tone.'});
	t.like(mute, {title: 'Next: "Send it"', free: true});
	t.is(mute.warnings?.[0]?.field, 'instructions');
	const own = [
		{title: null, text: null},
		{title: 'Kept', text: 'It is kept for ten years.'},
	];
	t.like(await write({tour: {name: 'Invoices', steps: own}, narrationScript: false}), {title: 'Kept', text: own[1]!.text, free: true});
	t.like(await write({language: 'pt-BR', step: {index: 0, type: 'slide'}}), {text: 'Este tour mostra o caminho, passo a passo.'});
	t.like(await write({language: 'es', step: {index: 2, type: 'slide', alt: null}}), {
		title: 'Send it',
		text: 'Has llegado al final de «Invoices».',
	});
});

test.serial('nothing is longer than allowed, and nothing invisible comes through', async t => {
	const long = `${'\u202e\u0007'}${'😀 long words '.repeat(1000)}`;
	const steps = [1, 2, 3].map(() => ({title: long, text: long}));
	for (const language of TEXT_LANGUAGES) {
		for (const image of [null, page()]) {
			for (const instructions of [null, long, `Explain that ${long}`]) {
				for (const index of [0, 1, 2]) {
					const step = {index, alt: long, ...clickAt(AT.icon)};
					const {title, text, narrationScript} = await local.write(
						request(image, {language, instructions, tour: {name: long, steps}, step}),
						never,
					);
					for (const [written, most] of [
						[title, STEP_TEXTS.title],
						[text, STEP_TEXTS.text],
						[narrationScript!, STEP_TEXTS.narrationScript],
					] as const) {
						t.true([...written].length <= most && written.length > 0);
						t.notRegex(written, /[\p{Cc}\u202a-\u202e]/u);
					}
				}
			}
		}
	}
});

test.serial('it does not translate, and says who does', async t => {
	const error = await t.throwsAsync(local.translate({text: 'Save', from: 'en', to: 'pt', maxLength: 100}, never), {instanceOf: AppError});
	t.is((error as AppError).code, 'provider_unavailable');
	t.regex(error!.message, /TEXT_PROVIDER=anthropic .*TEXT_PROVIDER=openai/);
});
