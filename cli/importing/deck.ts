import {createHash} from 'node:crypto';
import {stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {Worker} from 'node:worker_threads';
import {LIMITS} from '../../shared/contract/limits.ts';
import {keyFrom, titleFrom} from '../../shared/folder/names.ts';
import {refused} from '../errors.ts';
import {loadFormats, type ServedProgram, servedProgram} from '../fetched/load-parts.ts';
import type {DeckLine, DeckMessage} from '../pdf/read-lines.ts';
import type {Importing} from '../recording/new-folder.ts';

/** Set when the service serves the command: where the program is that draws PDF, and what its bytes are. */
declare const PDF_PROGRAM: ServedProgram | undefined;

const MAX_PDF_BYTES = 200 * 1024 * 1024;
/** A page of a deck takes a tenth of a second; one that takes this long has been made to. */
const PAGE_MS = 30_000;

type Page = {image: string; lines: DeckLine[]};

/** Makes a step with a picture of each page of a PDF. Throws `refused` with the page that cannot be drawn. */
export async function fromDeck(file: string, importing: Importing): Promise<void> {
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
		const hash = createHash('sha256').update(png).digest('hex');
		const image = drawn.get(hash) ?? `page-${String(index + 1).padStart(String(count).length, '0')}.png`;
		if (!drawn.has(hash)) await folder.saveFile(image, png);
		drawn.set(hash, image);
		pages.push({image, lines});
	}
	return pages;
}

type Ask = (page: number | null, place: string) => Promise<DeckMessage>;

/** Asks the thread for a page (`null`: for how many there are), and waits for what it says. Throws what is wrong, at its place. */
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
