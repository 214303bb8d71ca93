import type {Credential} from './access/credentials.ts';
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

const VALID: Record<Credential['type'], string> = {
	session: 'SELECT id FROM sessions WHERE id IN (?) AND expires_at > UTC_TIMESTAMP(3)',
	api_key: 'SELECT id FROM credentials WHERE id IN (?) AND revoked_at IS NULL AND expires_at > UTC_TIMESTAMP(3)',
	oauth: 'SELECT id FROM connected_apps WHERE id IN (?)',
};

/** Returns the ids of the credentials that are still valid. */
export async function stillValid(db: Db, credentials: ReadonlyArray<Pick<Credential, 'id' | 'type'>>): Promise<Set<string>> {
	const valid = new Set<string>();
	for (const [type, group] of Map.groupBy(credentials, ({type}) => type)) {
		const rows: Array<{id: string}> = await db.query(VALID[type], [[...new Set(group.map(({id}) => id))]]);
		for (const {id} of rows) valid.add(id);
	}
	return valid;
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
