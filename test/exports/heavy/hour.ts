import {execFileSync} from 'node:child_process';
import {statSync} from 'node:fs';
import {openBrowser} from '../../../renderers/browser/browser.ts';
import {mp4Exporter} from '../../../renderers/export/mp4/mp4.ts';
import {filmTimeline} from '../../../renderers/video/captions.ts';
import {readConfig} from '../../../shared/config/config.ts';
import {openBench} from '../../helpers/exporting/bench.ts';
import {sourceOf} from '../../helpers/exporting/sources.ts';
import {watchMemory} from '../../helpers/memory.ts';
import {sampleImage, sampleNarration, sampleStep, sampleTour} from '../../helpers/sample-snapshot.ts';

const PARTS = 5;

/** A video of five steps that speak for so many seconds together. */
export async function hourOfNarration(seconds: number): Promise<object> {
	const {chromium, ffprobe} = readConfig({});
	const browser = openBrowser({executablePath: chromium, timeout: 60_000});
	const bench = await openBench(browser);
	const {image, files} = await sampleImage();
	const steps = Array.from({length: PARTS}, (_, index) => {
		const {narration, mp3} = sampleNarration(seconds / PARTS, 300 + 100 * index);
		files.set(narration.file, mp3);
		const script = 'Aqui ficam os relatórios, e cada um deles se abre com um clique. '.repeat(Math.ceil(seconds / PARTS / 5));
		return sampleStep({id: `step_${index}`, image, narrations: [{...narration, script}]});
	});
	const snapshot = sampleTour(steps);
	const memory = watchMemory(process.pid);
	const started = performance.now();
	try {
		const options = {size: '720p', captions: 'soft', quality: 'small', opening: true, closing: true, narration: true} as const;
		const {path} = await mp4Exporter.make(sourceOf(snapshot, files), options, await bench.work());
		const took = Math.round((performance.now() - started) / 1000);
		const {largest, together} = memory.stop();
		const length = Number(execFileSync(ffprobe, ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]).toString());
		const wanted = filmTimeline(snapshot, {}).durationMs / 1000;
		if (Math.abs(length - wanted) > 0.1) process.exitCode = 1;
		const row = {
			what: `${seconds} s of narration as mp4`,
			status: `${length} s of ${wanted}`,
			seconds: took,
			MB: Math.round(statSync(path).size / 1e5) / 10,
		};
		return {...row, together, ...largest, own: Math.round(process.resourceUsage().maxRSS / 1000)};
	} finally {
		await browser.close();
		await bench.remove();
	}
}
