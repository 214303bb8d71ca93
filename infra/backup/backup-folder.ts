import {createHash} from 'node:crypto';
import {createReadStream, createWriteStream} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGunzip, createGzip} from 'node:zlib';
import type {FileStore} from '../../shared/files/file-store.ts';
import {openFolderStore, syncFolder, writeDurably} from '../../shared/files/folder-store.ts';
import type {Row, TableShape} from '../../shared/store/backup/tables.ts';
import {DataFolderInUse, lockDataFolder} from '../servers/data-lock.ts';

/**
 * A folder of backups: `snapshots/<time>/` has the database of one moment, a file of lines a table; `files/` has the stored files of all of
 * them, laid as the service lays them. Files never change, so the next backup copies only what is new.
 */

/** Describes a snapshot. It is written last: a snapshot without it was interrupted. */
export type Manifest = {
	format: 1;
	/** Time of the database's snapshot. */
	createdAt: string;
	/** The version of Roteiro, and the migrations that its database had. */
	version: string;
	migrations: string[];
	tables: Array<TableShape & {rows: number; sha256: string}>;
	/** Its stored files. `missing`: those that the database names but that were gone when the backup was made. */
	files: {count: number; bytes: number; sha256: string; missing: string[]};
};

export type Snapshot = {name: string; folder: string; manifest: Manifest};

const BEGUN = '.begun-';
const LOCK_PATIENCE_MS = 1000;
/** The file with the names of the stored files. */
export const FILE_LIST = 'files';

/** Columns that name stored files. */
const NAMED_IN: Array<{table: string; column: string}> = [
	{table: 'file_uses', column: 'file'},
	{table: 'media', column: 'original'},
	{table: 'speech', column: 'file'},
];

export function backupFiles(folder: string): FileStore {
	return openFolderStore(join(folder, 'files'));
}

/** Complete snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<Snapshot[]> {
	const root = join(folder, 'snapshots');
	const names = (await readdir(root).catch(() => [])).filter(name => !name.startsWith('.')).sort();
	return Promise.all(names.map(async name => ({name, folder: join(root, name), manifest: await readManifest(join(root, name))})));
}

/** Returns the snapshot of that name, or the newest. Throws if there is none. */
export async function requireSnapshot(folder: string, name?: string): Promise<Snapshot> {
	const snapshots = await listSnapshots(folder);
	const found = name === undefined ? snapshots.at(-1) : snapshots.find(snapshot => snapshot.name === name);
	if (found) return found;
	const names = snapshots.map(snapshot => snapshot.name).join(', ');
	throw new Error(
		name === undefined || !names ? `There is no backup in ${folder}.` : `There is no snapshot ${name} in ${folder}; there are: ${names}.`,
	);
}

async function readManifest(folder: string): Promise<Manifest> {
	const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
	if (manifest.format === 1) return manifest;
	throw new Error(`${folder} has format ${manifest.format}; this version reads format 1.`);
}

/** Locks the folder until the returned function is called. Throws if another command holds it. */
export async function lockBackups(folder: string): Promise<() => void> {
	try {
		return await lockDataFolder(folder, 'command', LOCK_PATIENCE_MS);
	} catch (error) {
		if (!(error instanceof DataFolderInUse)) throw error;
		if (error.purpose === 'command') throw new Error(`Another backup into ${folder} is under way.`);
		throw new Error(`${folder} is the folder of a service that runs, and takes no backups: choose another one.`);
	}
}

/** Begins a snapshot, and removes interrupted ones. `finish` gives it its name; until then it does not count. */
export async function beginSnapshot(folder: string, at: Date) {
	const root = join(folder, 'snapshots');
	await mkdir(root, {recursive: true, mode: 0o700});
	for (const name of await readdir(root)) if (name.startsWith(BEGUN)) await rm(join(root, name), {recursive: true});
	// No colon: some file systems take none.
	const name = at.toISOString().replaceAll(':', '-');
	const begun = join(root, BEGUN + name);
	await mkdir(join(begun, 'tables'), {recursive: true});
	return {
		folder: begun,
		/** Returns how many lines there were and the sha256 of the file. */
		writeLines: (file: string, lines: AsyncIterable<string>) => writeLines(join(begun, `${file}.gz`), lines),
		async finish(manifest: Manifest): Promise<Snapshot> {
			await writeDurably(join(begun, 'manifest.json'), `${JSON.stringify(manifest, null, '\t')}\n`, 0o600);
			await rename(begun, join(root, name));
			await syncFolder(root);
			return {name, folder: join(root, name), manifest};
		},
	};
}

/** Lines of a table or of the list of files. */
function readLines({folder}: Snapshot, file: string): AsyncIterable<string> {
	const source = createReadStream(join(folder, `${file}.gz`));
	const text = source.pipe(createGunzip());
	source.on('error', error => text.destroy(error));
	return createInterface({input: text, crlfDelay: Number.POSITIVE_INFINITY});
}

/** `folder/name` of each stored file that belongs to the snapshot. */
export function readFileList(snapshot: Snapshot): AsyncIterable<string> {
	return readLines(snapshot, FILE_LIST);
}

export async function sha256OfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest('hex');
}

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<{lines: number; sha256: string}> {
	const hash = createHash('sha256');
	let count = 0;
	const counted = async function* () {
		for await (const line of lines) {
			count++;
			yield `${line}\n`;
		}
	};
	const hashed = new Transform({
		transform(chunk, _encoding, done) {
			hash.update(chunk);
			done(null, chunk);
		},
	});
	await pipeline(Readable.from(counted()), createGzip(), hashed, createWriteStream(path, {mode: 0o600, flush: true}));
	return {lines: count, sha256: hash.digest('hex')};
}

/** Returns the rows of a table of the snapshot. */
export async function* snapshotRows(snapshot: Snapshot, table: TableShape): AsyncIterable<Row> {
	for await (const line of readLines(snapshot, `tables/${table.name}`)) yield JSON.parse(line);
}

/** Returns names of stored files that the snapshot's rows have and that are not among `stored`. */
export async function findMissing(snapshot: Snapshot, stored: ReadonlySet<string>): Promise<string[]> {
	const missing = new Set<string>();
	for (const {table: name, column} of NAMED_IN) {
		const table = snapshot.manifest.tables.find(candidate => candidate.name === name);
		const index = table?.columns.findIndex(candidate => candidate.name === column) ?? -1;
		if (!table || index === -1) continue;
		for await (const row of snapshotRows(snapshot, table)) {
			const file = row[index];
			if (file && !stored.has(file)) missing.add(file);
		}
	}
	return [...missing].sort();
}
