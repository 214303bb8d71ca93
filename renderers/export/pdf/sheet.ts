import type {PdfOptions} from '../../../shared/contract/exports/options.ts';

/** Measures of the sheets, in millimetres. */

const SIZES = {a4: [210, 297], letter: [215.9, 279.4]} as const;
export const MARGIN = {inline: 16, top: 15, bottom: 18};
/** Width of a step's number, and the gap between it and the words. Millimetres. */
export const NUMBER = {width: 8, gap: 3.5};
/** Between the words of a step and its picture, and between two steps. */
export const GAP = {picture: 4, step: 9, beside: 8};
/** CSS pixels. */
export const PER_MM = 96 / 25.4;

export type Sheet = {width: number; height: number; content: {width: number; height: number}; landscape: boolean};

/** A sheet; `content` is what one step has of it, beside its number. */
export function sheetOf({paper, layout}: Pick<PdfOptions, 'paper' | 'layout'>): Sheet {
	const [short, long] = SIZES[paper];
	const landscape = layout === 'landscape';
	const [width, height] = landscape ? [long, short] : [short, long];
	const content = {
		width: width - 2 * MARGIN.inline - NUMBER.width - NUMBER.gap,
		// A millimetre for what is rounded on the way to the paper.
		height: height - MARGIN.top - MARGIN.bottom - 1,
	};
	return {width, height, content, landscape};
}
