import {sha256} from '../../ids.ts';
import {type Db, deleteInBatches, queryOne} from '../database.ts';

/** Links of deleted accounts: for a year they still say that they were taken down. Only hashes of slugs are kept. */

export async function retireSlug(db: Db, slug: string, language: string): Promise<void> {
	await db.query(
		'INSERT INTO retired_slugs (hash, language, retired_at) VALUES (?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE language = language',
		[sha256(slug), language],
	);
}

/** Language of the page that stood there; null where nothing is remembered. */
export async function findRetired(db: Db, slug: string): Promise<string | null> {
	const row = await queryOne<{language: string}>(db, 'SELECT language FROM retired_slugs WHERE hash = ?', [sha256(slug)]);
	return row?.language ?? null;
}

export function purgeRetired(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM retired_slugs WHERE retired_at < ? ORDER BY retired_at LIMIT ?', [before]);
}
