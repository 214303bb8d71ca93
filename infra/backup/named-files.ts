import type {Row, TableShape} from '../../shared/store/backup/tables.ts';
import {readLines, type Snapshot} from './backup-folder.ts';

/** Columns that name stored files. */
const NAMED_IN: Array<{table: string; column: string}> = [
	{table: 'file_uses', column: 'file'},
	{table: 'media', column: 'original'},
	{table: 'speech', column: 'file'},
];

/** The rows of a table of the snapshot. */
export async function* snapshotRows(snapshot: Snapshot, table: TableShape): AsyncIterable<Row> {
	for await (const line of readLines(snapshot, `tables/${table.name}`)) yield JSON.parse(line);
}

/** Names of stored files that rows of the snapshot name, and that are not among `stored`. */
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
