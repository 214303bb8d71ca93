import {LIMITS} from '../../contract/limits.ts';
import type {ReadElement, ScreenElement} from '../../contract/pictures/element.ts';
import {fieldsBeside, labelled, NOTHING, plain, publicly, whatWasRead} from './controls.ts';
import {matchElements} from './target.ts';

type Selected = {elements: ScreenElement[]; leftOut?: number; hint?: string};

/**
 * Returns the elements that fit the query, the best first, then fields and icons labelled with it; without a query, all in
 * reading order. At most `limit`, with the number of those left out and how to get them; a hint if there are none.
 */
export function selectElements(elements: readonly ReadElement[], query: string | null, limit: number): Selected {
	const fitting = query === null ? elements.map(publicly) : fittingOf(elements, query);
	const leftOut = fitting.length - limit;
	const found = fitting.slice(0, limit);
	if (found.length > 0 && leftOut <= 0) return {elements: found};
	if (found.length > 0)
		return {
			elements: found,
			leftOut,
			hint: `${leftOut} more are left out: ask with limit ${Math.min(fitting.length, LIMITS.elementsMax)}, or with a query.`,
		};
	const said = elements.length > 0 ? `${NOTHING} ${whatWasRead(elements)}` : 'Nothing was found on this image.';
	return {elements: [], hint: `${said} Else give highlight and click, or a target in pixels.`};
}

function fittingOf(elements: readonly ReadElement[], query: string): ScreenElement[] {
	const matches = matchElements(elements, query);
	const names = matches.filter(({element}) => plain(element.text) === plain(query));
	const named = new Set([...labelled(elements, query), ...names.flatMap(({element}) => fieldsBeside(elements, element))]);
	const sure = matches.map(({element, score}) => ({...element, confidence: Math.round(100 * score * element.confidence) / 100}));
	return [...sure, ...[...named].map(publicly)];
}
