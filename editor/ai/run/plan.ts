import type {TextLanguage} from '../../../shared/contract/ai/text.ts';
import {matchLanguage} from '../../../shared/contract/page-language.ts';
import type {Step} from '../../../shared/contract/step.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import {spokenWords} from '../../../shared/tour/marked.ts';

/** A task for many steps, done one after the other. */
export type Task =
	| {kind: 'write'; language?: TextLanguage; instructions: string; script: boolean}
	| {kind: 'narrate'; voice?: string}
	/** `text`: words in that language, spoken as they are. */
	| {kind: 'translate'; lang: string; voice?: string; text?: string};
export type Scope = 'missing' | 'all';

/** Milliseconds per letter: the middle of the range for prose (docs/providers.md). */
const LETTER_MS = 65;
/** Silence at both ends of what is spoken. */
const EDGES_MS = 300;

/** Returns the language of texts where none is chosen: undefined for the tour's own, English if none are written in that. */
export function defaultTextLanguage({narrationSettings}: Pick<Tour, 'narrationSettings'>): TextLanguage | undefined {
	return matchLanguage(narrationSettings.language) ? undefined : 'en';
}

/** Returns the steps for the task in their order, without those that have nothing to speak. `missing`: only those whose result is absent or outdated. */
export function stepsFor(task: Pick<Task, 'kind'> & {lang?: string}, steps: readonly Step[], scope: Scope): Step[] {
	if (task.kind === 'write') return steps.filter(({text}) => scope === 'all' || !text);
	return steps.filter(step => {
		if (!spokenWords(step)) return false;
		const narration = task.kind === 'narrate' ? step.narration : step.narrations.find(({lang}) => lang === task.lang);
		return scope === 'all' || !narration || narration.stale;
	});
}

/** Returns each step's cost from the quota: texts, or an estimate of speech in milliseconds. */
export function costsOf(kind: Task['kind'], steps: readonly Step[]): number[] {
	return steps.map(step => (kind === 'write' ? 1 : EDGES_MS + LETTER_MS * [...(spokenWords(step) ?? '')].length));
}

/** Returns how many steps, from the first on, the rest of the quota covers. */
export function enoughFor(costs: readonly number[], remaining: number): number {
	let left = remaining;
	const index = costs.findIndex(cost => {
		left -= cost;
		return left < 0;
	});
	return index === -1 ? costs.length : index;
}
