import {extname, join} from 'node:path';
import {type Folder, fileName} from '../../shared/files/file-store.ts';
import {backupFiles, FILE_LIST, findMissing, readFileList, requireSnapshot, type Snapshot, sha256OfFile} from './backup-folder.ts';

export type Verified = {
	snapshot: string;
	createdAt: string;
	version: string;
	rows: number;
	files: number;
	bytes: number;
	missing: string[];
};

/** Reads a snapshot to its last byte. Throws a list of all that is damaged or not there; what was missing already when it was made is no fault. */
export async function verifyBackup(folder: string, name?: string): Promise<Verified> {
	const snapshot = await requireSnapshot(folder, name);
	const {manifest} = snapshot;
	const faults = await damagedTables(snapshot);
	// The lists of a damaged file cannot be trusted, nor read to their end.
	const found = faults.length === 0 ? await checkFiles(folder, snapshot, faults) : {files: 0, bytes: 0};
	if (faults.length > 0) throw new Error(`The backup ${snapshot.name} is not whole:\n${faults.join('\n')}`);
	const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	const {createdAt, version, files} = manifest;
	return {snapshot: snapshot.name, createdAt, version, rows, ...found, missing: files.missing};
}

async function damagedTables({folder, manifest}: Snapshot): Promise<string[]> {
	const faults: string[] = [];
	const expected = [
		...manifest.tables.map(({name, sha256}) => ({file: `tables/${name}`, sha256})),
		{file: FILE_LIST, sha256: manifest.files.sha256},
	];
	for (const {file, sha256} of expected) {
		const actual = await sha256OfFile(join(folder, `${file}.gz`)).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
		if (actual === sha256) continue;
		faults.push(actual === 'ENOENT' ? `${file}.gz is not there` : `${file}.gz is damaged`);
	}
	return faults;
}

async function checkFiles(folder: string, snapshot: Snapshot, faults: string[]): Promise<{files: number; bytes: number}> {
	const store = backupFiles(folder);
	const stored = new Set<string>();
	const found = {files: 0, bytes: 0};
	for await (const line of readFileList(snapshot)) {
		const [kind, name] = line.split('/') as [Folder, string];
		const bytes = await store.read(kind, name);
		if (!bytes) faults.push(`${line} is not there`);
		else if (fileName(kind, bytes, extname(name)) !== name) faults.push(`${line} is damaged`);
		stored.add(name);
		found.files++;
		found.bytes += bytes?.length ?? 0;
	}
	const known = new Set(snapshot.manifest.files.missing);
	for (const name of await findMissing(snapshot, stored))
		if (!known.has(name)) faults.push(`${name} is named by a row, and not in the backup`);
	return found;
}
