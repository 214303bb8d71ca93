import {execFileSync} from 'node:child_process';
import {chmod, readdir, readFile, writeFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import type {Mp4Options} from '../../../shared/contract/exports/options.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {type Bench, openBench} from '../../../test/helpers/exporting/bench.ts';
import {sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../../browser/browser.ts';
import {coverStill} from '../../cover/cover.ts';
import {FRAME_MS, filmTimeline} from '../../video/captions.ts';
import {mp4Exporter} from './mp4.ts';

const {chromium, ffmpeg, ffprobe} = readConfig({});
const browser = openBrowser({executablePath: chromium, timeout: 60_000});
const bench = await openBench(browser);

const {image, files} = await sampleImage();
const spoken = [440, 880].map(pitch => sampleNarration(2.2, pitch));
for (const {narration, mp3} of spoken) files.set(narration.file, mp3);
const HOSTILE = 'Um\n\n00:00:00,000 --> 00:09:00,000\n<b>dois</b> & {\\an8}três';

/** A title, a step that comes near and speaks, and another picture that is clicked and says something that is not only text. */
const steps = [
	sampleSlide({id: 'a', title: 'Oi', text: null}),
	sampleStep({
		id: 'b',
		title: 'Perto',
		text: null,
		image,
		highlight: {x: 0.6, y: 0.6, width: 0.03, height: 0.02},
		click: null,
		narrations: [spoken[0]!.narration],
	}),
	sampleStep({
		id: 'c',
		title: 'a=b;c#d\\e',
		text: null,
		image: {...image, variants: image.variants.slice(0, 2)},
		narrations: [{...spoken[1]!.narration, script: HOSTILE}],
	}),
];
const tour = sampleTour(steps, {title: 'Vendas'});
const OPTIONS: Mp4Options = {size: '720p', captions: 'soft', quality: 'small', opening: true, closing: true, narration: true};

async function film(snapshot: Snapshot, options: Partial<Mp4Options> = {}, from: Bench = bench, signal?: AbortSignal) {
	const source = {snapshot, url: null, read: async (file: string) => files.get(file) ?? null};
	return mp4Exporter.make(source, {...OPTIONS, ...options}, await from.work(signal));
}

type Probed = {
	streams: {
		codec_type: string;
		codec_name: string;
		nb_frames: string;
		width: number;
		height: number;
		duration: string;
		color_space?: string;
	}[];
	format: {duration: string; tags: Record<string, string>};
	chapters: {start_time: string; end_time: string; tags: {title: string}}[];
};
const probe = (path: string): Probed =>
	JSON.parse(execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json', path]).toString());
const run = (...args: string[]) => execFileSync(ffmpeg, ['-v', 'error', '-nostdin', ...args], {maxBuffer: 2 ** 28});
const frame = (path: string, index: number) =>
	run('-i', path, '-vf', `select=eq(n\\,${index})`, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1');

/** The mean difference of two pictures, 0..255. */
async function differ(one: Buffer, other: Buffer): Promise<number> {
	const [a, b] = await Promise.all([one, other].map(png => sharp(png).removeAlpha().greyscale().raw().toBuffer()));
	return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length;
}

const made = await film(tour);
const parts = bench.made.map(path => extname(path));
const facts = probe(made.path);
const timeline = filmTimeline(tour, {});

test.after.always(() => Promise.all([browser.close(), bench.remove()]));

test('a film is as long as its timeline, 30 frames a second, in BT.709, and every frame decodes', t => {
	const [video, audio, captions] = facts.streams;
	t.like(video, {codec_name: 'h264', width: 1280, height: 720, color_space: 'bt709'});
	t.is(Number(video!.nb_frames), Math.round(timeline.durationMs / FRAME_MS));
	t.true(Math.abs(Number(video!.duration) * 1000 - timeline.durationMs) <= FRAME_MS);
	t.like(audio, {codec_name: 'aac'});
	t.like(captions, {codec_name: 'mov_text'});
	t.notThrows(() => run('-xerror', '-i', made.path, '-f', 'null', '-'));
	t.deepEqual(made.warnings, []);
});

test('it begins with the cover, and each part is a chapter whose title is text', async t => {
	const cover = await coverStill(browser, tour, files.get(image.variants.at(-1)!.file)!, {width: 1280, height: 720});
	t.true((await differ(frame(made.path, 0), cover)) < 2);
	t.deepEqual(
		facts.chapters.map(({start_time, tags}) => [Math.round(Number(start_time) * 1000), tags.title]),
		timeline.parts.map(({at}, index) => [Math.round(at), ['Vendas', 'Oi', 'Perto', 'a=b;c#d\\e', 'Gostou?'][index]]),
	);
	t.is(facts.format.tags.title, 'Vendas');
});

test('what is said begins with its step, in the last one too', t => {
	const samples = new Int16Array(
		Uint8Array.from(run('-i', made.path, '-map', '0:a', '-f', 's16le', '-ac', '1', '-ar', '8000', 'pipe:1')).buffer,
	);
	for (const part of timeline.parts.filter(({voice}) => voice)) {
		const from = Math.round((part.at - 300) * 8);
		const onset = samples.subarray(Math.max(0, from)).findIndex(sample => Math.abs(sample) > 1000) / 8 - 300;
		t.true(Math.abs(onset) <= 40, `${part.index}: ${onset} ms`);
	}
});

test('captions are words and nothing else, whatever they look like', t => {
	const srt = run('-i', made.path, '-map', '0:s', '-f', 'srt', 'pipe:1').toString();
	const times = srt.match(/^\d\d:\d\d:\d\d,\d{3} --> /gm) ?? [];
	t.is(
		times.length,
		timeline.parts.reduce((sum, {voice}) => sum + (voice?.cues.length ?? 0), 0),
	);
	t.notRegex(srt, /<b>|\{\\an8/);
});

test.serial('only what changed is drawn and encoded again', async t => {
	t.deepEqual([...parts].sort(), ['.png', ...Array(4).fill('.layers'), ...Array(9).fill('.mp4')].sort());
	bench.made.length = 0;
	t.true((await readFile((await film(tour)).path)).equals(await readFile(made.path)), 'the same film is the same bytes');
	t.deepEqual(bench.made, []);
	await film({...tour, steps: steps.map(step => (step.id === 'b' ? {...step, title: 'Mais perto'} : step))});
	// The step and its two pieces, and of the next one only the frames into which it fades.
	t.deepEqual(bench.made.map(path => extname(path)).sort(), ['.layers', '.mp4', '.mp4', '.mp4']);
});

/** Returns the PSNR in dB of the two frames that differ most. A browser that has little time draws an edge by one level of grey otherwise, which is 63. */
function leastPsnr(one: string, other: string): number {
	const stats = run('-i', one, '-i', other, '-lavfi', 'psnr=stats_file=-', '-f', 'null', '-').toString();
	const [first, ...others] = [...stats.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) =>
		value === 'inf' ? Number.POSITIVE_INFINITY : Number(value),
	);
	return Math.min(first!, ...others);
}

test.serial('a film of which pieces were kept is the film made at once, whatever a step takes over from the one before', async t => {
	const near = (id: string, x: number) =>
		sampleStep({id, title: id, text: null, image, highlight: {x, y: 0.6, width: 0.03, height: 0.02}, click: {x: x + 0.01, y: 0.61}});
	const other = {...image, variants: image.variants.slice(0, 2)};
	// The camera goes on from `a` to `b` in their picture; the pointer goes on to `c` while that fades in.
	const before = [near('a', 0.2), near('b', 0.7), {...near('c', 0.5), image: other}];
	const after = ['a', 'b'].map(id => before.map(step => (step.id === id ? {...step, camera: {zoom: 3}} : step)));
	const options = {opening: false, closing: false};
	await film({...tour, steps: before}, options);
	for (const changed of after) {
		const whole = await openBench(browser);
		t.teardown(whole.remove);
		const [kept, fresh] = [await film({...tour, steps: changed}, options), await film({...tour, steps: changed}, options, whole)];
		const frames = [kept, fresh].map(({path}) => probe(path).streams.map(({nb_frames}) => nb_frames));
		t.deepEqual(frames[0], frames[1]);
		t.true(leastPsnr(kept.path, fresh.path) > 55);
	}
});

test('captions can be burnt in: they stand below the picture while they are said', async t => {
	const {path} = await film({...tour, steps: steps.slice(1, 2)}, {captions: 'burnt', opening: false, closing: false});
	t.deepEqual(
		probe(path).streams.map(({codec_type}) => codec_type),
		['video', 'audio', 'data'],
	);
	const {voice} = filmTimeline({...tour, steps: steps.slice(1, 2)}, {opening: false, closing: false}).parts[0]!;
	const [first, second] = voice!.cues.map(({at, ms}) => frame(path, Math.round((at + ms / 2) / FRAME_MS)));
	const bar = (png: Buffer) => sharp(png).extract({left: 0, top: 645, width: 1280, height: 70}).png().toBuffer();
	t.true((await sharp(await bar(first!)).stats()).entropy > 0.1);
	t.true((await differ(await bar(first!), await bar(second!))) > 1);
});

test('a narration that has gone leaves its step silent, and is warned of', async t => {
	const gone = {...spoken[0]!.narration, file: 'gone.mp3'};
	const {warnings} = await film({...tour, steps: [{...steps[1]!, narrations: [gone]}]}, {opening: false, closing: false});
	t.like(warnings, [{code: 'narration_missing', stepId: 'b'}]);
});

test('a picture that has gone leaves its words, and is warned of', async t => {
	const variants = [{...image.variants[0]!, file: 'gone.webp'}];
	const {warnings} = await film(
		{...tour, steps: [{...steps[1]!, narrations: [], image: {...image, variants}}]},
		{opening: false, closing: false},
	);
	t.like(warnings, [{code: 'picture_missing', stepId: 'b'}]);
});

for (const [what, script, message] of [
	['is killed', 'kill -9 $$', /SIGKILL/],
	['breaks', 'echo it broke >&2; exit 3', /it broke/],
	['is not there', null, /could not be started|ended with 127/],
	[
		'has no room left, and ends with 0 all the same',
		'cat >/dev/null; echo "Error writing trailer of x: No space left on device" >&2',
		/No space left/,
	],
] as const) {
	test(`an encoder that ${what} is an error that says so`, async t => {
		const other = await openBench(browser, {ffmpeg: script === null ? '/nowhere/ffmpeg' : await program(t, script)});
		t.teardown(other.remove);
		await t.throwsAsync(film({...tour, steps: steps.slice(0, 1)}, {opening: false, closing: false}, other), {message});
	});
}

test('an encoder that hangs ends with its caller, and with all processes that it started', async t => {
	const other = await openBench(browser, {ffmpeg: await program(t, 'sleep 4711 & wait')});
	t.teardown(other.remove);
	const waiting = new AbortController();
	const making = film({...tour, steps: steps.slice(0, 1)}, {opening: false, closing: false}, other, waiting.signal);
	const failed = t.throwsAsync(making, {message: 'nobody waits'});
	while ((await sleepers()).length === 0) await sleep(20);
	waiting.abort(new Error('nobody waits'));
	await failed;
	for (let tries = 0; tries < 100 && (await sleepers()).length > 0; tries++) await sleep(20);
	t.deepEqual(await sleepers(), []);
});

async function program(t: ExecutionContext, body: string): Promise<string> {
	const folder = (await bench.work()).folder;
	const path = join(folder, `ffmpeg-${t.title.replace(/\W/g, '')}`);
	await writeFile(path, `#!/bin/sh\n${body}\n`);
	await chmod(path, 0o755);
	return path;
}

/** What the hanging encoder has started. */
async function sleepers(): Promise<string[]> {
	const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
	const lines = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
	return lines.filter(line => line === 'sleep\x004711\0');
}
