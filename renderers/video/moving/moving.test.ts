import {execFileSync} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {extname} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import type {Mp4Options} from '../../../shared/contract/exports/options.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {openBench} from '../../../test/helpers/exporting/bench.ts';
import {storedImage} from '../../../test/helpers/exporting/sources.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../../browser/browser.ts';
import {webpExporter} from '../../export/animation/animation.ts';
import {mp4Exporter} from '../../export/mp4/mp4.ts';
import {FRAME_MS, filmTimeline} from '../captions.ts';
import {frameAt} from './picture.ts';

/** Films of steps whose picture is animated. */

const {chromium, ffmpeg} = readConfig({});
const browser = openBrowser({executablePath: chromium, timeout: 60_000});
const bench = await openBench(browser);
const files = new Map<string, Buffer>();
/** Milliseconds of each colour. */
const DELAYS = [400, 300, 500];
const COLORS = ['#c02020', '#20a020', '#2040c0'] as const;
const image = await storedImage(await animation(), files);
const held = await sampleImage();
for (const [name, bytes] of held.files) files.set(name, bytes);
test.after.always(() => Promise.all([browser.close(), bench.remove()]));

async function animation(): Promise<Buffer> {
	const frames = COLORS.map(background =>
		sharp({create: {width: 640, height: 400, channels: 3, background}})
			.png()
			.toBuffer(),
	);
	return sharp(await Promise.all(frames), {join: {animated: true}})
		.gif({delay: DELAYS, loop: 0})
		.toBuffer();
}

const animated = sampleStep({id: 'moves', title: 'It moves', text: null, image, highlight: null, click: null});
const pressed = sampleStep({id: 'pressed', title: 'Press', text: null, image, highlight: {x: 0.4, y: 0.4, width: 0.2, height: 0.2}});
const next = sampleSlide({id: 'next', title: 'Then', text: null});
const OPTIONS: Mp4Options = {size: '720p', captions: 'none', quality: 'high', opening: false, closing: false, narration: false};

const film = async (steps: SnapshotStep[], options: Partial<Mp4Options> = {}) => {
	const snapshot: Snapshot = sampleTour(steps);
	const source = {snapshot, url: null, read: async (file: string) => files.get(file) ?? null};
	const made = await mp4Exporter.make(source, {...OPTIONS, ...options}, await bench.work());
	return {...made, timeline: filmTimeline(snapshot, {opening: false, closing: false, narration: false})};
};

/** Which of the colours a frame of the film has at the left of its picture, away from all that stands on it. */
async function colorAt(path: string, index: number): Promise<number> {
	const png = execFileSync(
		ffmpeg,
		[
			'-v',
			'error',
			'-nostdin',
			'-i',
			path,
			'-vf',
			`select=eq(n\\,${index}),crop=8:8:iw/4:ih/4`,
			'-frames:v',
			'1',
			...'-f image2pipe -c:v png pipe:1'.split(' '),
		],
		{maxBuffer: 2 ** 28},
	);
	const {channels} = await sharp(png).stats();
	const means = channels.map(({mean}) => mean);
	return means.indexOf(Math.max(...means));
}

test('the frames of an animation follow one another in their times, again and again', t => {
	const at = [0, 399, 400, 699, 700, 1199, 1200, 1600, 12_000].map(ms => frameAt(DELAYS, ms));
	t.deepEqual(at, [0, 0, 1, 1, 2, 2, 0, 1, 0]);
});

test('an animated picture moves as long as its step lasts, and fades out of the frame that it ended with', async t => {
	const {path, warnings, timeline} = await film([animated, next]);
	t.deepEqual(warnings, []);
	const [part] = timeline.parts;
	const frames = Math.round(part!.durationMs / FRAME_MS);
	for (const ms of [100, 500, 900, 1300, 1700, 2100]) {
		t.is(await colorAt(path, Math.round(ms / FRAME_MS)), frameAt(DELAYS, Math.round(ms / FRAME_MS) * FRAME_MS), `${ms} ms`);
	}
	const last = await colorAt(path, frames - 1);
	t.is(last, frameAt(DELAYS, (frames - 1) * FRAME_MS));
	t.is(await colorAt(path, frames), last, 'the fade begins with it');
});

test('it moves below the rings and the pointer, and all that stands on it looks as over its first frame', async t => {
	const {path} = await film([pressed]);
	const seen = new Set<number>();
	for (let ms = 1500; ms < 3000; ms += 150) seen.add(await colorAt(path, Math.round(ms / FRAME_MS)));
	t.is(seen.size, 3);
});

test.serial('a change of it renders that step and the fade out of it alone', async t => {
	const steps = [sampleStep({id: 'a', image: held.image}), animated, next, sampleSlide({id: 'z', title: 'End'})];
	const first = await film(steps);
	bench.made.length = 0;
	t.true((await readFile((await film(steps)).path)).equals(await readFile(first.path)));
	t.deepEqual(bench.made, []);
	await film(steps.map(step => (step.id === 'moves' ? {...step, title: 'It still moves'} : step)));
	t.deepEqual(bench.made.map(path => extname(path)).sort(), ['.layers', '.mp4', '.mp4', '.mp4']);
});

test.serial('an animated WebP moves too, and as slides is its first frame with a warning', async t => {
	const source = {snapshot: sampleTour([animated]), url: null, read: async (file: string) => files.get(file) ?? null};
	const options = {width: 320, loop: true, maxBytes: 9_500_000, opening: false, closing: false};
	const make = async (style: 'motion' | 'slides') => {
		const made = await webpExporter.make(source, {...options, style}, await bench.work());
		return {...made, pages: (await sharp(await readFile(made.path), {animated: true}).metadata()).pages ?? 1};
	};
	const moves = await make('motion');
	t.true(moves.pages >= 6, `${moves.pages}`);
	t.deepEqual(moves.warnings, []);
	const stands = await make('slides');
	t.is(stands.pages, 1);
	t.like(stands.warnings, [{code: 'animation_still', stepId: 'moves'}]);
});
