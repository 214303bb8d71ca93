import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {createBackup} from '../../infra/backup/create-backup.ts';
import {restoreBackup} from '../../infra/backup/restore-backup.ts';
import type {FileStore, Folder} from '../../shared/files/file-store.ts';
import {freePort} from '../faults/api-under-test.ts';
import {backUpAtRest, emptyTarget, fileNames, rowsOf} from '../helpers/backups.ts';
import {picture} from '../helpers/pictures.ts';
import {startProcess} from '../helpers/processes.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {sized, timed} from './figures.ts';

const TOURS = sized(1000, 20);
const WRITERS = 4;
const GOAL_MS = 600_000;
const SECRET = 'a secret that stands apart from all backups';
const tell = () => {};

/** A backup of 1,000 published tours, restored elsewhere; throws where a row, a file or a page differs. */
export async function benchRestore(): Promise<Measured[]> {
	const service = await startService({SECRET});
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-bench-backup-'));
	const target = await emptyTarget(SECRET);
	try {
		const slugs = await publishAll(service);
		const source = {databaseUrl: service.config.databaseUrl, files: service.services.files};
		const backedUp = await timed(() => createBackup({...source, to: folder, tell}));
		const {rows, files: names} = await backUpAtRest(service, folder);
		let bytes = 0;
		const restored = await timed(() => restoreBackup({databaseUrl: target.config.databaseUrl, files: target.files, from: folder, tell}));
		const rowsThere = await rowsOf(target.config);
		same('the list of tables', Object.keys(rowsThere), Object.keys(rows));
		for (const [table, lines] of Object.entries(rows)) same(`what is in ${table}`, rowsThere[table], lines);
		same('the list of files', await fileNames(target.files), names);
		for (const name of names) {
			const original = await readFile(source.files, name);
			same(name, await readFile(target.files, name), original);
			bytes += original.length;
		}
		await samePages(service, target.env, slugs);
		return [
			{
				what: `a backup of ${TOURS} tours restored elsewhere, of ten minutes; ${Object.values(rows).flat().length} rows, ${names.length} files and ${slugs.length} pages are the same`,
				ours: `${(restored / 1000).toFixed(1)} s for ${(bytes / 1e6).toFixed(0)} MB, taken in ${(backedUp / 1000).toFixed(1)} s`,
				bare: `${GOAL_MS / 1000} s at most`,
				ratio: restored / GOAL_MS,
				goal: '<= 1',
				met: restored <= GOAL_MS,
			},
		];
	} finally {
		await target.drop();
		await service.stop();
		await rm(folder, {recursive: true, force: true});
	}
}

/** Tours of a picture and a slide, each published; returns the names of their links. */
async function publishAll(service: TestService): Promise<string[]> {
	const client = await service.client();
	const slugs: string[] = [];
	const write = async () => {
		while (slugs.length < TOURS) {
			const place = slugs.push('') - 1;
			slugs[place] = await publishOne(client, place);
		}
	};
	await Promise.all(Array.from({length: WRITERS}, write));
	return slugs;
}

async function publishOne(client: Client, number: number): Promise<string> {
	const call = async (path: string, body: unknown) => {
		const reply = await client('POST', path, {body});
		if (reply.status !== 201) throw new Error(`${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
		return reply.body;
	};
	const {tour} = await call('/v1/tours', {name: `Tour ${number}`});
	await call(`/v1/tours/${tour.id}/steps`, {image: {base64: (await picture()).toString('base64')}, title: `Picture ${number}`});
	await call(`/v1/tours/${tour.id}/steps`, {type: 'slide', title: `Slide ${number}`});
	return new URL((await call(`/v1/tours/${tour.id}/publish`, {})).publishedLink.url).pathname;
}

async function readFile(files: FileStore, path: string): Promise<Buffer> {
	const [kind, name] = path.split('/') as [Folder, string];
	return (await files.read(kind, name))!;
}

/** Each page as both serve it: the service's own URL stands in it, so it is the same only under the same URL. */
async function samePages(service: TestService, env: Record<string, string>, paths: string[]): Promise<void> {
	const port = await freePort();
	const api = await startProcess('api/main.ts', {...env, BASE_URL: service.baseUrl, PORT: String(port)});
	try {
		for (const path of paths) {
			const [one, other] = await Promise.all([service.baseUrl, `http://127.0.0.1:${port}`].map(url => read(url + path)));
			same(path, other, one);
		}
	} finally {
		await api.kill();
	}
}

async function read(url: string): Promise<string> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
	return response.text();
}

function same(what: string, restored: unknown, original: unknown): void {
	if (!isDeepStrictEqual(restored, original)) throw new Error(`After the restore ${what} differs.`);
}
