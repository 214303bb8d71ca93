import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {ElementKind} from '../../shared/contract/pictures/element.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {WORDING} from '../../shared/locales/languages.ts';
import {alike, capital, cut, placeOf, plain, sentence} from '../../shared/tour/wording/sentences.ts';
import type {Named, Place} from './describe-target.ts';
import type {PageWords} from './page/facts.ts';
import {type Action, type ActionKind, EDITING, isLetter} from './plan-actions.ts';
import type {RecordedStep} from './recording.ts';
import {isCardNumber, type Secrets} from './secrets.ts';

/** The element and place of an action, as they were the moment before it. */
export type Moment = {named: Named | null; place: Place};
export type Shown = Pick<RecordedStep, 'title' | 'text' | 'alt' | 'highlight' | 'click' | 'popoverSide' | 'popoverAlign' | 'simulateClick'>;

/** Characters of a tour's name. */
const NAME = 120;

/** Characters of a name or a value of the application within a sentence. */
const QUOTED = 60;
/** Characters of a title, a heading or a name within an alternative text. */
const ALT_QUOTED = 80;
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
	/** Keys that are held down during a click. */
	held: string;
	/** The name of the element onto which it is dragged, if it has one. */
	onto: string;
	highlight: Highlight | null;
	click: Click | null;
};

/** The step of a tour that an action is. `words`: what its key is made of. */
export function composeStep(
	action: Action,
	{named, place}: Moment,
	{language, isFirst, secrets}: {language: TextLanguage; isFirst: boolean; secrets: Secrets},
): {words: string; shown: Shown} {
	const target = named?.facts;
	const value = action.value || (action.isEdited ? null : action.typed || null);
	const isSecret = target?.isSecret || isCardNumber(value ?? action.typed);
	const kind = kindOf(action, named);
	const keys = kind === 'fill' ? action.keys.filter(key => !isLetter(key) && !EDITING.has(key)) : action.keys;
	const name = named?.name ? secrets.without(named.name) : null;
	const facts: ActionFacts = {
		kind,
		element: kind === 'fill' && named?.kind === 'text' ? 'field' : (named?.kind ?? 'text'),
		name,
		value: value === null || isSecret || kind !== 'fill' ? null : secrets.without(target?.options[value] ?? value),
		isScale: target?.isScale ?? false,
		clears: kind === 'click' && named?.kind === 'checkbox' && target!.isChecked && target!.type !== 'radio',
		keys: isSecret && action.typed ? keys.filter(key => !isLetter(key)) : keys,
		held: kind === 'fill' ? '' : action.held.join(' + '),
		onto: secrets.without(action.onto),
		highlight: place.highlight ?? null,
		click: place.click ?? null,
	};
	const shows = kind === 'hover' || kind === 'press' || kind === 'drag' ? {simulateClick: false} : {};
	const {click, ...ring} = place;
	const placed = kind === 'drag' ? ring : place;
	return {words: `${kind}-${name ?? facts.element}`, shown: {...wordsOf(facts, language, isFirst), ...placed, ...shows}};
}

/** Returns what an action is by its element: letters that are pressed in a field fill it in, and a box that changes is ticked. */
function kindOf({kind, typed}: Action, named: Named | null): ActionKind {
	if (kind === 'press' && typed !== '' && named?.facts.isText) return 'fill';
	return kind === 'fill' && named?.kind === 'checkbox' ? 'click' : kind;
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
	const holding = facts.held && wording.holding(facts.held);
	const act = (label ? wording.act[element](label, at) : wording.bareAct[element](at)) + holding;
	const plainTitle = (label ? wording.title[element](label) : wording.bareTitle[element]) + holding;
	const keys = keysOf(facts.keys);
	const say = (title: string, doing: string): {title: string; text: string} => {
		const text = sentence(isFirst ? `${opening} ${uncapital(doing)}` : doing);
		return {title: cut(title, STEP_TEXTS.title), text: alike(text, title) ? '' : cut(text, STEP_TEXTS.text)};
	};
	if (kind === 'press') return say(done.press(keys), done.press(keys));
	if (kind === 'hover') return say(done.point(label), `${done.point(label)} ${at}`);
	if (kind === 'drag') {
		const drag = done.drag(label, plain(facts.onto) ? quote(facts.onto) : '');
		return say(drag, drag);
	}
	if (kind === 'doubleClick' || kind === 'rightClick') return say(done[kind](label) + holding, `${done[kind](label)} ${at}${holding}`);
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

/** The alternative text of a picture of a page on which an element may be highlighted. Undefined where the page says nothing. */
export function altOf({title, heading}: PageWords, name: string | null, language: TextLanguage): string | undefined {
	const wording = WORDING[language];
	const quote = (words: string) => wording.quote(cut(words, ALT_QUOTED));
	const [page, place] = [plain(heading) ?? plain(title), plain(title)];
	if (!page || !place) return page ? cut(wording.picture(quote(page), labelOf(name, quote)), STEP_TEXTS.alt) : undefined;
	const isSaid = place.toLowerCase().includes(page.toLowerCase());
	return cut(wording.picture(isSaid ? quote(place) : `${quote(page)} (${cut(place, ALT_QUOTED)})`, labelOf(name, quote)), STEP_TEXTS.alt);
}

function labelOf(name: string | null, quote: (words: string) => string): string {
	const label = plain(name);
	return label ? quote(label) : '';
}

function keysOf(keys: string[]): string {
	return keys.length > KEYS ? `${keys.slice(0, KEYS - 1).join(', ')} … ${keys.at(-1)}` : keys.join(', ');
}

function uncapital(text: string): string {
	return text.replace(/^\p{Lu}(?=\p{Ll})/u, letter => letter.toLowerCase());
}
