import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {cut, plain} from '../../shared/tour/wording/sentences.ts';
import type {Named, Place} from './describe-target.ts';
import type {Action} from './plan-actions.ts';
import type {RecordedStep} from './recording.ts';
import {isCardNumber, type Secrets} from './secrets.ts';
import {type ActionFacts, wordsOf} from './words.ts';

/** The element and place of an action, as they were the moment before it. */
export type Moment = {named: Named | null; place: Place};
export type Shown = Pick<RecordedStep, 'title' | 'text' | 'alt' | 'highlight' | 'click' | 'popoverSide' | 'popoverAlign' | 'simulateClick'>;

/** Characters of a tour's name. */
const NAME = 120;

/** The step of a tour that an action is. `words`: what its key is made of. */
export function composeStep(
	action: Action,
	{named, place}: Moment,
	{language, isFirst, secrets}: {language: TextLanguage; isFirst: boolean; secrets: Secrets},
): {words: string; shown: Shown} {
	const {kind, value, typed, keys} = action;
	const target = named?.facts;
	const isSecret = target?.isSecret || isCardNumber(value ?? typed);
	const name = named?.name ? secrets.without(named.name) : null;
	const facts: ActionFacts = {
		kind,
		element: kind === 'fill' && named?.kind === 'text' ? 'field' : (named?.kind ?? 'text'),
		name,
		value: value === null || isSecret ? null : secrets.without(target?.options[value] ?? value),
		isScale: target?.isScale ?? false,
		clears: kind === 'click' && named?.kind === 'checkbox' && target!.isChecked && target!.type !== 'radio',
		keys: isSecret && typed ? keys.filter(key => [...key].length > 1) : keys,
		highlight: place.highlight ?? null,
		click: place.click ?? null,
	};
	const shows = kind === 'hover' || kind === 'press' ? {simulateClick: false} : {};
	return {words: `${kind}-${name ?? facts.element}`, shown: {...wordsOf(facts, language, isFirst), ...place, ...shows}};
}

/** A key for a step, which none of `taken` is. */
export function keyOf(words: string, taken: string[]): string {
	const base = keyFrom(words.replace(/([a-z])([A-Z])/g, '$1-$2'), 'step')
		.slice(0, 40)
		.replace(/[-.]+$/, '');
	return distinct([base], taken)[0]!;
}

/** The name of the picture of a step; `index` from 0. */
export function pictureName(index: number, key: string): string {
	return `${String(index + 1).padStart(2, '0')}-${key}.png`;
}

/** A tour's name as it may stand in the folder. */
export function tourName(name: string, secrets: Secrets): string {
	return cut(secrets.without(plain(name) ?? 'Tour'), NAME);
}
