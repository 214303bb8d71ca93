import type {Cursor, Db} from './database.ts';
import type {MediaRow} from './entities/tours.ts';
import {mediaByIds} from './media/media.ts';
import {readSummaries, type StoredTourSummary} from './tour-list.ts';

/** The account's tours as its list finds them. */

/** One that the list has found, with the image that stands for it. */
export type FoundTour = StoredTourSummary & {image: MediaRow | null};

export const TOUR_SORTS = ['updated', 'created', 'name'] as const;
export type TourSort = (typeof TOUR_SORTS)[number];

/** Where a page ended: `at` counts where it is sorted by a time, `name` where by the name. */
export type ListPlace = Cursor & {name?: string};

export type TourQuery = {
	/** Words that the name has, in whatever case and with whatever accents. */
	words: string[];
	status?: 'unpublished' | 'published';
	createdBy?: 'agent' | 'editor';
	sort: TourSort;
	limit: number;
	after: ListPlace | null;
};

/** Order, and what is after a place in it: an id is made of the time at which its tour was. */
const ORDERS: Record<TourSort, {order: string; beyond: string; values(place: ListPlace): unknown[]}> = {
	updated: {
		order: 'updated_at DESC, id DESC',
		beyond: '(updated_at < ? OR (updated_at = ? AND id < ?))',
		values: ({at, id}) => [at, at, id],
	},
	created: {order: 'id DESC', beyond: 'id < ?', values: ({id}) => [id]},
	name: {
		order: 'name_start, id',
		beyond: '(name_start > ? OR (name_start = ? AND id > ?))',
		values: ({name = '', id}) => [name, name, id],
	},
};

/** Marks on letters of Europe, Vietnam and Japan; vowels of other scripts are combining marks, too, and stay. */
const MARKS = '[\u0300-\u036f\u3099\u309a]';

/** A page of the account's tours; one more than `limit` shows that there are more. Looks through an index of names, and reads only what it returns. */
export async function searchTours(db: Db, accountId: string, query: TourQuery): Promise<FoundTour[]> {
	const {words, status, createdBy, sort, limit, after} = query;
	const {order, beyond, values} = ORDERS[sort];
	const conditions: Array<[sql: string, values: unknown[]]> = [
		['account_id = ? AND deleted_at IS NULL', [accountId]],
		...words.map(nameHas),
		...(status ? [['status = ?', [status]] as [string, unknown[]]] : []),
		...(createdBy ? [['created_by = ?', [createdBy]] as [string, unknown[]]] : []),
		...(after ? [[beyond, values(after)] as [string, unknown[]]] : []),
	];
	const where = conditions.map(([sql]) => sql).join(' AND ');
	const ids: Array<{id: string}> = await db.query(
		`SELECT id FROM tours FORCE INDEX (tours_list) WHERE ${where} ORDER BY ${order} LIMIT ?`,
		[...conditions.flatMap(([, given]) => given), limit],
	);
	if (ids.length === 0) return [];
	const tours = await readSummaries(
		db,
		accountId,
		ids.map(({id}) => id),
	);
	const images = await mediaByIds(db, accountId, [...new Set([...tours.values()].flatMap(({firstImage}) => firstImage ?? []))]);
	return ids.flatMap(({id}) => {
		const tour = tours.get(id);
		// Gone at this moment.
		if (!tour) return [];
		return [{...tour, image: (tour.firstImage !== null && images.get(tour.firstImage)) || null}];
	});
}

/** The column's collation knows letters with their marks as one character only, as keyboards write them; a Mac's files have letter and mark apart. */
function nameHas(word: string): [sql: string, values: unknown[]] {
	const apart = word.normalize('NFD');
	const bare = apart.replaceAll(new RegExp(MARKS, 'g'), '').normalize('NFC') || word;
	const like = (one: string) => `%${escapeLike(one)}%`;
	return ["(REGEXP_REPLACE(name_start, ?, '') LIKE ? OR name_start LIKE ?)", [MARKS, like(bare), like(apart)]];
}

function escapeLike(word: string): string {
	return word.replaceAll(/[\\%_]/g, '\\$&');
}
