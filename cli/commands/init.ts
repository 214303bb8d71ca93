import {stat} from 'node:fs/promises';
import {basename, join, resolve} from 'node:path';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import type {Problem} from '../../shared/folder/values.ts';
import {writeTour} from '../../shared/folder/write-tour.ts';
import {nothingAt, refused} from '../errors.ts';
import {leftOutOf, listPictures, readPicture, titleFrom} from '../folder/pictures.ts';
import {tourFileIn} from '../folder/read-folder.ts';
import {writeWhole} from '../folder/update-tour.ts';
import type {Output} from '../output.ts';

/** Makes a tour.yaml out of the pictures of a folder: a step each, in the order of their names. */
export async function init(given: string, schemaUrl: string | null, output: Output): Promise<void> {
	const folder = resolve(given);
	if (!(await stat(folder).catch(() => null))?.isDirectory()) throw await nothingAt('folder', given);
	const there = await tourFileIn(folder);
	if (there) throw refused(`${given} has a ${there} already: edit that, or take it away first.`);
	const files = await listPictures(folder);
	const leftOut = await leftOutOf(folder);
	const none = `There is no picture (PNG, JPEG, WebP, GIF) in ${given}: save your screenshots there first.`;
	if (files.length === 0) throw refused([none, ...leftOut].map(message => ({message})));
	const faults: Problem[] = [];
	for (const file of files) await readPicture(folder, file).catch((error: Error) => faults.push({message: error.message}));
	if (faults.length > 0) throw refused(faults);
	for (const sentence of leftOut) output.warn(`note: ${sentence}`);
	const name = basename(folder);
	const keys = distinct(files.map(file => keyFrom(file.replace(/\.\w+$/, ''), 'step')));
	const steps = files.map((file, index) => ({key: keys[index], title: titleFrom(file), text: '', image: file}));
	const tour = {key: keyFrom(name, 'tour'), name: titleFrom(name) || name, language: 'en', steps};
	await writeWhole(join(folder, 'tour.yaml'), writeTour(tour, schemaUrl));
	output.line(
		`${join(given, 'tour.yaml')}: ${files.length} ${files.length === 1 ? 'step' : 'steps'}. Write what they say (title, text) and show (alt), mark what to click (highlight: [x, y, width, height]), then "roteiro publish ${given}".`,
	);
	output.json({file: join(folder, 'tour.yaml'), steps: files.length});
}
