import type {StoredStep} from './document/document.ts';

/** The least time of an automatic step, and the time per code point of title and text: milliseconds. */
const STEP_MIN_MS = 3000;
const STEP_MS_PER_CODE_POINT = 50;

/** How long the step lasts when the tour plays by itself: time to read it, and time to hear it in any language. */
export function stepDurationMs(step: Pick<StoredStep, 'title' | 'text' | 'narrations'>): number {
	const codePoints = [...(step.title ?? ''), ...(step.text ?? '')].length;
	const heard = step.narrations.map(narration => narration.durationMs);
	return Math.max(STEP_MIN_MS, codePoints * STEP_MS_PER_CODE_POINT, ...heard);
}
