import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {createBackup} from '../../infra/backup/create-backup.ts';
import type {Config} from '../../shared/config/config.ts';
import {FILE_PARTS, type FileStore, FOLDERS} from '../../shared/files/file-store.ts';
import {openFolderStore} from '../../shared/files/folder-store.ts';
import {openBackupDatabase} from '../../shared/store/backup/tables.ts';
import {type Fresh, freshDatabase} from './database.ts';
import type {TestService} from './service.ts';

/** Where a backup is restored: a database without a table, and a folder without a file. */
export async function emptyTarget(secret: string): Promise<Fresh & {files: FileStore}> {
	const fresh = await freshDatabase({SECRET: secret, LOG_LEVEL: 'error'});
	const database = await openBackupDatabase(fresh.config);
	await database.beginRestore();
	await database.endRestore();
	await database.close();
	return {...fresh, files: openFolderStore(join(fresh.config.dataDir, 'files'))};
}

/** Every row of every table, by table. */
export async function rowsOf(config: Pick<Config, 'databaseUrl'>): Promise<Record<string, string[]>> {
	const database = await openBackupDatabase(config);
	const all: Record<string, string[]> = {};
	for (const table of await database.tables()) {
		const rows: string[] = [];
		for await (const row of database.rows(table)) rows.push(JSON.stringify(row));
		all[table.name] = rows.sort();
	}
	await database.close();
	return all;
}

/** The names of all files, by folder. */
export async function fileNames(files: FileStore): Promise<string[]> {
	const all = [];
	for (const kind of FOLDERS) for (const part of FILE_PARTS) all.push(...(await files.list(kind, part)).map(name => `${kind}/${name}`));
	return all.sort();
}

/** A backup during which nothing was written, with the rows and the names of the files of that moment: workers tell of themselves, and finish covers. */
export async function backUpAtRest({services, config}: Pick<TestService, 'services' | 'config'>, to: string) {
	const now = async () => ({rows: await rowsOf(config), files: await fileNames(services.files)});
	for (;;) {
		const before = await now();
		const backup = await createBackup({databaseUrl: config.databaseUrl, files: services.files, to, tell: () => {}});
		if (isDeepStrictEqual(await now(), before)) return {...before, backup};
	}
}
