import {primaryLanguage} from '../contract/page-language.ts';
import {AppError} from '../errors.ts';
import type {StoredNarration, StoredStep, TourContent} from './document/document.ts';
import {canonicalLanguage, sameLanguage} from './language/language-tag.ts';
import {spokenWords} from './marked.ts';
import {stepIndex} from './steps.ts';

/** Milliseconds at the beginning and the end. */
const EDGES_MS = 1500;

/**
 * Speaking time of one code point, milliseconds, over the local voices (docs/providers.md); hosted voices lie between.
 * `least` is below the fastest measured time. `most` covers ordinary texts: a quota reserves it, and charges any excess
 * from the remainder.
 */
const KINDS: Array<{pattern: RegExp; least: number; most: number}> = [
	{pattern: /\p{Script=Latin}/u, least: 4, most: 120},
	{pattern: /\p{N}/u, least: 60, most: 600},
	{pattern: /\p{L}/u, least: 0, most: 900},
	{pattern: /[\p{P}\n]/u, least: 0, most: 300},
	{pattern: /\s/u, least: 0, most: 80},
];
const OTHER = {least: 0, most: 550};

/** True where words in one language must be translated to be spoken in the other. */
export function needsTranslation(from: string, spoken: string): boolean {
	return primaryLanguage(from) !== primaryLanguage(spoken);
}

/** A call for narration with all defaults filled in, as the job gets it. */
export type NarrationPlan = {
	/** Text to speak, or to translate and speak. */
	words: string;
	/** Language of the words, and the one to speak. */
	from: string;
	spoken: string;
	/** The target language under which it is kept; null for the narration in the tour's own. */
	lang: string | null;
	/** True if the words become the step's script. */
	becomesScript: boolean;
	/** The step's own words at this moment. */
	before: string | null;
};

/** Resolves what the call leaves open. Null where there is nothing to say. */
export function planNarration(
	content: TourContent,
	stepId: string,
	{text, language, lang}: {text?: string; language?: string; lang?: string},
): NarrationPlan | null {
	const step = content.steps[stepIndex(content, stepId)]!;
	const before = spokenWords(step);
	const words = text ?? before;
	if (!words?.trim()) return null;
	const own = content.narrationSettings.language;
	const from = language ?? own;
	const target = lang === undefined || sameLanguage(lang, own) ? null : lang;
	const spoken = lang ?? from;
	// Words in the target language belong only to that narration: the script stays in the tour's language.
	const becomesScript = text !== undefined && (target === null || needsTranslation(from, spoken));
	return {words, from, spoken, lang: target, becomesScript, before};
}

/** The tour with this narration in the place of the step's one for the same target language; the tour's own comes first. */
export function attachNarration(
	content: TourContent,
	stepId: string,
	narration: Omit<StoredNarration, 'source'>,
	{words, becomesScript}: Pick<NarrationPlan, 'words' | 'becomesScript'>,
): {content: TourContent} {
	const index = stepIndex(content, stepId);
	const step = content.steps[index]!;
	const narrationScript = becomesScript ? words : step.narrationScript;
	const source = spokenWords({...step, narrationScript}) ?? words;
	const others = step.narrations.filter(({lang}) => targetOf(lang) !== targetOf(narration.lang));
	const spoken = {...narration, source};
	const narrations = narration.lang === null ? [spoken, ...others] : [...others, spoken];
	return {content: {...content, steps: content.steps.with(index, {...step, narrationScript, narrations})}};
}

/** Removes the step's narration for this target language; null and the tour's own language mean its own. Throws a 404 without one. */
export function detachNarration(content: TourContent, stepId: string, lang: string | null): {content: TourContent} {
	const index = stepIndex(content, stepId);
	const step = content.steps[index]!;
	const target = targetOf(lang);
	const without = (gone: string | null) => step.narrations.filter(narration => targetOf(narration.lang) !== gone);
	const isThere = without(target).length < step.narrations.length;
	// A target language may have become the tour's own since.
	const own = target !== null && !isThere && sameLanguage(target, content.narrationSettings.language);
	const narrations = without(own ? null : target);
	if (narrations.length === step.narrations.length) {
		const hint = 'get_tour (GET /v1/tours/{id}) lists the narrations of each step with their lang.';
		const fault = {field: 'lang', message: 'The step has no narration for this language.', hint};
		throw new AppError('not_found', {message: 'The step has no such narration.', errors: [fault]});
	}
	return {content: {...content, steps: content.steps.with(index, {...step, narrations})}};
}

/** Returns the canonical language: tags were stored in other forms too. */
function targetOf(lang: string | null): string | null {
	return lang && (canonicalLanguage(lang) ?? lang);
}

/** True if the step's words have changed since this narration was made. */
export function isStale(narration: StoredNarration, step: StoredStep): boolean {
	return narration.source !== spokenWords(step);
}

/** Returns the shortest and longest likely duration (milliseconds) of a text's speech, for the quota before it is spoken. */
export function speechBounds(text: string): {least: number; most: number} {
	let least = 0;
	let most = EDGES_MS;
	for (const character of text) {
		const kind = KINDS.find(({pattern}) => pattern.test(character)) ?? OTHER;
		least += kind.least;
		most += kind.most;
	}
	return {least: Math.max(1, least), most};
}
