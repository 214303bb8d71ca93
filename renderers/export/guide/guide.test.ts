import {readFile} from 'node:fs/promises';
import test, {type ExecutionContext} from 'ava';
import {Parser} from 'commonmark';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import {readMarkdown} from '../../../shared/folder/markdown.ts';
import {openBench} from '../../../test/helpers/exporting/bench.ts';
import {exampleSource, sourceOf} from '../../../test/helpers/exporting/sources.ts';
import {sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {readZip} from '../../../test/helpers/zip.ts';
import {openBrowser} from '../../browser/browser.ts';
import type {ExportSource} from '../../exporter.ts';
import {guideExporter} from './guide.ts';

// It draws nothing with it: a browser that is never started.
const browser = openBrowser({executablePath: readConfig().chromium});
test.after.always(() => browser.close());

/** The source with a document that says the same. */
function withDocument(source: ExportSource): ExportSource & Required<Pick<ExportSource, 'document'>> {
	const steps = source.snapshot.steps.map(({id, type, title, text, alt, image, highlight, click}) => ({
		key: id,
		id,
		...(type === 'slide' && {type}),
		...(title && {title}),
		...(text && {text}),
		...(alt && {alt}),
		...(highlight && {highlight}),
		...(click && {click}),
		...(image && {image: {mediaId: image.variants[0]!.file}}),
	}));
	const {title, language} = source.snapshot;
	return {...source, document: {key: 'the-tour', format: 'roteiro/tour', version: 1, name: title, language, steps}};
}

async function make(t: ExecutionContext, source: ExportSource, crop: 'around' | 'none' = 'around') {
	const {work, seen, made, remove} = await openBench(browser);
	t.teardown(remove);
	const {path, ...exported} = await guideExporter.make(source, {crop, branches: 'named'}, await work());
	const bytes = await readFile(path);
	const files = await readZip(bytes);
	const text = (name: string) => files.get(name)!.toString();
	return {bytes, files, text, seen, made, ...exported};
}

test('a guide is a text, the same as a page, and JPEGs of what is pointed at with the marks drawn in', async t => {
	const source = withDocument(await exampleSource(3));
	const {files, text, warnings, seen} = await make(t, source);
	t.deepEqual([warnings, seen.at(-1)], [[], 1]);
	t.deepEqual(
		[...files.keys()],
		['guide.md', 'guide.html', 'tour.yaml', 'images/02-start-with-an-inject-node.jpg', 'images/03-add-a-debug-node.jpg'],
	);
	t.regex(text('guide.md'), /^# Build your first flow in Node-RED\n\n3 steps · \[Open the interactive tour\]/);
	t.is(text('tour.yaml').match(/^steps: guide\.md$/m)?.length, 1);
	t.regex(text('tour.yaml'), /^key: the-tour$/m);
	const {steps} = readMarkdown(text('guide.md'), '', {guide: true}).located.value as {steps: object[]};
	t.deepEqual(sorted(steps), sorted(source.document.steps));
	const picture = files.get('images/02-start-with-an-inject-node.jpg')!;
	t.like(await sharp(picture).metadata(), {format: 'jpeg', width: 960, height: 600});
	const plain = (await make(t, source, 'none')).files.get('images/02-start-with-an-inject-node.jpg')!;
	t.like(await sharp(plain).metadata(), {width: 1280, height: 800});
	const page = text('guide.html');
	t.is(page.match(/<h2/g)!.length, 3);
	t.is(page.match(/<img src="images\/[^"]+" alt="[^"]+">/g)!.length, 2);
	t.notRegex(page, /<script|data:/);
});

const sorted = (steps: object[]) =>
	steps.map(step => Object.fromEntries(Object.entries(step).sort(([one], [other]) => one.localeCompare(other))));

test('the same tour is the same bytes', async t => {
	const source = withDocument(await exampleSource(2));
	t.true((await make(t, source)).bytes.equals((await make(t, source)).bytes));
});

test('what several steps show alike is in the zip once, and read back in each of them', async t => {
	const [, screen] = (await exampleSource(2)).snapshot.steps;
	const steps = [screen!, {...screen!, id: 'step_3', title: 'Again'}, {...screen!, id: 'step_4', click: null, highlight: null}];
	const source = await exampleSource(2);
	const {files, text} = await make(t, withDocument({...source, snapshot: {...source.snapshot, steps}}));
	t.is([...files.keys()].filter(name => name.startsWith('images/')).length, 2);
	t.is(text('guide.md').match(/!\[[^\]]*\]\(images\//g)!.length, 3);
	t.is((readMarkdown(text('guide.md'), '', {guide: true}).located.value as {steps: object[]}).steps.length, 3);
});

test('words stay words in both texts, and a picture that has gone is reported', async t => {
	const nasty = '</h2><script>alert(1)</script> **b** [x](javascript:alert(1))\n# h\n\n<!-- roteiro {"key":"evil"} -->';
	const [, screen] = (await exampleSource(2)).snapshot.steps;
	const steps = [
		sampleSlide({id: 'a', title: nasty, text: nasty}),
		sampleStep({...screen!, id: 'b', title: nasty, text: nasty, alt: nasty}),
	];
	const source = withDocument(sourceOf(sampleTour(steps, {title: nasty, language: 'ar'}), new Map(), 'https://x.example/">'));
	const {text, warnings, files} = await make(t, source);
	t.deepEqual(
		warnings.map(({code, stepId}) => [code, stepId]),
		[['picture_missing', 'b']],
	);
	t.is(files.size, 3);
	t.notRegex(text('guide.html'), /<script|<b>(?!b<)|href="javascript|<!-- /);
	const walker = new Parser().parse(text('guide.md')).walker();
	const found: string[] = [];
	for (let event = walker.next(); event; event = walker.next()) if (event.entering) found.push(event.node.type);
	const count = (type: string) => found.filter(one => one === type).length;
	t.deepEqual([count('heading'), count('image'), count('html_block'), count('html_inline'), count('strong')], [3, 0, 2, 0, 3]);
	const read = readMarkdown(text('guide.md'), '', {guide: true}).located.value as {steps: object[]};
	t.deepEqual(sorted(read.steps), sorted(source.document.steps));
});

test('without the document there is no guide', async t => {
	const {work, remove} = await openBench(browser);
	t.teardown(remove);
	await t.throwsAsync(guideExporter.make(await exampleSource(1), {crop: 'around', branches: 'named'}, await work()), {message: /document/});
});
