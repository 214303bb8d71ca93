import type {Page} from 'puppeteer';

/** A way to set a text: CSS, its most lines, and the width of its column in pixels if that depends on the way. */
export type TextWay = {style: string; lines: number; width?: number};

/** No limit of lines: only broken words count then. */
export const ANY_LINES = 1e6;

/**
 * Sets the text of each such element in the first of these ways in which it has room: no word broken, no line too many. Measured in the page, for how broad
 * words are depends on the font that is there. Returns each way's index: the last one where the text fits in none.
 */
export async function setTexts(page: Page, selector: string, ways: TextWay[]): Promise<number[]> {
	return page.$$eval(selector, setAll, ways);
}

/** Runs in the page. */
function setAll(elements: Element[], ways: TextWay[]): number[] {
	return (elements as HTMLElement[]).map(element => {
		// Turned in space a text measures otherwise than it was laid out.
		const turned = element.closest<HTMLElement>('.card');
		if (turned) turned.style.transform = 'none';
		const range = document.createRange();
		range.selectNodeContents(element);
		const fits = ({style, lines, width}: TextWay) => {
			element.style.cssText = `${style};display:block;margin-block:0;padding-block:0${width ? `;flex:none;width:${width}px` : ''}`;
			const {left, right, height} = element.getBoundingClientRect();
			const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
			const isInside = (line: DOMRect) => line.left >= left - 0.1 && line.right <= right + 0.1;
			return height <= (lines + 0.5) * lineHeight && [...range.getClientRects()].every(isInside);
		};
		const first = ways.findIndex(fits);
		const chosen = first === -1 ? ways.length - 1 : first;
		element.style.cssText = ways[chosen]!.style;
		if (turned) turned.style.transform = '';
		return chosen;
	});
}
