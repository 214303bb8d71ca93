import {readFile} from 'node:fs/promises';
import {ApiError, type Output as OutputOf} from '../../client/index.ts';
import type {Change, TourDocument} from '../../shared/contract/document.ts';
import {asCommandError, type Connection, connect, readDocument} from '../connection.ts';
import {CommandError, refused} from '../errors.ts';
import {loadFormats} from '../fetched/load-parts.ts';
import {problemsOf, readFolder, type TourFolder} from '../folder/read-folder.ts';
import {conflictError, merge, readStates, type State, textHash, writeState} from '../folder/update-tour.ts';
import type {Output} from '../output.ts';
import {uploadPictures} from '../upload.ts';
import {asWarnings, notesOf} from './send-bundle.ts';

type PublishOptions = {
	dryRun?: boolean;
	draft?: boolean;
	force?: boolean;
	/** Percent of the pixels in which a picture may differ from that of the service and still be the same. */
	similar?: number | null;
};
type Put = OutputOf<'PUT /documents/{key}'>;

/** Updates the tour on the service from the folder, and publishes it if that changed something. */
export async function publish(given: string, options: PublishOptions, output: Output): Promise<void> {
	let folder = await readFolder(given);
	const connection = await connect();
	try {
		if (options.similar) {
			const {folder: same, kept} = await keepSimilar(folder, connection, options.similar, output);
			folder = same;
			if (kept > 0)
				output.warn(
					`note: ${kept} ${kept === 1 ? 'picture looks' : 'pictures look'} as before, and so ${kept === 1 ? 'it stays' : 'they stay'}.`,
				);
		}
		await publishFolder(folder, connection, options, output);
	} catch (error) {
		throw inFile(error, folder) ?? asCommandError(error, connection.url);
	} finally {
		output.progress(null);
	}
}

async function publishFolder(
	folder: TourFolder,
	connection: Connection,
	{dryRun, draft, force}: PublishOptions,
	output: Output,
): Promise<void> {
	const {client, url} = connection;
	const states = (await readStates(folder.folder, url)).filter(({key}) => key === folder.key);
	const sent = await uploadPictures(connection, folder.pictures, output);
	output.progress(dryRun ? 'Comparing' : 'Saving');
	const {done, others, alone, isKnown} = await put(folder, connection, states, {dryRun, force});
	const {changes, warnings, adjustments} = done;
	const replaced = isKnown || force ? undefined : done.replaced;
	const noted = changes.length > 0 ? [...asWarnings(adjustments, folder), ...warnings] : [];
	for (const line of notesOf(noted, folder.placeOf)) output.warn(line);
	if (dryRun) {
		output.line(changes.length === 0 ? 'Nothing would change.' : changes.map(describe).join('\n'));
		return output.json({key: folder.key, dryRun: true, pictures: sent, changes, warnings, adjustments});
	}
	const tour = done.tour!;
	if (replaced !== undefined) output.warn(`note: ${replacedNote(folder.key, changes, replaced)}`);
	await writeState(folder.folder, {
		url,
		key: folder.key,
		tourId: tour.id,
		version: tour.version,
		sent: folder.document,
		server: alone,
		behind: others > 0,
		text: textHash(folder.text),
	});
	let link = tour.publishedLink?.url ?? null;
	const publishes = !draft && (tour.status !== 'published' || tour.hasUnpublishedChanges);
	if (publishes) {
		output.progress('Publishing');
		const {publishedLink} = await client.call('POST /tours/{id}/publish', {id: tour.id}).catch(error => {
			throw onlyDraft(inFile(error, folder) ?? asCommandError(error, url), changes.length > 0);
		});
		link = publishedLink!.url;
	}
	output.progress(null);
	output.line(summary({changes, sent, publishes, draft, others}));
	output.line(link && !draft ? link : `Edit it: ${url}/tours/${tour.id}`);
	output.json({
		key: folder.key,
		tourId: tour.id,
		version: tour.version,
		pictures: sent,
		changes,
		published: publishes,
		url: link,
		othersChanged: others,
		replaced,
		warnings,
		adjustments,
	});
}

type Done = {
	done: Put;
	/** Number of changes by others that were kept and that the folder lacks. */
	others: number;
	/** The tour as it would be without these. */
	alone: TourDocument;
	/** The folder was sent to this tour before, as far as is kept. */
	isKnown: boolean;
};
type PutOptions = Pick<PublishOptions, 'dryRun' | 'force'>;

/** Puts the document onto the tour of these states that is the account's; without one onto the tour that has its key. */
async function put(folder: TourFolder, connection: Connection, states: State[], options: PutOptions): Promise<Done> {
	for (const state of states) {
		const done = await putOnto(state, folder, connection, options).catch(error => (isNoTour(error) ? null : Promise.reject(error)));
		if (done) return {...done, isKnown: true};
	}
	const {key, document} = folder;
	const done = await connection.client.call('PUT /documents/{key}', {key, document, dryRun: options.dryRun});
	return {done, others: 0, alone: done.document, isKnown: false};
}

/** Puts the document onto a known tour; if others have changed that meanwhile, only what the folder has changed since it was last sent. */
async function putOnto(
	{tourId: key, ...state}: State,
	folder: TourFolder,
	connection: Connection,
	{dryRun = false, force}: PutOptions,
): Promise<Omit<Done, 'isKnown'>> {
	const {document} = folder;
	const {client} = connection;
	if (!state.behind || force) {
		try {
			const done = await client.call('PUT /documents/{key}', {key, document, dryRun}, {ifMatch: force ? undefined : state.version});
			return {done, others: 0, alone: done.document};
		} catch (error) {
			if (!(error instanceof ApiError) || error.code !== 'version_mismatch') throw error;
		}
	}
	const {document: now, tour} = await readDocument(connection, key);
	const merged = merge({sent: state.sent, mine: document, was: state.server, now});
	if (merged.conflicts.length > 0) throw conflictError(merged.conflicts, folder);
	const done = await client.call('PUT /documents/{key}', {key, document: merged.document, dryRun}, {ifMatch: tour.version});
	return {done, others: merged.theirs.length, alone: merged.alone};
}

/** True if the tour is gone or another account's. A picture that is missing has its place. */
function isNoTour(error: unknown): boolean {
	if (error instanceof ApiError) return error.code === 'not_found' && !error.errors.some(({field}) => field.includes('steps'));
	return error instanceof CommandError && error.code === 'not_found';
}

/** Says that the folder has taken the place of a tour that may be another one: a fresh clone knows no more. */
function replacedNote(key: string, changes: readonly Change[], version: number): string {
	const name = changes.find(({step, field}) => step === null && field === 'name')?.from;
	return `This replaced the tour ${key}${name ? ` ("${name}")` : ''}, which is not known to come from this folder. The editor keeps it as version ${version}.`;
}

/** Adds to an error of publishing that the draft is saved by then. */
function onlyDraft(error: unknown, isChanged: boolean): unknown {
	if (!(error instanceof CommandError)) return error;
	const message = `The draft ${isChanged ? 'has been changed all the same' : 'is saved'}; what is public is as it was.`;
	return new CommandError(error.exitCode, [...error.problems, {message}], error.code);
}

/** Returns the service's faults of the document at their places in the file; null for any other error. */
function inFile(error: unknown, folder: TourFolder): CommandError | null {
	if (!(error instanceof ApiError) || error.errors.length === 0 || error.status >= 500 || error.status === 401) return null;
	return refused(problemsOf(error.errors, folder.placeOf));
}

function summary({
	changes,
	sent,
	publishes,
	draft,
	others,
}: {
	changes: Change[];
	sent: number;
	publishes: boolean;
	draft?: boolean;
	others: number;
}): string {
	const pictures = sent === 0 ? '' : `, ${sent} new ${sent === 1 ? 'picture' : 'pictures'}`;
	const what = changes.length === 0 ? 'Nothing changed' : `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}${pictures}`;
	const end = publishes ? '; published.' : draft ? '; not published.' : '.';
	const kept =
		others > 0
			? `\nOthers have changed the tour (${others} ${others === 1 ? 'change' : 'changes'}): that stays. "roteiro pull" takes it into the folder.`
			: '';
	return what + end + kept;
}

const SIGNS = {add: '+', remove: '-', move: '~', change: '~'} as const;

/** One change on one line. */
function describe({op, step, field, from, to, sentences}: Change): string {
	const short = (value: unknown) => {
		const text = value === null ? 'nothing' : JSON.stringify(value);
		return text.length > 60 ? `${text.slice(0, 59)}…` : text;
	};
	if (op === 'add' || op === 'remove') return `${SIGNS[op]} step ${step}`;
	if (op === 'move') return `~ step ${step}: from place ${Number(from) + 1} to ${Number(to) + 1}`;
	if (sentences) return sentences.map(sentence => `~ step ${step}: ${sentence}`).join('\n');
	return `~ ${step === null ? field : `step ${step}: ${field}`}: ${short(from)} → ${short(to)}`;
}

/**
 * Keeps the service's picture of a step if at most `percent` of its pixels differ from the folder's, so that a new screenshot of an
 * unchanged screen makes no change.
 */
async function keepSimilar(
	folder: TourFolder,
	{client}: Connection,
	percent: number,
	output: Output,
): Promise<{folder: TourFolder; kept: number}> {
	const {key, document, pictures} = folder;
	const {difference} = await loadFormats();
	const now = await client.call('GET /documents/{key}', {key}).catch((error: unknown) => {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	});
	const there = new Map((now?.document.steps ?? []).map(step => [step.key, step.image?.mediaId]));
	const own = new Map(pictures.map(picture => [picture.sha256, picture]));
	const kept = new Map<string, string>();
	for (const [index, {key: step, image}] of (document.steps ?? []).entries()) {
		output.progress('Comparing pictures', index, document.steps!.length);
		const [mine, theirs] = [image?.mediaId, there.get(step)];
		const picture = mine === undefined ? undefined : own.get(mine);
		if (!picture || !theirs || mine === theirs || kept.has(mine!)) continue;
		const share = difference(await readFile(picture.path), Buffer.from(await client.readOriginal(theirs)));
		if (share !== null && share * 100 <= percent) kept.set(mine!, theirs);
	}
	output.progress(null);
	if (kept.size === 0) return {folder, kept: 0};
	const steps = document.steps!.map(step => {
		const theirs = step.image?.mediaId && kept.get(step.image.mediaId);
		return theirs ? {...step, image: {mediaId: theirs}} : step;
	});
	const same: TourDocument = {...document, steps};
	return {folder: {...folder, document: same, pictures: pictures.filter(({sha256}) => !kept.has(sha256))}, kept: kept.size};
}
