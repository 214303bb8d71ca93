import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {
	counted,
	coverAreas,
	FormatFaults,
	type ImportedStep,
	type ImportedTour,
	languageOf,
	listOf,
	numberOf,
	numbersOf,
	objectOf,
	pixelsOf,
	textOf,
	titleAndText,
} from './imported.ts';

/** The guide of a `.mimik` file: a zip with this and the pictures that it names. */
export const MIMIK_MANIFEST = 'manifest.json';
const VERSION = 1;
const BOX = ['x', 'y', 'width', 'height'];
/** CSS pixels around a click whose element is unknown. */
const AROUND_CLICK = 24;
/** A picture that shows nearly all of itself is not enlarged. */
const LEAST_ZOOM = 1.05;
const MOST_ZOOM = 4;

type Shot = {field: string; file: string; bytes: Buffer; value: Record<string, unknown>; edits: Record<string, unknown>};
type Faults = Array<{field: string; message: string}>;

/** Turns a guide of Mimik into a tour, its measures in pixels. Throws FormatFaults. */
export function readMimik(manifest: unknown, files: ReadonlyMap<string, Buffer>): ImportedTour {
	const {version, guide, steps: given, screenshots} = objectOf(manifest);
	const faults: Faults = [];
	if (numberOf(version) === null || !Array.isArray(given))
		faults.push({field: '', message: 'Is no guide of Mimik: it has no version or no steps.'});
	else if (Number(version) > VERSION)
		faults.push({field: 'version', message: `version: Is ${version}; version ${VERSION} is read. Use a newer version of this command.`});
	if (faults.length > 0) throw new FormatFaults(faults);
	const shots = shotsOf(listOf(screenshots), files, faults);
	const changed = new Map<string, Buffer>();
	const notes = {drawn: 0, cut: 0};
	const read = listOf(given).map((value, index) => ({value: objectOf(value), field: `steps[${index}]`, index}));
	const ordered = read.sort((a, b) => (numberOf(a.value.index) ?? a.index) - (numberOf(b.value.index) ?? b.index));
	const steps: ImportedStep[] = [];
	const {title, description} = objectOf(guide);
	if (textOf(description)) steps.push(slideOf(textOf(title) || 'Mimik', textOf(description)));
	for (const {value, field} of ordered) {
		const words = titleAndText(textOf(value.description));
		if (words.isCut) notes.cut++;
		const shot = shots.get(textOf(value.id));
		if (!shot && !words.title) {
			faults.push({field, message: 'Has neither words nor a picture.'});
			continue;
		}
		steps.push(shot ? screenOf(value, words, shot) : {key: '', type: 'slide', title: words.title, text: words.text});
		if (shot) notes.drawn += annotations(shot, changed, faults);
	}
	if (read.length === 0) faults.push({field: 'steps', message: 'Has no steps.'});
	if (faults.length > 0) throw new FormatFaults(faults);
	const names = distinct(steps.map(({title: words}, index) => keyFrom(words ?? '', `step-${index + 1}`)));
	return {
		tour: {
			name: textOf(title) || 'Mimik',
			...languageOf(steps.flatMap(step => [step.title ?? '', step.text ?? ''])),
			units: 'px',
			steps: steps.map((step, index) => ({...step, key: names[index]!})),
		},
		changed,
		notes: [
			...(notes.drawn > 0 ? [`${counted(notes.drawn, 'mark')} not taken along: a tour draws nothing onto its pictures.`] : []),
			...(notes.cut > 0
				? [`The words of ${notes.cut} ${notes.cut === 1 ? 'step' : 'steps'} are longer than a text may be, and end in "…".`]
				: []),
		],
	};
}

function slideOf(title: string, text: string): ImportedStep {
	const {title: first, text: more} = titleAndText(`${title}\n${text}`);
	return {key: '', type: 'slide', title: first, text: more};
}

/** Returns the pictures by the step to which they belong. */
function shotsOf(list: unknown[], files: ReadonlyMap<string, Buffer>, faults: Faults): Map<string, Shot> {
	const shots = new Map<string, Shot>();
	for (const [index, one] of list.entries()) {
		const value = objectOf(one);
		const field = `screenshots[${index}]`;
		const file = textOf(value.file);
		const bytes = files.get(file);
		if (!bytes) {
			faults.push({field: `${field}.file`, message: file ? `${file} is not in the file.` : 'Names no picture.'});
			continue;
		}
		shots.set(textOf(value.stepId), {field, file, bytes, value, edits: objectOf(value.edits)});
	}
	return shots;
}

function screenOf(step: Record<string, unknown>, {title, text}: {title: string; text?: string}, shot: Shot): ImportedStep {
	const {edits, value} = shot;
	const meta = objectOf(step.elementMeta);
	const ratio = numberOf(value.pixelRatio) || numberOf(meta.devicePixelRatio) || 1;
	const at = numbersOf(value.clickPoint, ['x', 'y'])?.map(part => part * ratio) ?? null;
	const box = boxOf(shot, meta, ratio) ?? (at && edits.target !== null ? around(at, AROUND_CLICK * ratio) : null);
	const zoom = zoomOf(shot);
	const alt = textOf(edits.alt);
	return {
		key: '',
		type: 'screen',
		title,
		...(text && {text}),
		...(alt && {alt: alt.slice(0, 300)}),
		image: shot.file,
		...(box && {highlight: box.map(Math.round)}),
		...(box && at && isInside(at, box) && {click: at.map(Math.round)}),
		...(zoom && {camera: {zoom}}),
	};
}

/** Returns the target as it was drawn, in pixels of the picture; else the element, whose measures are in CSS pixels. */
function boxOf({edits, value}: Shot, meta: Record<string, unknown>, ratio: number): number[] | null {
	if (edits.target === null) return null;
	const drawn = numbersOf(edits.target, BOX);
	const box = drawn ?? (numbersOf(value.bounds, BOX) ?? numbersOf(meta.rect, BOX))?.map(part => part * ratio);
	if (!box || box[2]! <= 0 || box[3]! <= 0) return null;
	const [width, height] = [numberOf(value.width) ?? Infinity, numberOf(value.height) ?? Infinity];
	const [left, top] = [Math.max(0, box[0]!), Math.max(0, box[1]!)];
	const [right, bottom] = [Math.min(width, box[0]! + box[2]!), Math.min(height, box[1]! + box[3]!)];
	return right - left >= 1 && bottom - top >= 1 ? [left, top, right - left, bottom - top] : null;
}

function around([x, y]: number[], reach: number): number[] {
	const [left, top] = [Math.max(0, x! - reach), Math.max(0, y! - reach)];
	return [left, top, x! + reach - left, y! + reach - top];
}

function isInside([x, y]: number[], [left, top, width, height]: number[]): boolean {
	return x! >= left! && x! <= left! + width! && y! >= top! && y! <= top! + height!;
}

/** Returns the zoom that shows the cut-out part of the picture; null for the whole. */
function zoomOf({edits, value}: Shot): number | null {
	const [, , width] = numbersOf(edits.viewport, BOX) ?? [];
	const whole = numberOf(value.width);
	if (!width || !whole || width <= 0 || whole / width < LEAST_ZOOM) return null;
	return Math.min(MOST_ZOOM, Math.round((whole / width) * 10) / 10);
}

/** Covers what is to be hidden; returns how many other marks there are. */
function annotations({field, file, bytes, edits}: Shot, changed: Map<string, Buffer>, faults: Faults): number {
	const all = listOf(edits.annotations).map(objectOf);
	const areas = all.flatMap(one => (one.type === 'redact' ? [numbersOf(one, ['x', 'y', 'w', 'h'])] : []));
	if (areas.length > 0) {
		const pixels = pixelsOf(bytes);
		const covered = pixels && !areas.includes(null) ? coverAreas(pixels, areas as number[][]) : null;
		if (covered) changed.set(file, covered);
		else faults.push({field, message: `Hides a part of ${file}, which still shows it: export the guide again with a newer Mimik.`});
	}
	return all.length - areas.length;
}
