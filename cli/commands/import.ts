import {createHash} from 'node:crypto';
import {readFile, stat} from 'node:fs/promises';
import {basename, dirname, extname} from 'node:path';
import {LIMITS} from '../../shared/contract/limits.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {isGuide, readMarkdown} from '../../shared/folder/read-markdown.ts';
import {refused} from '../errors.ts';
import {readPicture} from '../folder/pictures.ts';
import {TOUR_FILES} from '../folder/read-folder.ts';
import type {Output} from '../output.ts';
import {interruption} from '../recording/interruption.ts';
import {beginFolder, type NewFolder} from '../recording/new-folder.ts';
import {loadZip} from '../zip/load-zip.ts';

/** A bundle has a picture for each step at most, and the tour. */
const ZIP_LIMITS = {entries: 1000, bytesEach: LIMITS.imageBytes, bytes: 500 * 1024 * 1024};
/** Pictures, and the guide in which a tour's steps may be. */
const WANTED = /\.(?:png|jpe?g|webp|gif|md)$/i;
const MAX_MARKDOWN_BYTES = 4 * 1024 * 1024;

/** Makes a folder that `publish` reads out of a bundle (a zip), or out of a guide in Markdown with its pictures. */
export async function importFile(
	file: string,
	{out, force}: {out?: string; force?: boolean},
	schemaUrl: string | null,
	output: Output,
): Promise<void> {
	const found = await stat(file).catch(() => null);
	if (!found?.isFile()) throw refused(found ? `${file} is not a file.` : `There is no file ${file}.`);
	const kind = extname(file).toLowerCase();
	const name = basename(file, extname(file));
	const given = out ?? keyFrom(name, 'tour');
	if (kind !== '.zip' && kind !== '.md' && kind !== '.markdown')
		throw refused(
			`${file} is neither a bundle (.zip) nor a guide (.md). Of anything else save its pictures into a folder, and run "roteiro init".`,
		);
	const folder = await beginFolder(given, {force: Boolean(force)});
	const stopped = interruption();
	try {
		if (kind === '.zip') await fromZip(file, folder);
		else await fromGuide(file, {name, bytes: found.size, folder, schemaUrl});
		stopped.signal.throwIfAborted();
		const {document, pictures} = await folder.place();
		const steps = document.steps?.length ?? 0;
		output.line(`${given}: "${document.name}", ${steps} ${steps === 1 ? 'step' : 'steps'}. Then "roteiro publish ${given}".`);
		output.json({folder: folder.path, steps, pictures: pictures.length});
	} finally {
		stopped.end();
		await folder.discard();
	}
}

async function fromZip(file: string, folder: NewFolder): Promise<void> {
	const {readZip} = await loadZip();
	const wants = (name: string) => WANTED.test(name) || TOUR_FILES.some(tour => name === tour || name.endsWith(`/${tour}`));
	const entries = await readZip(file, wants, ZIP_LIMITS).catch((error: Error) => {
		throw refused([{place: file, message: `Is not a zip that can be read: ${error.message}`}]);
	});
	const tour = entries
		.map(({name}) => name)
		.find(name => TOUR_FILES.some(one => name === one || (/^[^/]+\/[^/]+$/.test(name) && basename(name) === one)));
	if (tour === undefined) throw refused([{place: file, message: `Has no tour: one of ${TOUR_FILES.join(', ')}.`}]);
	const root = tour.slice(0, -basename(tour).length);
	for (const {name, bytes} of entries) {
		if (!name.startsWith(root)) continue;
		const hash = /media\/([0-9a-f]{64})\.\w+$/.exec(name)?.[1];
		if (hash && createHash('sha256').update(bytes).digest('hex') !== hash)
			throw refused([{place: file, message: `${name} is damaged: it is not the picture that its name says.`}]);
		await folder.saveFile(name.slice(root.length), bytes);
	}
}

type Guide = {name: string; bytes: number; folder: NewFolder; schemaUrl: string | null};

async function fromGuide(file: string, {name, bytes, folder, schemaUrl}: Guide): Promise<void> {
	if (bytes > MAX_MARKDOWN_BYTES)
		throw refused([{place: file, message: 'Is far too large for a guide: save its pictures as files beside it.'}]);
	const text = await readFile(file, 'utf8');
	const {located, problems} = readMarkdown(text, basename(file), {guide: isGuide(text)});
	if (problems.length > 0) throw refused(problems);
	const tour = located.value as {name?: string; steps: Array<Record<string, unknown>>};
	if (tour.steps.length === 0) throw refused([{place: file, message: 'Has no steps: neither headings (##) nor pictures.'}]);
	const faults: Array<{place: string; message: string}> = [];
	const images = new Map<string, string>();
	for (const [index, {image}] of tour.steps.entries()) {
		if (typeof image !== 'string' || images.has(image)) continue;
		const place = located.placeOf(`steps[${index}]`);
		if (/^(?:data|http):/.test(image)) {
			faults.push({place, message: 'The picture stands in the text, or at an http URL: save it as a file beside the guide.'});
			continue;
		}
		const picture = await readPicture(dirname(file), image).catch((error: Error) => faults.push({place, message: error.message}));
		if (typeof picture === 'number') continue;
		const [own] = distinct([basename(image)], images.values()) as [string];
		images.set(image, own);
		await folder.saveFile(own, await readFile(picture.path));
	}
	if (faults.length > 0) throw refused(faults);
	const steps = tour.steps.map(step => (typeof step.image === 'string' ? {...step, image: images.get(step.image)} : step));
	await folder.writeTour({key: keyFrom(name, 'tour'), name, ...tour, steps}, schemaUrl);
}
