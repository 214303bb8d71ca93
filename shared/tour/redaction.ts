import type {Edit, StepValues} from '../contract/edit.ts';
import type {RedactionArea} from '../contract/pictures/redaction.ts';
import type {ImageVariant, Snapshot, SnapshotImage} from '../contract/snapshot.ts';
import type {StoredImage, StoredStep, TourContent} from './document/document.ts';

/** An exchange of the picture `from` (a mediaId) for a redacted one or none, in the step `stepId`, or in all (null). */
export type Exchange = {from: string; to: StoredImage | null; stepId: string | null};

/** An area in pixels of an image; `right` and `bottom` are the first ones outside. */
export type PixelArea = {left: number; top: number; right: number; bottom: number; style: RedactionArea['style']};

/** Returns all pixels of the picture that the area touches; null if it touches none. */
export function pixelsOf({x, y, width, height, style}: RedactionArea, size: {width: number; height: number}): PixelArea | null {
	if (!(width > 0 && height > 0)) return null;
	const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
	const left = inside(Math.floor(x * size.width), size.width);
	const top = inside(Math.floor(y * size.height), size.height);
	const right = inside(Math.ceil((x + width) * size.width), size.width);
	const bottom = inside(Math.ceil((y + height) * size.height), size.height);
	return right > left && bottom > top ? {left, top, right, bottom, style} : null;
}

/** The most cells that a blur keeps of an area. */
const COLUMNS = 4;
const ROWS = 2;
/** Least side of a cell in pixels: a smaller one could keep the shape of a letter. */
const LEAST_CELL = 24;

/** Returns how many cells a blurred area has, each of one colour. */
export function blurCells({left, top, right, bottom}: Omit<PixelArea, 'style'>): {columns: number; rows: number} {
	const cells = (length: number, most: number) => Math.max(1, Math.min(most, Math.floor(length / LEAST_CELL)));
	return {columns: cells(right - left, COLUMNS), rows: cells(bottom - top, ROWS)};
}

/**
 * Replaces a picture by its redacted one, also in deleted steps that the tour remembers. Returns the very same content
 * if no step shows it.
 */
export function redactContent(content: TourContent, exchange: Exchange): TourContent {
	const steps = content.steps.map(step => redactStep(step, exchange));
	const removed = content.removed?.map(entry => {
		const step = redactStep(entry.step, exchange);
		return step === entry.step ? entry : {...entry, step};
	});
	const same = (before: readonly unknown[] = [], after: readonly unknown[] = []) => before.every((one, index) => one === after[index]);
	if (same(content.steps, steps) && same(content.removed, removed)) return content;
	return {...content, steps, ...(removed && {removed})};
}

function redactStep(step: StoredStep, {from, to, stepId}: Exchange): StoredStep {
	const concerned = step.image?.mediaId === from && (stepId === null || step.id === stepId);
	return concerned ? {...step, image: to} : step;
}

/** The facts about an image that a snapshot keeps. */
type Facts = Pick<SnapshotImage, 'width' | 'height' | 'color' | 'variants'> & {stills: ImageVariant[]; detail: string | null};

/** Redacts a snapshot. It names no media: `from` is the file of the picture's largest variant. */
export function redactSnapshot(snapshot: Snapshot, from: string, to: Facts, stepId: string | null): Snapshot {
	const {width, height, color, variants, stills, detail} = to;
	const image: SnapshotImage = {width, height, color, variants, ...(detail && {detail}), still: stills[0] ?? null};
	const steps = snapshot.steps.map(step =>
		showsFile(step.image, from) && (stepId === null || step.id === stepId) ? {...step, image} : step,
	);
	return steps.every((step, index) => step === snapshot.steps[index]) ? snapshot : {...snapshot, steps};
}

/** True if one of the steps shows the image with this largest variant. */
export function showsImage({steps}: Snapshot, file: string): boolean {
	return steps.some(({image}) => showsFile(image, file));
}

function showsFile(image: SnapshotImage | null, file: string): boolean {
	return image?.variants.at(-1)?.file === file;
}

/** Lists the mediaIds that a change sets, or names as the value before it. */
export function imagesNamed(change: Edit): string[] {
	const {set, was} = change as {set?: StepValues; was?: StepValues};
	return [set?.image?.mediaId, was?.image?.mediaId].filter(mediaId => mediaId !== undefined);
}

/** Returns the change with these images exchanged for others. */
export function exchangeImages(change: Edit, others: ReadonlyMap<string, string>): Edit {
	const exchanged = (values: StepValues) => {
		const mediaId = values.image?.mediaId;
		const other = mediaId === undefined ? undefined : others.get(mediaId);
		return other === undefined ? values : {...values, image: {mediaId: other}};
	};
	const {set, was} = change as {set?: StepValues; was?: StepValues};
	return {...change, ...(set && {set: exchanged(set)}), ...(was && {was: exchanged(was)})} as Edit;
}
