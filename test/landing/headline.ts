import {readFile} from 'node:fs/promises';
import {fontFiles} from '../../renderers/fonts/fonts.ts';
import {lettersOf} from '../../renderers/fonts/letters.ts';

/** Writes the headline font of the service's own pages: the serif of the covers, with western European letters, in one weight. */

export const HEADLINE_FILE = new URL('../../api/pages/headline.woff2', import.meta.url);
const WEIGHT = 600;
const RANGES = [
	[0x20, 0x7e],
	[0xa0, 0xff],
] as const;
const SIGNS = '‘’“”–—…•€→';

export async function drawHeadlineFont(): Promise<Buffer> {
	const letters = RANGES.flatMap(([from, to]) => Array.from({length: to - from + 1}, (_, index) => String.fromCodePoint(from + index)));
	const [latin] = fontFiles('source-serif', ['latin']);
	return lettersOf('source-serif', latin!, letters.join('') + SIGNS, WEIGHT);
}

export function keptHeadlineFont(): Promise<Buffer> {
	return readFile(HEADLINE_FILE);
}
