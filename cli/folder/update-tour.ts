import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {isMap, isSeq, type Node, parseDocument, type YAMLMap} from 'yaml';
import type {Change, TourDocument} from '../../shared/contract/document.ts';
import type {Values} from '../../shared/folder/values.ts';
import {valueNode, YAML_TEXT} from '../../shared/folder/write-tour.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {apply, diff} from '../../shared/tour/document/diff.ts';
import type {WholeDocument} from '../../shared/tour/document/from-document.ts';
import {CommandError, EXIT} from '../errors.ts';
import {readFolder, type TourFolder, tourFileIn} from './read-folder.ts';

type Update = {
	/** Kept when the tour was last sent or pulled. */
	state: State;
	/** The text in the file, unedited since it was sent or pulled. */
	text: string;
	/** The document that the service has. */
	document: TourDocument;
	inFile(step: Values): Values;
};

/** Changes of both sides that exclude each other: to one value, or to a step that one of them removed. */
export type Conflict = {mine: Change; theirs: Change};
type Merged = {
	document: TourDocument;
	conflicts: Conflict[];
	/** Changes that others made. */
	theirs: Change[];
	/** The tour as it would be without them. */
	alone: TourDocument;
};

type Sides = {
	/** The folder's tour as it was last sent, and as it is now. */
	sent: TourDocument;
	mine: TourDocument;
	/** The service's tour after that, and as it is now. */
	was: TourDocument;
	now: TourDocument;
};

/**
 * The folder's last sending to one tour, kept beside it and out of git: an account of each service has its own. Without it all works, but
 * changes of others cannot be told apart.
 */
export type State = {
	url: string;
	/** The key in the folder, and the tour that this names at the service and in the account. */
	key: string;
	tourId: string;
	/** Version of the tour after that. */
	version: number;
	/** The document of the folder, as it was sent. */
	sent: TourDocument;
	/** The document that the service made of it. */
	server: TourDocument;
	/** Others had changed the tour, and their changes are not in the folder. */
	behind: boolean;
	/** Hash of the tour's file after that. */
	text: string;
};

type Kept = State & {keptAt: number};

const FOLDER = '.roteiro';

/**
 * Updates a tour.yaml to the service's state and keeps the rest of its text. Returns false, and changes nothing, if it cannot express that.
 */
export async function updateTour(folder: string, {state, text, document, inFile}: Update): Promise<boolean> {
	const name = await tourFileIn(folder);
	if (!name || !/\.ya?ml$/.test(name)) return false;
	const changes = diff(whole(state.server), whole(document));
	const keys = whole(state.sent).steps.map(({key}) => key);
	const patched = patchTour(text, changes, {keys, inFile});
	if (patched === null) return false;
	await writeWhole(join(folder, name), patched);
	const written = await readFolder(folder).catch(() => null);
	if (written && isDeepStrictEqual(compared(written.document), compared(apply(changes, whole(state.sent))))) return true;
	await writeWhole(join(folder, name), text);
	return false;
}

/** Returns the document without parts that a file names in its own way: pictures, and the ids of steps. */
function compared(document: TourDocument): unknown {
	const steps = (document.steps ?? []).map(({id: _id, image: _image, ...step}) => step);
	return JSON.parse(JSON.stringify({...document, steps}));
}

/** Measured in the units of the file, which only the file knows. */
const MEASURED = ['highlight', 'click'];

/**
 * Returns the text of a tour.yaml after changes by others, with the rest as it was, comments included. Null if the text cannot express
 * them. `keys`: those of its steps, in order; `inFile`: a step, or a part of one, as a file has it.
 */
function patchTour(
	text: string,
	changes: readonly Change[],
	{keys, inFile}: {keys: readonly string[]; inFile(step: Values): Values},
): string | null {
	const document = parseDocument(text.replace(/^\uFEFF/, ''), {version: '1.2'});
	const root = document.contents;
	const list = document.get('steps');
	if (!isMap(root) || !isSeq(list) || list.items.length !== keys.length || !list.items.every(isMap)) return null;
	const inPixels = document.get('units') === 'px';
	const steps = new Map(keys.map((key, index) => [key, list.items[index] as YAMLMap]));
	const placed: Array<{to: number; node: Node}> = [];
	const set = (node: YAMLMap, name: string, value: unknown) => {
		if (value === null || value === undefined) node.delete(name);
		// A plain value keeps its node, and with that its comment.
		else node.set(name, typeof value === 'object' ? valueNode(document, name, value) : value);
	};
	for (const {op, step, field, to} of changes) {
		const node = step === null ? null : steps.get(step);
		const part = op === 'change' ? {[field]: to} : op === 'add' ? (to as Values) : {};
		if (inPixels && MEASURED.some(name => part[name] !== undefined && part[name] !== null)) return null;
		if (op === 'add') placed.push({to: Number(field.slice('steps['.length, -1)), node: valueNode(document, '', inFile(to as Values))});
		else if (step === null) set(root, field, to);
		else if (!node) return null;
		else if (op === 'change') set(node, field, to === null ? null : inFile({[field]: to})[field]);
		else {
			steps.delete(step);
			if (op === 'move') placed.push({to: to as number, node});
		}
	}
	list.items = [...steps.values()];
	for (const {to, node} of placed.sort((one, other) => one.to - other.to)) list.items.splice(to, 0, node);
	const written = document.toString(YAML_TEXT);
	return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

/** Writes a file whole, or leaves what was there: a full disk and Ctrl-C leave no half of it. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
	const part = `${file}.${process.pid}.new`;
	try {
		await writeFile(part, content);
		await rename(part, file);
	} catch (error) {
		await rm(part, {force: true}).catch(() => {});
		throw error;
	}
}

/** Returns the tour as it is now with what the folder has changed since it sent it: what others did meanwhile stays. */
export function merge({sent, mine, was, now}: Sides): Merged {
	const ours = diff(whole(sent), whole(mine));
	const theirs = diff(whole(was), whole(now));
	const conflicts = ours.flatMap(change => {
		const other = theirs.find(their => collide(change, their));
		return other ? [{mine: change, theirs: other}] : [];
	});
	if (conflicts.length > 0) return {document: now, conflicts, theirs, alone: was};
	return {document: apply(ours, whole(now)), conflicts, theirs, alone: apply(ours, whole(was))};
}

/** Returns the error that shows both values of each conflict, and their line in the folder. */
export function conflictError(conflicts: Conflict[], folder: TourFolder): CommandError {
	const show = ({op, to}: Change) => (to === null ? 'nothing' : JSON.stringify(op === 'move' ? Number(to) + 1 : to));
	const problems = conflicts.map(({mine, theirs}) => {
		const {step, field} = mine.op === 'remove' ? theirs : mine;
		const index = (folder.document.steps ?? []).findIndex(({key}) => key === step);
		const place = folder.placeOf(step === null ? field : index < 0 ? 'steps' : `steps[${index}].${field}`);
		const of = step === null ? '' : ` of ${step}`;
		const has = mine.op === 'remove' ? 'the folder has the step no more' : `the folder has ${show(mine)}`;
		const made = theirs.op === 'remove' ? 'deleted the step' : `made it ${show(theirs)}`;
		return {place, message: `${field}${of}: ${has}, and somebody else ${made}.`};
	});
	const message =
		'Nothing was changed. "roteiro pull --force" takes what is there into the folder; "roteiro publish --force" makes it as the folder has it.';
	return new CommandError(EXIT.conflict, [...problems, {message}]);
}

function collide(mine: Change, theirs: Change): boolean {
	if (mine.step !== theirs.step) return false;
	// A step that one of the two has removed cannot be changed by the other.
	if (mine.op === 'remove' || theirs.op === 'remove') return mine.op !== theirs.op;
	if (mine.op !== theirs.op) return false;
	if (mine.op === 'change') return mine.field === theirs.field && !isSame(mine.to, theirs.to);
	return !isSame(mine.to, theirs.to);
}

/** Every step of a folder has a key by now. */
function whole(document: TourDocument): WholeDocument {
	return {...document, steps: document.steps ?? []} as WholeDocument;
}

/** Returns what is kept of the folder's tours at a service, the latest first. */
export async function readStates(folder: string, url: string): Promise<State[]> {
	const at = join(folder, FOLDER);
	const names = (await readdir(at).catch(() => [])).filter(name => name.startsWith('tour_') && name.endsWith('.json'));
	const read = (name: string): Promise<Kept | null> =>
		readFile(join(at, name), 'utf8')
			.then(JSON.parse)
			.catch(() => null);
	const states = (await Promise.all(names.map(read))).filter(state => state?.url === url) as Kept[];
	return states.sort((one, other) => other.keptAt - one.keptAt);
}

/** Returns the hash of a file's text, whichever line endings git or an editor gave it. */
export function textHash(text: string): string {
	return createHash('sha256')
		.update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
		.digest('hex');
}

/** A folder that cannot be written is published all the same. */
export async function writeState(folder: string, state: State): Promise<void> {
	const at = join(folder, FOLDER);
	try {
		await mkdir(at, {recursive: true});
		await writeFile(join(at, '.gitignore'), '*\n');
		// One file for each tour, so that commands that run at the same time keep each their own.
		const name = `${state.tourId}-${textHash(state.url).slice(0, 8)}.json`;
		await writeWhole(join(at, name), JSON.stringify({...state, keptAt: Date.now()} satisfies Kept));
	} catch {
		// The next publish asks the service what it has.
	}
}
