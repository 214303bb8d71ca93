import type {Cursor, Db} from './database.ts';
import type {MediaRow} from './entities/tours.ts';
import {mediaByIds} from './media/media.ts';
import {bareLetters, escapeLike, MARKS, toursNamed} from './search/name-parts.ts';
import {readSummaries, type StoredTourSummary} from './tour-list.ts';

/** The account's tours as its list finds them. */

/** A tour of the list, with its image. */
export type FoundTour = StoredTourSummary & {image: MediaRow | null};

export const TOUR_SORTS = ['updated', 'created', 'name'] as const;
export type TourSort = (typeof TOUR_SORTS)[number];

/** The end of a page of the list: `at` counts if it is sorted by a time, `name` if by the name. */
export type ListPlace = Cursor & {name?: string};

export type TourQuery = {
	/** Words that the name has, in whatever case and with whatever accents. */
	words: string[];
	status?: Status;
	createdBy?: Creator;
	sort: TourSort;
	limit: number;
	after: ListPlace | null;
};

/** A page, and where the next one begins: null where there is none. */
export type FoundTours = {tours: FoundTour[]; next: ListPlace | null};

type Status = (typeof STATUSES)[number];
type Creator = (typeof CREATORS)[number];
type Condition = [sql: string, values: unknown[]];
type Seen = {id: string; at: Date; name: string; fits: 0 | 1 | '0' | '1'};

const STATUSES = ['unpublished', 'published'] as const;
const CREATORS = ['agent', 'editor'] as const;

/**
 * An index for each order, sorted within every status and creator, and the condition for entries after a place.
 * Ids sort by the time at which the tour was made.
 */
const ORDERS: Record<TourSort, {index: string; order: string; beyond(place: ListPlace): Condition}> = {
	updated: {
		index: 'tours_list',
		order: 'updated_at DESC, id DESC',
		beyond: ({at, id}) => ['(updated_at < ? OR (updated_at = ? AND id < ?))', [at, at, id]],
	},
	created: {index: 'tours_by_creation', order: 'id DESC', beyond: ({id}) => ['id < ?', [id]]},
	name: {
		index: 'tours_by_name',
		order: 'name_start, id',
		beyond: ({name = '', id}) => ['(name_start > ? OR (name_start = ? AND id > ?))', [name, name, id]],
	},
};

/** Tours that are searched one after the other if a word is common: at first, and if too few were found. */
const LOOKS = [30, 970];

/**
 * A page of the account's tours. It reads as many index entries as it returns tours; with words, as many as some hundred places of names have
 * them, or else so many tours in their order that a page may hold fewer than `limit` although there is a next one.
 */
export async function searchTours(db: Db, accountId: string, query: TourQuery): Promise<FoundTours> {
	const {limit, words} = query;
	// One more shows that there are more.
	const wanted = {...query, limit: limit + 1};
	const ids = words.length > 0 ? await toursNamed(db, accountId, words) : null;
	const {seen, end} = ids ? {seen: await lookAmong(db, accountId, ids, wanted), end: null} : await lookThrough(db, accountId, wanted);
	const page = seen.slice(0, limit);
	const next = seen.length > limit ? page.at(-1)! : end;
	const tours = await readFound(
		db,
		accountId,
		page.map(({id}) => id),
	);
	return {tours, next};
}

/** Returns those of these tours that match the query, in its order. */
async function lookAmong(db: Db, accountId: string, ids: string[], query: TourQuery): Promise<Seen[]> {
	if (ids.length === 0) return [];
	const {sort, limit, after, status, createdBy, words} = query;
	const {order, beyond} = ORDERS[sort];
	const conditions: Condition[] = [
		['id IN (?) AND account_id = ? AND deleted_at IS NULL', [ids, accountId]],
		...words.map(nameHas),
		...(status ? [['status = ?', [status]] satisfies Condition] : []),
		...(createdBy ? [['created_by = ?', [createdBy]] satisfies Condition] : []),
		...(after ? [beyond(after)] : []),
	];
	return db.query(
		`SELECT id, updated_at AS at, name_start AS name FROM tours FORCE INDEX (PRIMARY) WHERE ${conditions.map(([sql]) => sql).join(' AND ')}
		 ORDER BY ${order} LIMIT ?`,
		[...conditions.flatMap(([, values]) => values), limit],
	);
}

/**
 * Searches all of the account's tours from the query's place on, until enough are found or looked at.
 * `end`: the place to go on from.
 */
async function lookThrough(db: Db, accountId: string, query: TourQuery): Promise<{seen: Seen[]; end: ListPlace | null}> {
	const found: Seen[] = [];
	let after = query.after;
	for (const size of query.words.length > 0 ? LOOKS : [0]) {
		const count = Math.max(size, query.limit);
		const seen = await tourEntries(db, accountId, {...query, after, limit: count});
		found.push(...seen.filter(({fits}) => Number(fits) === 1));
		if (found.length >= query.limit || seen.length < count) return {seen: found, end: null};
		after = seen.at(-1)!;
	}
	return {seen: found, end: after};
}

/**
 * Returns the next entries of the index, and if their names have the words. Reads a list for each value of a
 * column that is not filtered by.
 */
async function tourEntries(db: Db, accountId: string, {words, status, createdBy, sort, limit, after}: TourQuery): Promise<Seen[]> {
	const {index, order, beyond} = ORDERS[sort];
	const [later, laterValues] = after ? beyond(after) : ['TRUE', []];
	const lists = STATUSES.filter(one => one === (status ?? one)).flatMap(one =>
		CREATORS.filter(creator => creator === (createdBy ?? creator)).map(creator => [one, creator]),
	);
	const list = `(SELECT id, updated_at, name_start FROM tours FORCE INDEX (${index})
		WHERE account_id = ? AND deleted_at IS NULL AND status = ? AND created_by = ? AND ${later} ORDER BY ${order} LIMIT ?)`;
	const has = words.map(nameHas);
	return db.query(
		`SELECT id, updated_at AS at, name_start AS name, ${['TRUE', ...has.map(([sql]) => sql)].join(' AND ')} AS fits
		 FROM (${lists.map(() => list).join(' UNION ALL ')}) entries ORDER BY ${order} LIMIT ?`,
		[...has.flatMap(([, values]) => values), ...lists.flatMap(values => [accountId, ...values, ...laterValues, limit]), limit],
	);
}

async function readFound(db: Db, accountId: string, ids: string[]): Promise<FoundTour[]> {
	if (ids.length === 0) return [];
	const tours = await readSummaries(db, accountId, ids);
	const images = await mediaByIds(db, accountId, [...new Set([...tours.values()].flatMap(({firstImage}) => firstImage ?? []))]);
	return ids.flatMap(id => {
		const tour = tours.get(id);
		// Gone at this moment.
		if (!tour) return [];
		return [{...tour, image: (tour.firstImage !== null && images.get(tour.firstImage)) || null}];
	});
}

/**
 * Matches letters with marks as one character, which keyboards write and the collation knows, and apart, as a Mac's
 * file names have them.
 */
function nameHas(word: string): Condition {
	const like = (one: string) => `%${escapeLike(one)}%`;
	const values = [MARKS, like(bareLetters(word) || word), like(word.normalize('NFD'))];
	return ["(REGEXP_REPLACE(name_start, ?, '') LIKE ? OR name_start LIKE ?)", values];
}
