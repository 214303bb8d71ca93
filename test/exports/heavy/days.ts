import {chmod, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {temporaryFolderName} from '../../../shared/process/temporary-folder.ts';
import {eventually} from '../../helpers/eventually.ts';
import {ended, makeTour, type Tour} from '../../helpers/exports.ts';
import {startProcess} from '../../helpers/processes.ts';
import {processesNaming} from '../../helpers/processes-naming.ts';
import {type Client, startService, type TestService} from '../../helpers/service.ts';
import {mayMount, mountSmallDisk} from '../../helpers/small-disk.ts';

/** What happens to the tour, or to the machine, while its video is made. */
type Day = {
	what: string;
	/** How the export ends. */
	ends: 'succeeded' | 'failed';
	source?: 'published';
	/** Of the worker. */
	env?: Record<string, string>;
	/** Called before it is ordered. */
	before?(tour: Tour, service: TestService, client: Client): Promise<void>;
	/** Called once the worker is at it. */
	meanwhile?(tour: Tour, exportId: string, client: Client): Promise<void>;
	warning?: string;
};

const PATIENCE_MS = 400_000;
/** Milliseconds after which what nobody wants has ended: it is looked up every two seconds. */
const GIVEN_UP_MS = 20_000;

export async function badDays(): Promise<object[]> {
	const root = await mkdtemp(join(tmpdir(), 'roteiro-days-'));
	const hung = join(root, 'chromium-that-hangs');
	await writeFile(hung, '#!/bin/sh\nsleep 1000\n');
	await chmod(hung, 0o755);
	const disk = mayMount() ? mountSmallDisk(join(root, 'disk'), 24_000_000) : null;
	const days: Day[] = [
		{
			what: 'the tour is changed',
			ends: 'succeeded',
			meanwhile: async ({id}, _, client) => void (await client('PATCH', `/v1/tours/${id}`, {body: {name: 'Other'}})),
		},
		{
			what: 'it is unpublished',
			ends: 'succeeded',
			source: 'published',
			meanwhile: async ({id}, _, client) => void (await client('POST', `/v1/tours/${id}/unpublish`)),
		},
		{what: 'it goes into the bin', ends: 'failed', meanwhile: async ({id}, _, client) => void (await client('DELETE', `/v1/tours/${id}`))},
		{what: 'the export is deleted', ends: 'failed', meanwhile: async (_, id, client) => void (await client('DELETE', `/v1/exports/${id}`))},
		{what: 'a picture has gone', ends: 'succeeded', before: picturesGone, warning: 'picture_missing'},
		{what: 'the browser hangs', ends: 'failed', env: {CHROMIUM: hung}},
	];
	if (disk)
		days.push({
			what: 'the disk is full for 20 s',
			ends: 'succeeded',
			env: {TMPDIR: join(root, 'disk')},
			before: async () => disk.fill(300_000),
			meanwhile: () => sleep(20_000).then(() => disk.free()),
		});
	const rows: object[] = [];
	try {
		for (const [index, day] of days.entries()) {
			const row = await live(day, index);
			rows.push(row);
			console.log(JSON.stringify(row));
		}
	} finally {
		disk?.unmount();
		await rm(root, {recursive: true, force: true});
	}
	return rows;
}

async function live(day: Day, index: number): Promise<object> {
	const {what, ends, source = 'draft', env = {}, before, meanwhile, warning} = day;
	const service = await startService({LOG_LEVEL: 'error'});
	const client = await service.client();
	const tour = await makeTour(client, `Day ${index}`, index);
	if (source === 'published') await client('POST', `/v1/tours/${tour.id}/publish`, {body: {}});
	await before?.(tour, service, client);
	const worker = await startProcess('workers/main.ts', {...service.env, ...env}, {pools: ['export']});
	try {
		const {body} = await client('POST', `/v1/tours/${tour.id}/exports`, {body: {format: 'mp4', source}});
		const {id, jobId} = body.export;
		const started = performance.now();
		await eventually('the worker is at it', async () => (await client('GET', `/v1/jobs/${jobId}`)).body.job.status === 'running');
		await meanwhile?.(tour, id, client);
		const isGone = ends === 'failed' && meanwhile !== undefined;
		const status = isGone ? await jobEnded(client, jobId) : (await ended(client, id, PATIENCE_MS)).status;
		const made = isGone ? null : (await client('GET', `/v1/exports/${id}`)).body.export;
		const seconds = Math.round((performance.now() - started) / 1000);
		const left = (await processesNaming(temporaryFolderName('exporting', worker.pid), 'environ')).length;
		const isRight = status === ends && left === 0 && (!warning || made.warnings.some(({code}: {code: string}) => code === warning));
		if (!isRight) process.exitCode = 1;
		return {what, status, seconds, 'processes left': left, holds: isRight, said: made?.error?.message ?? ''};
	} finally {
		await worker.kill();
		await service.stop();
	}
}

async function jobEnded(client: Client, jobId: string): Promise<string> {
	for (const deadline = Date.now() + GIVEN_UP_MS; Date.now() < deadline; await sleep(200)) {
		const {status} = (await client('GET', `/v1/jobs/${jobId}`)).body.job;
		if (status !== 'running' && status !== 'queued') return status;
	}
	return 'still running';
}

/** As a disk that lost them would have it. */
async function picturesGone(_: Tour, {services}: TestService): Promise<void> {
	const rows: {variants: {file: string}[] | string}[] = await services.database.query('SELECT variants FROM media');
	for (const {variants} of rows)
		for (const {file} of typeof variants === 'string' ? JSON.parse(variants) : variants)
			await services.files.remove('media', file, new Date(Date.now() + 60_000));
}
