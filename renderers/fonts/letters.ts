import subsetFont from 'subset-font';
import type {RealFont} from '../../shared/tour/themes.ts';
import {SOURCES} from './families.ts';
import type {FontFile} from './fonts.ts';

/** OpenType features that our texts use: kerning, ligatures, letter forms and the places of accents. */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'rlig', 'mark', 'mkmk'];
/** Weights that the style asks for, which variable fonts keep. */
const WEIGHTS = {min: 400, max: 700};
/** Identifiers of a font's texts: its licence, which goes with every copy; and its names. */
const LICENCE = [13, 14];
const NAMES = new Set([1, 3, 4, 6, 16, 18, 20, 21, 22, 25]);
/** Fonts whose licences reserve their name for the unchanged font: a changed one needs another name. */
const RESERVED: RealFont[] = ['lato', 'merriweather', 'source-serif'];
/** The family's name in styles for a font whose own name is reserved. */
export const OTHER_NAME = 'Tour';

/** Returns the font with only this text's letters, a fifth of the bytes. A `weight` fixes that of a variable font. */
export async function lettersOf(font: RealFont, {bytes}: FontFile, text: string, weight?: number): Promise<Buffer> {
	const axes = 'wght' in SOURCES[font].weights ? {variationAxes: {wght: weight ?? WEIGHTS}} : {};
	const options = {keepFeatures: FEATURES, preserveNameIds: LICENCE, noHinting: true, ...axes};
	if (!isReserved(font)) return subsetFont(bytes, text, {...options, targetFormat: 'woff2'});
	const plain = await subsetFont(bytes, text, {...options, targetFormat: 'truetype'});
	return subsetFont(renamed(plain), text, {...options, targetFormat: 'woff2', variationAxes: undefined});
}

export function isReserved(font: RealFont): boolean {
	return RESERVED.includes(font);
}

/** Changes the names in place, so that no offset moves: https://learn.microsoft.com/typography/opentype/spec/name. */
function renamed(font: Buffer): Buffer {
	const bytes = Buffer.from(font);
	const tables = Array.from({length: bytes.readUInt16BE(4)}, (_, index) => 12 + 16 * index);
	const entry = tables.find(at => bytes.toString('latin1', at, at + 4) === 'name');
	if (entry === undefined) return bytes;
	const table = bytes.readUInt32BE(entry + 8);
	const storage = table + bytes.readUInt16BE(table + 4);
	for (let index = 0; index < bytes.readUInt16BE(table + 2); index++) {
		const at = table + 6 + 12 * index;
		if (!NAMES.has(bytes.readUInt16BE(at + 6))) continue;
		const [length, offset] = [bytes.readUInt16BE(at + 8), bytes.readUInt16BE(at + 10)];
		// Of Macintosh (1) a letter is a byte, of the others two.
		const wide = bytes.readUInt16BE(at) !== 1;
		const name = OTHER_NAME.padEnd(wide ? length / 2 : length, 'x').slice(0, wide ? length / 2 : length);
		bytes.write(name, storage + offset, 'latin1');
		if (wide) bytes.subarray(storage + offset, storage + offset + length).set(Buffer.from(name, 'utf16le').swap16());
	}
	return bytes;
}
