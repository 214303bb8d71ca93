import {chmod, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import type {ExportTask} from '../../renderers/export/messages.ts';
import {readConfig} from '../../shared/config/config.ts';
import {completeOptions} from '../../shared/contract/exports/index.ts';
import type {AppError} from '../../shared/errors.ts';
import {temporaryFolderName} from '../../shared/process/temporary-folder.ts';
import {orHung} from '../../workers/jobs/exporting/export-tour.ts';
import {runExporter} from '../../workers/jobs/exporting/run-exporter.ts';
import {eventually} from '../helpers/eventually.ts';
import {ended, exported, makeTour} from '../helpers/exports.ts';
import {startProcess} from '../helpers/processes.ts';
import {processesNaming} from '../helpers/processes-naming.ts';
import {sampleImage, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import {startService} from '../helpers/service.ts';

/** Workers that are killed while they export, encoders that hang, quotas of what moves. */

const service = await startService({VIDEO_SECONDS_PER_DAY: '60'});
const root = await mkdtemp(join(tmpdir(), 'roteiro-bad-days-'));
const hung = join(root, 'ffmpeg-that-hangs');
await writeFile(hung, '#!/bin/sh\nsleep 1000 & sleep 1000\n');
await chmod(hung, 0o755);
const hungBrowser = join(root, 'chromium-that-hangs');
await writeFile(hungBrowser, '#!/bin/sh\nsleep 1000 & sleep 1000\n');
await chmod(hungBrowser, 0o755);
const {image, files} = await sampleImage();
test.after.always(async () => {
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

const scratchOf = async (pid: number) => (await readdir(tmpdir())).filter(name => name.startsWith(temporaryFolderName('exporting', pid)));

test.serial('a worker that is killed leaves no process; the next one removes its folder and makes the export', async t => {
	const ana = await service.client();
	const tour = await makeTour(ana, 'Killed', 20);
	const first = await startProcess('workers/main.ts', service.env, {pools: ['export']});
	t.teardown(() => first.kill());
	const {body} = await ana('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'mp4'}});
	t.is(body.export?.status, 'queued', JSON.stringify(body));
	const [folder] = await eventually('it is at work', async () => {
		const found = await scratchOf(first.pid);
		return found.length > 0 && (await processesNaming(found[0]!, 'cmdline')).length > 0 && found;
	});
	await first.kill();
	await eventually('nothing of it runs', async () => (await processesNaming(folder!, 'cmdline')).length === 0);
	const {quotas} = (await ana('GET', '/v1/me')).body;
	t.true(quotas.videoMs.reserved > 0, 'it is still under way');

	const second = await startProcess('workers/main.ts', service.env, {pools: ['export']});
	t.teardown(() => second.kill('SIGTERM'));
	const made = await ended(ana, body.export.id);
	t.is(made.status, 'succeeded', JSON.stringify(made.error));
	t.deepEqual(await scratchOf(first.pid), []);
	const after = (await ana('GET', '/v1/me')).body.quotas.videoMs;
	t.is(after.reserved, 0);
	t.is(after.used, quotas.videoMs.reserved);

	const again = await exported(ana, tour.id, {format: 'mp4'});
	t.is(again.id, made.id);
	t.is((await ana('GET', '/v1/me')).body.quotas.videoMs.used, after.used, 'the same again uses no second');
	const still = await exported(ana, tour.id, {format: 'webp', options: {style: 'slides'}});
	t.is(still.status, 'succeeded');
	t.is((await ana('GET', '/v1/me')).body.quotas.videoMs.used, after.used, 'stills use no second either');
});

test.serial('a video that is longer than what is left of the day is refused with when the next begins', async t => {
	const ana = await service.client();
	const steps = Array.from({length: 30}, (_, index) => ({type: 'slide', title: `Step ${index}`, text: 'Words to read. '.repeat(20)}));
	const {tour} = (await ana('PUT', '/v1/documents/long', {body: {document: {name: 'Long', steps}}})).body;
	const refused = await ana('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'mp4'}});
	t.deepEqual([refused.status, refused.body.error], [429, 'quota_exceeded']);
	t.regex(refused.body.message, /This video is \d+.* long; of today's 60 s remain 60 s/);
	t.true(Number(refused.headers.get('retry-after')) <= 86_400);
	t.is((await ana('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'pdf'}})).status, 201, 'what does not move is none of it');
});

/** Runs the exporter's process with this encoder and this browser. */
async function run(programs: Pick<ExportTask, 'ffmpeg' | 'chromium'>, format: ExportTask['format'], limitMs: number) {
	const [folder, tmp] = [await mkdtemp(join(root, 'work-')), await mkdtemp(join(root, 'tmp-'))];
	const snapshot = sampleTour([sampleStep({image})]);
	const options = completeOptions(format) as Record<string, unknown>;
	const task: ExportTask = {...{format, options, source: {snapshot, url: null}, folder}, ...programs};
	const made = runExporter(task, {
		...{limitMs, signal: new AbortController().signal, tmp, progress: () => {}},
		async reply(question) {
			if (question.ask === 'file') return {bytes: files.get(question.name) ?? null};
			return question.ask === 'part' ? {path: join(tmp, question.name + question.extension), isThere: false} : {};
		},
	});
	return {made, tmp};
}

test.serial('an encoder and a browser that hang are killed with their groups when their time is over, and it is said which', async t => {
	const {chromium, ffmpeg} = readConfig();
	let encoders: string[] = [];
	const watch = setInterval(async () => {
		const found = await processesNaming(hung, 'cmdline');
		if (found.length > 0) encoders = found;
	}, 100);
	const [encoding, drawing] = await Promise.all([
		run({ffmpeg: hung, chromium}, 'mp4', 25_000),
		run({ffmpeg, chromium: hungBrowser}, 'pdf', 60_000),
	]);
	const [error, stalled] = await Promise.all([
		t.throwsAsync(encoding.made, {message: /took longer than 25 s/}),
		t.throwsAsync(drawing.made, {code: 'BROWSER_HUNG'}),
	]);
	clearInterval(watch);
	t.is((error as {code?: string}).code, 'unavailable');
	t.true(encoders.length > 0, 'it had begun to encode');
	for (const name of [hung, hungBrowser, encoding.tmp, drawing.tmp])
		await eventually(`nothing of ${name} runs`, async () => (await processesNaming(name, 'cmdline')).length === 0);

	t.is(orHung(stalled, {isLast: false}), stalled, 'it is tried once more');
	const last = orHung(stalled, {isLast: true}) as AppError;
	t.deepEqual([last.code, last.retryAfter], ['unavailable', 300]);
	t.regex(last.message, /^The browser that draws it did not respond in time, twice/);
	t.is(orHung(error, {isLast: true}), error);
});
