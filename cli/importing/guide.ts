import {readFile, stat} from 'node:fs/promises';
import {basename, dirname, extname} from 'node:path';
import {isGuide, readMarkdown} from '../../shared/folder/markdown.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {refused} from '../errors.ts';
import {readPicture} from '../folder/pictures.ts';
import type {Importing} from '../recording/new-folder.ts';

const MAX_MARKDOWN_BYTES = 4 * 1024 * 1024;

/** Makes a step of each heading of a guide in Markdown, or of each of its pictures. */
export async function fromGuide(file: string, {folder, schemaUrl}: Importing): Promise<void> {
	const name = basename(file, extname(file));
	if ((await stat(file)).size > MAX_MARKDOWN_BYTES)
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
			faults.push({place, message: 'The picture is inside the text, or at an http URL: save it as a file beside the guide.'});
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
