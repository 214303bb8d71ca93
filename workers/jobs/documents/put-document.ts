import {acceptImage} from '../../../renderers/image/variants.ts';
import type {Fault} from '../../../shared/contract/error.ts';
import type {ReadElement} from '../../../shared/contract/pictures/element.ts';
import {AppError, ERRORS} from '../../../shared/errors.ts';
import {fetchPublicImage} from '../../../shared/outbound/public-request.ts';
import {presentChanges, presentPut} from '../../../shared/present/document.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {putAnimatedDocument as animated, type putDocument as job} from '../../../shared/queue/jobs/documents.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {type PlacedDocument, placeTargets, type Screen} from '../../../shared/store/documents/document-targets.ts';
import {putDocument as put} from '../../../shared/store/documents/documents.ts';
import type {StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {findElements, saveElements} from '../../../shared/store/media/elements.ts';
import {findMedia, type NewMedia, storedImage, touchMedia} from '../../../shared/store/media/media.ts';
import {saveUnlessRedacted} from '../../../shared/store/redactions/save-unless-redacted.ts';
import type {StoredImage} from '../../../shared/tour/document/document.ts';
import {type Finished, type Handler, PassedOn, type Work} from '../../runtime/handler.ts';
import {orderAvif, sourceBytes} from '../images/ingest-image.ts';
import {readScreen} from '../images/read-elements.ts';
import {storeImage} from '../images/store-image.ts';

type Input = JobInput<typeof job>;
/** An image that was fetched: its bytes are stored under its mediaId. */
type Source = {url: string; original: string; animated: boolean};

/** Fetched at once: one host that is slow does not hold up the others, and 60 MB lie in memory at most. */
const AT_ONCE = 4;

type Placed = PlacedDocument & {
	/** Elements read on images without a row yet, by mediaId: stored together with them. */
	elements: Map<string, ReadElement[]>;
};

/**
 * Fetches a document's images, reads those on which it has targets, then stores the document: all of it or nothing. If an animation is among the images, the rest is left to
 * the pool of animations.
 */
export const putDocument: Handler<typeof job> = (input, work) => run(input, work, false);
export const putAnimatedDocument: Handler<typeof animated> = (input, work) => run(input, work, true);

async function run(input: Input, work: Work, animations: boolean) {
	const sources = await fetchAll(input, work);
	work.progress(0.4);
	if (!animations && sources.some(({animated}) => animated)) {
		const passed: Input = {...input, sources: sources.map(({url, original}) => ({url, original}))};
		return new PassedOn(animated.name, passed);
	}
	const media = new Map<string, NewMedia | null>();
	for (const [done, {url, original}] of sources.entries()) {
		if (!media.has(original)) media.set(original, await ingest(original, work).catch(nameFault(input, url)));
		work.progress(0.4 + (0.1 * (done + 1)) / sources.length);
	}
	const originals = new Map(sources.map(({url, original}) => [url, original]));
	const fresh = new Map([...media].flatMap(([mediaId, row]) => (row ? [[mediaId, row] as const] : [])));
	const placed = await placeDocument(input, work, originals, fresh);
	return (db: Db) => finish(db, {input, sources, media, placed}, work);
}

/** Fetches all images. Throws the faults of all that cannot be fetched, not only of the first. */
async function fetchAll(input: Input, work: Work): Promise<Source[]> {
	const found: Source[] = [];
	const failed: AppError[] = [];
	for (let at = 0; at < input.sources.length; at += AT_ONCE) {
		const part = input.sources.slice(at, at + AT_ONCE).map(source => fetchOne(source, work).catch(nameFault(input, source.url)));
		for (const outcome of await Promise.allSettled(part)) {
			if (outcome.status === 'fulfilled') found.push(outcome.value);
			else if (outcome.reason instanceof AppError) failed.push(outcome.reason);
			else throw outcome.reason;
		}
	}
	const [first] = failed;
	if (!first) return found;
	throw new AppError(first.code, {status: first.status, message: first.message, errors: failed.flatMap(({errors = []}) => errors)});
}

async function fetchOne({url, original}: Input['sources'][number], work: Work): Promise<Source> {
	const bytes = original ? await sourceBytes({original}, work) : await fetchPublicImage(url, {signal: work.signal});
	const {frames} = await acceptImage(bytes);
	const stored = original ?? (await work.services.files.put('originals', bytes));
	return {url, original: stored, animated: frames > 1 && !(await findMedia(work.services.database.manager, work.accountId, stored))};
}

/** Stores the variants of an image; null where the account has it already. */
async function ingest(original: string, work: Work): Promise<NewMedia | null> {
	if (await touchMedia(work.services.database.manager, work.accountId, original)) return null;
	return storeImage(await sourceBytes({original}, work), null, work);
}

async function finish(
	db: Db,
	{input, sources, media, placed}: {input: Input; sources: Source[]; media: Map<string, NewMedia | null>; placed: Placed},
	{accountId, actor, services, lease}: Work,
): Promise<Finished> {
	const next: StoredJob[] = [];
	const images = new Map<string, StoredImage>();
	for (const [mediaId, fresh] of media) {
		const saved = fresh && (await saveUnlessRedacted(db, fresh, {since: lease.createdAt}));
		if (saved?.isNew && fresh!.stills.length === 0) next.push(await orderAvif(db, accountId, mediaId));
		const elements = fresh && placed.elements.get(mediaId);
		if (elements) await saveElements(db, accountId, mediaId, elements);
		const row = await touchMedia(db, accountId, saved?.kept.mediaId ?? mediaId);
		if (!row) throw new Error(`The image ${mediaId} was removed while its document was put.`);
		for (const {url} of sources.filter(({original}) => original === mediaId)) images.set(url, storedImage(row));
	}
	const result = await put(db, {...input, document: placed.document, accountId, actor}, images);
	const bases = services.config;
	const response = presentPut(result, {shown: presentChanges(result, {placed, bases}), bases});
	return {response, next};
}

/** An image's error as the document's: 400, and named by every step that shows it. */
function nameFault({document}: Input, url: string) {
	return (error: unknown): never => {
		const inStep = error instanceof AppError ? (ERRORS[error.code] as readonly unknown[])[2] : undefined;
		if (!(error instanceof AppError) || !inStep) throw error;
		const errors = (document.steps ?? []).flatMap(({image}, index): Fault[] =>
			image?.url === url
				? [
						{
							field: `steps[${index}].image.url`,
							message: error.message,
							hint: 'PNG, JPEG, WebP or GIF, up to 15 MB, at a public https URL.',
						},
					]
				: [],
		);
		throw new AppError(error.code, {status: 400, message: error.message, errors, cause: error});
	};
}

/**
 * Returns the job's document with its targets placed; `fetched` are the mediaIds of its URLs, `fresh` those of them without a row yet. Reads
 * one image after the other and keeps each reading at once: a repetition, after a kill or an ambiguous target, goes on from there.
 */
async function placeDocument(
	{document}: Input,
	work: Work,
	fetched: ReadonlyMap<string, string>,
	fresh: ReadonlyMap<string, NewMedia>,
): Promise<Placed> {
	const {services, accountId} = work;
	const {database} = services;
	const db = database.manager;
	const elements = new Map<string, ReadElement[]>();
	const screens = new Map<string, Screen>();
	for (const [url, mediaId] of fetched) {
		const media = fresh.get(mediaId) ?? (await findMedia(db, accountId, mediaId));
		if (media) screens.set(url, {width: media.width, height: media.height, elements: await findElements(db, accountId, mediaId)});
	}
	const {unread, ...known} = await placeTargets(db, accountId, document, screens);
	if (unread.length === 0) return {...known, unread, elements};
	for (const [done, image] of unread.entries()) {
		const mediaId = fetched.get(image) ?? image;
		const read = elements.get(mediaId) ?? (await readImage(mediaId, fresh, work).catch(nameScreenFault(document, image)));
		elements.set(mediaId, read);
		if (!fresh.has(mediaId)) await tx(database, changing => saveElements(changing, accountId, mediaId, read));
		const screen = screens.get(image);
		if (screen) screens.set(image, {...screen, elements: read});
		work.progress(0.5 + (0.4 * (done + 1)) / unread.length);
	}
	return {...(await placeTargets(db, accountId, document, screens)), elements};
}

async function readImage(mediaId: string, fresh: ReadonlyMap<string, NewMedia>, work: Work): Promise<ReadElement[]> {
	const media = fresh.get(mediaId) ?? (await findMedia(work.services.database.manager, work.accountId, mediaId));
	if (!media) throw new AppError('not_found', {message: 'The screenshot is gone; upload it again.'});
	return readScreen(media, work);
}

/** The error of a reader as the document's, named by every step that looks for words there. */
function nameScreenFault({steps = []}: Input['document'], name: string) {
	return (error: unknown): never => {
		if (!(error instanceof AppError)) throw error;
		const errors = steps.flatMap(({image, target}, index) =>
			target?.text !== undefined && name === (image?.mediaId ?? image?.url)
				? [{field: `steps[${index}].target`, message: error.message, hint: 'Give highlight and click, or pixels, instead.'}]
				: [],
		);
		throw new AppError(error.code, {...error.toJSON(), errors, cause: error});
	};
}
