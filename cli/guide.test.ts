import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import test from 'ava';
import {openBrowser} from '../renderers/browser/browser.ts';
import {guideExporter} from '../renderers/export/guide/guide.ts';
import {findTourId} from '../shared/store/documents/documents.ts';
import {mediaByIds} from '../shared/store/media/media.ts';
import {readContent} from '../shared/store/tours.ts';
import {documentOf} from '../shared/tour/document/from-document.ts';
import {asShown} from '../shared/tour/export-source.ts';
import {makeSnapshot} from '../shared/tour/snapshot.ts';
import {fetchCommand, runCommand, schemaFaults} from '../test/helpers/command.ts';
import {openBench} from '../test/helpers/exporting/bench.ts';
import {screenshot} from '../test/helpers/images.ts';
import {startService} from '../test/helpers/service.ts';
import {readZip} from '../test/helpers/zip.ts';

/** A guide that is unpacked, as `publish`, `check` and `import` read it, against the whole service. */

const root = await mkdtemp(join(tmpdir(), 'roteiro-guide-'));
const service = await startService();
const {key, accountId} = await service.client();
const browser = openBrowser({executablePath: service.config.chromium});
const command = await fetchCommand(service.baseUrl, root);
test.after.always(async () => {
	await browser.close();
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

const roteiro = (words: string[]) => runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key}});

async function writeFiles(name: string, files: Iterable<[file: string, bytes: string | Buffer]>): Promise<string> {
	for (const [file, bytes] of files) {
		await mkdir(dirname(join(root, name, file)), {recursive: true});
		await writeFile(join(root, name, file), bytes);
	}
	return join(root, name);
}

const TOUR = `name: "Guia: Ação 🎉 *x*"
key: guided
language: es-MX
units: px
theme: {preset: green, colors: {accent: "#112233"}}
leadCapture: {enabled: true, title: Quem é você?}
endCta: {enabled: true, title: "# Fim", whatsapp: {phone: "+5511999990000"}, link: {url: "https://example.org/?a=(b)"}}
steps:
  - {image: a.png, title: "1. Um", text: "Linha\\ne outra\\n\\n- <b>x</b> \\\\ *y*", alt: "[alt]", highlight: [10, 20, 100, 40], click: [30, 30], camera: {zoom: 2}}
  - {type: slide, title: Two, text: "--> ends"}
  - {image: b.png, key: third, title: "", text: "  spaces  ", altDecorative: true, label: L, scene: 2, simulateClick: false}
  - {image: a.png, key: again, narrationScript: "Said.", popoverSide: left}
`;

/** The guide of a tour as it stands, as a zip of this name and unpacked. */
async function guideOf(name: string, tour: string, branches: 'named' | 'sections' = 'named'): Promise<string> {
	const db = service.services.database.manager;
	const id = (await findTourId(db, accountId, tour)) ?? tour;
	const content = await readContent(db, accountId, id);
	const mediaIds = content.steps.flatMap(({image}) => image?.mediaId ?? []);
	const snapshot = makeSnapshot(content, content.name, await mediaByIds(db, accountId, mediaIds));
	const {snapshot: shown, document, sections, led} = asShown('guide', snapshot, {branches});
	const whole = {key: tour, ...documentOf(content)};
	const source = {
		snapshot: shown,
		...(sections && {sections}),
		...(led && {led}),
		url: `${service.baseUrl}/p/x`,
		read: (file: string) => service.services.files.read('media', file),
		document: document(whole),
		allSteps: whole.steps,
	};
	const {work, remove} = await openBench(browser);
	const {path, warnings} = await guideExporter.make(source, {crop: 'around', branches}, await work());
	const bytes = await readFile(path);
	await writeFile(join(root, `${name}.zip`), bytes);
	const files = await readZip(bytes);
	await remove();
	if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
	return writeFiles(name, files);
}

test.serial('a guide is published back without a change, and what was mended in it is one', async t => {
	const folder = await writeFiles('tour', [
		['tour.yaml', TOUR],
		['a.png', await screenshot(640, 400).png().toBuffer()],
		['b.png', await screenshot(641, 400).png().toBuffer()],
	]);
	const first = await roteiro(['publish', folder, '--json']);
	t.is(first.code, 0, first.err);
	const guide = await guideOf('guide', 'guided');
	t.deepEqual(schemaFaults(await readFile(join(guide, 'tour.yaml'), 'utf8')), []);
	t.deepEqual(schemaFaults(TOUR), []);
	const back = await roteiro(['publish', guide, '--json']);
	t.is(back.code, 0, back.err);
	t.like(JSON.parse(back.out), {changes: [], pictures: 0, published: false});

	const text = await readFile(join(guide, 'guide.md'), 'utf8');
	await writeFile(join(guide, 'guide.md'), text.replace('## 2. Two', '## 2. Dos').replace('\\--> ends', 'Termina.\n\nYa.'));
	const mended = await roteiro(['publish', guide, '--json']);
	t.is(mended.code, 0, mended.err);
	t.deepEqual(
		JSON.parse(mended.out).changes.map(({field, to}: {field: string; to: string}) => [field, to]),
		[
			['title', 'Dos'],
			['text', 'Termina.\n\nYa.'],
		],
	);
});

const FORKED = `name: Forked
key: forked
language: en
steps:
  - {type: slide, key: ask, title: What do you want to see?, actions: {buttons: [{label: Reports, target: {to: step, step: reports}}, {label: Prices, target: {to: step, step: prices}}, {label: Docs, target: {to: url, url: "https://example.org/"}}]}}
  - {type: slide, key: hidden, title: Nobody gets here}
  - {image: a.png, key: prices, title: Prices, highlight: [0.1, 0.1, 0.2, 0.2], actions: {next: {to: step, step: last}}}
  - {image: a.png, key: reports, title: Reports, alt: A chart, actions: {next: {to: end}, hotspots: [{label: Back, area: {x: 0.1, y: 0.1, width: 0.2, height: 0.2}, target: {to: step, step: prices}}]}}
  - {type: slide, key: last, title: Last, actions: {next: {to: step, step: reports}}}
`;

test.serial('a guide of a tour with paths is published back without a loss, also of steps that it does not show', async t => {
	const folder = await writeFiles('forked', [
		['tour.yaml', FORKED],
		['a.png', await screenshot(640, 400).png().toBuffer()],
	]);
	const first = await roteiro(['publish', folder, '--json']);
	t.is(first.code, 0, first.err);
	for (const branches of ['named', 'sections'] as const) {
		const guide = await guideOf(branches, 'forked', branches);
		const back = await roteiro(['publish', guide, '--json', '--dry-run']);
		t.is(back.code, 0, back.err);
		t.deepEqual(JSON.parse(back.out).changes, [], branches);
		const text = await readFile(join(guide, 'guide.md'), 'utf8');
		await writeFile(join(guide, 'guide.md'), text.replace(/## (\d). Reports/, '## $1. Our reports'));
		const mended = await roteiro(['publish', guide, '--json', '--dry-run']);
		t.deepEqual(
			JSON.parse(mended.out).changes.map(({step, field, to}: Record<string, string>) => [step, field, to]),
			[['reports', 'title', 'Our reports']],
			branches,
		);
	}
	const guide = join(root, 'named');
	t.deepEqual((await readFile(join(guide, 'guide.md'), 'utf8')).match(/^(?:## .*|- .*leads.*|- .*document|- Docs.*)$/gm), [
		'## 1. What do you want to see?',
		'- Reports: leads to step 2',
		'- Prices: not in this document',
		'- Docs: https://example.org/',
		'## 2. Our reports',
		'- Back: not in this document',
	]);
	const listed = await readFile(join(guide, 'tour.yaml'), 'utf8');
	t.deepEqual(schemaFaults(listed), []);
	t.regex(schemaFaults(listed.replace('title: Nobody gets here', 'titel: x')).join(), /titel/);
	await writeFile(join(guide, 'tour.yaml'), listed.replace('title: Nobody gets here', 'titel: x'));
	t.regex((await roteiro(['check', guide])).err, /^named\/tour\.yaml:\d+:\d+: steps\[1\]\.titel: /m);
	await writeFile(join(guide, 'tour.yaml'), `${listed.slice(0, listed.indexOf('\nallSteps:'))}\nallSteps: 3\n`);
	t.regex((await roteiro(['check', guide])).err, /allSteps: Must be a list/);
});

test.serial('the guide of a tour without a key finds its tour by its id', async t => {
	const reply = await fetch(`${service.baseUrl}/v1/tours`, {
		method: 'POST',
		headers: {Authorization: `Bearer ${key}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({name: 'No key'}),
	});
	const {tour} = await reply.json();
	const {id} = tour;
	const steps = await fetch(`${service.baseUrl}/v1/tours/${id}/steps`, {
		method: 'POST',
		headers: {Authorization: `Bearer ${key}`, 'Content-Type': 'application/json'},
		body: JSON.stringify({type: 'slide', title: 'One', text: 'A\nB'}),
	});
	t.is(steps.status, 201);
	const back = await roteiro(['publish', await guideOf('keyless', id), '--json', '--draft']);
	t.is(back.code, 0, back.err);
	t.deepEqual(JSON.parse(back.out).changes, []);
});

test.serial('what is wrong in a guide has its line there; a guide is imported by itself and as its zip', async t => {
	const guide = await guideOf('wrong', 'guided');
	const text = await readFile(join(guide, 'guide.md'), 'utf8');
	await writeFile(join(guide, 'guide.md'), text.replace('"popoverSide":"left"', '"popoverSide":"nowhere"'));
	const checked = await roteiro(['check', guide]);
	t.is(checked.code, 1);
	t.regex(checked.err, /^wrong\/guide\.md:\d+:1: steps\[3\]\.popoverSide: /m);
	await writeFile(join(guide, 'tour.yaml'), 'name: x\nsteps: ../guide.md\n');
	t.regex((await roteiro(['check', guide])).err, /tour\.yaml:2:1: steps: Must be an array, or the name of a guide/);
	await writeFile(join(guide, 'tour.yaml'), 'name: x\nsteps: other.md\n');
	t.regex((await roteiro(['check', guide])).err, /other\.md is not there/);

	const imported = await roteiro(['import', join(await guideOf('alone', 'guided'), 'guide.md'), '--out', 'imported', '--json']);
	t.is(imported.code, 0, imported.err);
	t.is((await roteiro(['check', 'imported'])).code, 0);
	const zipped = await roteiro(['import', 'alone.zip', '--out', 'zipped', '--json']);
	t.is(zipped.code, 0, zipped.err);
	const published = await roteiro(['publish', 'zipped', '--json', '--dry-run']);
	t.deepEqual(JSON.parse(published.out).changes, []);
});
