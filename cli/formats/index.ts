import {matchLanguage} from '../../shared/contract/page-language.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {COMMAND} from '../../shared/locales/languages.ts';
import {DEFAULT_TOUR_LANGUAGE} from '../../shared/tour/document/document.ts';
import type {DeckLine} from '../pdf/read-lines.ts';
import {languageOf, shortened} from './imported.ts';

// What other tools write, as tours, and how pictures are compared: a file of its own beside the command, which is loaded where it is needed.
export {difference} from '../folder/png-pixels.ts';
export {INKLY_CONFIG, readInkly} from './inkly.ts';
export {readGuide} from './markdown.ts';
export {MIMIK_MANIFEST, readMimik} from './mimik.ts';

/** Pages from which on words at one place of most of them belong to none of them. */
const MANY = 3;
/** Share of the page above which a title is, if there are words. */
const UPPER = 0.6;
/** Letters that differ by less are of one size. */
const SAME_SIZE = 0.9;
/** Lines of one title are no farther apart, in heights of their letters. */
const LINE_HEIGHT = 1.8;

type Described = {title: string; alt?: string};

/** Returns the parts of a step made of a page's words: the largest near its top as the title, all as the alternative text. */
export function describePages(pages: ReadonlyArray<readonly DeckLine[]>): {language?: string; steps: Described[]} {
	const own = withoutRepeated(pages.map(lines => lines.map(line => ({...line, text: plain(line.text)})).filter(({text}) => text !== '')));
	const {language} = languageOf(own.map(lines => lines.map(({text}) => text).join(' ')));
	const steps = own.map((lines, index) => {
		const titled = titleOf(lines);
		const rest = lines.filter(line => !titled.includes(line));
		const first = titled.map(({text}) => text).join(' ');
		const title = first
			? shortened(first, STEP_TEXTS.title)
			: `${COMMAND[matchLanguage(language ?? DEFAULT_TOUR_LANGUAGE)!].page} ${index + 1}`;
		const all = [...titled, ...rest].map(({text}) => text).join(' ');
		return {title, ...(all && all !== title && {alt: shortened(all, STEP_TEXTS.alt)})};
	});
	return {...(language && {language}), steps};
}

/** Cleans a PDF's words: removes hyphens at the ends of lines, and characters that stand for nothing. */
function plain(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cn}\p{Co}]/gu, character => (/\s/.test(character) ? character : ''))
		.replace(/\s+/g, ' ')
		.trim();
}

/** Removes what most pages have at the same place, whatever its number: a footer, a company's name, a page number. */
function withoutRepeated(pages: DeckLine[][]): DeckLine[][] {
	const nameOf = ({text, x, y}: DeckLine) => `${text.replace(/\d+/g, '#')} ${Math.round(x * 50)} ${Math.round(y * 50)}`;
	const counts = new Map<string, number>();
	for (const lines of pages) for (const name of new Set(lines.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
	const isRepeated = (line: DeckLine) => pages.length >= MANY && counts.get(nameOf(line))! > pages.length / 2;
	return pages.map(lines => lines.filter(line => !isRepeated(line)));
}

/** Returns the lines that are the title: those of the largest letters, the uppermost of them first, and what goes on under it. */
function titleOf(lines: DeckLine[]): DeckLine[] {
	const worded = lines.filter(({text}) => /\p{L}{2}/u.test(text));
	const upper = worded.filter(({y}) => y < UPPER);
	const looked = upper.length > 0 ? upper : worded;
	const largest = Math.max(...looked.map(({size}) => size));
	const [first, ...others] = looked.filter(({size}) => size >= largest * SAME_SIZE).sort((a, b) => a.y - b.y);
	if (!first) return [];
	// Where all is of one size, the first line is the title and the others are the text.
	if (looked.length > 1 && looked.every(({size}) => size >= largest * SAME_SIZE)) return [first];
	const title = [first];
	for (const line of others) {
		if (line.y - title.at(-1)!.y > first.size * LINE_HEIGHT) break;
		title.push(line);
	}
	return title;
}
