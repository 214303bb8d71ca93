import type {ImageFormat} from '../../../shared/image-format.ts';
import {hiddenInGifs} from './gifs.ts';
import {hiddenInJpegs} from './jpegs.ts';
import {hiddenInPngs} from './pngs.ts';
import {hiddenInWebps} from './webps.ts';

/** A picture with a hidden word that no output may have. */
export type HiddenFile = {name: string; format: ImageFormat; word: string; bytes: Buffer};
/** Makes a picture that hides the word. */
export type Maker = (word: string) => Buffer | Promise<Buffer>;

/** Returns some fifty pictures, each with a word in another place; `seed` begins each word. */
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
