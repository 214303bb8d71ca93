import {type Db, queryOne} from '../database.ts';

/** An account's totals, changed in the same transaction as the tours and images that they count. */
export type AccountTotals = {
	media: {images: number; bytes: number};
	tours: {count: number; published: number; inBin: number};
};

type Change = Partial<Record<'tours' | 'published' | 'inBin' | 'images' | 'bytes', number>>;
type TotalsRow = Record<'tours' | 'published' | 'inBin' | 'images' | 'bytes', number | string>;

const COLUMNS = {tours: 'tours', published: 'published', inBin: 'in_bin', images: 'images', bytes: 'image_bytes'} as const;

/** Returns an account's totals. Throws if there is no such account. */
export async function readAccountTotals(db: Db, accountId: string): Promise<AccountTotals> {
	const row = await queryOne<TotalsRow>(
		db,
		'SELECT tours, published, in_bin AS inBin, images, image_bytes AS bytes FROM account_stock WHERE account_id = ?',
		[accountId],
	);
	if (!row) throw new Error('The account is not there.');
	const {tours, published, inBin, images, bytes} = row;
	return {
		media: {images: Number(images), bytes: Number(bytes)},
		tours: {count: Number(tours), published: Number(published), inBin: Number(inBin)},
	};
}

/** Adds these numbers. Call it late in a transaction, since it makes the account's other transactions wait. */
export async function changeAccountTotals(db: Db, accountId: string, change: Change): Promise<void> {
	const changed = Object.entries(change).filter(([, by]) => by !== 0) as Array<[keyof Change, number]>;
	if (changed.length === 0) return;
	const columns = changed.map(([name]) => COLUMNS[name]);
	await db.query(`UPDATE account_stock SET ${columns.map(column => `${column} = ${column} + ?`).join(', ')} WHERE account_id = ?`, [
		...changed.map(([, by]) => by),
		accountId,
	]);
}

/** Inserts the row of a new account. */
export async function insertAccountTotals(db: Db, accountId: string): Promise<void> {
	await db.query('INSERT IGNORE INTO account_stock (account_id) VALUES (?)', [accountId]);
}
