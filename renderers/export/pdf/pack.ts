import type {PdfOptions} from '../../../shared/contract/exports/options.ts';

/** A step as it lies on paper, in millimetres. `picture`: its proportions, width to height; null without one. `widest`: of the picture. */
export type Block = {words: number; picture: number | null; widest?: number};
/** A step's place: if a page begins with it, and how wide its picture is drawn. */
type Place = {begins: boolean; picture: number | null};

/** Ratio below which a picture is put beside its words: under them it would leave most of a page empty. */
const UPRIGHT = 0.8;
/** Least share of the content's width for a picture: it is not made smaller to fit one more step. */
const LEAST = 0.7;
/** Least share of the content's height, if that is less than the least width makes. */
const MOST_LEAST = {portrait: 0.42, landscape: 0.5};
/** Share of the content's height for an upright picture: in portrait, two fit on a page. */
const UPRIGHT_HEIGHT = {portrait: 0.46, landscape: 0.9};
const MOST_BESIDE = 0.45;
/** The smaller share of these heights, if it brings a closing card onto the same page. */
const SMALLER = 0.7;

const SIZES = {a4: [210, 297], letter: [215.9, 279.4]} as const;
export const MARGIN = {inline: 16, top: 15, bottom: 18};
/** Width of a step's number, and the gap between it and the words. Millimetres. */
export const NUMBER = {width: 8, gap: 3.5};
/** Between the words of a step and its picture, and between two steps. */
export const GAP = {picture: 4, step: 9, beside: 8};
/** CSS pixels. */
export const PER_MM = 96 / 25.4;
/** Most times that a picture is enlarged, as on a page on a screen: one of 12 pixels stays small. */
export const ENLARGED = 1.5;

export type Sheet = {width: number; height: number; content: {width: number; height: number}; landscape: boolean};

/** True if a picture stands beside its words. */
export function isBeside(picture: number | null): boolean {
	return picture !== null && picture < UPRIGHT;
}

/** Returns the width of an upright picture. */
export function besideWidth(picture: number, {content, landscape}: Sheet, widest = Number.POSITIVE_INFINITY): number {
	return Math.min(content.height * UPRIGHT_HEIGHT[landscape ? 'landscape' : 'portrait'] * picture, content.width * MOST_BESIDE, widest);
}

/** Puts steps on pages, in portrait up to two with pictures, in landscape one; pictures fill the rest of the page. */
export function packPages(blocks: readonly Block[], sheet: Sheet): Place[] {
	const {content, landscape} = sheet;
	const pages: Block[][] = [];
	let [used, pictures] = [0, 0];
	for (const block of blocks) {
		const least = leastHeight(block, sheet);
		const page = pages.at(-1);
		const full = pictures + (block.picture === null ? 0 : 1) > (landscape ? 1 : 2);
		if (!page || full || used + GAP.step + least > content.height) {
			pages.push([block]);
			[used, pictures] = [least, 0];
		} else {
			page.push(block);
			used += GAP.step + least;
		}
		if (block.picture !== null) pictures += 1;
	}
	const [before, last] = pages.slice(-2) as [Block[], Block[] | undefined];
	// A closing card alone would leave a page empty: for it the pictures before it are smaller still.
	if (last?.length === 1 && last[0]!.picture === null && heightOf([...before, ...last], sheet, SMALLER) <= content.height) {
		pages.splice(-2, 2, [...before, ...last]);
	}
	return pages.flatMap(page => placesOn(page, sheet));
}

function heightOf(page: Block[], sheet: Sheet, share = 1): number {
	return GAP.step * (page.length - 1) + page.reduce((sum, block) => sum + leastHeight(block, sheet, share), 0);
}

function placesOn(page: Block[], sheet: Sheet): Place[] {
	const {content} = sheet;
	const share = heightOf(page, sheet) > content.height && heightOf(page, sheet, SMALLER) <= content.height ? SMALLER : 1;
	let free = content.height - heightOf(page, sheet, share);
	const under = page.flatMap(block => {
		if (block.picture === null || isBeside(block.picture)) return [];
		const least = share * leastPicture(block.picture, sheet, block.widest);
		return [{block, least, room: Math.min(content.width, block.widest ?? content.width) / block.picture - least}];
	});
	const widths = new Map<Block, number>();
	// The pictures that can grow least come first, so that the others get the room that these leave.
	for (const [index, {block, least, room}] of under.sort((one, other) => one.room - other.room).entries()) {
		const more = Math.min(Math.max(free, 0) / (under.length - index), room);
		widths.set(block, (least + more) * block.picture!);
		free -= more;
	}
	return page.map((block, index) => ({
		begins: index === 0,
		picture: widths.get(block) ?? (block.picture && besideWidth(block.picture, sheet, block.widest)),
	}));
}

function leastHeight({words, picture, widest}: Block, sheet: Sheet, share = 1): number {
	if (picture === null) return words;
	if (isBeside(picture)) return Math.max(words, besideWidth(picture, sheet, widest) / picture);
	return words + GAP.picture + share * leastPicture(picture, sheet, widest);
}

/** Returns the least height of a picture under its words. */
function leastPicture(picture: number, {content, landscape}: Sheet, widest = Number.POSITIVE_INFINITY): number {
	return Math.min(Math.min(content.width * LEAST, widest) / picture, content.height * MOST_LEAST[landscape ? 'landscape' : 'portrait']);
}

// Measures of the sheets, in millimetres.

/** A sheet; `content` is the room of one step, beside its number. */
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
