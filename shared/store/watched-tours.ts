import {type Db, queryOne} from './database.ts';

/** Queries that watchers of tours repeat. */

/** The state of a tour; `changedBy` made the last change of its content. */
export type WatchedTour = {
	id: string;
	version: number;
	contentVersion: number;
	changedBy: string | null;
	updatedAt: Date;
	deletedAt: Date | null;
};

/** Returns those of the tours that exist, also in the bin. */
export function readWatched(db: Db, ids: readonly string[]): Promise<WatchedTour[]> {
	return db.query(
		`SELECT id, version, content_version AS contentVersion, changed_by AS changedBy, updated_at AS updatedAt, deleted_at AS deletedAt
		 FROM tours WHERE id IN (?)`,
		[ids],
	);
}

const NAMES: Record<string, string> = {
	user: 'SELECT name FROM accounts WHERE id = ?',
	key: 'SELECT name FROM credentials WHERE id = ?',
	app: 'SELECT name FROM connected_apps WHERE id = ?',
};

/** Returns the name behind `changedBy`; null if it is gone. */
export async function actorName(db: Db, changedBy: string): Promise<{type: string; name: string | null}> {
	const [, type = 'service', id = ''] = /^(\w+)\/(.*)$/.exec(changedBy) ?? [];
	const sql = NAMES[type];
	const row = sql ? await queryOne<{name: string}>(db, sql, [id]) : null;
	return {type, name: row?.name ?? null};
}
