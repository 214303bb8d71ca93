import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {timelineOf} from '../../shared/tour/timeline.ts';
import {PUBLIC} from '../../test/helpers/player-site.ts';
import {sampleSlide, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {vttExporter} from '../export/captions/captions.ts';
import {ffMetadata} from '../export/mp4/mp4.ts';
import type {ExportWork} from '../exporter.ts';
import {renderPage} from '../player/page.ts';
import {subRip, webVtt} from './captions.ts';

const HOSTILE = [
	'one\n\n00:00:00.000 --> 99:00:00.000\ntwo',
	'a --> b',
	'<script>x</script> &amp; {\\an8}',
	'NOTE\n\nSTYLE\n::cue{color:red}',
	'\u2028\u0085 ',
	'#=;\\[CHAPTER]\nSTART=0',
];
const cues = HOSTILE.map((text, index) => ({at: 1000 * index, ms: 1000, text}));

test('whatever is said, a caption is one line of text under one line of times', t => {
	const vtt = webVtt(cues, 'pt-BR');
	t.true(vtt.startsWith('WEBVTT\nLanguage: pt-BR\n\n00:00:00.000 --> 00:00:01.000\n'));
	t.is(webVtt([], 'x\n\nNOTE'), 'WEBVTT\n\n');
	for (const text of [vtt.replace(/^WEBVTT.*\n.*\n\n/, ''), subRip(cues).replace(/^\d+\n/gm, '')]) {
		const blocks = text.trim().split(/\n\n/);
		t.is(blocks.length, cues.length);
		for (const block of blocks) {
			const [times, words, ...more] = block.split('\n');
			t.regex(times!, /^\d\d:\d\d:\d\d[.,]\d{3} --> \d\d:\d\d:\d\d[.,]\d{3}$/);
			t.notRegex(words!, /-->|[<>]/);
			t.true(words!.trim() !== '');
			t.deepEqual(more, []);
		}
	}
	t.true(subRip([{at: 3_723_004, ms: 6, text: 'x'}]).includes('01:02:03,004 --> 01:02:03,010'));
});

test('captions and page begin in the language of the tour, whichever stands first', async t => {
	const said = (language: string, script: string) => ({file: `${language}.mp3`, durationMs: 1000, bytes: 1, language, script});
	const [ja, en] = [said('ja', 'こんにちは。'), said('en', 'Hello.')];
	const steps = [sampleSlide({id: 'a', narrations: [ja]}), sampleSlide({id: 'b', narrations: [ja, en]})];
	const snapshot = sampleTour(steps, {language: 'en'});
	const folder = await mkdtemp(join(tmpdir(), 'captions-'));
	t.teardown(() => rm(folder, {recursive: true}));
	const captions = async (language?: string) => {
		const source = {snapshot, url: null, read: async () => null, ...(language && {language})};
		const work = {folder, progress: () => {}, signal: new AbortController().signal} as unknown as ExportWork;
		const {path, warnings} = await vttExporter.make(source, {opening: false}, work);
		const [header, ...blocks] = (await readFile(path, 'utf8')).trim().split('\n\n');
		return [header!.split('\n')[1], blocks.map(block => block.split('\n')[1]), warnings.map(({code, stepId}) => `${code} ${stepId}`)];
	};
	t.deepEqual(await captions(), ['Language: en', ['Hello.'], ['narration_missing a']]);
	t.deepEqual(await captions('ja'), ['Language: ja', ['こんにちは。', 'こんにちは。'], []]);
	const {html} = renderPage(snapshot, PUBLIC);
	t.deepEqual(
		[...html.matchAll(/<option lang="([^"]+)"/g)].map(([, tag]) => tag),
		['en', 'ja'],
	);
	t.deepEqual(
		[...html.matchAll(/<p lang="([^"]+)" dir="auto">/g)].map(([, tag]) => tag),
		['ja', 'en', 'ja'],
	);
});

test('a title of a chapter is a title, whatever it looks like', t => {
	const tour = sampleTour(
		HOSTILE.map((title, index) => sampleSlide({id: `${index}`, title})),
		{title: 'x\n[CHAPTER]'},
	);
	const lines = ffMetadata(tour, timelineOf(tour)).trim().split('\n');
	t.is(lines.filter(line => line === '[CHAPTER]').length, HOSTILE.length + 2);
	t.is(lines.length, 2 + 5 * (HOSTILE.length + 2));
	for (const line of lines.filter(line => line.startsWith('title='))) t.notRegex(line.slice(6), /(?<!\\)(?:\\\\)*[=;#]/);
});
