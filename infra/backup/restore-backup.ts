import {copyNamed} from '../../shared/files/copy-files.ts';
import type {FileStore, Folder} from '../../shared/files/file-store.ts';
import {type BackupDatabase, openBackupDatabase} from '../../shared/store/backup/tables.ts';
import {MIGRATIONS, migrate} from '../migrate.ts';
import {backupFiles, type Manifest, readFileList, requireSnapshot, type Snapshot, snapshotRows} from './backup-folder.ts';
import {verifyBackup} from './verify-backup.ts';

export type RestoreOptions = {
	databaseUrl: string;
	files: FileStore;
	from: string;
	snapshot?: string;
	tell(line: string): void;
	migrations?: typeof MIGRATIONS;
};
export type Restored = {snapshot: string; createdAt: string; rows: number; files: number; missing: string[]; migrated: string[]};

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

/** Throws where the backup has a schema that this version does not know. */
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
