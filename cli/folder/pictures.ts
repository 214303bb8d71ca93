import {createHash} from 'node:crypto';
import {readdir, readFile, realpath, stat} from 'node:fs/promises';
import {isAbsolute, join, posix, sep} from 'node:path';
import {LIMITS} from '../../shared/contract/limits.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {type ImageFormat, sniffFormat} from '../../shared/image-format.ts';
import {orderByName, plainName, takenAt} from '../../shared/tour/files/order-by-name.ts';
import {cut} from '../../shared/tour/wording/sentences.ts';

/** A picture of the folder. `file`: its path in the folder, with slashes. */
export type Picture = {file: string; path: string; sha256: string; bytes: number; width: number; height: number};

/** A name that a folder may have and no path in a tour, where a backslash is a slash: in one that is not UTF-8, U+FFFD stands for its bytes. */
const UNNAMEABLE = /[\\\ufffd]/;
const EXTENSION = /\.(png|jpe?g|jfif|webp|gif)$/i;

/** Returns the pictures in the folder itself by name; 2 comes before 10, and times are compared as times. */
export async function listPictures(folder: string): Promise<string[]> {
	const names = (await readdir(folder, {withFileTypes: true})).filter(
		entry => entry.isFile() && EXTENSION.test(entry.name) && !entry.name.startsWith('.'),
	);
	return orderByName(
		names.map(({name}) => name),
		name => name,
	);
}

/** Pictures of kinds that no tour has. */
const FOREIGN = /\.(avif|heic|heif|jxl|bmp|tiff?|svg)$/i;

/** Returns a sentence for each picture in the folder itself that `listPictures` leaves out. */
export async function leftOutOf(folder: string): Promise<string[]> {
	const entries = (await readdir(folder, {withFileTypes: true})).filter(({name}) => !name.startsWith('.'));
	const inside = entries.map(async entry => entry.isDirectory() && (await listPictures(join(folder, entry.name))).length > 0);
	const hasPictures = await Promise.all(inside);
	return entries.flatMap((entry, index) => {
		if (hasPictures[index]) return `The pictures in ${entry.name} are left out: move them here, or name them in tour.yaml by their path.`;
		if (entry.isFile() && FOREIGN.test(entry.name)) return `${entry.name} is left out: save it as PNG, JPEG, WebP or GIF.`;
		if (entry.isFile() && /\.pdf$/i.test(entry.name)) return `${entry.name} is left out: "roteiro import" makes a folder of its pages.`;
		const isLink = entry.isSymbolicLink() && (EXTENSION.test(entry.name) || FOREIGN.test(entry.name));
		return isLink ? `${entry.name} is left out: it is a link. Put the picture itself there.` : [];
	});
}

/** "Screenshot (2)", "IMG_0099": names that say nothing about what is shown. */
const UNNAMED = /^(?:screen\s?shot|img|image|imagem|imagen|captura de (?:tela|ecrã|pantalla))[\s_-]*\(?\d*\)?$/iu;
/** Digits of a date with its time. */
const MOMENT = 14;
/** The number that orders a file, such as 02 or 1.2, or the moment at which it was made. Further digits are part of its name. */
const ORDER =
	/^[\s._-]*(?:(?:19|20)\d\d([._-]?)\d\d\1\d\d(?:[\sT._-]+\d\d([.:_-]?)\d\d(?:\2\d\d)?)?(?![^\s._-])|\d+(?:\.\d+)*(?![^\s._-]))?[\s._-]*/;

/** Tests if a name, without extension, is one that tools give: words with date and time, or words for a picture with a number at most. */
function isOfTool(name: string): boolean {
	if (UNNAMED.test(name.normalize('NFC'))) return true;
	const taken = takenAt(name, true);
	return taken !== null && taken.digits.length === MOMENT && /\p{L}/u.test(taken.before);
}

/** Turns a file name into a title: "02-fill_in.png" becomes "Fill in", "03-2fa.png" "2fa"; numbers and names of screenshot tools are none. */
export function titleFrom(file: string): string {
	const name = file.replace(/^.*\//, '').replace(/\.\w+$/, '');
	if (isOfTool(name)) return '';
	const words = name
		.replace(ORDER, '')
		.replaceAll(/[\s._-]+/g, ' ')
		.trim();
	return /[^\d ]/.test(words) ? cut(words[0]!.toUpperCase() + words.slice(1), STEP_TEXTS.title) : '';
}

/** Reads a picture of the folder. Throws an error with a sentence where there is none, or none that a tour can have. */
export async function readPicture(folder: string, file: string): Promise<Picture> {
	const given = file.replaceAll('\\', '/');
	if (isAbsolute(file) || posix.normalize(given).startsWith('..'))
		throw new Error(`${file} is not in the folder: pictures lie beside the tour.`);
	const path = join(folder, given);
	const real = await realpath(path).catch(() => findAlike(folder, posix.normalize(given)));
	if (real === null)
		throw new Error(`${file} is not there${UNNAMEABLE.test(file) ? ', or its name has a backslash or is not UTF-8: rename it' : ''}.`);
	if (!real.startsWith((await realpath(folder)) + sep)) throw new Error(`${file} leads out of the folder.`);
	const found = await stat(real);
	if (!found.isFile()) throw new Error(`${file} is not a file.`);
	if (found.size > LIMITS.imageBytes) throw new Error(`${file} has ${(found.size / 1024 / 1024).toFixed(1)} MB; 15 MB is the most.`);
	const bytes = await readFile(real);
	const size = sniffFormat(bytes) && pictureSize(bytes);
	if (!size) throw new Error(`${file} is not a PNG, JPEG, WebP or GIF.`);
	return {file: posix.normalize(given), path: real, sha256: hashOf(bytes), bytes: bytes.length, ...size};
}

/** Returns the sha256 of bytes, in hexadecimal digits. */
export function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** Finds a file whose name differs only in blanks and Unicode composition, as on a Mac. Null if there is none, or several. */
async function findAlike(folder: string, file: string): Promise<string | null> {
	let path = folder;
	for (const part of file.split('/')) {
		const names = (await readdir(path).catch(() => [])).filter(name => plainName(name) === plainName(part));
		const name = names.find(one => one === part) ?? names[0];
		if (name === undefined || (name !== part && names.length > 1)) return null;
		path = join(path, name);
	}
	return realpath(path).catch(() => null);
}

/** Width and height in pixels that the first bytes of an image announce, as it is shown; null if they announce none. */
export function pictureSize(bytes: Buffer): {width: number; height: number} | null {
	const format = sniffFormat(bytes);
	try {
		return format && SIZES[format](bytes);
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

const SIZES: Record<ImageFormat, (bytes: Buffer) => {width: number; height: number} | null> = {
	png: bytes => ({width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)}),
	gif: bytes => ({width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)}),
	webp: webpSize,
	jpeg: jpegSize,
};

function webpSize(bytes: Buffer) {
	const kind = bytes.toString('latin1', 12, 16);
	if (kind === 'VP8X') return {width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3)};
	if (kind === 'VP8 ') return {width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff};
	const bits = bytes.readUInt32LE(21);
	return {width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff)};
}

/** Orientations from 5 on stand on their side. */
const ON_SIDE = 5;

function jpegSize(bytes: Buffer) {
	let turned = false;
	for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
		while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
		const marker = bytes[at + 1]!;
		if (marker === 0xe1) turned = orientation(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))) >= ON_SIDE;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (!isFrame) continue;
		const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
		return turned ? {width: height, height: width} : {width, height};
	}
	return null;
}

/** Returns the orientation in Exif data, 1 to 8; 1 without one. */
function orientation(exif: Buffer): number {
	if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
	const tiff = exif.subarray(6);
	const little = tiff.toString('latin1', 0, 2) === 'II';
	const read16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
	const entries = read16(directory);
	for (let index = 0; index < entries; index++) {
		const entry = directory + 2 + 12 * index;
		if (read16(entry) === 0x0112) return read16(entry + 8);
	}
	return 1;
}
