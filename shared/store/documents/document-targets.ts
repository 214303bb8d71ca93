import type {DocumentStep, TourDocument} from '../../contract/document.ts';
import type {Adjustment, Warning} from '../../contract/geometry.ts';
import type {ReadElement} from '../../contract/pictures/element.ts';
import {AppError} from '../../errors.ts';
import {placeTarget} from '../../tour/place/target.ts';
import type {Db} from '../database.ts';
import {findElements} from '../media/elements.ts';
import {findMedia} from '../media/media.ts';

/** The image on which a target is searched; `elements` is null if it has not been read yet. */
export type Screen = {width: number; height: number; elements: ReadElement[] | null};

export type PlacedDocument = {
	/** The document with highlight and click instead of each target that was found; other targets are left out. */
	document: TourDocument;
	/** Images that have to be read before the targets on them can be found. */
	unread: string[];
	/** Indexes of the steps whose image is not stored. */
	unstored: number[];
	/** Name the other elements that fit a target as well. */
	adjustments: Adjustment[];
};

/**
 * Puts highlight and click in the place of every target of a document. Throws the faults of all targets at once (`steps[3].target.nth`),
 * and therefore only once all `unread` images have been read.
 * `fetched`: images without a row yet, by their URL in the document.
 */
export async function placeTargets(
	db: Db,
	accountId: string,
	document: TourDocument,
	fetched: ReadonlyMap<string, Screen> = new Map(),
): Promise<PlacedDocument> {
	const steps = [...(document.steps ?? [])];
	const pointed = steps.flatMap(({target}, index) => (target ? [index] : []));
	const unread: string[] = [];
	const unstored: number[] = [];
	const failed: AppError[] = [];
	const adjustments: Adjustment[] = [];
	// One image at a time, since the elements of five hundred would take much memory.
	for (const [image, indexes] of Map.groupBy(pointed, index => nameOf(steps[index]!))) {
		const screen = image === null ? null : (fetched.get(image) ?? (await storedScreen(db, accountId, image)));
		if (image === null) failed.push(...indexes.map(withoutImage));
		else if (!screen) unstored.push(...indexes);
		else if (!screen.elements && indexes.some(index => steps[index]!.target!.text !== undefined)) unread.push(image);
		for (const index of indexes) steps[index] = placed(steps[index]!, index, screen, {failed, adjustments});
	}
	const [first] = failed;
	if (first && unread.length === 0) throw new AppError(first.code, {errors: failed.flatMap(({errors = []}) => errors)});
	return {document: pointed.length > 0 ? {...document, steps} : document, unread, unstored: unstored.sort((a, b) => a - b), adjustments};
}

/** Warns in a dry run of targets on images that are not fetched. */
export function unstoredWarnings(unstored: number[]): Warning[] {
	return unstored.map(index => ({
		field: `steps[${index}].target`,
		message: 'Is looked for when the document is put: its image is not stored yet.',
		hint: 'To see now where it comes to lie, store the image first (POST /v1/media with url) and name it by mediaId.',
	}));
}

function nameOf({image}: DocumentStep): string | null {
	return image?.mediaId ?? image?.url ?? null;
}

async function storedScreen(db: Db, accountId: string, mediaId: string): Promise<Screen | null> {
	const media = await findMedia(db, accountId, mediaId);
	return media && {width: media.width, height: media.height, elements: await findElements(db, accountId, mediaId)};
}

function withoutImage(index: number): AppError {
	const fault = {field: `steps[${index}].target`, message: 'The step has no screenshot to look at.', hint: 'Give it an image.'};
	return new AppError('target_not_found', {errors: [fault]});
}

/**
 * Returns the step with its target replaced by highlight and click, if it is found. Adds faults to `failed`, and
 * notes to `adjustments`.
 */
function placed(
	{target, ...step}: DocumentStep,
	index: number,
	screen: Screen | null,
	{failed, adjustments}: {failed: AppError[]; adjustments: Adjustment[]},
): DocumentStep {
	if (!screen || (target!.text !== undefined && !screen.elements)) return step;
	try {
		const {adjustments: said, ...shape} = placeTarget(target!, screen, screen.elements ?? [], `steps[${index}].target`);
		adjustments.push(...said);
		return {...step, ...shape};
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		failed.push(error);
		return step;
	}
}
