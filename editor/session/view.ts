import {signal} from '@preact/signals';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';

/** Devices on which a tour is viewed. */
export type Device = 'desk' | 'phone';
/** Effects of a pointer on the picture. */
export type Tool = 'select' | 'highlight' | 'click' | 'redact' | 'hotspot';
/** The content of the stage. */
export type View = {tour: Tour; step: Step; tool: Tool};
/** The step in the stage's terms: a screen without its picture is `blank`, one without a highlight `plain`; null without a step. */
export type StepKind = 'slide' | 'blank' | 'plain' | 'marked' | null;

/** Scales of the stage, beside fitting its room. */
export const LEVELS = [0.5, 0.75, 1, 1.5, 2];

/** Returns the next larger scale (`by` 1) or smaller one (-1) than the present one; at either end the last. */
export function nextLevel(seen: number, by: 1 | -1): number {
	// What fits by chance is not a level of its own.
	const near = 0.01;
	if (by === 1) return LEVELS.find(level => level > seen + near) ?? LEVELS.at(-1)!;
	return LEVELS.findLast(level => level < seen - near) ?? LEVELS[0]!;
}

export function kindOf(step: Step | null): StepKind {
	if (!step || step.type === 'slide') return step && 'slide';
	if (!step.image) return 'blank';
	return step.highlight ? 'marked' : 'plain';
}

/** Step of which a fault in its buttons and hotspots is to have the focus, once its fields are drawn. */
export const sought = signal<string | null>(null);
