/** Makes the words of a language that nobody speaks: English with accents, in brackets and 40 % longer. */

/** Share by which texts of other languages are longer than English ones. */
const LONGER = 0.4;
const [PLAIN, WITH_ACCENT] = ['aeiouycnAEIOUYCN', 'áéíóúýçñÁÉÍÓÚÝÇÑ'];
/** Tags of HTML, names in braces and URLs stay; so do the values that a caller inserted. */
const KEPT = /<[^<>]*>|\{\w+\}|https?:\/\/\S+|&\w+;/;

/** Returns a copy of these messages in which each text is accented, and each function returns such texts. */
export function accented<T>(messages: T, tag: string): T {
	// The messages' own language.
	if (messages === 'en') return tag as T;
	if (typeof messages === 'string') return pseudo(messages, []) as T;
	if (typeof messages === 'function') {
		const say = messages as unknown as (...values: unknown[]) => unknown;
		return ((...values: unknown[]) => {
			const said = say(...values);
			return typeof said === 'string' ? pseudo(said, textsOf(values)) : accented(said, tag);
		}) as T;
	}
	if (Array.isArray(messages)) return messages.map(each => accented(each, tag)) as T;
	if (messages === null || typeof messages !== 'object' || messages instanceof RegExp) return messages;
	return Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, accented(value, tag)])) as T;
}

/** Texts that a caller inserted, the longest first. */
function textsOf(values: unknown[]): string[] {
	const texts = values.flatMap(value => (typeof value === 'object' && value !== null ? textsOf(Object.values(value)) : [String(value)]));
	return texts.filter(text => text.length > 1).sort((one, other) => other.length - one.length);
}

function pseudo(text: string, inserted: string[]): string {
	if (!/\p{L}/u.test(text)) return text;
	const quoted = inserted.map(value => value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const kept = new RegExp(`(${[KEPT.source, ...quoted].join('|')})`, 'g');
	const words = text
		.split(kept)
		.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[aeiouycn]/gi, letter => WITH_ACCENT[PLAIN.indexOf(letter)]!)))
		.join('');
	return `⟦${words}${padding(text)}⟧`;
}

/** One word grows in itself, as in German; a sentence gets more words. */
function padding(text: string): string {
	const more = Math.max(1, Math.round(text.length * LONGER));
	if (!/\s/.test(text.trim())) return 'ü'.repeat(more);
	return ` ${'üüüüüü '.repeat(Math.ceil(more / 7)).slice(0, more)}`.trimEnd();
}
