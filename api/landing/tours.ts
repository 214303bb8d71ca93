import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {extname} from 'node:path';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {fileName} from '../../shared/files/file-store.ts';

/**
 * The tours that the page at the root shows, in each language: how a tour is made, and one that lets its visitors choose. They are drawn by the
 * player, and kept beside this file (`npm run lab -- landing`).
 */
export const LANDING_TOURS = ['make', 'choose'] as const;
export type LandingTourName = (typeof LANDING_TOURS)[number];

/** A whole page, and its Content-Security-Policy. */
export type LandingTour = {html: string; csp: string};

const FOLDER = new URL('tours/', import.meta.url);
const FONTS = ['latin', 'latin-ext'].map(subset => `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);

/** Returns the last part of a tour's path, which is also the name of its file. */
export const landingName = (language: PageLanguage, tour: LandingTourName) =>
	`${tour === 'make' ? '' : `${tour}-`}${language.toLowerCase()}`;

/** Returns a tour in a language; the English one where that language's was not drawn yet. */
export function landingTour(language: PageLanguage, tour: LandingTourName): LandingTour {
	const [own, english] = ([language, 'en'] as const).map(tag => new URL(`${landingName(tag, tour)}.json`, FOLDER));
	return JSON.parse(readFileSync(existsSync(own!) ? own! : english!, 'utf8'));
}

const TYPES: Record<string, string> = {'.webp': 'image/webp', '.mp3': 'audio/mpeg'};

type LandingFile = {type: string; bytes: Buffer};
let read: Map<string, LandingFile> | null = null;

/** Returns a picture, sound or font of these tours by its name, or null. */
export function landingFile(name: string): LandingFile | null {
	read ??= new Map([...media(), ...fonts()]);
	return read.get(name) ?? null;
}

function media(): Array<[string, LandingFile]> {
	const folder = new URL('media/', FOLDER);
	return readdirSync(folder).map(name => [name, {type: TYPES[extname(name)]!, bytes: readFileSync(new URL(name, folder))}]);
}

/** The fonts are those of the package, under the names that their content gives them. */
function fonts(): Array<[string, LandingFile]> {
	const {resolve} = createRequire(import.meta.url);
	return FONTS.map(path => {
		const bytes = readFileSync(resolve(path));
		return [fileName('media', bytes, '.woff2'), {type: 'font/woff2', bytes}];
	});
}
