import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {WORDING} from '../../shared/locales/languages.ts';
import {cut, plain} from '../../shared/tour/wording/sentences.ts';
import type {AnyPage} from './driver.ts';
import {within} from './settle.ts';

/** A page's title, and the visible heading of its front layer. */
export type PageWords = {title: string; heading: string};

const LOOK_MS = 1000;
/** Characters of a title, a heading or a name within the sentence. */
const QUOTED = 80;

/** Returns what a page says of itself; nothing where it does not answer. */
export async function describePage(page: AnyPage): Promise<PageWords> {
	return within(page.mainFrame().evaluate(readPage, undefined), LOOK_MS).catch(() => ({title: '', heading: ''}));
}

/** The alternative text of a picture of a page on which an element may be highlighted. Undefined where the page says nothing. */
export function altOf({title, heading}: PageWords, name: string | null, language: TextLanguage): string | undefined {
	const wording = WORDING[language];
	const quote = (words: string) => wording.quote(cut(words, QUOTED));
	const [page, place] = [plain(heading) ?? plain(title), plain(title)];
	if (!page || !place) return page ? cut(wording.picture(quote(page), labelOf(name, quote)), STEP_TEXTS.alt) : undefined;
	const isSaid = place.toLowerCase().includes(page.toLowerCase());
	return cut(wording.picture(isSaid ? quote(place) : `${quote(page)} (${cut(place, QUOTED)})`, labelOf(name, quote)), STEP_TEXTS.alt);
}

function labelOf(name: string | null, quote: (words: string) => string): string {
	const label = plain(name);
	return label ? quote(label) : '';
}

/** Runs within the page. */
function readPage(): PageWords {
	const isSeen = (element: Element) => {
		const {top, bottom, left, right, width, height} = element.getBoundingClientRect();
		return (
			width > 1 &&
			height > 1 &&
			bottom > 0 &&
			right > 0 &&
			top < innerHeight &&
			left < innerWidth &&
			getComputedStyle(element).visibility === 'visible'
		);
	};
	const headings = (root: ParentNode) =>
		['h1,[role=heading][aria-level="1"]', 'h2,[role=heading]', 'h3'].flatMap(selector =>
			[...root.querySelectorAll(selector)].filter(isSeen),
		);
	const dialog = [...document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog]')].filter(isSeen).at(-1);
	const own = dialog?.getAttribute('aria-label') || (dialog && headings(dialog)[0]?.textContent);
	const heading = own || headings(document)[0]?.textContent || '';
	return {title: document.title, heading: heading.replace(/\s+/g, ' ').trim()};
}
