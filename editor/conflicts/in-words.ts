import type {Chapter, StepActions} from '../../shared/contract/paths/actions.ts';
import {type ShownTexts, shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/conflicts.ts';
import {words as historyWords} from '../../shared/locales/en/editor/history.ts';
import {languageName} from '../ai/formats.ts';
import {fieldName, m} from '../messages/index.ts';
import {actionsInWords, chaptersInWords, stepNames} from '../words/paths-in-words.ts';
import {lent} from './lent.ts';

/** A value of a field in words; two that differ are different words. */
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
	if ('zoom' in value) return String(value.zoom);
	return Object.values(value).filter(Boolean).join('\n');
}

/** All that stands in a step, to be recognised. */
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
	return {top, bottom, left, right, over, start, center, end, screen, slide, ...lent.cardWords.demands, ...lent.lookWords.presets};
};

type Area = {x: number; y: number; width?: number; height?: number};

function areaInWords({x, y, width, height}: Area): string {
	// To the hundredth of a percent that a hand can draw.
	const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
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
