import {type Db, queryOne} from '../database.ts';

/** What an account has stored. */
export type Stock = {
	media: {images: number; bytes: number};
	tours: {count: number; published: number; inBin: number};
};

export async function readStock(db: Db, accountId: string): Promise<Stock> {
	const media = await queryOne<{images: string; bytes: string}>(
		db,
		'SELECT COUNT(*) AS images, COALESCE(SUM(bytes), 0) AS bytes FROM media WHERE account_id = ?',
		[accountId],
	);
	const tours = await queryOne<{all: string; published: string; inBin: string}>(
		db,
		`SELECT COUNT(*) AS \`all\`, COALESCE(SUM(status = 'published' AND deleted_at IS NULL), 0) AS published,
			COALESCE(SUM(deleted_at IS NOT NULL), 0) AS inBin
		 FROM tours FORCE INDEX (tours_list) WHERE account_id = ?`,
		[accountId],
	);
	const [all, published, inBin] = [tours?.all, tours?.published, tours?.inBin].map(Number) as [number, number, number];
	return {media: {images: Number(media?.images), bytes: Number(media?.bytes)}, tours: {count: all - inBin, published, inBin}};
}
