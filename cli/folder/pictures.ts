import {createHash} from 'node:crypto';
import {readdir, readFile, realpath, stat} from 'node:fs/promises';
import {isAbsolute, join, posix, sep} from 'node:path';
import {LIMITS} from '../../shared/contract/limits.ts';
import {sniffFormat} from '../../shared/image-format.ts';
import {orderByName, plainName} from '../../shared/tour/files/order-by-name.ts';
import {pictureSize} from './picture-size.ts';

/** A picture of the folder. `file`: its path in the folder, with slashes. */
export type Picture = {file: string; path: string; sha256: string; bytes: number; width: number; height: number};

const EXTENSION = /\.(png|jpe?g|webp|gif)$/i;

/** Pictures that lie in the folder itself, in the order of their names, where 2 comes before 10 and times are compared as times. */
export async function listPictures(folder: string): Promise<string[]> {
	const names = (await readdir(folder, {withFileTypes: true})).filter(
		entry => entry.isFile() && EXTENSION.test(entry.name) && !entry.name.startsWith('.'),
	);
	return orderByName(
		names.map(({name}) => name),
		name => name,
	);
}

/** Reads a picture of the folder. Throws an error with a sentence where there is none, or none that a tour can have. */
export async function readPicture(folder: string, file: string): Promise<Picture> {
	const given = file.replaceAll('\\', '/');
	if (isAbsolute(file) || posix.normalize(given).startsWith('..'))
		throw new Error(`${file} is not in the folder: pictures lie beside the tour.`);
	const path = join(folder, given);
	const real = await realpath(path).catch(() => findAlike(folder, posix.normalize(given)));
	if (real === null) throw new Error(`${file} is not there.`);
	if (!real.startsWith((await realpath(folder)) + sep)) throw new Error(`${file} leads out of the folder.`);
	const found = await stat(real);
	if (!found.isFile()) throw new Error(`${file} is not a file.`);
	if (found.size > LIMITS.imageBytes) throw new Error(`${file} has ${(found.size / 1024 / 1024).toFixed(1)} MB; 15 MB is the most.`);
	const bytes = await readFile(real);
	const size = sniffFormat(bytes) && pictureSize(bytes);
	if (!size) throw new Error(`${file} is not a PNG, JPEG, WebP or GIF.`);
	return {file: posix.normalize(given), path: real, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, ...size};
}

/** A file whose name differs in blanks and composition alone, as a Mac's names do when they are typed. Null where there is none, or several. */
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
