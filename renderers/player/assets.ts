import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {MinifyOptions} from 'terser';
import terser from 'terser/package.json' with {type: 'json'};
import {cacheFolder, compileForBrowsers, writeCacheFile} from '../../shared/process/build-cache.ts';
import {hotspotMotion, hotspotStyle} from '../hotspot/hotspot.ts';

/**
 * Optional parts of a page's player: `report` for pages of the service, `course` for an LMS; `near` if the camera moves to a step; `browser` if
 * pictures have the bar of one.
 */
export type Piece = 'browser' | 'cards' | 'course' | 'lead' | 'narration' | 'near' | 'paths' | 'report';

type Part = {file: string; piece?: Piece; media?: string};
/** A style that is made, not read. */
type Made = Omit<Part, 'file'> & {file: 'hotspot' | 'motion'; text: () => string};

/** Condition under which a page has a stage; else it is a plain document. */
const STAGE = 'screen and (scripting: enabled)';
/** In the order in which they are put together. */
const SCRIPTS: Part[] = [
	{file: './client/course.ts', piece: 'course'},
	{file: './client/steps.ts'},
	{file: './client/paths.ts', piece: 'paths'},
	{file: './client/autoplay.ts'},
	{file: './client/report.ts', piece: 'report'},
	{file: './client/lead-form.ts', piece: 'lead'},
	{file: './client/narration.ts', piece: 'narration'},
];
const STYLES: (Part | Made)[] = [
	{file: './style/document.css'},
	{file: './style/paper.css'},
	{file: 'hotspot', text: hotspotStyle},
	{file: './style/bars.css', media: STAGE},
	{file: './style/layout.css', media: STAGE},
	{file: 'motion', text: hotspotMotion, media: STAGE},
	{file: './style/cards.css', piece: 'cards', media: STAGE},
	{file: './style/placement.css', media: STAGE},
	{file: './style/browser.css', piece: 'browser', media: STAGE},
	{file: './style/lead.css', piece: 'lead'},
	{file: './style/narration.css', piece: 'narration'},
	{file: './style/paths.css', piece: 'paths'},
];

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** Properties of `Voice` that are written shorter; no browser has properties of these names. */
const OWN_PROPERTIES = {silent: 'e', begin: 't', follow: 'n', done: 'o'};
const compiled = new Map<string, string>();

/** Returns the player's script with these pieces, minified; compiles it when it is first needed. */
export function playerScript(pieces: readonly Piece[]): string {
	// Every visitor fetches it.
	return once(SCRIPTS, pieces, parts => minify(compile(startAll(parts), 'ts', definesFor(pieces))));
}

/** Constants of the scripts: the compiler leaves out the code for pieces that a page does not have. */
function definesFor(pieces: readonly Piece[]): Record<string, string> {
	const has = (piece: Piece) => String(pieces.includes(piece));
	return {FORM: has('lead'), NEAR: has('near'), PATHS: has('paths')};
}

// Each begins when the document stands, in the order of the list, and not in the task in which a browser parses its end and lays it out.
function startAll(parts: Part[]): string {
	const imports = parts.map(({file}, index) => `import {start as start${index}} from '${file}';`);
	return `${imports.join('')}addEventListener('DOMContentLoaded',()=>setTimeout(()=>{${parts.map((_, index) => `start${index}();`).join('')}}))`;
}

/** Returns the player's style with these pieces, minified; compiles it when it is first needed. */
export function playerStyle(pieces: readonly Piece[]): string {
	// The compiler keeps the spaces in custom properties, in conditions, and around slashes, semicolons and signs of times.
	return once(STYLES, pieces, parts => compile(sheet(parts), 'css').replace(/(?<=[:,/]) | (?=[/;}])| (?=[*<>]=? )|(?<= [*<>]=?) /g, ''));
}

/** Returns the source expression by which a policy allows exactly this text between `<script>` or `<style>` tags. */
export function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// Parts that follow one another for the same media share one rule.
function sheet(parts: (Part | Made)[]): string {
	const texts = parts.map((part, index) => {
		const {file, media} = part;
		const text = 'text' in part ? part.text() : readFileSync(new URL(file, import.meta.url), 'utf8');
		if (!media) return text;
		const opening = parts[index - 1]?.media === media ? '' : `@media ${media} {`;
		return opening + text + (parts[index + 1]?.media === media ? '' : '}');
	});
	return texts.join('');
}

function compile(contents: string, loader: 'ts' | 'css', define?: Record<string, string>): string {
	const stdin = {contents, loader, resolveDir: FOLDER};
	if (loader === 'css') return compileForBrowsers({stdin});
	const mangleProps = new RegExp(`^(${Object.keys(OWN_PROPERTIES).join('|')})$`);
	// The bundler chooses letters by all that it read, also of parts that it left out: names are left to `minify`.
	return compileForBrowsers({stdin, define, mangleProps, mangleCache: OWN_PROPERTIES, minifyIdentifiers: false});
}

/** Compiles the parts that these pieces need, once in each process. */
function once<P extends Part>(all: P[], pieces: readonly Piece[], make: (parts: P[]) => string): string {
	const parts = all.filter(({piece}) => !piece || pieces.includes(piece));
	const key = [...parts.map(({file}) => file), ...Object.values(definesFor(pieces))].join();
	const made = compiled.get(key) ?? make(parts);
	compiled.set(key, made);
	return made;
}

/** Made for each call, which writes into them. Larger functions stay where they are called several times: compressed, that is less. */
const options = (): MinifyOptions => ({ecma: 2020, compress: {passes: 3, inline: 1, keep_fargs: false, unsafe_arrows: true}});
/** Made in the same way, for what is small already: names that are declared at one place are 25 bytes less. */
const again = (): MinifyOptions => ({ecma: 2020, compress: {inline: 1, hoist_vars: true}});

/**
 * The script in fewer bytes: a twenty-fifth less than the bundler leaves. It takes some 200 ms of an idle core, in which its process does
 * nothing else, so the result is kept in `folder` from process to process, named for all that it depends on. Null, or a folder that
 * cannot be written, keeps nothing.
 */
export function minify(script: string, folder = cacheFolder('minified')): string {
	if (!folder) return minified(script);
	const inputs = JSON.stringify([script, options(), again(), terser.version]);
	const path = join(folder, `${createHash('sha256').update(inputs).digest('hex')}.js`);
	try {
		return readFileSync(path, 'utf8');
	} catch {
		const text = minified(script);
		writeCacheFile(path, text);
		return text;
	}
}

function minified(script: string): string {
	// Loaded only where nothing is kept.
	const {minify_sync}: typeof import('terser') = createRequire(import.meta.url)('terser');
	const {code} = minify_sync(script, options());
	return minify_sync(code!, again()).code!;
}
