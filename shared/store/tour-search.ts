import {LATIN_LETTERS} from '../tour/language/language-tag.ts';
import type {Cursor, Db} from './database.ts';
import type {MediaRow} from './entities/tours.ts';
import {mediaByIds} from './media/media.ts';
import {readSummaries, type StoredTourSummary} from './tour-list.ts';

/** Searches an account's tours for its list. */

/** A tour of the list, with its image. */
export type FoundTour = StoredTourSummary & {image: MediaRow | null};

export const TOUR_SORTS = ['updated', 'created', 'name'] as const;
type TourSort = (typeof TOUR_SORTS)[number];

/** The end of a page of the list: `at` counts if it is sorted by a time, `name` if by the name. */
export type ListPlace = Cursor & {name?: string};

type TourQuery = {
	/** Words that the name has, in whatever case and with whatever accents. */
	words: string[];
	status?: Status;
	createdBy?: Creator;
	sort: TourSort;
	limit: number;
	after: ListPlace | null;
};

/** A page, and where the next one begins: null where there is none. */
type FoundTours = {tours: FoundTour[]; next: ListPlace | null};

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
/** Characters of a row; the rest of a longer word is searched in the names themselves. */
const PART_LENGTH = 10;
/** Number of places above which a word is too common to narrow the search. */
const COMMON = 300;

/** Combining marks of European, Vietnamese and Japanese letters, vowel signs of Arabic and Hebrew that few write, and characters that nobody sees. Other scripts' combining vowels stay. */
const MARKS =
	'[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670\u200b-\u200f\u2060\u3099\u309a\ufeff]';
/** The name as `bareLetters` makes a word: `?` stands for the marks. */
const BARE_NAME = Object.entries(LATIN_LETTERS).reduce(
	(name, [letter, plain]) => `REPLACE(${name}, '${letter}', '${plain}')`,
	"LOWER(REGEXP_REPLACE(name_start, ?, ''))",
);
/** Characters of a name that lists search in. */
const SEARCHED = 200;

type Named = {id: string; accountId: string; name: string};

/**
 * Returns a page of the account's tours. Reads one index entry for each tour; with words, those of some hundred places in names,
 * or so many tours in order that a page may have fewer than `limit` although another one follows.
 */
export async function searchTours(db: Db, accountId: string, query: TourQuery): Promise<FoundTours> {
	const {limit, words} = query;
	// One more tells if there is another page.
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

/** Searches all of the account's tours from the query's place on, until enough are found or looked at. `end`: the place to go on from. */
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
		// It was deleted at this moment.
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
	return [`(${BARE_NAME} LIKE ? OR name_start LIKE ?)`, values];
}

// An index of all parts of names, since servers have none that finds parts of words in every script: each place of a name has a row with the
// characters that follow. Part and word are compared by the table's collation, as names are.

/** Returns small letters without their marks, and composed: as most keyboards write them. */
function bareLetters(text: string): string {
	const bare = text.toLowerCase().normalize('NFD').replaceAll(new RegExp(MARKS, 'g'), '').normalize('NFC');
	return Object.entries(LATIN_LETTERS).reduce((word, [letter, plain]) => word.replaceAll(letter, plain), bare);
}

/** Replaces the index rows of these tours. */
export async function recordNameParts(db: Db, tours: readonly Named[]): Promise<void> {
	await db.query('DELETE FROM tour_name_parts WHERE tour_id IN (?)', [tours.map(({id}) => id)]);
	const rows = tours.flatMap(({id, accountId, name}) => partsOf(name).map(part => [id, part, accountId]));
	// In the collation some parts of a name are equal.
	if (rows.length > 0) await db.query('INSERT IGNORE INTO tour_name_parts (tour_id, part, account_id) VALUES ?', [rows]);
}

/**
 * Returns the ids of the account's tours with the rarest of these words: all tours with all words are among them. Null
 * if they are so many that it is better to search one after the other.
 */
async function toursNamed(db: Db, accountId: string, words: readonly string[]): Promise<string[] | null> {
	// In one statement, since a statement costs more than its rows.
	const looks = words.flatMap((word, index) =>
		beginnings(word).map(part => ({
			sql: '(SELECT ? AS word, tour_id AS id FROM tour_name_parts WHERE account_id = ? AND part LIKE ? LIMIT ?)',
			values: [index, accountId, `${escapeLike(part)}%`, COMMON + 1],
		})),
	);
	const rows: Array<{word: number | string; id: string}> = await db.query(
		looks.map(({sql}) => sql).join(' UNION ALL '),
		looks.flatMap(({values}) => values),
	);
	const ids = words.map((_, index) => rows.filter(({word}) => Number(word) === index).map(({id}) => id));
	const rarest = ids.toSorted((one, other) => one.length - other.length)[0]!;
	return rarest.length > COMMON ? null : [...new Set(rarest)];
}

/** Lists the beginnings of rows that may hold the word: as it is, and with letters and marks apart. */
function beginnings(word: string): string[] {
	const first = word.split(/\s/)[0]!;
	const parts = [bareLetters(first) || first, first.normalize('NFD')].map(text => [...text].slice(0, PART_LENGTH).join(''));
	return [...new Set(parts)];
}

function partsOf(name: string): string[] {
	const start = [...name].slice(0, SEARCHED).join('');
	// Also finds a name that was sent with letters and marks apart.
	const texts = start === start.normalize('NFC') ? [bareLetters(start)] : [bareLetters(start), start];
	return [...new Set(texts.flatMap(text => text.split(/\s+/).flatMap(placesOf)))];
}

function placesOf(word: string): string[] {
	const characters = [...word];
	return characters.map((_, place) => characters.slice(place, place + PART_LENGTH).join(''));
}

function escapeLike(word: string): string {
	return word.replaceAll(/[\\%_]/g, '\\$&');
}
