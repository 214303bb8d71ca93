import {extname, join} from 'node:path';
import {copyNamed} from '../../shared/files/copy-files.ts';
import {type FileStore, type Folder, fileName} from '../../shared/files/file-store.ts';
import {type BackupDatabase, openBackupDatabase} from '../../shared/store/backup/tables.ts';
import {MIGRATIONS, migrate} from '../migrate.ts';
import {
	backupFiles,
	FILE_LIST,
	findMissing,
	type Manifest,
	readFileList,
	requireSnapshot,
	type Snapshot,
	sha256OfFile,
	snapshotRows,
} from './backup-folder.ts';

type RestoreOptions = {
	databaseUrl: string;
	files: FileStore;
	from: string;
	snapshot?: string;
	tell(line: string): void;
	migrations?: typeof MIGRATIONS;
};
type Restored = {snapshot: string; createdAt: string; rows: number; files: number; missing: string[]; migrated: string[]};

type Verified = {
	snapshot: string;
	createdAt: string;
	version: string;
	rows: number;
	files: number;
	bytes: number;
	missing: string[];
};

/**
 * Brings a backup back into an empty database and a file store: first the files, then the rows in the schema that they had, then the migrations
 * since. Throws before it changes anything where the backup is not whole, is of a later version, or the database has rows. Broken off, it
 * is run again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
	const {databaseUrl, files, from, snapshot: name, tell, migrations = MIGRATIONS} = options;
	const snapshot = await requireSnapshot(from, name);
	const {manifest} = snapshot;
	requireKnown(manifest, migrations);
	const database = await openBackupDatabase({databaseUrl});
	try {
		if (!(await database.isHalfRestored()) && !(await database.isEmpty())) {
			throw new Error('The database has rows: a backup is restored into an empty one only. Create a database, or take another DATA_DIR.');
		}
		tell('Reading the backup …');
		await verifyBackup(from, snapshot.name);
		let copied = 0;
		for await (const _file of copyNamed(backupFiles(from), files, filesOf(snapshot))) copied++;
		tell(`${copied} files are there.`);
		await database.beginRestore();
		await migrate({databaseUrl}, {migrations: migrations.filter(each => manifest.migrations.includes(each.name))});
		const rows = await restoreRows(database, snapshot);
		tell(`${rows} rows are there.`);
		const migrated = await migrate({databaseUrl}, {migrations});
		await database.endRestore();
		return {
			snapshot: snapshot.name,
			createdAt: manifest.createdAt,
			rows,
			files: manifest.files.count,
			missing: manifest.files.missing,
			migrated,
		};
	} finally {
		await database.close();
	}
}

/** Throws if the backup has a schema that this version does not know. */
function requireKnown({migrations: names, version}: Manifest, migrations: typeof MIGRATIONS): void {
	const unknown = names.filter(name => !migrations.some(each => each.name === name));
	if (unknown.length > 0)
		throw new Error(`The backup was made by version ${version}, which is later than this one: restore it with that version.`);
}

async function* filesOf(snapshot: Snapshot): AsyncIterable<{folder: Folder; name: string}> {
	for await (const line of readFileList(snapshot)) {
		const [folder, name] = line.split('/') as [Folder, string];
		yield {folder, name};
	}
}

async function restoreRows(database: BackupDatabase, snapshot: Snapshot): Promise<number> {
	let rows = 0;
	for (const table of snapshot.manifest.tables) {
		const inserted = await database.replaceRows(table, snapshotRows(snapshot, table));
		if (inserted !== table.rows) throw new Error(`The table ${table.name} has ${inserted} rows, not ${table.rows}.`);
		rows += inserted;
	}
	return rows;
}

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
