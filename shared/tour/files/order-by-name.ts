import {dayComesFirst, type Taken, takenAt} from './taken-at.ts';

const NATURAL = new Intl.Collator('en', {numeric: true});

/** Sorts by names: 2 before 10, dates and times as such. Screenshots of several tools come in the order of time. */
export function orderByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
	const names = items.map(nameOf);
	// Who writes AM and PM and no date that tells is mostly in the United States.
	const isDayFirst = dayComesFirst(names) ?? !names.some(name => /\d[\s_]*[ap]m\b/i.test(name));
	const read = items.map((item, index) => ({item, name: names[index]!, taken: takenAt(stem(names[index]!), isDayFirst)}));
	// A number in front was put there by somebody who meant an order.
	const isByTime = read.every(({taken}) => taken && !/\d/.test(taken.before));
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

/** A name as it is written elsewhere, in one form: blanks of all kinds are a blank, letters are composed. */
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
