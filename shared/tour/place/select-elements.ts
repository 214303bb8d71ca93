import type {ReadElement, ScreenElement} from '../../contract/element.ts';
import {NOTHING, publicly, whatWasRead} from './shapes.ts';
import {matchElements} from './target.ts';

/** What of the elements fits the query, the best first; without one all of them in reading order. `limit` at most, and a hint where there are none. */
export function selectElements(
	elements: readonly ReadElement[],
	query: string | null,
	limit: number,
): {elements: ScreenElement[]; hint?: string} {
	const found =
		query === null
			? elements.slice(0, limit).map(publicly)
			: matchElements(elements, query)
					.slice(0, limit)
					.map(({element, score}) => ({...element, confidence: Math.round(100 * score * element.confidence) / 100}));
	if (found.length > 0) return {elements: found};
	const said = elements.length > 0 ? `${NOTHING} ${whatWasRead(elements)}` : 'Nothing was found on this image.';
	return {elements: [], hint: `${said} Else give highlight and click, or a target in pixels.`};
}
