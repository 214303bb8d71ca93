import {execFileSync} from 'node:child_process';
import {mkdtemp, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import sharp from 'sharp';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {gifExporter, webpExporter} from '../../renderers/export/animation/animation.ts';
import {mp4Exporter} from '../../renderers/export/mp4/mp4.ts';
import {pdfExporter} from '../../renderers/export/pdf/pdf.ts';
import {FRAME_MS, filmTimeline} from '../../renderers/video/captions.ts';
import {drawnParts} from '../../renderers/video/draw-parts.ts';
import {filmSize, presentTour, STAGES} from '../../renderers/video/present.ts';
import {runEncoder} from '../../renderers/video/run.ts';
import {readConfig} from '../../shared/config/config.ts';
import type {Mp4Options} from '../../shared/contract/exports/options.ts';
import type {Snapshot, SnapshotImage} from '../../shared/contract/snapshot.ts';
import {exampleSnapshot} from '../helpers/example-snapshot.ts';
import {type Bench, openBench} from '../helpers/exporting/bench.ts';
import {exampleSource, storedImage} from '../helpers/exporting/sources.ts';
import {watchMemory} from '../helpers/memory.ts';
import {sampleNarration} from '../helpers/sample-snapshot.ts';
import type {Measured} from './benches.ts';
import {sized, timed} from './figures.ts';

const VIDEO: Mp4Options = {size: '1080p', captions: 'soft', quality: 'high', opening: true, closing: true, narration: true};
const PAGES = sized(30, 4);
const {chromium, ffmpeg} = readConfig();

/** The sample tour, one step of which speaks, as a video and as pictures that move; and a bare ffmpeg that shows the same stills for as long. */
export async function benchExport(): Promise<Measured[]> {
	const browser = openBrowser({executablePath: chromium, timeout: 60_000, perBrowser: 1000});
	const bench = await openBench(browser);
	const {snapshot, files} = await narrated();
	const source = (tour: Snapshot) => ({snapshot: tour, url: null, read: async (file: string) => files.get(file) ?? null});
	// The browser and the compiled code are there when a second tour is exported.
	await mp4Exporter.make(source({...snapshot, steps: snapshot.steps.slice(0, 1), title: 'Warm'}), VIDEO, await bench.work());
	let path = '';
	const film = async (tour: Snapshot) => {
		path = (await mp4Exporter.make(source(tour), VIDEO, await bench.work())).path;
	};
	const memory = watchMemory(process.pid);
	const first = await timed(() => film(snapshot));
	const {ffmpeg: encoder} = memory.stop().largest;
	const seconds = filmTimeline(snapshot, {}).durationMs / 1000;
	const changed = snapshot.steps.map((step, index) => (index === sized(5, 2) ? {...step, title: 'Something else'} : step));
	const {bare, worst} = await bareFilm(source(snapshot), await bench.work(), path);
	const again = await timed(() => film({...snapshot, steps: changed}));
	const sizes = {webp: await moving('webp'), gif: await moving('gif')};
	const paper = await printed();
	await browser.close();
	await bench.remove();
	const row = (what: string, ours: string, beside: string, ratio: number, goal: number): Measured => ({
		...{what, ours, bare: beside, ratio, goal: `<= ${goal}`},
		met: ratio <= goal,
	});
	const length = `${seconds.toFixed(1)} s of video`;
	const perSecond = first / 1000 / seconds;
	return [
		row('MP4 1080p30, seconds for each of the video', `${(first / 1000).toFixed(1)} s`, length, perSecond, 0.6),
		row('MP4 beside a bare ffmpeg of the same stills', `${(first / 1000).toFixed(1)} s`, `${(bare / 1000).toFixed(1)} s`, first / bare, 2),
		row(
			'one step of eleven changed, beside the first time',
			`${(again / 1000).toFixed(1)} s`,
			`${(first / 1000).toFixed(1)} s`,
			again / first,
			0.25,
		),
		row('held frames beside the stills, 1 - SSIM', worst.toFixed(4), 'the browser', worst, 0.02),
		row('animated WebP, 800 pixels', `${Math.round(sizes.webp / 1000)} KB`, '1.2 MB', sizes.webp / 1_200_000, 1),
		row('GIF slideshow, 800 pixels', `${Math.round(sizes.gif / 1000)} KB`, '1.5 MB', sizes.gif / 1_500_000, 1),
		row('memory of the encoder', `${encoder} MB`, '500 MB', encoder! / 500, 1),
		row('PDF of 30 steps', `${(paper.ms / 1000).toFixed(1)} s`, '3 s', paper.ms / 3000, 1),
		row('PDF, each step', `${Math.round(paper.bytes / PAGES / 1000)} KB`, '110 KB', paper.bytes / PAGES / 110_000, 1),
	];

	/** 30 steps with a picture each, none like another; the browser runs, the pictures are read for the first time. */
	async function printed() {
		const {snapshot: example, ...rest} = await exampleSource();
		const screens = example.steps.filter(({image}) => image);
		const steps = [];
		for (let index = 0; index < PAGES; index++) {
			const step = screens[index % screens.length]!;
			const image = await darker(step.image!, rest.files, index);
			steps.push({...step, id: `step_${index}`, image});
		}
		const options = {paper: 'a4', layout: 'portrait', branches: 'named', scripts: false} as const;
		let bytes = 0;
		const given = {...rest, snapshot: {...example, steps}};
		const ms = await timed(async () => {
			bytes = (await stat((await pdfExporter.make(given, options, await bench.work())).path)).size;
		});
		return {ms, bytes};
	}

	async function moving(format: 'webp' | 'gif'): Promise<number> {
		const options = {
			style: format === 'gif' ? 'slides' : 'motion',
			width: 800,
			loop: true,
			maxBytes: 9_500_000,
			opening: false,
			closing: true,
		} as const;
		const exporter = format === 'gif' ? gifExporter : webpExporter;
		return (await stat((await exporter.make(source(snapshot), options, await bench.work())).path)).size;
	}
}

/** The same picture, by so much less bright. */
async function darker(image: SnapshotImage, files: Map<string, Buffer>, by: number): Promise<SnapshotImage> {
	const largest = image.variants.at(-1)!;
	return storedImage(
		await sharp(files.get(largest.file)!)
			.linear(1 - by / 200)
			.png()
			.toBuffer(),
		files,
	);
}

async function narrated() {
	const {snapshot, files} = await exampleSnapshot();
	const {narration, mp3} = sampleNarration(5, 440, {language: 'en'});
	files.set(narration.file, mp3);
	const shown = snapshot.steps.slice(0, sized(snapshot.steps.length, 3));
	const steps = shown.map((step, index) => (index === 1 ? {...step, narrations: [narration]} : step));
	return {snapshot: {...snapshot, steps}, files};
}

type Source = Parameters<typeof presentTour>[0];

/** Milliseconds of one ffmpeg that shows the stills one after the other, with the same sound, preset and length; and the worst of our held frames. */
async function bareFilm(given: Source, work: Awaited<ReturnType<Bench['work']>>, ours: string) {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-bare-'));
	const {source} = await presentTour(given);
	const timeline = filmTimeline(source.snapshot, {});
	const parts = drawnParts(timeline, {source, work, stage: STAGES['1080p'], burnt: false});
	const stills: string[] = [];
	let worst = 0;
	for (const [index, {part, load}] of parts.entries()) {
		const still = join(folder, `${index}.png`);
		await writeFile(still, (await load()).final);
		stills.push(still);
		worst = Math.max(worst, 1 - similarity(ours, Math.round((part.at + part.durationMs) / FRAME_MS) - 1, still));
	}
	const {width, height} = filmSize(STAGES['1080p']);
	const loops = timeline.parts.map(
		({durationMs}, index) =>
			`[${index}:v]scale=${width}:${height}:out_color_matrix=bt709,format=yuv420p,loop=loop=${Math.round(durationMs / FRAME_MS) - 1}:size=1,setpts=N/30/TB[v${index}]`,
	);
	const graph = `${loops.join(';')};${timeline.parts.map((_, index) => `[v${index}]`).join('')}concat=n=${timeline.parts.length}[v]`;
	const inputs = stills.flatMap(still => ['-framerate', '30', '-i', still]);
	const lavfi = ['-f', 'lavfi', '-t', String(timeline.durationMs / 1000), '-i', 'sine=r=44100'];
	const aac = ['-c:a', 'aac', '-b:a', '96k'];
	const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-r', '30'];
	const maps = ['-filter_complex', graph, '-map', '[v]', '-map', `${stills.length}:a`];
	const signal = new AbortController().signal;
	const args = [...inputs, ...lavfi, ...maps, ...x264, ...aac, join(folder, 'bare.mp4')];
	const bare = await timed(() => runEncoder(ffmpeg, args, {timeoutMs: 240_000, signal}));
	await rm(folder, {recursive: true});
	return {bare, worst};
}

/** SSIM of one frame of the film and a still, luma. */
function similarity(film: string, frame: number, still: string): number {
	const graph = `[0:v]select=eq(n\\,${frame}),format=yuv420p[a];[1:v]scale=out_color_matrix=bt709,format=yuv420p[b];[a][b]ssim=stats_file=-`;
	const args = ['-v', 'error', '-nostdin', '-i', film, '-i', still, '-filter_complex', graph, '-frames:v', '1', '-f', 'null', '/dev/null'];
	return Number(
		execFileSync(ffmpeg, args)
			.toString()
			.match(/ Y:([\d.]+)/)![1],
	);
}
