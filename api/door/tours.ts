import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {fileName} from '../../shared/files/file-store.ts';

/** The tour of Roteiro that the page at the root shows, in each language: drawn by the player, and kept beside this file (`npm run door`). */

/** A whole page, and its Content-Security-Policy. */
export type DoorTour = {html: string; csp: string};

const FOLDER = new URL('tours/', import.meta.url);
const FONTS = ['latin', 'latin-ext'].map(subset => `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
const FILE = /^[0-9a-f]{32}\.(webp|woff2)$/;

export function doorTour(language: PageLanguage): DoorTour {
	return JSON.parse(readFileSync(new URL(`${language.toLowerCase()}.json`, FOLDER), 'utf8'));
}

/** A picture or font of these tours by its name; null where there is none. */
export function doorFile(name: string): {type: string; bytes: Buffer} | null {
	const type = FILE.exec(name)?.[1];
	if (!type) return null;
	if (type === 'woff2') return fonts().get(name) ?? null;
	const url = new URL(`media/${name}`, FOLDER);
	return existsSync(url) ? {type: 'image/webp', bytes: readFileSync(url)} : null;
}

let read: Map<string, {type: string; bytes: Buffer}> | null = null;

/** The fonts are those of the package, under the names that their content gives them. */
function fonts() {
	const {resolve} = createRequire(import.meta.url);
	read ??= new Map(
		FONTS.map(path => {
			const bytes = readFileSync(resolve(path));
			return [fileName('media', bytes, '.woff2'), {type: 'font/woff2', bytes}];
		}),
	);
	return read;
}
