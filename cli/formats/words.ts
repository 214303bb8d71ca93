import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {detectLanguage} from '../../shared/tour/language/detect-language.ts';

/** A first sentence that is short enough for a title. */
const FIRST_SENTENCE = /^(.{1,120}?)[.!?:](?=\s)/su;

/** Words as the title of a step, and what does not fit there as its text. */
export function titleAndText(words: string): {title: string; text?: string; isCut: boolean} {
	const plain = words
		.normalize('NFC')
		.replace(/[^\S\n]+/g, ' ')
		.trim();
	const [line = '', ...others] = plain.split(/\n+/);
	const rest = others.join('\n').trim();
	if ([...line].length <= STEP_TEXTS.title) return {title: line, ...cut(rest)};
	const sentence = FIRST_SENTENCE.exec(line);
	if (!sentence) return {title: shortened(line, STEP_TEXTS.title), ...cut(plain)};
	const end = sentence[0].endsWith('.') || sentence[0].endsWith(':') ? sentence[1]! : sentence[0];
	return {title: end, ...cut(plain.slice(sentence[0].length).trim())};
}

function cut(text: string): {text?: string; isCut: boolean} {
	const isCut = [...text].length > STEP_TEXTS.text;
	return {...(text && {text: shortened(text, STEP_TEXTS.text)}), isCut};
}

/** Shortens a text to this many characters, the last of them "…" if it is cut; not in the middle of a word. */
export function shortened(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	const kept = characters.slice(0, most - 1).join('');
	return `${kept.replace(/\s+\S{0,30}$/u, '')}…`;
}

/** The language of a tour by what its steps say; nothing where they say too little. */
export function languageOf(words: readonly string[]): {language?: string} {
	const language = detectLanguage(words.join(' ').slice(0, 20_000));
	return language ? {language} : {};
}

/** "3 arrows are", "1 arrow is". */
export function counted(count: number, one: string, many = `${one}s`): string {
	return count === 1 ? `1 ${one} is` : `${count} ${many} are`;
}
