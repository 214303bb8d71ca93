import type {Db} from '../../shared/store/database.ts';

const TOURS = `SELECT COUNT(CASE WHEN deleted_at IS NULL THEN 1 END) AS tours,
	COUNT(CASE WHEN status = 'published' AND deleted_at IS NULL THEN 1 END) AS published,
	COUNT(CASE WHEN deleted_at IS NOT NULL THEN 1 END) AS in_bin FROM tours WHERE account_id = ?`;
const IMAGES = 'SELECT COUNT(*) AS images, COALESCE(SUM(bytes), 0) AS image_bytes FROM media WHERE account_id = ?';

/** Sets the numbers of an account by counting its rows. */
export async function countAccountTotals(db: Db, accountId: string): Promise<void> {
	await db.query(
		`REPLACE INTO account_stock (account_id, tours, published, in_bin, images, image_bytes)
		 SELECT ?, t.tours, t.published, t.in_bin, m.images, m.image_bytes FROM (${TOURS}) t, (${IMAGES}) m`,
		[accountId, accountId, accountId],
	);
}
