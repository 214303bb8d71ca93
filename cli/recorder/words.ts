import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {ElementKind} from '../../shared/contract/pictures/element.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {WORDING} from '../../shared/locales/languages.ts';
import {alike, capital, cut, placeOf, plain, sentence} from '../../shared/tour/wording/sentences.ts';
import type {ActionKind} from './plan-actions.ts';

/** Characters of a name or a value of the application within a sentence. */
const QUOTED = 60;
/** Keys in a row that are all named. */
const KEYS = 4;

/** The facts of an action from which its words are made. */
export type ActionFacts = {
	kind: ActionKind;
	element: ElementKind;
	/** The element's accessible name; null where it has none. */
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

/** Title and text of a step, in the sentences of the service's own writer. */
export function wordsOf(facts: ActionFacts, language: TextLanguage, isFirst: boolean): {title: string; text: string} {
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
