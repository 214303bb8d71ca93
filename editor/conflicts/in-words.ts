import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {Chapter, StepActions} from '../../shared/contract/paths/actions.ts';
import {type ShownTexts, shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import type {cardWords, words as lookWords} from '../../shared/locales/en/editor/appearance.ts';
import {words} from '../../shared/locales/en/editor/conflicts.ts';
import {words as historyWords} from '../../shared/locales/en/editor/history.ts';
import {settingsFrom} from '../../shared/tour/changes/setting-leaves.ts';
import {fieldName, m, numeral} from '../messages/index.ts';
import {type Change, fieldsOf, placeBehind, placeOf, type StepFields} from '../saving/change.ts';
import {type Conflict, theirsIn} from '../saving/conflicts.ts';
import {editSteps} from '../session/several.ts';
import {languageName} from '../words/language-name.ts';
import {actionsInWords, chaptersInWords, stepNames} from '../words/paths-in-words.ts';

/** A run of words, and whether the other text has it not. */
export type Run = {text: string; own: boolean};

/** Most words of a text that is compared word by word; longer ones are shown whole. */
const MOST = 600;

/** Words of the screens for theme and cards, lent by these when they are open, so that this rare part does not load them. */
export const lent = {} as {cardWords: typeof cardWords; lookWords: typeof lookWords};

/** Returns a value of a field in words; two that differ are different words. */
export function inWords(field: string, value: unknown, tour: Tour): string {
	if (field === 'position') return placeInWords(value as string | null, tour);
	if (field === 'endCta.linkFirst') return value ? words.linkFirst : words.chatFirst;
	if (typeof value === 'boolean') return value ? words.yes : words.no;
	if (value === null || value === undefined || value === '') return ABSENT[field]?.() ?? words.nothing;
	if (field === 'actions') return actionsInWords(value as StepActions, stepNames(tour.steps)) || words.nothing;
	if (field === 'chapters') return chaptersInWords(value as Chapter[]) || words.nothing;
	if (field === 'narrationSettings.language') return languageName(String(value));
	if (typeof value !== 'object') return CHOICES()[String(value)] ?? String(value);
	if ('x' in value) return areaInWords(value as Area);
	if ('zoom' in value) return typeof value.zoom === 'number' ? numeral(value.zoom, 2) : String(value.zoom);
	return Object.values(value).filter(Boolean).join('\n');
}

/** Returns all words of a step, by which a person recognises it. */
export function stepInWords(step: ShownTexts): string {
	return shownTexts(step).join('\n') || words.untitled;
}

/** Words for an absent value that has a meaning. */
const ABSENT: Record<string, () => string> = {
	popoverSide: () => m.inspector.auto,
	popoverAlign: () => m.inspector.auto,
	highlight: () => m.inspector.noMark,
};

const CHOICES = (): Record<string, string> => {
	const {top, bottom, left, right, over, start, center, end, screen, slide} = m.inspector;
	return {
		top,
		bottom,
		left,
		right,
		over,
		start,
		center,
		end,
		screen,
		slide,
		...lent.cardWords.demands,
		...lent.lookWords.presets,
		...lent.lookWords.frames,
	};
};

type Area = {x: number; y: number; width?: number; height?: number};

function areaInWords({x, y, width, height}: Area): string {
	// To the hundredth of a percent that a hand can draw.
	const percent = (share: number) => `${numeral(share * 100, 2)} %`;
	return words.area(percent(x), percent(y), width === undefined ? '' : words.size(percent(width), percent(height!)));
}

function placeInWords(after: string | null, tour: Tour): string {
	if (after === null) return words.first;
	const step = tour.steps.find(({id}) => id === after);
	return step ? words.place(step.position + 2, shownTexts(step)[0] ?? words.untitled) : words.anotherStep;
}

/** Returns what a conflict is about: a field of a step, or `theme.colors.accent`. */
export function conflictName(field: string): string {
	const [part, member, key] = field.split('.') as [string, string | undefined, string | undefined];
	if (member === undefined) return historyWords.parts[part] ?? fieldName(part);
	if (part === 'narrationSettings') return historyWords.parts[member] ?? member;
	if (part === 'pictures') return historyWords.parts[part]!;
	return `${historyWords.parts[part]}: ${memberName(part, member, key)}`;
}

function memberName(part: string, member: string, key: string | undefined): string {
	const {title, text, consent, allowSkip, submitLabel, skipLabel, fields, formOn, cardOn, replay, whatsapp, link, order} = lent.cardWords;
	if (part === 'theme')
		return (
			(key && (lent.lookWords.colors as Record<string, string>)[key]) ?? (member === 'font' ? lent.lookWords.font : lent.lookWords.preset)
		);
	const known: Record<string, string> = {
		enabled: part === 'leadCapture' ? formOn : cardOn,
		title,
		text,
		consentText: consent,
		allowSkip,
		submitLabel,
		skipLabel,
		showReplay: replay,
		whatsapp,
		link,
		linkFirst: order,
		...fields,
	};
	return known[key ?? member] ?? member;
}

/** Returns two texts as runs of words that both have or only one has. Joined, the runs are the text. */
export function wordDiff(one: string, other: string): [Run[], Run[]] {
	const [a, b] = [wordsOf(one), wordsOf(other)];
	if (a.length > MOST || b.length > MOST) return [[{text: one, own: false}], [{text: other, own: false}]];
	const common = commonIn(a, b);
	return [runsOf(a, new Set(common.map(([index]) => index))), runsOf(b, new Set(common.map(([, index]) => index)))];
}

/** Splits a text into words, each with its blanks. */
function wordsOf(text: string): string[] {
	return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];
}

/** Returns the longest sequence of words that both have in the same order, as places in both. */
function commonIn(a: string[], b: string[]): Array<[number, number]> {
	const lengths = Array.from({length: a.length + 1}, () => new Uint16Array(b.length + 1));
	const same = (i: number, j: number) => a[i]!.trim() === b[j]!.trim();
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			lengths[i]![j] = same(i, j) ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
	const common: Array<[number, number]> = [];
	for (let i = 0, j = 0; i < a.length && j < b.length; ) {
		if (same(i, j)) common.push([i++, j++]);
		else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
		else j++;
	}
	return common;
}

function runsOf(words: string[], shared: Set<number>): Run[] {
	const runs: Run[] = [];
	for (const [index, text] of words.entries()) {
		const last = runs.at(-1);
		const own = !shared.has(index);
		if (last?.own === own) last.text += text;
		else runs.push({text, own});
	}
	return runs;
}

/** Returns the changes that put one's own version of a conflict into the tour as it is now. */
export function keepMine(tour: Tour, conflict: Conflict): Change[] {
	const {step, field, mine, whole} = conflict;
	if (conflict.gone) return putBack(tour, conflict);
	if (field === null) {
		const was = tour.steps.find(({id}) => id === step);
		return was ? [{kind: 'delete', step, was, ...placeOf(tour, step)}] : [];
	}
	if (field === 'position') return [{kind: 'move', step, ...placeBehind(tour, mine as string | null, step), was: placeOf(tour, step)}];
	if (step) return editSteps(tour, [step], (whole as StepFields | undefined) ?? {[field]: mine});
	if (field === 'name') return [{kind: 'rename', set: {name: String(mine)}, was: {name: tour.name}}];
	if (whole) return [{kind: 'settings', set: whole as SettingsValues, was: {theme: tour.theme}}];
	const [set, was] = [mine, theirsIn(tour, conflict)].map(value => settingsFrom([[field, value]]) as SettingsValues);
	return [{kind: 'settings', set: set!, was: was!}];
}

/** Returns the changes that bring a deleted step back with what was written into it. */
function putBack(tour: Tour, {step, lost}: Conflict): Change[] {
	// Somebody may have put it back already.
	if (tour.steps.some(({id}) => id === step)) return editSteps(tour, [step], fieldsOf(lost!));
	const place = placeBehind(tour, tour.steps[lost!.position - 1]?.id ?? null);
	return [{kind: 'restore', step, set: lost!, ...place}];
}
