import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import sharp from 'sharp';
import {cachedBuild} from '../shared/process/build-cache.ts';
import {type Piece, playerScript, playerStyle} from './player/assets.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Modules that render the pages which the service serves. */
const ALL_PIECES: Piece[] = ['browser', 'cards', 'lead', 'narration', 'near', 'paths', 'report'];

let page: string | null = null;
let plainCover: string | null = null;
let stepPicture: string | null = null;

/**
 * Names the code that renders a page, with all that the page carries: pages of the same name and snapshot are the same. A change of
 * comments or of names inside is none. Takes some 100 ms on a machine's first time.
 */
export function pageRendererVersion(): string {
	page ??= hash(code("export {renderPage} from './player/page.ts'"), playerScript(ALL_PIECES), playerStyle(ALL_PIECES));
	return page;
}

/** Names the code that draws plain covers, with the library that encodes them. */
export function coverRendererVersion(): string {
	plainCover ??= hash(code("export {plainCover} from './cover/cover.ts'"), JSON.stringify(sharp.versions));
	return plainCover;
}

/** Names the code that draws and judges a step's picture, with the page that it shows. */
export function stepPictureRendererVersion(): string {
	stepPicture ??= hash(pageRendererVersion(), code("export {drawStepPicture} from './step-picture/step-picture.ts'"));
	return stepPicture;
}

/** Returns a hash of the code that these lines reach in our modules, without unused parts. */
function code(contents: string): string {
	return cachedBuild({stdin: {contents, loader: 'ts', resolveDir: FOLDER}, platform: 'node', format: 'esm', packages: 'external'});
}

function hash(...parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
