import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {ElementKind} from '../../shared/contract/pictures/element.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {WORDING} from '../../shared/locales/languages.ts';
import {alike, capital, cut, placeOf, plain, sentence} from '../../shared/tour/wording/sentences.ts';
import type {Named, Place} from './describe-target.ts';
import type {Action, ActionKind} from './plan-actions.ts';
import type {RecordedStep} from './recording.ts';
import {isCardNumber, type Secrets} from './secrets.ts';

/** The element and place of an action, as they were the moment before it. */
export type Moment = {named: Named | null; place: Place};
export type Shown = Pick<RecordedStep, 'title' | 'text' | 'alt' | 'highlight' | 'click' | 'popoverSide' | 'popoverAlign' | 'simulateClick'>;

/** Characters of a tour's name. */
const NAME = 120;

/** Characters of a name or a value of the application within a sentence. */
const QUOTED = 60;
/** Keys in a row that are all named. */
const KEYS = 4;

/** The facts of an action from which its words are made. */
type ActionFacts = {
	kind: ActionKind;
	element: ElementKind;
	/** The element's accessible name; null if it has none. */
	name: string | null;
	/** The new value of a field; null if it is secret or unknown. */
	value: string | null;
	/** The field is set along a scale. */
	isScale: boolean;
	/** An option that is taken away. */
	clears: boolean;
	keys: string[];
	highlight: Highlight | null;
	click: Click | null;
};

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

/** Returns a key for a step, which none of `taken` is. */
export function keyOf(words: string, taken: string[]): string {
	const base = keyFrom(words.replace(/([a-z])([A-Z])/g, '$1-$2'), 'step')
		.slice(0, 40)
		.replace(/[-.]+$/, '');
	return distinct([base], taken)[0]!;
}

/** Returns the name of the picture of a step; `index` from 0. */
export function pictureName(index: number, key: string): string {
	return `${String(index + 1).padStart(2, '0')}-${key}.png`;
}

/** Returns a tour's name as it may stand in the folder. */
export function tourName(name: string, secrets: Secrets): string {
	return cut(secrets.without(plain(name) ?? 'Tour'), NAME);
}

/** Title and text of a step, in the sentences of the service's own writer. */
function wordsOf(facts: ActionFacts, language: TextLanguage, isFirst: boolean): {title: string; text: string} {
	const {kind, element} = facts;
	const wording = WORDING[language];
	const {done} = wording;
	const quote = (words: string) => wording.quote(cut(plain(words) ?? '', QUOTED));
	const label = plain(facts.name) ? quote(facts.name!) : '';
	const at = wording.at[placeOf(facts)];
	const opening = isFirst ? wording.opening.first : wording.opening.middle;
	const act = label ? wording.act[element](label, at) : wording.bareAct[element](at);
	const plainTitle = label ? wording.title[element](label) : wording.bareTitle[element];
	const keys = keysOf(facts.keys);
	const say = (title: string, doing: string): {title: string; text: string} => {
		const text = sentence(isFirst ? `${opening} ${uncapital(doing)}` : doing);
		return {title: cut(title, STEP_TEXTS.title), text: alike(text, title) ? '' : cut(text, STEP_TEXTS.text)};
	};
	if (kind === 'press') return say(done.press(keys), done.press(keys));
	if (kind === 'hover') return say(done.point(label), `${done.point(label)} ${at}`);
	if (kind === 'doubleClick') return say(done.doubleClick(label), `${done.doubleClick(label)} ${at}`);
	if (kind === 'rightClick') return say(done.rightClick(label), `${done.rightClick(label)} ${at}`);
	if (kind === 'fill') {
		const then = keys && wording.thenPress(keys);
		if (!plain(facts.value)) return say(plainTitle, act + then);
		const value = quote(facts.value!);
		if (element === 'select') return say(done.choose(label, value), `${done.choose(label, value)} ${at}${then}`);
		if (facts.isScale) return say(done.set(label, value), `${done.set(label, value)} ${at}${then}`);
		return say(plainTitle, `${done.type(label, value)}${then}`);
	}
	if (facts.clears) return say(done.clear(label), `${done.clear(label)} ${at}`);
	return say(plainTitle, act);
}

/** Returns the words of a tour's last picture. */
export function farewell(tour: string, language: TextLanguage): {title: string; text: string} {
	const wording = WORDING[language];
	const {title, text} = wording.farewell(wording.quote(cut(plain(tour) ?? '', QUOTED)));
	return {title, text: capital(text)};
}

function keysOf(keys: string[]): string {
	return keys.length > KEYS ? `${keys.slice(0, KEYS - 1).join(', ')} … ${keys.at(-1)}` : keys.join(', ');
}

function uncapital(text: string): string {
	return text.replace(/^\p{Lu}(?=\p{Ll})/u, letter => letter.toLowerCase());
}
