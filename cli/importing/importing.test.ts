import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseDemo} from '@inkly-org/interactive-demo/schema';
import test, {type ExecutionContext} from 'ava';
import sharp, {type Region} from 'sharp';
import {parse} from 'yaml';
import {eventually} from '../../test/helpers/eventually.ts';
import {inklyDemo, mimikGuide, pdfDeck, slideContent} from '../../test/helpers/foreign-tours.ts';

import {importFile} from '../commands/import.ts';
import {CommandError} from '../errors.ts';
import type {Output} from '../output.ts';

/** `import` of what other tools write, without any service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-imports-'));
/** As the command does it, without a process for each. */
async function imports(file: string, out: string): Promise<{code: number; err: string}> {
	const said: string[] = [];
	const output: Output = {line: () => {}, json: () => {}, progress: () => {}, warn: text => said.push(text)};
	try {
		await importFile(join(root, file), {out: join(root, out)}, null, output);
		return {code: 0, err: said.join('\n')};
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		return {code: error.exitCode, err: error.message.replaceAll(`${root}/`, '')};
	}
}
const tourOf = async (folder: string) => parse(await readFile(join(root, folder, 'tour.yaml'), 'utf8'));
test.after.always(() => rm(root, {recursive: true, force: true}));

const cutOut = async (file: string, area: Region) => sharp(await sharp(file).extract(area).png().toBuffer()).stats();

/** Imports files that are not what they say; each ends with 1 and one sentence, and nothing is left. */
async function refuses(t: ExecutionContext, cases: Record<string, RegExp>): Promise<void> {
	for (const [file, said] of Object.entries(cases)) {
		const {code, err} = await imports(file, `out-${file}`);
		t.is(code, 1, `${file} ${err}`);
		t.regex(err, said, file);
		t.is(err.trim().split('\n').length, 1, err);
	}
	t.deepEqual(
		(await readdir(root)).filter(name => /^\.?out-/.test(name)),
		[],
	);
}

test.serial('Markdown of other programs: each picture is a step, with its own words, and no words are lost', async t => {
	const folder = join(root, 'notes');
	const picture = await sharp({create: {width: 40, height: 30, channels: 3, background: 'teal'}})
		.png()
		.toBuffer();
	await mkdir(join(folder, 'img'), {recursive: true});
	for (const name of ['1.png', '2.png', 'a (1).png']) await writeFile(join(folder, 'img', name), picture);
	const inside = `data:image/png;base64,${picture.toString('base64')}`;
	const [one, two] = ['![](img/1.png)', '![](img/2.png)'];
	const cases: Record<string, [text: string, name: string, steps: Array<[title: string, text: string, image?: string]>]> = {
		'several pictures below a heading': [
			`# G\n\nIntro.\n\n## Steps\n\n1. Open\n\n   ${one}\n\n2. List\n\n   ${two}\n\nAsk Ana.\n`,
			'G',
			[
				['G', 'Intro.'],
				['Steps', 'Open', '1.png'],
				['List', 'Ask Ana.', '2.png'],
			],
		],
		'numbered, some without a picture': [
			`# G\n\nBy Ana\n\n1\\. Go\n\n2\\. Open\n\n${one}\n\n3\\. List\n\n${two}\n`,
			'G',
			[
				['By Ana', ''],
				['Go', ''],
				['Open', '', '1.png'],
				['List', '', '2.png'],
			],
		],
		'captions below': [
			`# G\n\n${one}\n*First*\n\n${two}\n*Second*\n`,
			'G',
			[
				['First', '', '1.png'],
				['Second', '', '2.png'],
			],
		],
		'headings of the first rank': [
			`# A\n\n${one}\n\nWords\n\n# B\n\nMore\n`,
			'case',
			[
				['A', 'Words', '1.png'],
				['B', 'More'],
			],
		],
		'underlined headings': [`G\n===\n\nA\n---\n\n${one}\n`, 'G', [['A', '', '1.png']]],
		HTML: [`<h1>G</h1>\n\n## A\n\n<p><img src="img/1.png" alt="x"></p>\n\n<!--\n## B\n${two}\n-->\n`, 'G', [['A', '', '1.png']]],
		'references, as Google Docs has them': [
			`# G\n\n## A\n\n![][i]\n\n## B\n\n![x][j] [here][k]\n\n[i]: <${inside}>\n[j]: img/2.png "Title"\n[k]: https://example.org\n`,
			'G',
			[
				['A', '', 'inside-1.png'],
				['B', 'here', '2.png'],
			],
		],
		Obsidian: [`---\ntitle: G\ntags: [a]\n---\n## A\n\n![[img/1.png|300]]\n\nSee [[B|that]].\n`, 'G', [['A', 'See that.', '1.png']]],
		'names and sizes': [
			`## A\n\n![](img/a (1).png "T")\n\n## B\n\n![](img/1.png =40x30)\n`,
			'case',
			[
				['A', '', 'a (1).png'],
				['B', '', '1.png'],
			],
		],
		'a table': [
			`# G\n\n| What | Picture |\n|---|---|\n| Open | ${one} |\n| List | ${two} |\n`,
			'G',
			[
				['Open', '', '1.png'],
				['List', '', '2.png'],
			],
		],
		code: [`## A\r\n\r\n\`\`\`md\r\n# no ${two}\r\n\`\`\`\r\n\r\n${one}\r\n`, 'case', [['A', '', '1.png']]],
	};
	for (const [index, [what, [text, name, expected]]] of Object.entries(cases).entries()) {
		await writeFile(join(folder, 'case.md'), text);
		const {code, err} = await imports('notes/case.md', `by-notes-${index}`);
		t.is(code, 0, `${what}: ${err}`);
		const tour = await tourOf(`by-notes-${index}`);
		t.is(tour.name, name, what);
		const steps = tour.steps.map(({title, text: words, image}: Record<string, string>) => [title, words, ...(image ? [image] : [])]);
		if (what !== 'code') t.deepEqual(steps, expected, what);
		else t.deepEqual([steps.length, steps[0][2]], [1, '1.png'], what);
	}
	await writeFile(
		join(folder, 'english.md'),
		`# Guide\n\n## Open the list\n\n${one}\n\nClick the button at the top of the page, and choose what you want to see.\n`,
	);
	await imports('notes/english.md', 'by-english');
	t.is((await tourOf('by-english')).language, 'en');
	t.regex((await imports('notes/case.md', 'by-notes-0')).err, /not empty/);
	await writeFile(join(folder, 'latin.md'), Buffer.from('## Ação\n\n![](img/1.png)\n', 'latin1'));
	await writeFile(join(folder, 'gone.md'), `## A\n\n${one}\n\n${two}\n\n![](img/3.png)\n`);
	t.regex((await imports('notes/latin.md', 'by-latin')).err, /latin\.md: Is not UTF-8: save it as UTF-8\.$/);
	t.is((await imports('notes/gone.md', 'by-gone')).err, 'gone.md:7:1: img/3.png is not there.');
});

test.serial('a guide of Mimik: targets in pixels, blocks as cards, cuts as nearness', async t => {
	await mimikGuide(join(root, 'reset.mimik'));
	const {code, err} = await imports('reset.mimik', 'reset');
	t.deepEqual([code, err], [0, 'note: 1 mark is not taken along: a tour draws nothing onto its pictures.']);
	const {steps, ...tour} = await tourOf('reset');
	t.deepEqual(tour, {key: 'reset-a-password', name: 'Reset a password', language: 'en', units: 'px'});
	t.deepEqual(
		steps.map(({type, title}: Record<string, string>) => [type, title]),
		[
			['slide', 'Reset a password'],
			['screen', 'Click "Security"'],
			['screen', 'Type the new password'],
			['slide', 'Never send a password by e-mail'],
			['screen', 'Click "Save changes"'],
		],
	);
	t.like(steps[1], {highlight: [48, 392, 384, 80], click: [240, 432], image: '02-click-security.webp'});
	t.like(steps[2], {highlight: [560, 456, 1040, 88], alt: 'The form with the two fields'});
	t.like(steps[4], {highlight: [560, 732, 320, 88], camera: {zoom: 2}});
	t.regex(steps[4].text, /^The person gets a message/);
});

test.serial('guides of Mimik that are not what they say are refused, each with what and where', async t => {
	const bad = (name: string, change: Parameters<typeof mimikGuide>[1], files?: Record<string, Buffer>) =>
		mimikGuide(join(root, `${name}.mimik`), change, files);
	await bad('newer', manifest => Object.assign(manifest, {version: 2}));
	await bad('stepless', manifest => Object.assign(manifest, {steps: []}));
	await bad('listless', manifest => Object.assign(manifest, {steps: 'none'}));
	await bad('lost', manifest => Object.assign(manifest.screenshots[1], {file: 'screenshots/../../etc/passwd'}));
	await bad('hidden', manifest =>
		manifest.screenshots[1].edits.annotations.push({id: 'r', type: 'redact', x: 560, y: 456, w: 600, h: 88, style: 'blur'}),
	);
	await bad('wordless', manifest => Object.assign(manifest.steps[3], {description: null}));
	await bad('painted', () => {}, {'screenshots/ss-2.webp': Buffer.from('<svg/>')});
	await bad('broken', () => {}, {'manifest.json': Buffer.from('{"version": 1,')});
	await refuses(t, {
		'newer.mimik': /^newer\.mimik: manifest\.json:2:3: version: Is 2; version 1 is read/,
		'stepless.mimik': /steps.*Has no steps|Has no steps/,
		'listless.mimik': /manifest\.json:1:1: Is no guide of Mimik/,
		'lost.mimik': /manifest\.json:\d+:\d+: screenshots\/\.\.\/\.\.\/etc\/passwd is not in the file/,
		'hidden.mimik': /Hides a part of screenshots\/ss-2\.webp, which still shows it/,
		'wordless.mimik': /manifest\.json:\d+:\d+: Has neither words nor a picture/,
		'painted.mimik': /painted\.mimik: screenshots\/ss-2\.webp is not a PNG/,
		'broken.mimik': /twice|Is not JSON/,
	});
});

test.serial('a demo of Inkly: targets of each kind, words, voices and the last card; what is hidden stays hidden', async t => {
	await inklyDemo(join(root, 'invite'), config => {
		t.notThrows(() => parseDemo(config), 'it is one');
	});
	const {code, err} = await imports('invite', 'invited');
	t.deepEqual([code, err], [0, 'note: 1 chapter is kept as scene numbers, without its title.']);
	const {steps, ...tour} = await tourOf('invited');
	t.like(tour, {name: 'Invite your team', language: 'en', endCta: {enabled: true, title: 'Try it with your own'}});
	t.is(tour.endCta.link.url, 'https://example.com/signup');
	t.like(steps[0], {type: 'slide', title: 'Invite your team', text: 'Three clicks, and they are in.'});
	t.like(steps[1], {title: 'Open Security first', click: [0.094, 0.27], popoverSide: 'right', scene: 1, camera: {zoom: 1.6}});
	t.like(steps[2], {highlight: [0.219, 0.285, 0.406, 0.055], narrationScript: 'Fill in the name. Then the address.'});
	t.deepEqual([steps[3].title, steps[4].title, steps[4].image], ['Click "Save changes"', 'They get a message at once', steps[3].image]);
	const area = {left: 562, top: 594, width: 760, height: 90};
	const {channels} = await cutOut(join(root, 'invited', steps[2].image), area);
	t.true(
		channels.every(({stdev}) => stdev === 0),
		'of what was hidden no two pixels differ',
	);
});

test.serial('demos of Inkly that are not what they say are refused, each with its line', async t => {
	const bad = (name: string, change: Parameters<typeof inklyDemo>[1]) => inklyDemo(join(root, name), change);
	await bad('film', config => Object.assign(config.steps[1].background, {src: '../reset.mimik'}));
	await bad('two', config => Object.assign(config, {version: 2}));
	await bad('jpeg', () => {});
	await writeFile(
		join(root, 'jpeg', 'assets', 'cap-002.png'),
		await sharp({create: {width: 90, height: 60, channels: 3, background: '#abc'}})
			.jpeg()
			.toBuffer(),
	);
	await bad('cover', config => Object.assign(config.steps[0], {widgets: []}));
	await mkdir(join(root, 'nothing'));
	await writeFile(join(root, 'list.json'), '[]');
	await refuses(t, {
		film: /^demo\.config\.json:\d+:\d+: \.\.\/reset\.mimik is not there/,
		two: /^demo\.config\.json:3:3: version: Is 2/,
		jpeg: /cap-002\.png has something to hide, and that can be done in a PNG only/,
		cover: /^demo\.config\.json:\d+:\d+: Is a cover without words/,
		nothing: /nothing is a folder: name a file in it/,
		'list.json': /list\.json:1:1: Is no demo of Inkly/,
	});
});

const SLIDE = {
	width: 960,
	height: 540,
	content: slideContent('What is new', ['We have three things to show you', 'and they are for all of your people']),
};

test.serial('of a deck the largest letters near the top are the title, and what a master draws on every slide is none', async t => {
	const text = (size: number, x: number, y: number, words: string) => `BT /F ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
	const master = (page: number) => `${text(12, 40, 20, `Acme Ltd - confidential ${page}`)}\n${text(30, 700, 500, 'ACME')}`;
	const titles = ['Create an invoice', 'Send it to them', 'See who has paid', 'Remind the others'];
	const pages = titles.map((title, index) => {
		const [first, ...rest] = title.split(' ');
		// The third has its title on two lines, the last one after its body.
		const heading = index === 2 ? [text(36, 60, 460, first!), text(36, 60, 415, rest.join(' '))] : [text(36, 60, 440, title)];
		const body = [text(20, 60, 300, `Open the ${['list', 'mail', 'ledger', 'calendar'][index]} and press the button that is there.`)];
		return {
			width: 960,
			height: 540,
			content: [master(index + 1), ...(index === 3 ? [...body, ...heading] : [...heading, ...body])].join('\n'),
		};
	});
	pages.push({width: 960, height: 540, content: master(5)});
	pages.push({
		width: 960,
		height: 540,
		content: `${master(6)}\n${text(36, 60, 700, 'Cut off by the page')}\n${text(20, 60, 300, 'Thank you')}`,
	});
	await writeFile(join(root, 'Master.pdf'), pdfDeck(pages));
	const {code, err} = await imports('Master.pdf', 'master');
	t.deepEqual([code, err], [0, '']);
	const {steps} = await tourOf('master');
	t.deepEqual(
		steps.map(({title}: {title: string}) => title),
		[...titles, 'Page 5', 'Thank you'],
	);
	t.is(steps[3].alt, 'Remind the others Open the calendar and press the button that is there.');
	t.false(JSON.stringify(steps).includes('confidential'));
});

test.serial('of a PDF each page is a step, with its first line as the title and its words for those who do not see it', async t => {
	await writeFile(join(root, 'Autumn news.pdf'), pdfDeck([SLIDE, {width: 595, height: 842}, SLIDE, {width: 28346, height: 28346}]));
	const {code, err} = await imports('Autumn news.pdf', 'deck');
	t.deepEqual([code, err], [0, '']);
	const {steps, ...tour} = await tourOf('deck');
	t.deepEqual(tour, {key: 'autumn-news', name: 'Autumn news', language: 'en'});
	t.deepEqual(
		steps.map(({title, image}: Record<string, string>) => [title, image]),
		[
			['What is new', 'page-1.png'],
			['Page 2', 'page-2.png'],
			['What is new', 'page-1.png'],
			['Page 4', 'page-4.png'],
		],
	);
	t.regex(steps[0].alt, /^What is new We have three things/);
	const sizes = await Promise.all(['1', '2', '4'].map(page => sharp(join(root, 'deck', `page-${page}.png`)).metadata()));
	t.deepEqual(
		sizes.map(({width, height}) => [width, height]),
		[
			[1920, 1080],
			[1357, 1920],
			[1920, 1920],
		],
	);
	const bar = await cutOut(join(root, 'deck', 'page-1.png'), {left: 1800, top: 20, width: 40, height: 40});
	t.deepEqual(
		bar.channels.map(({mean}) => Math.round(mean)),
		[28, 79, 138],
	);
});

test.serial('PDFs that are not what they say are refused with the page, and Ctrl-C leaves nothing', async t => {
	const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >> /ID [<00><00>] `;
	const lying = Buffer.from(pdfDeck([SLIDE]).toString('latin1').replace('/Count 1', '/Count 3'), 'latin1');
	const files: Record<string, Buffer> = {
		'empty.pdf': Buffer.alloc(0),
		'cut.pdf': pdfDeck([SLIDE, SLIDE]).subarray(0, 400),
		'pages.pdf': pdfDeck(Array.from({length: 5000}, () => SLIDE)),
		'zero.pdf': pdfDeck([]),
		'thin.pdf': pdfDeck([SLIDE, {width: 28346, height: 3}]),
		'locked.pdf': pdfDeck([SLIDE], {trailer: locked}),
		'lying.pdf': lying,
		'endless.pdf': pdfDeck([{...SLIDE, content: '0 0 m 960 540 l S\n'.repeat(300_000)}]),
	};
	for (const [name, bytes] of Object.entries(files)) await writeFile(join(root, name), bytes);
	const child = spawn(process.execPath, [resolve(import.meta.dirname, '../main.ts'), 'import', 'endless.pdf', '--out', 'out-endless'], {
		cwd: root,
	});
	let said = '';
	child.stderr.on('data', chunk => (said += chunk));
	await eventually('the work to begin', async () => (await readdir(root)).some(name => name.startsWith('.out-endless')));
	await new Promise(resume => setTimeout(resume, 500));
	child.kill('SIGINT');
	const [code] = await once(child, 'close');
	t.deepEqual([code, said], [130, 'Interrupted. Nothing was written.\n']);
	await refuses(t, {
		'empty.pdf': /^empty\.pdf: Is no PDF that can be read/,
		'cut.pdf': /^cut\.pdf: Is no PDF that can be read/,
		'pages.pdf': /^pages\.pdf: Has 5000 pages; 500 are the most/,
		'zero.pdf': /^zero\.pdf: Has no pages/,
		'thin.pdf': /^thin\.pdf: page 2: Has 28346 x 3 points/,
		'locked.pdf': /^locked\.pdf: Is encrypted: save it without a password/,
		'lying.pdf': /^lying\.pdf: page 2: Cannot be read/,
	});
});
