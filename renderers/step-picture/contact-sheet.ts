import sharp from 'sharp';
import {VIEWPORTS, type Viewport} from '../../shared/contract/pictures/step-picture.ts';
import type {Jpeg} from './step-picture.ts';

export const SHEET_COLUMNS: Record<Viewport, number> = {desktop: 3, phone: 6};
/** Width of each picture, pixels: its words are legible, and a dozen stay below the size at which models shrink them. */
const CELL_WIDTH: Record<Viewport, number> = {desktop: 512, phone: 240};
const GAP = 8;
const BACKGROUND = '#777777';
const MAX_BYTES = 400_000;
const QUALITIES = [80, 60, 40];

/** Draws the steps' pictures in rows, in their order. */
export async function contactSheet(pictures: readonly Buffer[], viewport: Viewport): Promise<Jpeg> {
	const window = VIEWPORTS[viewport];
	const cell = {width: CELL_WIDTH[viewport], height: Math.round((CELL_WIDTH[viewport] * window.height) / window.width)};
	const columns = Math.min(SHEET_COLUMNS[viewport], pictures.length);
	const width = columns * (cell.width + GAP) + GAP;
	const height = Math.ceil(pictures.length / columns) * (cell.height + GAP) + GAP;
	const placed = await Promise.all(
		pictures.map(async (bytes, index) => ({
			input: await sharp(bytes)
				.resize({...cell, fit: 'cover'})
				.toBuffer(),
			left: GAP + (index % columns) * (cell.width + GAP),
			top: GAP + Math.floor(index / columns) * (cell.height + GAP),
		})),
	);
	const sheet = await sharp({create: {width, height, channels: 3, background: BACKGROUND}})
		.composite(placed)
		.png()
		.toBuffer();
	let bytes = Buffer.alloc(0);
	for (const quality of QUALITIES) {
		bytes = await sharp(sheet).jpeg({quality}).toBuffer();
		if (bytes.length <= MAX_BYTES) break;
	}
	return {bytes, width, height};
}
