import {readFileSync} from 'node:fs';
import test from 'ava';
import {guidePage} from '../renderers/export/guide/guide.ts';
import {pdfPage} from '../renderers/export/pdf/document.ts';
import {playerStyle} from '../renderers/player/assets.ts';
import {renderPage} from '../renderers/player/page.ts';
import {findingsOf} from '../renderers/step-picture/step-picture.ts';
import {completeOptions} from '../shared/contract/exports/index.ts';
import type {PdfOptions} from '../shared/contract/exports/options.ts';
import {SHOWN_TEXTS, type ShownTexts, STEP_TEXTS, TEXT_TAGS} from '../shared/contract/step-fields.ts';
import {writeGuide} from '../shared/folder/write-guide.ts';
import {stepDurationMs} from '../shared/tour/pace.ts';
import {PUBLIC} from './helpers/player-site.ts';
import {sampleSlide, sampleTour} from './helpers/sample-snapshot.ts';

/** A text that only this field has. */
const said = (name: string) => `Said-in-${name}`;
const words: ShownTexts = Object.fromEntries(SHOWN_TEXTS.map(name => [name, said(name)]));
const step = sampleSlide({...words, label: null, alt: null});
const tour = sampleTour([step]);
const guide = {title: 'Tour', intro: {words: '', link: null}, steps: [{step: {...words, type: 'slide'}, picture: null}], end: null};
const printed = {snapshot: tour, url: null, pictures: [null], scripts: [null]} as unknown as Parameters<typeof pdfPage>[0];

const FORMS: Record<string, string> = {
	'the page': renderPage(tour, PUBLIC).html,
	'the PDF': pdfPage(printed, completeOptions('pdf') as PdfOptions),
	"the guide's page": guidePage(guide, tour),
	"the guide's Markdown": writeGuide(guide),
};
test('each text of a step has a tag of its own, by which the editor finds it, and the page has a rule for that', t => {
	const tags = Object.values(TEXT_TAGS);
	t.is(new Set(tags).size, SHOWN_TEXTS.length);
	for (const tag of tags) t.regex(playerStyle([]), new RegExp(`[,}]${tag}[,{]`), tag);
});

test('documents that list the texts of a step, or what tests may say of one, leave none out', t => {
	const row = readFileSync('docs/ci.md', 'utf8').match(/^\| `tour\.note.*$/m)![0];
	const [said] = readFileSync('cli/playwright/package.d.ts', 'utf8').match(/StepWords = \{.*?\n\}/s)!;
	for (const [, name] of said.matchAll(/^\t(?!next\b)(\w+)\?:/gm)) t.true(row.includes(`\`${name}\``), `docs/ci.md: ${name}`);
	const lists = readFileSync('docs/cookbook.md', 'utf8').match(/^.*\balt\b.*\bnarrationScript\b.*$/gm)!;
	for (const list of lists)
		for (const name of Object.keys(STEP_TEXTS)) t.regex(list, new RegExp(`\\b${name}\\b`), `docs/cookbook.md: ${list}`);
});

for (const [form, written] of Object.entries(FORMS)) {
	test(`${form} shows each text of a step, in order`, t => {
		const body = written.slice(Math.max(0, written.indexOf('<body')));
		const places = SHOWN_TEXTS.map(name => body.indexOf(said(name)));
		t.false(places.includes(-1));
		t.deepEqual(
			places,
			places.toSorted((one, other) => one - other),
		);
	});
}

test('each text of a step counts: it takes time to read, and a slide that has it is not empty', t => {
	for (const name of SHOWN_TEXTS) {
		const alone: ShownTexts = {[name]: 'a'.repeat(STEP_TEXTS[name])};
		t.is(stepDurationMs({...alone, narrations: []}), STEP_TEXTS[name] * 50, name);
		const seen = {shown: 1} as Parameters<typeof findingsOf>[1];
		const {title: _title, text: _text, ...bare} = step;
		t.deepEqual(findingsOf({...bare, ...alone}, seen), [], name);
	}
});
