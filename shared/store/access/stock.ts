import {type Db, queryOne} from '../database.ts';

/** What an account has stored, in numbers that change with it, in the same transaction. */
export type Stock = {
	media: {images: number; bytes: number};
	tours: {count: number; published: number; inBin: number};
};

type Change = Partial<Record<'tours' | 'published' | 'inBin' | 'images' | 'bytes', number>>;
type StockRow = Record<'tours' | 'published' | 'inBin' | 'images' | 'bytes', number | string>;

const COLUMNS = {tours: 'tours', published: 'published', inBin: 'in_bin', images: 'images', bytes: 'image_bytes'} as const;

const TOURS = `COALESCE(SUM(deleted_at IS NULL), 0) AS tours, COALESCE(SUM(status = 'published' AND deleted_at IS NULL), 0) AS published,
	COALESCE(SUM(deleted_at IS NOT NULL), 0) AS inBin`;

export async function readStock(db: Db, accountId: string): Promise<Stock> {
	const row = await queryOne<StockRow>(
		db,
		'SELECT tours, published, in_bin AS inBin, images, image_bytes AS bytes FROM account_stock WHERE account_id = ?',
		[accountId],
	);
	// An account of the edition before, until the sweep comes by.
	const {tours, published, inBin, images, bytes} = row ?? (await countStock(db, accountId));
	return {
		media: {images: Number(images), bytes: Number(bytes)},
		tours: {count: Number(tours), published: Number(published), inBin: Number(inBin)},
	};
}

/** Adds these numbers, last of all that a transaction does where it can: others of the account wait for it from then on. */
export async function changeStock(db: Db, accountId: string, change: Change): Promise<void> {
	const changed = Object.entries(change).filter(([, by]) => by !== 0) as Array<[keyof Change, number]>;
	if (changed.length === 0) return;
	const columns = changed.map(([name]) => COLUMNS[name]);
	await db.query(`UPDATE account_stock SET ${columns.map(column => `${column} = ${column} + ?`).join(', ')} WHERE account_id = ?`, [
		...changed.map(([, by]) => by),
		accountId,
	]);
}

/** The row of a new account. */
export async function openStock(db: Db, accountId: string): Promise<void> {
	await db.query('INSERT IGNORE INTO account_stock (account_id) VALUES (?)', [accountId]);
}

/** Accounts whose numbers are missing, or differ from their tours: an edition that knows nothing of them was at work. `limit` at most. */
export async function accountsMiscounted(db: Db, limit: number): Promise<string[]> {
	const rows: Array<{id: string}> = await db.query(
		`SELECT a.id FROM accounts a LEFT JOIN account_stock s ON s.account_id = a.id
			LEFT JOIN (SELECT account_id, ${TOURS} FROM tours FORCE INDEX (tours_list) GROUP BY account_id) t ON t.account_id = a.id
		 WHERE a.deletion_asked_at IS NULL AND (s.account_id IS NULL OR s.tours <> COALESCE(t.tours, 0)
			OR s.published <> COALESCE(t.published, 0) OR s.in_bin <> COALESCE(t.inBin, 0)) LIMIT ?`,
		[limit],
	);
	return rows.map(({id}) => id);
}

/** Counts what the account has, while nobody changes its numbers. Must run in a transaction. */
export async function recountStock(db: Db, accountId: string): Promise<void> {
	await openStock(db, accountId);
	await db.query('SELECT 1 FROM account_stock WHERE account_id = ? FOR UPDATE', [accountId]);
	const {tours, published, inBin, images, bytes} = await countStock(db, accountId);
	await db.query('UPDATE account_stock SET tours = ?, published = ?, in_bin = ?, images = ?, image_bytes = ? WHERE account_id = ?', [
		...[tours, published, inBin, images, bytes],
		accountId,
	]);
}

async function countStock(db: Db, accountId: string): Promise<StockRow> {
	const row = await queryOne<StockRow>(
		db,
		`SELECT t.tours, t.published, t.inBin, m.images, m.bytes FROM
			(SELECT ${TOURS} FROM tours FORCE INDEX (tours_list) WHERE account_id = ?) t,
			(SELECT COUNT(*) AS images, COALESCE(SUM(bytes), 0) AS bytes FROM media WHERE account_id = ?) m`,
		[accountId, accountId],
	);
	return row!;
}
