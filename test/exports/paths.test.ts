import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {PDFiumLibrary} from '@hyzyla/pdfium';
import test from 'ava';
import {EXPORT_FORMAT_NAMES, type ExportFormat, factsOf} from '../../shared/contract/exports/index.ts';
import type {StepActions} from '../../shared/contract/paths/actions.ts';
import {readMarkdown} from '../../shared/folder/markdown.ts';
import {edgesOf} from '../../shared/tour/paths/graph.ts';
import {exported} from '../helpers/exports.ts';
import {shareOf} from '../helpers/extent.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** A tour with a fork, in every format: what shows one step after the other follows the main path and names what it left out. */

type Led = {actions?: StepActions};

const service = await startService({}, {also: ['export']});
const ana = await service.client();
const to = (step: string) => ({to: 'step', step});
const slide = (key: string, actions?: object) => ({
	key,
	type: 'slide',
	title: `Title ${key}`,
	narrationScript: key,
	...(actions && {actions}),
});
const buttons = ['prices', 'reports'].map(key => ({label: key, target: to(key)}));
const document = {
	name: 'Forked',
	language: 'en',
	steps: [slide('ask', {buttons}), slide('prices', {next: to('last')}), slide('reports'), slide('last')],
};
const {tour} = (await ana('PUT', '/v1/documents/forked', {body: {document}})).body;
const reports: string = tour.steps[2].id;
test.after.always(() => service.stop());

/** Take longest, and are made in one way. */
const FILMS: readonly ExportFormat[] = ['mp4', 'webp', 'gif'];

for (const format of shareOf(EXPORT_FORMAT_NAMES, format => (FILMS.includes(format) ? 'film' : format))) {
	test.serial(`${format}: a branched tour opens, and says what is not in it`, async t => {
		const made = await exported(ana, tour.id, {format});
		const left = made.warnings.filter(({code}) => code === 'not_on_main_path');
		t.deepEqual(
			left.map(({stepId}) => stepId),
			factsOf(format).isLinear ? [reports] : [],
		);
		const bytes = Buffer.from(await (await fetch(made.url)).arrayBuffer());
		if (format === 'guide') {
			const files = await readZip(bytes);
			const text = files.get('guide.md')!.toString();
			t.true(text.includes('Title prices') && text.includes('Title last'), text);
			t.false(text.includes('Title reports'), text);
			t.deepEqual(text.match(/^- .*: .*$/gm), ['- prices: leads to step 2', '- reports: not in this document']);
			t.regex(files.get('guide.html')!.toString(), /<li dir="auto">reports: not in this document<\/li>/);
			t.regex(files.get('tour.yaml')!.toString(), /^allSteps:.*key: reports.*narrationScript: reports/ms);
		}
		if (format === 'pdf') t.regex(await textOfPdf(bytes), /prices: leads to step 2\s+reports: not in this document/);
		if (format === 'html') t.true(bytes.includes('data-action="button-2"'));
		if (format === 'bundle') t.true((await readZip(bytes)).get('tour.json')!.toString().replaceAll(/\s/g, '').includes('"step":"reports"'));
	});
}

test.serial(
	'as sections, the guide has the branches after the main path, says where each step leads, and leads there when it is read',
	async t => {
		const made = await exported(ana, tour.id, {format: 'guide', options: {branches: 'sections'}});
		t.deepEqual(made.warnings, []);
		const files = await readZip(Buffer.from(await (await fetch(made.url)).arrayBuffer()));
		const text = files.get('guide.md')!.toString();
		t.deepEqual(text.match(/^(?:## .*|\*\*.*|- .*)$/gm), [
			'## 1. Title ask',
			'- prices: leads to step 2',
			'- reports: leads to step 4',
			'## 2. Title prices',
			'- Next: leads to step 3',
			'## 3. Title last',
			'- Next: leads to the end',
			'**1 → reports**',
			'## 4. Title reports',
			'- Next: leads to step 3',
		]);
		t.regex(files.get('guide.html')!.toString(), /<strong>1 → reports<\/strong>/);
		const {steps} = readMarkdown(text, '', {guide: true}).located.value as {steps: Array<Led & {key: string}>};
		const edges = (all: Array<Led & {key: string}>) =>
			edgesOf(all.map(({key, actions}) => ({id: key, ...(actions && {actions})})))
				.map(({from, to, label}) => `${from} ${label} ${to}`)
				.toSorted();
		t.deepEqual(edges(steps), edges(document.steps as never));
	},
);

test.serial('as sections, the PDF prints the branches after the main path, and says where each step leads', async t => {
	const made = await exported(ana, tour.id, {format: 'pdf', options: {branches: 'sections'}});
	t.deepEqual(made.warnings, []);
	const text = (await textOfPdf(Buffer.from(await (await fetch(made.url)).arrayBuffer()))).replaceAll(/\s+/g, ' ');
	for (const words of ['prices: leads to step 2', 'reports: leads to step 4', '1 → reports', 'Next: leads to step 3', 'Title reports'])
		t.true(text.includes(words), `${words} in ${text}`);
	t.true(text.indexOf('Title last') < text.indexOf('1 → reports'), text);
});

async function textOfPdf(pdf: Buffer): Promise<string> {
	const wasm = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
	const library = await PDFiumLibrary.init({wasmBinary: new Uint8Array(wasm).buffer});
	try {
		const read = await library.loadDocument(pdf);
		const text = [...read.pages()].map(page => page.getText()).join('\n');
		read.destroy();
		return text;
	} finally {
		library.destroy();
	}
}
