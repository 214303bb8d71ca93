import {globSync, readFileSync} from 'node:fs';
import {extname} from 'node:path';
import test from 'ava';
import type {TObject} from 'typebox';
import {EXPORT_FORMAT_NAMES, type ExportFormat, factsOf} from '../../shared/contract/exports/index.ts';
import {words} from '../../shared/locales/en/editor/export.ts';
import {exportFileName} from '../../shared/present/job.ts';
import {exportName} from '../../shared/tour/export-source.ts';
import {exported, makeTour} from '../helpers/exports.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Tests every registered format, from the call to the file; a new one is included at once. */

const service = await startService({}, {also: ['export']});
const ana = await service.client();
const tour = await makeTour(ana, 'Every format');
// The letters of Toto, for which hardly a machine has a font.
const {step: strange} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: '\u{1E290}\u{1E291}'}})).body;
test.after.always(() => service.stop());

const begins = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
/** Formats in which words are drawn by this machine's fonts, and not by the reader's. */
const DRAWN: readonly ExportFormat[] = ['mp4', 'webp', 'gif', 'pdf'];
/** What the file begins with, or what is in it. */
const SIGNS: Record<ExportFormat, (bytes: Buffer) => boolean | Promise<boolean>> = {
	mp4: bytes => begins(bytes, 'ftyp', 4),
	webp: bytes => begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8) && bytes.includes('ANIM'),
	gif: bytes => begins(bytes, 'GIF89a'),
	pdf: bytes => begins(bytes, '%PDF-') && bytes.subarray(-1024).includes('%%EOF'),
	guide: async bytes => [...(await readZip(bytes)).keys()].slice(0, 3).join() === 'guide.md,guide.html,tour.yaml',
	html: bytes => /^<!doctype html>/i.test(bytes.toString()) && bytes.includes('Open the report'),
	scorm: async bytes => (await readZip(bytes)).has('imsmanifest.xml'),
	vtt: bytes => begins(bytes, 'WEBVTT'),
	// Nothing is spoken in this tour.
	srt: bytes => bytes.length >= 0,
	bundle: async bytes => (await readZip(bytes)).has('tour.json'),
};

test('a file is named by the title of the tour, in whatever script', t => {
	for (const [title, name] of [
		['می\u200cخواهم: Roteiro 3.0?', 'می\u200cخواهم Roteiro 3.0'],
		['\u200fשלום\u200e 👨\u200d👩\u200d👧.', 'שלום 👨\u200d👩\u200d👧'],
		['क्\u200dष / ภาษาไทย', 'क्\u200dष ภาษาไทย'],
		[`${'ب'.repeat(99)}\u200cب`, 'ب'.repeat(99)],
		['\u200d', 'tour'],
	] as const)
		t.is(exportName(title), name);
});

test('every option of a format has a default and a description', t => {
	for (const format of EXPORT_FORMAT_NAMES) {
		const facts = factsOf(format);
		const {properties, additionalProperties, description} = facts.options as TObject & {
			additionalProperties?: unknown;
			description?: string;
		};
		t.is(additionalProperties, false, format);
		t.truthy(description, format);
		for (const [name, schema] of Object.entries(properties as Record<string, {default?: unknown; description?: string}>))
			t.true(schema.default !== undefined && Boolean(schema.description), `${format}: ${name}`);
	}
});

test('no two formats are downloaded under one name', t => {
	const names = EXPORT_FORMAT_NAMES.map(format => exportFileName({name: 'Tour', format}));
	t.deepEqual(names, [...new Set(names)]);
	t.true(names.includes('Tour.scorm.zip'));
});

test('the editor has words for every warning', t => {
	const makers = ['renderers/export', 'renderers/video', 'workers/jobs/exporting'].flatMap(folder =>
		globSync(`${folder}/**/*.ts`, {exclude: ['**/*.test.ts']}),
	);
	const codes = makers.flatMap(path => [...readFileSync(path, 'utf8').matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code]) => code!));
	t.true(codes.length > 10, codes.join());
	t.deepEqual(
		[...new Set(codes)].filter(code => !(code in words.warned)),
		[],
	);
});

for (const format of EXPORT_FORMAT_NAMES) {
	test.serial(`${format} is made, downloaded, and what it says it is`, async t => {
		const made = await exported(ana, tour.id, {format});
		const response = await fetch(made.url);
		t.is(response.status, 200);
		t.is(response.headers.get('content-type'), factsOf(format).contentType);
		t.is(made.fileName, exportFileName({name: 'Every format', format}));
		t.is(extname(made.fileName), factsOf(format).extension);
		const bytes = Buffer.from(await response.arrayBuffer());
		t.is(bytes.length, made.bytes);
		const without = made.warnings.filter(({code}) => code === 'letters_missing');
		t.deepEqual(
			without.map(({stepId}) => stepId),
			DRAWN.includes(format) ? [strange.id] : [],
		);
		t.true(await SIGNS[format](bytes), bytes.toString('latin1', 0, 60));
	});
}
