import {createHash} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import {type BuildOptions, buildSync} from 'esbuild';

/** What a page carries only where its tour needs it, beside the player itself. */
export type Piece = 'cards' | 'lead' | 'narration';

type Part = {file: string; piece?: Piece; media?: string};

/** Where there is a stage: elsewhere the page is a document. */
const STAGE = 'screen and (scripting: enabled)';
/** In the order in which they are put together. */
const SCRIPTS: Part[] = [
	{file: './client.ts'},
	{file: './client-report.ts'},
	{file: './client-lead.ts', piece: 'lead'},
	{file: './client-narration.ts', piece: 'narration'},
];
const STYLES: Part[] = [
	{file: './document.css'},
	{file: './layout.css', media: STAGE},
	{file: './cards.css', piece: 'cards', media: STAGE},
	{file: './placement.css', media: STAGE},
	{file: './lead.css', piece: 'lead'},
	{file: './narration.css', piece: 'narration'},
];

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const compiled = new Map<string, string>();

/** The browser's part of the player with these pieces, minified; compiled when it is first needed. */
export function playerScript(pieces: readonly Piece[]): string {
	return compile(
		among(SCRIPTS, pieces, ({file}) => `import '${file}';`),
		'ts',
	);
}

/** The player's style with these pieces, minified; compiled when it is first needed. */
export function playerStyle(pieces: readonly Piece[]): string {
	return compile(
		among(STYLES, pieces, ({file, media = ''}) => `@import '${file}' ${media};`),
		'css',
	);
}

/** The source expression with which a policy allows exactly this text between `<script>` or `<style>` tags. */
export function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function among(parts: Part[], pieces: readonly Piece[], write: (part: Part) => string): string {
	return parts
		.filter(({piece}) => !piece || pieces.includes(piece))
		.map(write)
		.join('');
}

function compile(contents: string, loader: 'ts' | 'css'): string {
	let text = compiled.get(contents);
	if (text === undefined) {
		text = buildSync({...OPTIONS, stdin: {contents, loader, resolveDir: FOLDER}}).outputFiles[0]!.text.trim();
		compiled.set(contents, text);
	}
	return text;
}

const OPTIONS = {
	bundle: true,
	minify: true,
	write: false,
	format: 'iife',
	charset: 'utf8',
	target: ['chrome120', 'firefox121', 'safari17.2'],
	legalComments: 'none',
} satisfies BuildOptions;
