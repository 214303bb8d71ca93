import {extname} from 'node:path';
import {distinct, keyFrom, pictureName} from '../../shared/folder/names.ts';
import {type Located, readYaml} from '../../shared/folder/read-yaml.ts';
import {sniffFormat} from '../../shared/image-format.ts';
import {refused} from '../errors.ts';
import type {FormatFaults, ImportedTour} from '../formats/imported.ts';
import type {Importing} from '../recording/new-folder.ts';

const EXTENSIONS = {png: '.png', jpeg: '.jpg', webp: '.webp', gif: '.gif'};

export type Json = {value: unknown; placeOf: Located['placeOf']};
type Source = {json: Json; name: string; read(file: string): Promise<Buffer | null>};

/** Reads JSON that another tool has written. `name`: of the file, for places; they are worked out where something is wrong. */
export function readJson(text: string, name: string): Json {
	const plain = text.replace(/^\uFEFF/, '');
	try {
		return {value: JSON.parse(plain), placeOf: field => readYaml(plain, name).located.placeOf(field)};
	} catch {
		throw refused([
			{...readYaml(plain, name).problems[0], place: readYaml(plain, name).problems[0]?.place ?? name, message: 'Is not JSON.'},
		]);
	}
}

/** Writes what another tool's file holds as the folder of a tour: each picture by the name of the first step that shows it. */
export async function writeImported(
	make: () => Promise<ImportedTour>,
	{json, name, read}: Source,
	{folder, schemaUrl, output}: Importing,
): Promise<void> {
	const {tour, changed, notes} = await make().catch((error: Error) => {
		if (error.name !== 'FormatFaults') throw error;
		const {faults} = error as FormatFaults;
		throw refused(faults.map(({field, message}) => ({place: json.placeOf(field), message})));
	});
	const files = new Map<string, string>();
	for (const [index, {image, key, title}] of tour.steps.entries()) {
		if (!image || files.has(image) || /^https:/.test(image)) continue;
		const bytes = changed.get(image) ?? (await read(image));
		const format = bytes && sniffFormat(bytes);
		if (!bytes || !format) throw refused([{place: name, message: `${image} is not a PNG, JPEG, WebP or GIF.`}]);
		const [own] = distinct(
			[pictureName(index, key, title)],
			[...files.values()].map(file => file.replace(/\.\w+$/, '')),
		) as [string];
		files.set(image, own + EXTENSIONS[format]);
		await folder.saveFile(files.get(image)!, bytes);
	}
	const steps = tour.steps.map(({image, ...step}) => ({...step, ...(image && {image: files.get(image) ?? {url: image}})}));
	const key = keyFrom(tour.name, '') || keyFrom(name.slice(0, -extname(name).length), 'tour');
	await folder.writeTour({key, ...tour, steps}, schemaUrl);
	for (const note of notes) output.warn(`note: ${note}`);
}
