import type {Db} from '../database.ts';

/**
 * An index of all parts of names, for servers without one that knows parts of words in every script: each place of a name has a row with the
 * characters that follow. Part and word are compared by the table's collation, as names are.
 */

/** Characters of a row; what a longer word has behind them is looked for in the names themselves. */
const PART_LENGTH = 10;
/** A word that more places have than this says little about which tours are meant. */
const COMMON = 300;

/** Marks on letters of Europe, Vietnam and Japan; vowels of other scripts are combining marks, too, and stay. */
export const MARKS = '[\u0300-\u036f\u3099\u309a]';
/** Characters of a name that lists search in. */
const SEARCHED = 200;

/** Letters without their marks, and composed: as keyboards write them. */
export function bareLetters(text: string): string {
	return text.normalize('NFD').replaceAll(new RegExp(MARKS, 'g'), '').normalize('NFC');
}

type Named = {id: string; accountId: string; name: string};

/** Puts what these tours are found by in the place of what they were found by. */
export async function recordNameParts(db: Db, tours: readonly Named[]): Promise<void> {
	await db.query('DELETE FROM tour_name_parts WHERE tour_id IN (?)', [tours.map(({id}) => id)]);
	const rows = tours.flatMap(({id, accountId, name}) => partsOf(name).map(part => [id, part, accountId]));
	// The collation takes some parts of a name for the same.
	if (rows.length > 0) await db.query('INSERT IGNORE INTO tour_name_parts (tour_id, part, account_id) VALUES ?', [rows]);
}

/**
 * Returns the ids of the account's tours among which are all whose names have these words, and some more: those with the rarest of the words. Null
 * where there are so many that it is better to look at one after the other.
 */
export async function toursNamed(db: Db, accountId: string, words: readonly string[]): Promise<string[] | null> {
	// In one statement: each costs more than its rows.
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
	// A name that came with letters and marks apart is also found by one of these.
	const texts = start === start.normalize('NFC') ? [bareLetters(start)] : [bareLetters(start), start];
	return [...new Set(texts.flatMap(text => text.split(/\s+/).flatMap(placesOf)))];
}

function placesOf(word: string): string[] {
	const characters = [...word];
	return characters.map((_, place) => characters.slice(place, place + PART_LENGTH).join(''));
}

export function escapeLike(word: string): string {
	return word.replaceAll(/[\\%_]/g, '\\$&');
}
