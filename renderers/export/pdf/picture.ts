import {readFile} from 'node:fs/promises';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWork} from '../../exporter.ts';
import {decode} from '../../image/decode.ts';
import {keptPicture, pixelsOf, readablePart, readStill, type Still, stillFile} from '../../paper/part.ts';

/** JPEG, which a browser puts into a PDF as it is; other formats it would encode again, and larger. `path`: of the file. */
export type PrintedPicture = {path: string; width: number; height: number};

/** The content to print: `pictures` by step, and `scripts` of the steps if they are printed. */
export type Printed = {
	snapshot: Snapshot;
	url: string | null;
	pictures: ReadonlyArray<PrintedPicture | null>;
	scripts: ReadonlyArray<string | null>;
	sections?: ExportSource['sections'];
	led?: ExportSource['led'];
};

/** Version of the drawing: raise it with each change of a picture's bytes. */
const PICTURE_VERSION = 2;
/**
 * Widths and qualities to try: 1,440 pixels on 167 mm are 219 a 25.4 mm, at which letters can be read. Only
 * photographs and noise need the lower ones.
 */
const LADDER = [
	{width: 1440, quality: 82},
	{width: 1440, quality: 70},
	{width: 1200, quality: 65},
	{width: 960, quality: 55},
	{width: 800, quality: 40},
] as const;
/** A step may take 110 KB of the file, and its words and marks some of them. */
const MAX_BYTES = 100 * 1024;

/** Returns a step's picture for printing, kept between exports; null if it is not available. */
export async function printedPicture(step: SnapshotStep, source: ExportSource, work: ExportWork): Promise<PrintedPicture | null> {
	const part = step.image && readablePart(step);
	const file = part && stillFile(step, LADDER[0].width / part.width);
	if (!file) return null;
	const path = await keptPicture(work, ['pdf picture', PICTURE_VERSION, file.file, part], async () => {
		const still = await readStill(file, source);
		return still && smallEnough(still, pixelsOf(part, still));
	});
	if (path === null) return null;
	const {width, height} = await decode(await readFile(path)).metadata();
	return {path, width, height};
}

async function smallEnough({bytes, ground}: Still, part: ReturnType<typeof pixelsOf>): Promise<Buffer> {
	let jpeg = Buffer.alloc(0);
	for (const {width, quality} of LADDER) {
		const wide = Math.min(width, part.width);
		const drawn = decode(bytes).extract(part).resize(wide).flatten({background: ground}).toColourspace('srgb');
		jpeg = await drawn.jpeg({quality}).toBuffer();
		if (jpeg.length <= MAX_BYTES) break;
	}
	return jpeg;
}

/** Returns the path of a step's picture in the document. Steps of one picture share it: the PDF has it once. */
export function picturePath(pictures: Printed['pictures'], index: number): string {
	const {path} = pictures[index]!;
	return `/${pictures.findIndex(picture => picture?.path === path) + 1}.jpg`;
}
