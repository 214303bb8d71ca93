import type {Frame} from 'puppeteer';

/** Texts that are the same in every language: names, what is typed as it stands, and what `Intl` says of a language that it does not know. */
const SAME =
	'Roteiro Pseudo Português English Español Node-RED Claude Markdown Playwright Inter Lato Merriweather Montserrat Nunito Open Sans Poppins Roboto Source Serif pt-BR en es qps Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Monday Tuesday Wednesday Thursday Friday Saturday Sunday this minute min ago hour today yesterday day January February March April June July August September October November December';

/**
 * Returns what is wrong in a document: words without an accent that are nobody's data, and texts that are cut off though
 * nothing shows that there is more. `known`: data of the account, in which every word is allowed.
 */
export async function findingsIn(frame: Frame, known: string): Promise<string[]> {
	return frame.evaluate(
		(data, same) => {
			const allowed = new Set(`${data} ${same}`.toLowerCase().match(/[a-z]{3,}/g) ?? []);
			const seen = (element: Element) =>
				element.checkVisibility({visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true}) &&
				element.getClientRects().length > 0;
			const english = (text: string) =>
				(
					text.replaceAll(/https?:\/\/\S+|\S+@\S+|[\w-]+(?:[./_][\w-]+)+/g, ' ').match(/(?<![\p{L}\d])[A-Za-z]{3,}(?![\p{L}\d])/gu) ?? []
				).filter(word => /[aeiouycn]/i.test(word) && !/^[A-Z]+$/.test(word) && !allowed.has(word.toLowerCase()));
			const where = (element: Element) =>
				`${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${[...element.classList].join('.')}` : ''}`;
			const found: string[] = [];
			const say = (fault: string, element: Element, text: string) => found.push(`${fault} ${where(element)}: ${text.trim().slice(0, 90)}`);
			const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
				const element = node.parentElement!;
				if (
					['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE'].includes(element.tagName) ||
					element.closest('code, pre, kbd, [lang]:not(html), .unseen[aria-hidden]')
				)
					continue;
				const text = node.textContent ?? '';
				if (text.trim() === '' || !seen(element)) continue;
				if (english(text).length > 0) say('English', element, text);
				const style = getComputedStyle(element);
				const isCut =
					['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
				const box = element.getBoundingClientRect();
				const range = document.createRange();
				range.selectNodeContents(node);
				const spills = style.display !== 'inline' && style.overflowX === 'visible' && range.getBoundingClientRect().right > box.right + 2;
				if (spills && text.includes('⟦')) say('spills out of', element, text);
				if (isCut && style.textOverflow !== 'ellipsis' && text.includes('⟦') && !element.matches('.unseen')) say('cut', element, text);
			}
			for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')) {
				if (!seen(element) || element.closest('[lang]:not(html), .unseen[aria-hidden]')) continue;
				for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
					const text = element.getAttribute(name);
					if (text && english(text).length > 0) say(`English ${name} of`, element, text);
				}
			}
			if (english(document.title).length > 0) found.push(`English title: ${document.title}`);
			const sideways = document.documentElement.scrollWidth - innerWidth;
			if (sideways > 0) found.push(`scrolls sideways by ${sideways}`);
			return [...new Set(found)];
		},
		known,
		SAME,
	);
}

/** Members of an API's response that somebody wrote, never its messages. */
const WRITTEN = new Set(['name', 'title', 'text', 'alt', 'label', 'email', 'company', 'consentText']);

/** Returns the texts in an API's response that somebody wrote. */
export function dataOf(body: unknown, name = ''): string[] {
	if (typeof body === 'string') return WRITTEN.has(name) ? [body] : [];
	if (Array.isArray(body)) return body.flatMap(each => dataOf(each, name));
	if (body === null || typeof body !== 'object') return [];
	return Object.entries(body).flatMap(([key, value]) => dataOf(value, key));
}
