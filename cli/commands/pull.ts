import {mkdir, readFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {DocumentStep, TourDocument} from '../../shared/contract/document.ts';
import {distinct, keyFrom, pictureName} from '../../shared/folder/names.ts';
import {writeMarkdown, writeTour} from '../../shared/folder/write-tour.ts';
import {sniffFormat} from '../../shared/image-format.ts';
import {asCommandError, type Connection, connect, readDocument} from '../connection.ts';
import {CommandError, EXIT, refused} from '../errors.ts';
import {hashOf, listPictures, readPicture} from '../folder/pictures.ts';
import {readFolder, TOUR_FILES, tourFileIn} from '../folder/read-folder.ts';
import {readStates, type State, textHash, updateTour, writeState, writeWhole} from '../folder/update-tour.ts';
import type {Output} from '../output.ts';

const FETCHED_AT_ONCE = 4;
const EXTENSIONS = {png: '.png', jpeg: '.jpg', webp: '.webp', gif: '.gif'};

export type PullOptions = {out?: string; force?: boolean};

/**
 * State of the folder's tour. `edited`: it differs from what was last pulled or published, so that replacing it would lose something.
 * `current`: it equals the service's, pictures included. `older`: the service's is newer, or the folder has none.
 */
type Compared = 'edited' | 'current' | 'older';

/** Writes a tour of the service into a folder for `publish`. Known pictures keep their names; edits stay, unless forced. */
export async function pull(key: string, {out: given, force}: PullOptions, schemaPath: string, output: Output): Promise<void> {
	const connection = await connect();
	try {
		const folder = resolve(given ?? keyFrom(key, 'tour'));
		const {document, tour} = await readDocument(connection, key);
		await mkdir(folder, {recursive: true});
		// Asked before anything is fetched, so that a refusal leaves the folder as it was.
		const before = await readTourText(folder);
		const state = (await readStates(folder, connection.url)).find(({tourId}) => tourId === tour.id);
		const compared = force ? 'older' : await compareFolder(folder, {state, text: before, document});
		const edited = () => editedError(given ?? folder, key, connection.url);
		if (compared === 'edited') throw edited();
		if (compared === 'current') {
			output.line(`${given ?? folder} has the tour as the service has it.`);
			output.json({folder, key, version: tour.version, steps: document.steps?.length ?? 0, pictures: 0});
			return;
		}
		const files = await fetchPictures(connection, folder, document, output);
		const steps = (document.steps ?? []).map(step => inFile(step, files));
		const {format: _format, version: _version, steps: _steps, ...rest} = document;
		if (!force && (await readTourText(folder)) !== before) throw edited();
		const update = {text: before ?? '', document, inFile: (step: object) => inFile(step, files)};
		// Written again it would lose its comments.
		if (force || before === null || !state || !(await updateTour(folder, {...update, state})))
			await replaceFile(folder, {key: key.startsWith('tour_') ? undefined : key, ...rest, steps}, connection.url + schemaPath);
		const written = await readFolder(folder);
		await writeState(folder, {
			url: connection.url,
			key: written.key,
			tourId: tour.id,
			version: tour.version,
			sent: written.document,
			server: document,
			behind: false,
			text: textHash(written.text),
		});
		output.line(
			`${join(given ?? keyFrom(key, 'tour'), written.file)}: "${document.name}", ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}.`,
		);
		output.json({folder, key: written.key, version: tour.version, steps: steps.length, pictures: files.size});
	} catch (error) {
		throw asCommandError(error, connection.url);
	} finally {
		output.progress(null);
	}
}

function editedError(folder: string, key: string, url: string): CommandError {
	const message = `The tour in ${folder} has changes that were not published from there to ${url}, or is another tour: nothing was written. "roteiro publish ${folder}" keeps them, "roteiro pull ${key} -o ${folder} --force" replaces them, and another folder after -o leaves both.`;
	return new CommandError(EXIT.conflict, [{message}]);
}

/** Returns the pictures' files by mediaId; fetches those that the folder lacks. */
async function fetchPictures(connection: Connection, folder: string, document: TourDocument, output: Output): Promise<Map<string, string>> {
	const own = new Map<string, string>();
	const there = await listPictures(folder);
	for (const file of there) {
		const picture = await readPicture(folder, file).catch(() => null);
		if (picture && !own.has(picture.sha256)) own.set(picture.sha256, file);
	}
	const files = new Map(own);
	const wanted = new Map<string, string>();
	for (const [index, {image, key, title}] of (document.steps ?? []).entries()) {
		if (!image?.mediaId || files.has(image.mediaId) || wanted.has(image.mediaId)) continue;
		wanted.set(image.mediaId, pictureName(index, key, title));
	}
	const names = distinct(
		[...wanted.values()],
		there.map(file => file.replace(/\.\w+$/, '')),
	);
	const queue = [...wanted.keys()].entries();
	let done = 0;
	const fetcher = async () => {
		for (const [index, mediaId] of queue) {
			output.progress('Fetching pictures', done++, wanted.size);
			files.set(mediaId, await fetchPicture(connection, {folder, own}, mediaId, names[index]!));
		}
	};
	await Promise.all(Array.from({length: FETCHED_AT_ONCE}, fetcher));
	return files;
}

async function fetchPicture(
	{client}: Connection,
	{folder, own}: {folder: string; own: Map<string, string>},
	mediaId: string,
	name: string,
): Promise<string> {
	const bytes = Buffer.from(await client.readOriginal(mediaId));
	const format = sniffFormat(bytes);
	if (!format) throw refused(`The picture ${mediaId} did not come whole. Run it again.`);
	// The service hands out a file without metadata, so its hash differs from that of the upload.
	const hash = hashOf(bytes);
	const there = own.get(hash);
	if (there !== undefined) return there;
	const file = name + EXTENSIONS[format];
	own.set(hash, file);
	await writeWhole(join(folder, file), bytes);
	return file;
}

/** Returns a step as the file has it. Its id is written only if nothing else names the step. */
function inFile({id, key, image, ...step}: Partial<DocumentStep>, files: Map<string, string>): Record<string, unknown> {
	const file = image?.mediaId && files.get(image.mediaId);
	return {key, ...(key === id && {id}), ...step, ...(file ? {image: file} : image && {image})};
}

/** Writes the tour into its file, or a new tour.yaml: completely or not at all. */
async function replaceFile(folder: string, tour: Record<string, unknown>, schemaUrl: string): Promise<void> {
	const file = join(folder, (await tourFileIn(folder)) ?? TOUR_FILES[0]);
	const text = file.endsWith('.md') ? writeMarkdown(tour) : writeTour(tour, schemaUrl);
	const before = await readTourText(folder);
	await mkdir(dirname(file), {recursive: true});
	await writeWhole(file, before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text);
}

/** Returns the text of the file that has the tour, or null if the folder has none. */
async function readTourText(folder: string): Promise<string | null> {
	const file = await tourFileIn(folder);
	return file && readFile(join(folder, file), 'utf8');
}

/** Compares the tour of a folder, whose file has this text, with the one of the service. */
async function compareFolder(
	folder: string,
	{state, text, document}: {state: State | undefined; text: string | null; document: TourDocument},
): Promise<Compared> {
	if (text === null) return 'older';
	if (state?.text !== textHash(text)) return 'edited';
	const read = await readFolder(folder).catch(() => null);
	// A file with the same text that cannot be read lacks pictures: those are fetched again.
	if (!read) return 'older';
	if (!isDeepStrictEqual(asStored(read.document), state.sent)) return 'edited';
	return isDeepStrictEqual(asStored(document), state.server) ? 'current' : 'older';
}

function asStored(document: object): unknown {
	return JSON.parse(JSON.stringify(document));
}
