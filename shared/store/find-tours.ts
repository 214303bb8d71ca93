import {type Db, queryOne} from './database.ts';

/** Tours in which a step is looked for: to say where it belongs is worth no more. */
const LOOKED_THROUGH = 50;

/** Returns the account's tour with this step, of those changed last; null if none has it. */
export async function findStepOwner(db: Db, accountId: string, stepId: string): Promise<string | null> {
	if (!/^step_[0-9a-z]{26}$/.test(stepId)) return null;
	const row = await queryOne<{id: string}>(
		db,
		`SELECT id FROM (SELECT id, document FROM tours WHERE account_id = ? AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT ?) recent
		 WHERE document LIKE ? LIMIT 1`,
		[accountId, LOOKED_THROUGH, `%"${stepId.replaceAll('_', '\\_')}"%`],
	);
	return row?.id ?? null;
}

/** Id of the account's tour that a slug of a link belongs to, or null. */
export async function findTourBySlug(db: Db, accountId: string, slug: string): Promise<string | null> {
	const row = await queryOne<{id: string}>(db, 'SELECT id FROM tours WHERE account_id = ? AND slug = ?', [accountId, slug]);
	return row?.id ?? null;
}

/** Returns the number of steps of the account's tour with this id or key; null without one. Reads no content. */
export async function findStepCount(db: Db, accountId: string, idOrKey: string): Promise<number | null> {
	const column = idOrKey.startsWith('tour_') ? 'id' : 'doc_key';
	const row = await queryOne<{count: number}>(db, `SELECT step_count AS count FROM tours WHERE account_id = ? AND ${column} = ?`, [
		accountId,
		idOrKey,
	]);
	return row?.count ?? null;
}
