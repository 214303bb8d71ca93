import type {Reading} from './read-lines.ts';

/** A reading made presentable. `certain`: it may be shown to people. */
export type Label = {text: string; confidence: number; certain: boolean};

/** Tesseract's confidence, weighted by length, below which a reading is as often wrong as right. */
const CERTAIN = 75;
/** Enough where the screenshot's alternative text says the same. */
const CONFIRMED = 50;
const LONGEST = 80;

/** Makes a label of words as tesseract read them. */
export function toLabel(words: Reading['words'], alt: string | null = null): Label {
	const kept = words.map(word => ({...word, text: clean(word.text)})).filter(({text}) => text !== '');
	if (kept[0]?.text === '|' && /^\p{Ll}/u.test(kept[1]?.text ?? '')) kept[0] = {...kept[0], text: 'I'};
	while (kept.length > 1 && (isSpeck(kept[0]!) || isSign(kept[0]!.text, kept[1]!.text))) kept.shift();
	// An arrow down looks like a v.
	while (kept.length > 1 && (isSpeck(kept.at(-1)!) || /^[vVwW]$/.test(kept.at(-1)!.text))) kept.pop();
	const text = capitals(trim(kept.map(word => word.text).join(' ')));
	const letters = kept.reduce((sum, word) => sum + word.text.length, 0);
	const confidence = letters === 0 ? 0 : kept.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters;
	const enough = alt && says(alt, text) ? CONFIRMED : CERTAIN;
	return {text, confidence, certain: confidence >= enough && isWording(text) && (enough === CONFIRMED || !isMixed(text))};
}

/** Cleans untrusted text: drops control characters, direction marks and private use, and unifies blanks. */
function clean(text: string): string {
	return text
		.replace(/[\p{C}\p{Co}\p{Zl}\p{Zp}]/gu, '')
		.replace(/[“”„«»]/g, '"')
		.replace(/[‘’]/g, "'")
		.trim();
}

/** True for the remains of an icon, an arrow or a bullet: no letter or digit, or a hardly recognised letter. */
function isSpeck({text, confidence}: Reading['words'][number]): boolean {
	if (!/[\p{L}\p{N}]/u.test(text)) return true;
	return [...text].length <= 2 && confidence < 60;
}

/** True for an icon that was read as a letter: a magnifying glass as Q, a funnel as Y. */
function isSign(text: string, next: string): boolean {
	return text === 'Q' || (/^[BCDFGJKLMNPRSTVWYZ]$/u.test(text) && /^\p{Ll}/u.test(next));
}

/** Removes a colon, a star or quotes at the ends. */
function trim(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/^[^\p{L}\p{N}(+#@$€£]+|[^\p{L}\p{N})!?%.…+]+$/gu, '')
		.replace(/^\((?!.*\))/, '')
		.replace(/^([^(]*)\)$/, '$1');
}

/** Replaces a small L between capitals by a capital I. */
function capitals(text: string): string {
	return text.replace(/(?<!\p{L})(?=\p{L}*l)[\p{Lu}l]{2,}(?!\p{L})/gu, token =>
		token === text || /\p{Lu}{2}/u.test(token) ? token.replaceAll('l', 'I') : token,
	);
}

function isWording(text: string): boolean {
	const characters = [...text];
	if (characters.length === 0 || characters.length > LONGEST) return false;
	const good = characters.filter(character => /[\p{L}\p{N} ]/u.test(character)).length;
	return good >= 0.75 * characters.length && /\p{L}{2}|\p{N}|^\p{Lu}$/u.test(text);
}

/** Returns true if capitals come after small letters twice in one word, as in CoxpaHuTb: letters of another script are read so. GitHub and iPhone have it once. */
function isMixed(text: string): boolean {
	return (text.match(/\p{L}+/gu) ?? []).some(word => /\p{Ll}\p{Lu}\p{L}*\p{Ll}\p{Lu}/u.test(word));
}

function says(alt: string, text: string): boolean {
	return text.length > 2 && plain(alt).includes(plain(text));
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
