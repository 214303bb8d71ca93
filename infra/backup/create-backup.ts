import {rm} from 'node:fs/promises';
import {VERSION} from '../../shared/config/version.ts';
import {type CopiedFile, copyFiles} from '../../shared/files/copy-files.ts';
import {FILE_PARTS, type FileStore, FOLDERS} from '../../shared/files/file-store.ts';
import {type BackupDatabase, openBackupDatabase, type TableShape} from '../../shared/store/backup/tables.ts';
import {
	backupFiles,
	beginSnapshot,
	FILE_LIST,
	findMissing,
	listSnapshots,
	lockBackups,
	type Manifest,
	readFileList,
	type Snapshot,
} from './backup-folder.ts';

export type BackupOptions = {
	databaseUrl: string;
	files: FileStore;
	/** The folder of backups. */
	to: string;
	/** Number of newest snapshots to keep; older ones, and files that only they have, are removed. All are kept if it is absent. */
	keep?: number;
	tell(line: string): void;
};

export type BackupReport = {
	snapshot: string;
	rows: number;
	files: number;
	/** Files that the backup before did not have. */
	copied: number;
	missing: string[];
	removedSnapshots: string[];
};

/**
 * Takes a backup while the service runs: the database at one moment, then the files. In this order, since files never change and none that a
 * row names is removed within a day. If broken off, it leaves no snapshot, and the next one uses what it has copied.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
	const unlock = await lockBackups(options.to);
	try {
		return await takeBackup(options);
	} finally {
		unlock();
	}
}

async function takeBackup({databaseUrl, files, to, keep, tell}: BackupOptions): Promise<BackupReport> {
	const begun = await beginSnapshot(to, new Date());
	const database = await writeDatabase(databaseUrl, begun.writeLines);
	const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
	tell(`${rows} rows of ${database.tables.length} tables.`);
	const stored = new Set<string>();
	const done = {bytes: 0, copied: 0};
	const list = await begun.writeLines(FILE_LIST, listCopied(copyFiles(files, backupFiles(to)), stored, done));
	tell(`${list.lines} files, ${done.copied} of them new.`);
	const manifest: Manifest = {
		format: 1,
		...database,
		version: VERSION,
		files: {count: list.lines, bytes: done.bytes, sha256: list.sha256, missing: []},
	};
	const draft: Snapshot = {name: '', folder: begun.folder, manifest};
	manifest.files.missing = await findMissing(draft, stored);
	const snapshot = await begun.finish(manifest);
	const removedSnapshots = keep === undefined ? [] : await removeOlder(to, keep);
	return {snapshot: snapshot.name, rows, files: list.lines, copied: done.copied, missing: manifest.files.missing, removedSnapshots};
}

type WriteLines = Awaited<ReturnType<typeof beginSnapshot>>['writeLines'];

async function writeDatabase(databaseUrl: string, writeLines: WriteLines) {
	const database = await openBackupDatabase({databaseUrl});
	try {
		const migrations = await database.migrations();
		if (migrations.length === 0) throw new Error('There is nothing to back up: the database has no tables.');
		await database.snapshot();
		const createdAt = new Date().toISOString();
		const tables: Manifest['tables'] = [];
		for (const table of await database.tables()) {
			const {lines, sha256} = await writeLines(`tables/${table.name}`, linesOf(database, table));
			tables.push({...table, rows: lines, sha256});
		}
		return {createdAt, migrations, tables};
	} finally {
		await database.close();
	}
}

async function* linesOf(database: BackupDatabase, table: TableShape): AsyncIterable<string> {
	for await (const row of database.rows(table)) yield JSON.stringify(row);
}

/** Copies the files that the folder lacks; yields `folder/name` of each one. */
async function* listCopied(
	files: AsyncIterable<CopiedFile>,
	stored: Set<string>,
	done: {bytes: number; copied: number},
): AsyncIterable<string> {
	for await (const {folder, name, bytes, isNew} of files) {
		done.bytes += bytes;
		if (isNew) done.copied++;
		stored.add(name);
		yield `${folder}/${name}`;
	}
}

/** Removes all snapshots but the newest `keep`, then the files that none of these lists. Returns their names. */
async function removeOlder(folder: string, keep: number): Promise<string[]> {
	const snapshots = await listSnapshots(folder);
	const older = snapshots.slice(0, Math.max(0, snapshots.length - keep));
	if (older.length === 0) return [];
	const kept = new Set<string>();
	for (const snapshot of snapshots.slice(-keep)) for await (const file of readFileList(snapshot)) kept.add(file);
	// First the snapshots: one whose files are gone must not look complete.
	for (const snapshot of older) await rm(snapshot.folder, {recursive: true});
	const store = backupFiles(folder);
	for (const kind of FOLDERS) {
		for (const part of FILE_PARTS) {
			for (const name of await store.list(kind, part)) if (!kept.has(`${kind}/${name}`)) await store.remove(kind, name, new Date());
		}
	}
	return older.map(({name}) => name);
}
