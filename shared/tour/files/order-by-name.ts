const NATURAL = new Intl.Collator('en', {numeric: true});

/** A moment that the name of a file tells, as digits that sort as text, and the words on both sides of it. */
export type Taken = {before: string; digits: string; after: string};

type Halves = 'am' | 'pm';

const SEPARATOR = String.raw`\s?[-._/年년]?\s?`;
const YEAR = String.raw`(?<year>1[34]\d\d|19\d\d|20\d\d|2[56]\d\d)`;
const YEAR_FIRST = new RegExp(
	String.raw`(?<!\d)${YEAR}${SEPARATOR}(?<first>0?[1-9]|1[0-2])(?:\s?[-._/월月]\s?)(?<second>3[01]|[12]\d|0?[1-9])(?!\d)[일日.]?`,
);
const CLOSE = new RegExp(String.raw`(?<!\d)${YEAR}(?<first>0[1-9]|1[0-2])(?<second>0[1-9]|[12]\d|3[01])(?=\D|\d{4}|$)`);
const YEAR_LAST = new RegExp(String.raw`(?<!\d)(?<first>\d\d?)(?<mark>[-._/])(?<second>\d\d?)\k<mark>${YEAR}(?!\d)`);
const TIME =
	/^(?<between>\D{0,24}?)(?<hour>[01]?\d|2[0-3])(?:[.:_\-h時时시]\s?(?<minute>[0-5]\d)(?:[.:_\-分분]\s?(?<second>[0-5]\d))?(?!\d)|(?<close>[0-5]\d(?:[0-5]\d)?)(?=\D|\d{3}(?!\d)|$))/u;

/** Languages whose clocks of 12 hours have words of their own. */
const LANGUAGES =
	'en es pt fr de it nl sv da nb fi pl cs sk sl hr sr hu ro bg uk ru el tr sq lt lv et he ar fa ur hi bn mr gu ta te kn ml th vi id ms ja ko zh zh-TW zh-HK'.split(
		' ',
	);

type ClockWords = {words: Map<string, Halves>; inFront: RegExp; behind: RegExp};
let known: ClockWords | undefined;

/** A number that somebody gave to set the order, in front or behind words: "Tela 2 - ". Behind hyphens are those of addresses: "localhost-3000". */
const ORDER = /^\W*(?:\p{L}+\s+)*(?:\p{L}+[._-]?)?\d/u;

/**
 * Sorts by names: 2 before 10, dates and times as such. Screenshots of several tools come in the order of time. Names may be paths: each
 * folder's files come before those of folders in it.
 */
export function orderByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
	const folders = new Map<string, T[]>();
	for (const item of items) {
		const folder = nameOf(item).replace(/[^/]*$/, '');
		if (!folders.has(folder)) folders.set(folder, []);
		folders.get(folder)!.push(item);
	}
	return [...folders]
		.sort(([one], [other]) => NATURAL.compare(one, other))
		.flatMap(([folder, inside]) => orderInFolder(inside, item => nameOf(item).slice(folder.length)));
}

function orderInFolder<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
	const names = items.map(nameOf);
	// AM and PM without an unambiguous date mostly come from the United States.
	const isDayFirst = dayComesFirst(names) ?? !names.some(name => /\d[\s_]*[ap]m\b/i.test(name));
	const read = items.map((item, index) => ({item, name: names[index]!, taken: takenAt(stem(names[index]!), isDayFirst)}));
	const isByTime = read.every(({taken}) => taken && !ORDER.test(taken.before));
	const parts = ({name, taken}: {name: string; taken: Taken | null}) => {
		if (!taken) return [stem(name), name];
		const time = taken.digits.padEnd(14, '0');
		return isByTime ? [time, taken.after, taken.before, name] : [taken.before, time, taken.after, name];
	};
	return read
		.map(({item, ...one}) => ({item, parts: parts(one)}))
		.sort((one, other) => compareParts(one.parts, other.parts))
		.map(({item}) => item);
}

/** Returns a name in a normal form: every kind of blank is a space, letters are composed. */
export function plainName(name: string): string {
	return name.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function compareParts(some: readonly string[], others: readonly string[]): number {
	for (const [index, part] of some.entries()) {
		const order = NATURAL.compare(part, others[index] ?? '');
		if (order !== 0) return order;
	}
	return 0;
}

/** Returns the name without extension and scale, so that "(2)" comes after the name without it. */
function stem(name: string): string {
	return name.replace(/\.\w{2,5}$/, '').replace(/@[1-3]x$/, '');
}

/**
 * Reads date and time from a file's name, as screenshot tools write them in many languages; null without a date.
 * `isDayFirst` decides if day and month are unclear.
 */
export function takenAt(name: string, isDayFirst: boolean): Taken | null {
	const plain = westernDigits(name.normalize('NFKC').replaceAll(/\s+|[\u200e\u200f\u202a-\u202e]/g, one => (one.trim() ? '' : ' ')));
	const found = YEAR_FIRST.exec(plain) ?? CLOSE.exec(plain) ?? YEAR_LAST.exec(plain);
	if (!found) return null;
	const {year, first, second, mark} = found.groups!;
	const [month, day] = mark && isDayFirst ? [second, first] : [first, second];
	const rest = plain.slice(found.index + found[0].length);
	const time = readTime(rest);
	return {
		before: plain.slice(0, found.index),
		digits: [year, month, day].map(part => part!.padStart(2, '0')).join('') + (time?.digits ?? ''),
		after: time?.after ?? rest,
	};
}

/** Tells the order of day and month from a date with only one reading; undefined without one. */
function dayComesFirst(names: readonly string[]): boolean | undefined {
	const dates = names.flatMap(name => {
		const found = YEAR_LAST.exec(westernDigits(name.normalize('NFKC')));
		return found ? [found.groups!] : [];
	});
	if (dates.some(({first}) => Number(first) > 12)) return true;
	return dates.some(({second}) => Number(second) > 12) ? false : undefined;
}

function readTime(text: string): {digits: string; after: string} | null {
	const found = TIME.exec(text);
	if (!found) return null;
	const {between, hour, minute, second, close} = found.groups!;
	const {words, inFront, behind} = clockWords();
	const rest = text.slice(found[0].length);
	const told = inFront.exec(between!)?.[1] ?? behind.exec(rest)?.[0];
	const half = Number(hour) <= 12 && told ? words.get(bare(told)) : undefined;
	const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
	const digits = String(hours).padStart(2, '0') + (close ?? `${minute}${second ?? ''}`).padEnd(4, '0');
	return {digits, after: half && !inFront.test(between!) ? rest.replace(behind, '') : rest};
}

/** The words for the two halves of the day, those that are written before the time and those behind it. */
function clockWords(): ClockWords {
	if (known) return known;
	const words = new Map<string, Halves | 'both'>();
	const places = {inFront: new Set<string>(), behind: new Set(['am', 'pm'])};
	for (const language of LANGUAGES) {
		const clock = new Intl.DateTimeFormat(language, {hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC'});
		for (let hour = 0; hour < 24; hour++) {
			const parts = clock.formatToParts(Date.UTC(2026, 0, 1, hour));
			const at = parts.findIndex(({type}) => type === 'dayPeriod');
			const word = bare(parts[at]?.value ?? '');
			if (!word) continue;
			const half = hour < 12 ? 'am' : 'pm';
			words.set(word, (words.get(word) ?? half) === half ? half : 'both');
			places[parts.findIndex(({type}) => type === 'hour') > at ? 'inFront' : 'behind'].add(word);
		}
	}
	const certain = new Map([...words].filter((pair): pair is [string, Halves] => pair[1] !== 'both'));
	const anyOf = (set: Set<string>) =>
		[...set]
			.filter(word => certain.has(word))
			.sort((one, other) => other.length - one.length)
			.map(word => [...word].join(String.raw`[\s.״"']*`))
			.join('|');
	known = {
		words: certain,
		inFront: new RegExp(String.raw`(?<!\p{L})(${anyOf(places.inFront)})[\s.]*$`, 'iu'),
		behind: new RegExp(String.raw`^[\s._-]*(?:${anyOf(places.behind)})(?![\p{L}\p{M}])\.?`, 'iu'),
	};
	return known;
}

function bare(words: string): string {
	return words
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** Digits of any script as 0 to 9: each script has its ten in a row. */
function westernDigits(text: string): string {
	return text.replaceAll(/(?![0-9])\p{Nd}/gu, digit => {
		let value = 0;
		while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++;
		return String(value);
	});
}
