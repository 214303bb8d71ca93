import {readFile, stat} from 'node:fs/promises';
import {basename, dirname, extname, join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {LIMITS} from '../../shared/contract/limits.ts';
import {isGuide, readMarkdown} from '../../shared/folder/markdown.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {interruption, nothingAt, refused} from '../errors.ts';
import {loadFormats, type ServedProgram, servedProgram} from '../fetched/load-parts.ts';
import {checkDocument} from '../folder/check-document.ts';
import {hashOf, readPicture, titleFrom} from '../folder/pictures.ts';
import {readText} from '../folder/read-folder.ts';
import {fromDemo, fromZip} from '../importing/zip.ts';
import type {Output} from '../output.ts';
import type {DeckLine, DeckMessage} from '../pdf/read-lines.ts';
import {beginFolder, type Importing} from '../recording/new-folder.ts';

/** The file of a folder with a demo of Inkly. */
const DEMO = 'demo.config.json';
const WAYS: Record<string, (file: string, importing: Importing) => Promise<void>> = {
	'.zip': fromZip,
	'.mimik': fromZip,
	'.md': fromGuide,
	'.markdown': fromGuide,
	'.pdf': fromDeck,
	'.json': fromDemo,
};

/** Set when the service serves the command: where the program is that draws PDF, and what its bytes are. */
declare const PDF_PROGRAM: ServedProgram | undefined;

const MAX_PDF_BYTES = 200 * 1024 * 1024;
/** Milliseconds for a page of a deck: usual pages take a tenth of a second, only malicious ones this long. */
const PAGE_MS = 30_000;

type Page = {image: string; lines: DeckLine[]};

/** Makes a folder that `publish` reads, from a bundle, a guide in Markdown, a PDF, or an export of Mimik or Inkly. */
export async function importFile(
	given: string,
	{out, force}: {out?: string; force?: boolean},
	schemaUrl: string | null,
	output: Output,
): Promise<void> {
	const file = await fileOf(given);
	const extension = extname(file);
	const way = WAYS[extension.toLowerCase()];
	if (!way)
		throw refused(
			`${given} is none of ${Object.keys(WAYS).join(', ')}. Save a document, slides or a page as PDF; of anything else, such as a film, save pictures into a folder, and run "roteiro init".`,
		);
	const target =
		out ?? keyFrom(basename(basename(file) === DEMO ? given.replace(/[\\/]*(?:demo\.config\.json)?$/, '') : file, extension), 'tour');
	const folder = await beginFolder(target, {force: Boolean(force)});
	const stopped = interruption();
	try {
		await way(file, {folder, schemaUrl, signal: stopped.signal, output});
		stopped.signal.throwIfAborted();
		const {document, pictures} = await folder.place();
		const steps = document.steps?.length ?? 0;
		output.line(`${target}: "${document.name}", ${steps} ${steps === 1 ? 'step' : 'steps'}. Then "roteiro publish ${target}".`);
		output.json({folder: folder.path, steps, pictures: pictures.length});
	} finally {
		stopped.end();
		await folder.discard();
	}
}

/** Returns the file itself, or the one in a folder of a demo. */
async function fileOf(given: string): Promise<string> {
	const found = await stat(given).catch(() => null);
	if (!found) throw await nothingAt('file', given);
	if (found.isFile()) return given;
	const demo = join(given, DEMO);
	const isDemo = (await stat(demo).catch(() => null))?.isFile();
	if (!isDemo) throw refused(`${given} is a folder: name a file in it, or run "roteiro init" where its pictures are.`);
	return demo;
}

/** Makes a step of each heading of a guide in Markdown, or of each of its pictures. */
async function fromGuide(file: string, {folder, schemaUrl, output}: Importing): Promise<void> {
	const {readGuide} = await loadFormats();
	const {tour, problems, placeOf, pictures, note} = readGuide(await readText(file, file), file, {isGuide, readMarkdown, checkDocument});
	if (problems.length > 0) throw refused(problems);
	if (note) output.warn(note);
	const faults: Array<{place: string; message: string}> = [];
	const images = new Map<string, string>();
	for (const [index, {image}] of tour.steps.entries()) {
		if (typeof image !== 'string' || images.has(image)) continue;
		const place = placeOf(`steps[${index}]`);
		if (/^(?:data|http):/.test(image)) {
			faults.push({place, message: 'The picture is inside the text, or at an http URL: save it as a file beside the guide.'});
			continue;
		}
		const bytes =
			pictures.get(image) ??
			(await readPicture(dirname(file), image).then(
				({path}) => readFile(path),
				(error: Error) => void faults.push({place, message: error.message}),
			));
		if (!bytes) continue;
		const [own] = distinct([basename(image)], images.values()) as [string];
		images.set(image, own);
		await folder.saveFile(own, bytes);
	}
	if (faults.length > 0) throw refused(faults);
	const steps = tour.steps.map(step => (typeof step.image === 'string' ? {...step, image: images.get(step.image)} : step));
	await folder.writeTour({...tour, steps}, schemaUrl);
}

/** Makes a step with a picture of each page of a PDF. Throws `refused` with the page that cannot be drawn. */
async function fromDeck(file: string, importing: Importing): Promise<void> {
	const {folder, schemaUrl, signal, output} = importing;
	const {size} = await stat(file);
	if (size > MAX_PDF_BYTES) throw refused([{place: file, message: `Has ${Math.round(size / 1024 / 1024)} MB; 200 MB is the most.`}]);
	const program =
		typeof PDF_PROGRAM === 'undefined' ? new URL('../pdf/index.ts', import.meta.url) : await servedProgram(PDF_PROGRAM, output);
	const thread = new Worker(program, {workerData: {file, mostPages: LIMITS.stepsPerTour}, stdout: true, stderr: true});
	try {
		const pages = await drawPages(file, asker(thread, signal), importing);
		const {describePages} = await loadFormats();
		const {language, steps: described} = describePages(pages.map(({lines}) => lines));
		const steps = pages.map(({image}, index) => ({key: `page-${index + 1}`, image, ...described[index]}));
		const name = basename(file).replace(/\.pdf$/i, '');
		await folder.writeTour({key: keyFrom(name, 'tour'), name: titleFrom(name) || name, ...(language && {language}), steps}, schemaUrl);
	} finally {
		output.progress(null);
		await thread.terminate();
	}
}

/** Saves a picture of each page; pages that look the same are one picture. */
async function drawPages(file: string, ask: Ask, {folder, output}: Importing): Promise<Page[]> {
	const opened = await ask(null, file);
	const count = 'pages' in opened ? opened.pages : 0;
	const pages: Page[] = [];
	const drawn = new Map<string, string>();
	for (let index = 0; index < count; index++) {
		output.progress('Drawing pages', index, count);
		const place = `${file}: page ${index + 1}`;
		const page = await ask(index, place);
		if (!('png' in page)) continue;
		const {png, lines} = page;
		if (png.length > LIMITS.imageBytes) throw refused([{place, message: 'Makes a picture of more than 15 MB: save it with less in it.'}]);
		const hash = hashOf(png);
		const image = drawn.get(hash) ?? `page-${String(index + 1).padStart(String(count).length, '0')}.png`;
		if (!drawn.has(hash)) await folder.saveFile(image, png);
		drawn.set(hash, image);
		pages.push({image, lines});
	}
	return pages;
}

type Ask = (page: number | null, place: string) => Promise<DeckMessage>;

/** Asks the thread for a page (`null`: for the number of pages), and waits for the answer. Throws its error at its place. */
function asker(thread: Worker, signal: AbortSignal): Ask {
	return (page, place) =>
		new Promise((resolve, reject) => {
			const end = () => {
				clearTimeout(timer);
				signal.removeEventListener('abort', stop);
				thread.off('message', heard).off('error', broken).off('exit', gone);
			};
			const fail = (error: unknown) => {
				end();
				reject(error);
			};
			const wrong = (message: string) => fail(refused([{place, message}]));
			const stop = () => fail(signal.reason);
			const heard = (message: DeckMessage) => {
				if ('fault' in message) return wrong(message.fault);
				end();
				resolve(message);
			};
			const broken = (error: Error) => wrong(`Cannot be read (${error.message}).`);
			const gone = () => wrong('Cannot be read: what draws it has ended.');
			const timer = setTimeout(() => wrong(`Is not drawn in ${PAGE_MS / 1000} seconds.`), PAGE_MS);
			if (signal.aborted) return stop();
			signal.addEventListener('abort', stop);
			thread.on('message', heard).on('error', broken).on('exit', gone);
			if (page !== null) thread.postMessage(page);
		});
}
