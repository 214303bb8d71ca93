import {isUtf8} from 'node:buffer';
import {readFile, stat} from 'node:fs/promises';
import {basename, isAbsolute, join, relative, resolve} from 'node:path';
import {KEY_PATTERN} from '../../shared/contract/document-format.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {mergeAllSteps} from '../../shared/folder/guide-steps.ts';
import {readMarkdown} from '../../shared/folder/markdown.ts';
import {type Located, readYaml} from '../../shared/folder/read-yaml.ts';
import {isValues, type Problem, type Values} from '../../shared/folder/values.ts';
import {nothingAt, refused} from '../errors.ts';
import {checkDocument} from './check-document.ts';
import {type FileDocument, fromFile} from './file-document.ts';
import {listPictures, titleFrom} from './pictures.ts';

/** The names that the file of a tour may have, in the order in which they are looked for. */
export const TOUR_FILES = ['tour.yaml', 'tour.yml', 'tour.json', 'tour.md'] as const;

/** A guide of the folder itself. */
const GUIDE = /^[^/\\]+\.(?:md|markdown)$/i;

export type TourFolder = FileDocument & {
	folder: string;
	/** The file of the tour, from the folder on. */
	file: string;
	/** The path of that file as messages show it. */
	shown: string;
	/** The text of that file. */
	text: string;
	/** Returns the place in the file for a field of the document that the service names. */
	placeOf: Located['placeOf'];
};

/**
 * Reads a folder with a tour. Throws `refused` with everything that is wrong, each with its line. `from`: the folder as messages show it, by
 * default its path from the working directory on.
 */
export async function readFolder(given: string, from = pathFromHere(given)): Promise<TourFolder> {
	const folder = resolve(given);
	const file = await findFile(folder, given);
	const read = file.endsWith('.md') ? readMarkdown : readYaml;
	const shown = join(from, file);
	const text = await readText(join(folder, file), shown);
	const {located, problems} = read(text, shown);
	if (problems.length > 0) throw refused(problems);
	const {value} = located;
	if (!isValues(value)) throw refused([{place: located.placeOf(''), message: 'A tour is a list of properties: name, steps and so on.'}]);
	// Only a guide has all steps beside it.
	const {allSteps, ...besideGuide} = value;
	const guide = typeof value.steps === 'string' ? await readGuide({folder, from, file: value.steps}, allSteps, located) : null;
	const placeOf = guide?.placeOf ?? located.placeOf;
	const faults: Fault[] = [];
	const name = basename(folder);
	const tour = await fromFile(
		{name: titleFrom(name) || name, ...(guide ? {...besideGuide, steps: guide.steps} : value)},
		folder,
		{name, listed: await listPictures(folder)},
		faults,
	);
	const all = [...faults, ...documentFaults(tour)].filter(isFirstOfItsField);
	if (all.length > 0) throw refused(problemsOf(all, placeOf));
	return {...tour, folder, file, shown, text, placeOf};
}

/** Returns a path from the working directory on; whole if it was given whole and leads elsewhere. */
function pathFromHere(given: string): string {
	const path = relative('', given);
	return isAbsolute(given) && path.startsWith('..') ? given : path;
}

/**
 * Reads a file in UTF-8, a mark of it at the start included. Throws `refused` for any other bytes, which would become other words, and with
 * `unread`, given the system's code, if it cannot be read.
 */
export async function readText(
	path: string,
	shown: string,
	unread = (code: string | undefined): Problem => ({place: shown, message: `Cannot be read (${code}).`}),
): Promise<string> {
	const bytes = await readFile(path).catch(({code}: NodeJS.ErrnoException) => {
		throw refused([unread(code)]);
	});
	if (!isUtf8(bytes)) throw refused([{place: shown, message: 'Is not UTF-8: save it as UTF-8.'}]);
	return bytes.toString();
}

/** The steps of a tour whose file says `steps: guide.md`: they are in that guide, which lies beside it, or listed in `allSteps`. */
async function readGuide(
	{folder, from, file}: {folder: string; from: string; file: string},
	allSteps: unknown,
	{placeOf}: Located,
): Promise<{steps: unknown; placeOf: Located['placeOf']}> {
	const place = placeOf('steps');
	if (!GUIDE.test(file))
		throw refused([{place, message: 'steps: Must be an array, or the name of a guide beside this file, such as guide.md.'}]);
	const shown = join(from, file);
	const text = await readText(join(folder, file), shown, () => ({place, message: `steps: ${file} is not there.`}));
	const {located, problems} = readMarkdown(text, shown, {guide: true});
	if (problems.length > 0) throw refused(problems);
	const {steps} = located.value as {steps: Values[]};
	if (allSteps === undefined) return {steps, placeOf: field => (field.startsWith('steps') ? located : {placeOf}).placeOf(field)};
	if (!Array.isArray(allSteps) || !allSteps.every(isValues))
		throw refused([{place: placeOf('allSteps'), message: 'allSteps: Must be a list of steps. If it is lost, export the guide again.'}]);
	const merged = mergeAllSteps(steps, allSteps);
	return {
		steps: merged.map(({step}) => step),
		placeOf: field => {
			const [, index, rest = ''] = /^steps\[(\d+)\](.*)$/.exec(field) ?? [];
			const {guide, all} = merged[Number(index)] ?? {};
			if (all !== undefined && (guide === undefined || rest.startsWith('.actions'))) return placeOf(`allSteps[${all}]${rest}`);
			return guide === undefined ? placeOf(field) : located.placeOf(`steps[${guide}]${rest}`);
		},
	};
}

function documentFaults({key, document}: FileDocument): Fault[] {
	const faults = checkDocument(document);
	if (!new RegExp(KEY_PATTERN).test(key))
		faults.push({field: 'key', message: 'Does not have the right form.', hint: 'a-z, 0-9, ".", "_", "-", 64 characters at most.'});
	const steps = Array.isArray(document.steps) ? document.steps : [];
	if (steps.length > LIMITS.stepsPerTour)
		faults.push({field: 'steps', message: `Are ${steps.length}; ${LIMITS.stepsPerTour} is the most.`, hint: ''});
	const first = new Map<unknown, number>();
	for (const [index, step] of steps.entries()) {
		const known = first.get(step?.key);
		if (step?.key !== undefined && known !== undefined)
			faults.push({field: `steps[${index}].key`, message: `Is also the key of step ${known + 1}.`, hint: 'Each step has its own.'});
		first.set(step?.key, known ?? index);
	}
	return faults;
}

/** Faults of a document as problems with their places, in the order of these. */
export function problemsOf(faults: ReadonlyArray<{field: string; message: string; hint?: string}>, placeOf: Located['placeOf']): Problem[] {
	const problems = faults.map(({field, message, hint}) => {
		const inFile = field.replace(/^document\.?/, '');
		return {place: placeOf(inFile), message: [inFile && `${inFile}:`, message, hint].filter(Boolean).join(' ')};
	});
	return problems.sort((a, b) => a.place.localeCompare(b.place, 'en', {numeric: true}));
}

function isFirstOfItsField({field}: Fault, index: number, faults: Fault[]): boolean {
	return faults.findIndex(fault => fault.field === field) === index;
}

/** Returns the name of the file that has the tour of a folder, or null if the folder has none. */
export async function tourFileIn(folder: string): Promise<string | null> {
	for (const file of TOUR_FILES) if (await stat(join(folder, file)).catch(() => null)) return file;
	return null;
}

async function findFile(folder: string, given: string): Promise<string> {
	const found = await stat(folder).catch(() => null);
	if (!found) throw await nothingAt('folder', given);
	if (!found.isDirectory()) throw refused(`${given} is not a folder: name the folder that has the tour.`);
	const file = await tourFileIn(folder);
	if (file) return file;
	const [where, init] = /^\.?$/.test(given) ? ['this folder', 'roteiro init'] : [given, `roteiro init ${given}`];
	throw refused(`There is no tour.yaml in ${where}. "${init}" makes one out of its pictures.`);
}
