import type {ImageFormat} from '../../../shared/image-format.ts';
import {hiddenInGifs} from './gifs.ts';
import {hiddenInJpegs} from './jpegs.ts';
import {hiddenInPngs} from './pngs.ts';
import {hiddenInWebps} from './webps.ts';

/** A picture in which a word is hidden that must not leave with it. */
export type HiddenFile = {name: string; format: ImageFormat; word: string; bytes: Buffer};
/** Makes a picture that hides the word. */
export type Maker = (word: string) => Buffer | Promise<Buffer>;

/** Some fifty pictures, each with something hidden at a place of its own; `seed` begins each word. */
export async function hiddenFiles(seed = 'Kestrel'): Promise<HiddenFile[]> {
	const makers: Record<ImageFormat, Record<string, Maker>> = {
		png: await hiddenInPngs(),
		jpeg: await hiddenInJpegs(),
		gif: await hiddenInGifs(),
		webp: await hiddenInWebps(),
	};
	const files: HiddenFile[] = [];
	for (const [format, all] of Object.entries(makers) as Array<[ImageFormat, Record<string, Maker>]>) {
		for (const [name, make] of Object.entries(all)) {
			const word = `${seed}-${String(files.length).padStart(2, '0')}-Quillwort`;
			files.push({name: `${format}: ${name}`, format, word, bytes: await make(word)});
		}
	}
	return files;
}
