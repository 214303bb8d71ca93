import type {TourDocument} from '../../shared/contract/document.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {isValues, UNITS, type Values} from '../../shared/folder/values.ts';
import {type Picture, readPicture, titleFrom} from './pictures.ts';

/** A tour as its file says it, turned into the document that the service takes. */
export type FileDocument = {
	/** The account's key of the tour. */
	key: string;
	document: TourDocument;
	/** Each picture once. */
	pictures: Picture[];
	/** True if the file has its rectangles in pixels. */
	inPixels: boolean;
};

/** A number from here on is not a share of the picture: it was measured in pixels. */
const CERTAINLY_PIXELS = 2;

/**
 * Resolves what only files may have: `key`, `units`, rectangles as lists, pictures by their file, steps without a key. Adds what is wrong
 * with these to `faults`; the schema judges the rest. `listed`: the folder's pictures, which are the steps if the file names none.
 */
export async function fromFile(
	given: Values,
	folder: string,
	{name, listed}: {name: string; listed: string[]},
	faults: Fault[],
): Promise<FileDocument> {
	const {key, units = 'fraction', steps, ...rest} = given;
	if (key !== undefined && typeof key !== 'string')
		faults.push({field: 'key', message: 'Must be a text.', hint: 'Your own name for the tour: a-z, 0-9, ".", "_", "-".'});
	if (!UNITS.some(unit => unit === units))
		faults.push({field: 'units', message: 'Is not one of the allowed values.', hint: `One of ${UNITS.join(', ')}.`});
	const pictures = new Map<string, Picture>();
	const read = openReader(folder, pictures, faults);
	const stepsGiven = steps ?? listed.map(file => ({title: titleFrom(file), image: file}));
	const list: unknown[] = Array.isArray(stepsGiven) ? stepsGiven : [];
	const done: unknown[] = [];
	for (const [index, step] of list.entries()) {
		const place = `steps[${index}]`;
		if (!isValues(step)) done.push(step);
		else done.push(await fromStep(step, {place, inPixels: units === 'px', read, faults}));
	}
	const document = {...rest, steps: Array.isArray(stepsGiven) ? withKeys(done, list.map(fileOf)) : stepsGiven};
	return {
		key: typeof key === 'string' ? key : keyFrom(name, 'tour'),
		document: document as TourDocument,
		pictures: [...pictures.values()],
		inPixels: units === 'px',
	};
}

type ReadPicture = (file: string, field: string) => Promise<Picture | null>;

function openReader(folder: string, pictures: Map<string, Picture>, faults: Fault[]): ReadPicture {
	return async (file, field) => {
		const known = pictures.get(file);
		if (known) return known;
		try {
			const picture = await readPicture(folder, file);
			pictures.set(file, picture);
			return picture;
		} catch (error) {
			faults.push({field, message: (error as Error).message, hint: 'The path of a picture, from the folder on.'});
			return null;
		}
	};
}

type StepContext = {place: string; inPixels: boolean; read: ReadPicture; faults: Fault[]};

async function fromStep(given: Values, {place, inPixels, read, faults}: StepContext): Promise<Values> {
	const {image, ...step} = given;
	const file = fileOf(given);
	const picture = file === null ? null : await read(file, `${place}.image`);
	if (picture) step.image = {mediaId: picture.sha256};
	else if (image !== undefined && file === null) step.image = image;
	if (step.highlight !== undefined) step.highlight = named(step.highlight, ['x', 'y', 'width', 'height']);
	if (step.click !== undefined) step.click = named(step.click, ['x', 'y']);
	for (const field of ['highlight', 'click'] as const) {
		const box = step[field];
		if (!isValues(box)) continue;
		const values = Object.values(box).filter(value => typeof value === 'number');
		if (inPixels && picture) step[field] = asFractions(box, picture);
		else if (inPixels && file === null)
			faults.push({
				field: `${place}.${field}`,
				message: 'Is in pixels, and the step has no picture of the folder.',
				hint: 'Name its picture.',
			});
		else if (!inPixels && values.some(value => value > CERTAINLY_PIXELS)) {
			const hint = 'Shares of the picture from 0 to 1; for pixels write "units: px" at the top of the file.';
			faults.push({field: `${place}.${field}`, message: 'Is larger than the picture.', hint});
		}
	}
	return step;
}

/** Returns `[x, y, width, height]` as an object; any other value unchanged. */
function named(value: unknown, names: string[]): unknown {
	if (!Array.isArray(value)) return value;
	return Object.fromEntries(value.map((item, index) => [names[index] ?? `item ${index + 1}`, item]));
}

/** Returns pixels as fractions with five digits: finer than a pixel of any picture that a tour can have. */
function asFractions(box: Values, {width, height}: Picture): Values {
	const of: Record<string, number> = {x: width, width, y: height, height};
	const share = (value: unknown, name: string) =>
		typeof value === 'number' && of[name] ? Math.round((value / of[name]) * 1e5) / 1e5 : value;
	return Object.fromEntries(Object.entries(box).map(([name, value]) => [name, share(value, name)]));
}

/** Names steps without a key after their picture, else their title, else their number: edited words and steps before keep the key. */
function withKeys(steps: unknown[], files: Array<string | null>): unknown[] {
	const taken = steps.flatMap(step => (isValues(step) && typeof step.key === 'string' ? [step.key] : []));
	const bare = steps.flatMap((step, index) => (isValues(step) && step.key === undefined ? [{step, index}] : []));
	const names = bare.map(({step: {title}, index}) => {
		const words = files[index]?.replace(/^.*\/|\.\w+$/g, '') ?? (typeof title === 'string' ? title : '');
		return keyFrom(words, `step-${index + 1}`);
	});
	const keys = new Map(distinct(names, taken).map((key, at) => [bare[at]!.index, key]));
	return steps.map((step, index) => (keys.has(index) ? {key: keys.get(index), ...(step as Values)} : step));
}

/** Returns the file that the image of a step names, or null. */
function fileOf(step: unknown): string | null {
	const image = isValues(step) ? step.image : null;
	if (typeof image === 'string') return image;
	return isValues(image) && typeof image.file === 'string' ? image.file : null;
}
