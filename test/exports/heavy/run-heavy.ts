import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {EXAMPLE_FOLDER, readExample} from '../../helpers/example-tour.ts';
import {ended} from '../../helpers/exports.ts';
import {watchMemory} from '../../helpers/memory.ts';
import {onOwnServers} from '../../helpers/own-servers.ts';
import {startProcess} from '../../helpers/processes.ts';
import {startService, type TestService} from '../../helpers/service.ts';
import {badDays} from './days.ts';
import {hourOfNarration} from './hour.ts';
import {killedWorkers} from './kills.ts';

/**
 * `npm run lab -- exports heavy [--only steps,hour] [--steps 500] [--format mp4,pdf]`: a tour of 500 steps in each format, and an hour of narration as a
 * video, with seconds, memory and bytes; what goes wrong while a video is made (`days`), and workers that are killed (`kills`). Ends with 1 where one fails that should not.
 */

const LIMIT_MS = 3_600_000;
/** What counts more than 12 MB at a publish is refused as one file and as a course, and that is right. */
const MAY_BE_TOO_LARGE = ['html', 'scorm'];
const {values} = parseArgs({
	args: process.argv.slice(3),
	options: {
		only: {type: 'string', default: 'steps,hour,days,kills'},
		steps: {type: 'string', default: '500'},
		format: {type: 'string', default: 'pdf,guide,html,scorm,bundle,vtt,webp,mp4'},
		seconds: {type: 'string', default: '3600'},
	},
});
const runs = values.only.split(',');
const rows: object[] = [];

if (runs.includes('steps')) {
	await onOwnServers(async () => {
		const service = await startService({LOG_LEVEL: 'error'});
		const worker = await startProcess('workers/main.ts', service.env, {pools: ['export']});
		try {
			await manySteps(service, worker.pid);
		} finally {
			await worker.kill();
			await service.stop();
		}
	});
}
if (runs.includes('days')) await onOwnServers(async () => void rows.push(...(await badDays())));
if (runs.includes('kills')) await onOwnServers(async () => void rows.push(await killedWorkers()));
if (runs.includes('hour')) rows.push(await hourOfNarration(Number(values.seconds)));
console.table(rows);

async function manySteps(service: TestService, pid: number): Promise<void> {
	const client = await service.client();
	const example = await readExample();
	const files = example.steps.flatMap(({file}) => file ?? []);
	const sent: string[] = [];
	for (const file of files)
		sent.push(
			(await client('POST', '/v1/media', {body: {base64: await readFile(join(EXAMPLE_FOLDER, file), 'base64')}})).body.media.mediaId,
		);
	const steps = Array.from({length: Number(values.steps)}, (_, index) => ({
		...{key: `s${index}`, title: `Step ${index + 1}`, text: 'Press it.', image: {mediaId: sent[index % sent.length]}},
		highlight: {x: 0.1 + 0.7 * ((index % 10) / 10), y: 0.1 + 0.7 * ((index % 7) / 7), width: 0.1, height: 0.06},
	}));
	const {status, body} = await client('PUT', '/v1/documents/many', {body: {document: {name: 'Many steps', language: 'en', steps}}});
	if (status !== 201) throw new Error(JSON.stringify(body));
	for (const format of values.format.split(',')) {
		const memory = watchMemory(pid);
		const started = performance.now();
		const options = format === 'mp4' ? {size: '720p'} : format === 'webp' ? {style: 'slides'} : {};
		const ordered = await client('POST', `/v1/tours/${body.tour.id}/exports`, {body: {format, options}});
		if (ordered.status !== 201) throw new Error(JSON.stringify(ordered.body));
		const made = await ended(client, ordered.body.export.id, LIMIT_MS);
		const {largest, together} = memory.stop();
		const seconds = Math.round((performance.now() - started) / 1000);
		const row = {
			what: `${steps.length} steps as ${format}`,
			status: made.error?.error ?? made.status,
			seconds,
			MB: Math.round((made.bytes ?? 0) / 1e5) / 10,
			together,
			...largest,
		};
		rows.push(row);
		console.log(JSON.stringify(row), made.error?.message ?? '');
		const isRight = made.status === 'succeeded' || (MAY_BE_TOO_LARGE.includes(format) && made.error?.error === 'tour_too_large');
		if (!isRight) process.exitCode = 1;
	}
}
