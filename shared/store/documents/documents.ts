import type {Change, DocumentImage, TourDocument} from '../../contract/document.ts';
import {KEY_PATTERN} from '../../contract/document-format.ts';
import type {Fault} from '../../contract/error.ts';
import type {BundleNarration} from '../../contract/exports/bundle-document.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import type {Actor} from '../../contract/version.ts';
import {AppError} from '../../errors.ts';
import {newId} from '../../ids.ts';
import {diff} from '../../tour/document/diff.ts';
import {emptyTour, type StoredImage, type StoredNarration, type StoredStep, type TourContent} from '../../tour/document/document.ts';
import {contentFrom, documentOf, keyOf, type WholeDocument} from '../../tour/document/from-document.ts';
import {canonicalLanguage} from '../../tour/language/language-tag.ts';
import {spokenWords} from '../../tour/marked.ts';
import {type Db, exists, isDuplicate, queryOne} from '../database.ts';
import {imagesNamed, type NamedImages, useImages} from '../media/media.ts';
import {type NewSpeech, saveSpeech} from '../media/speech.ts';
import {inBin, type StoredTour} from '../tour-list.ts';
import {insertTour, lockTour, requireVersion, saveContent} from '../tours.ts';
import {keepVersion} from '../versions.ts';

const OWN_KEY = new RegExp(KEY_PATTERN);

/** The document to store: `key` is a tour's id, or the account's own name for one. */
export type DocumentPut = {
	accountId: string;
	key: string;
	ifMatch: number | null;
	actor: Actor | null;
	createdBy: StoredTour['createdBy'];
	document: TourDocument;
	/** Writes nothing. */
	dryRun?: boolean;
};

export type PutResult = {
	/** The tour after the put; null after a dry run. */
	tour: StoredTour | null;
	/** The tour's version, also in a dry run; null if that would create it. */
	version: number | null;
	created: boolean;
	content: TourContent;
	/** The content as a document. */
	document: WholeDocument;
	changes: Change[];
	adjustments: Adjustment[];
	/** Number of the version that was replaced. */
	replaced?: number;
};

/** Images that were fetched for a document, by their URL. */
type FetchedImages = ReadonlyMap<string, StoredImage>;

/** A narration of a bundle, and its sound as it is stored. */
type BroughtNarration = BundleNarration & {sound: Pick<NewSpeech, 'hash' | 'file' | 'durationMs' | 'bytes'>};

/** A tour that came as a bundle: its images are the account's by now. `narrations`: of each step. */
type ImportedTour = Pick<StoredTour, 'accountId' | 'createdBy'> & {
	key: string | undefined;
	document: TourDocument;
	narrations: BroughtNarration[][];
};

/** True if the key is a tour's id. */
export function isTourId(key: string): boolean {
	return key.startsWith('tour_');
}

/** True if the key is valid as an account's own name for a tour. */
export function isOwnKey(key: string): boolean {
	return OWN_KEY.test(key) && !isTourId(key);
}

/** Returns the account's own key for its tour; null without one. */
export async function docKeyOf(db: Db, tourId: string): Promise<string | null> {
	return (await queryOne<{docKey: string | null}>(db, 'SELECT doc_key AS docKey FROM tours WHERE id = ?', [tourId]))?.docKey ?? null;
}

/** Returns the id of the tour with this key of the account; null without one. Throws `not_found` if it is in the bin. */
export async function findTourId(db: Db, accountId: string, key: string, field = 'key'): Promise<string | null> {
	if (isTourId(key)) return key;
	// A comparison of the column with any other text fails.
	if (!isOwnKey(key)) return null;
	const row = await queryOne<{id: string; deletedAt: Date | null}>(
		db,
		'SELECT id, deleted_at AS deletedAt FROM tours WHERE account_id = ? AND doc_key = ?',
		[accountId, key],
	);
	if (row?.deletedAt) throw inBin(row.id, row.deletedAt, field);
	return row?.id ?? null;
}

/**
 * Makes the tour equal to the document, or makes a new tour of it. An equal tour stays unchanged. Must run in a transaction. Throws `not_found` for a
 * missing tour or image, `version_mismatch`, and the faults of the steps.
 */
export async function putDocument(db: Db, put: DocumentPut, fetched: FetchedImages = new Map()): Promise<PutResult> {
	const {accountId, key, document, ifMatch, actor, dryRun = false} = put;
	const id = await findTourId(db, accountId, key);
	const tour = id === null ? null : await lockTour(db, accountId, id, ifMatch);
	if (!tour) requireVersion(0, ifMatch);
	const before = tour?.content ?? emptyTour(document.name);
	const images = await imagesOf(db, put, before, fetched, id);
	const {content, adjustments} = contentFrom(document, before, images, () => newId('step'));
	const after = documentOf(content);
	const changes = diff(documentOf(before), after);
	const result = {content, document: after, changes, adjustments, created: tour === null};
	if (dryRun) return {...result, tour: null, version: tour?.version ?? null};
	if (!tour) return insertPut(db, put, fetched, result);
	if (changes.length === 0) return {...result, tour, version: tour.version};
	const replaced = await keepVersion(db, tour, {cause: 'import', actor});
	const saved = await saveContent(db, tour, content, actor);
	return {...result, replaced, tour: saved, version: saved.version};
}

/** Inserts the tour, or changes one that was made under this key at the same moment. */
async function insertPut(
	db: Db,
	put: DocumentPut,
	fetched: FetchedImages,
	result: Omit<PutResult, 'tour' | 'version'>,
): Promise<PutResult> {
	const {accountId, createdBy, key} = put;
	try {
		const tour = await insertTour(db, {accountId, createdBy, content: result.content, docKey: key});
		return {...result, tour, version: tour.version};
	} catch (error) {
		if (!isDuplicate(error)) throw error;
		return putDocument(db, put, fetched);
	}
}

/** Finds a document's images: the tour's own, the account's, and fetched ones. Throws a fault for each missing one. */
async function imagesOf(
	db: Db,
	{accountId, document, dryRun = false}: DocumentPut,
	before: TourContent,
	fetched: FetchedImages,
	tourId: string | null,
): Promise<(image: DocumentImage) => StoredImage> {
	const known = new Map(before.steps.flatMap(({image}) => (image ? [[image.mediaId, image] as const] : [])));
	const wanted = (document.steps ?? []).flatMap(({image}, index) =>
		image?.mediaId !== undefined ? [{index, mediaId: image.mediaId}] : [],
	);
	const unknown = [...new Set(wanted.map(({mediaId}) => mediaId).filter(mediaId => !known.has(mediaId)))];
	const stored = await useImages(db, accountId, unknown, !dryRun, tourId);
	const faults = wanted
		.filter(({mediaId}) => !known.has(mediaId) && !stored.has(mediaId))
		.map(({index}): Fault => {
			const field = `steps[${index}].image.mediaId`;
			return {
				field,
				message: 'There is no image with this mediaId.',
				hint: 'Upload the image first and pass the mediaId that the upload answers.',
			};
		});
	if (faults.length > 0) throw new AppError('not_found', {errors: faults});
	return ({mediaId, url}) => {
		const image = mediaId === undefined ? fetched.get(url!) : (known.get(mediaId) ?? stored.get(mediaId));
		// An image that is not fetched occurs only in a dry run.
		return image ?? {mediaId: url!, file: '', width: 0, height: 0};
	};
}

/**
 * Returns the document with the account's mediaIds for its images. A file that the service handed out lacks the
 * upload's metadata, so its hash differs; the hash leads to its image. If several images share the hash, a step keeps
 * its own.
 */
export async function withStoredImages(
	db: Db,
	accountId: string,
	document: TourDocument,
	before: TourContent | null,
): Promise<TourDocument> {
	const steps = document.steps ?? [];
	const named = steps.flatMap(({image}) => image?.mediaId ?? []);
	const stored = await imagesNamed(db, accountId, named);
	const shown = new Map<string, string>();
	for (const [index, step] of (before?.steps ?? []).entries()) {
		for (const name of [step.id, keyOf(step), String(index)]) if (step.image) shown.set(name, step.image.mediaId);
	}
	const found = steps.map((step, index) => {
		const mediaId = step.image?.mediaId;
		if (mediaId === undefined) return step;
		const own = [step.id, step.key, String(index)].flatMap(name => (name === undefined ? [] : (shown.get(name) ?? [])));
		return {...step, image: {mediaId: chosen(mediaId, own, stored)}};
	});
	return {...document, ...(document.steps && {steps: found})};
}

function chosen(named: string, shown: string[], stored: NamedImages): string {
	const found = stored.get(named) ?? [];
	return shown.find(mediaId => mediaId === named || found.includes(mediaId)) ?? (found.includes(named) ? named : (found[0] ?? named));
}

/**
 * Makes a new tour and returns it with its key. It keeps the key unless another tour of the account has it, even one in the bin. Must run in a
 * transaction. Throws the faults of the steps.
 */
export async function insertImported(
	db: Db,
	{accountId, createdBy, key, document, narrations}: ImportedTour,
): Promise<{tour: StoredTour; docKey: string | null}> {
	const wanted = [...new Set((document.steps ?? []).flatMap(({image}) => image?.mediaId ?? []))];
	const images = await useImages(db, accountId, wanted, true, null);
	const gone = wanted.find(mediaId => !images.has(mediaId));
	if (gone !== undefined) throw new Error(`The image ${gone} was removed while its tour was imported.`);
	const {content} = contentFrom(
		document,
		emptyTour(document.name),
		({mediaId}) => images.get(mediaId!)!,
		() => newId('step'),
	);
	const steps = content.steps.map((step, index) => ({
		...step,
		narrations: narrations[index]!.map(narration => storedNarration(narration, step)).sort(
			(one, other) => Number(one.lang !== null) - Number(other.lang !== null),
		),
	}));
	for (const [index, step] of steps.entries())
		for (const {sound} of narrations[index]!)
			await saveSpeech(db, {accountId, ...sound, script: step.narrations.find(({file}) => file === sound.file)!.script});
	const docKey = await freeKey(db, accountId, key);
	const tour = await insertTour(db, {accountId, createdBy, content: {...content, steps}, docKey});
	return {tour, docKey};
}

function storedNarration({sound, ...narration}: BroughtNarration, step: StoredStep): StoredNarration {
	const {file, durationMs, bytes} = sound;
	const source = narration.source ?? spokenWords(step) ?? '';
	return {
		...{file, durationMs, bytes},
		language: canonicalLanguage(narration.language) ?? narration.language,
		lang: narration.lang === undefined ? null : (canonicalLanguage(narration.lang) ?? narration.lang),
		voice: narration.voice,
		script: narration.script ?? source,
		source,
	};
}

async function freeKey(db: Db, accountId: string, key: string | undefined): Promise<string | null> {
	if (key === undefined || !isOwnKey(key)) return null;
	return (await exists(db, 'SELECT 1 FROM tours WHERE account_id = ? AND doc_key = ?', [accountId, key])) ? null : key;
}
