import type {ReadElement} from '../../shared/contract/pictures/element.ts';
import {AppError} from '../../shared/errors.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import type {putDocument as job} from '../../shared/queue/jobs/documents.ts';
import {tx} from '../../shared/store/database.ts';
import {type PlacedDocument, placeTargets, type Screen} from '../../shared/store/documents/document-targets.ts';
import {findElements, saveElements} from '../../shared/store/media/elements.ts';
import {findMedia, type NewMedia} from '../../shared/store/media/media.ts';
import type {Work} from '../runtime/handler.ts';
import {readScreen} from './images/read-screen.ts';

type Input = JobInput<typeof job>;

export type Placed = PlacedDocument & {
	/** Elements read on images without a row yet, by mediaId: stored together with them. */
	elements: Map<string, ReadElement[]>;
};

/**
 * Returns the job's document with its targets placed; `fetched` are the mediaIds of its URLs, `fresh` those of them without a row yet. Reads
 * one image after the other and keeps each reading at once: a repetition, after a kill or an ambiguous target, goes on from there.
 */
export async function placeDocument(
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
		const read = elements.get(mediaId) ?? (await readImage(mediaId, fresh, work).catch(nameFault(document, image)));
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
function nameFault({steps = []}: Input['document'], name: string) {
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
