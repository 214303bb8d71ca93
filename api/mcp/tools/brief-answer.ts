import type {Change, TourDocument} from '../../../shared/contract/document.ts';
import type {Adjustment, Warning} from '../../../shared/contract/geometry.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import type {Body} from './define-tool.ts';

/**
 * Bytes of a result with ten steps, its text and its structured content together; a result with more steps may have
 * proportionally more.
 */
const MOST_BYTES = 6144;
const STEPS = 10;

/** Limits of length: bytes of a title, a text and a value, and items of a list. The first level that fits is taken. */
const LEVELS = [
	{title: 90, text: 160, value: 120, most: 30},
	{title: 60, text: 60, value: 60, most: 15},
	{title: 40, text: 0, value: 30, most: 8},
	{title: 24, text: 0, value: 0, most: 4},
	{title: 12, text: 0, value: 0, most: 1},
] as const;
type Level = (typeof LEVELS)[number];

type Answer = Body & {
	tour?: Tour;
	document?: TourDocument;
	changes?: Change[];
	adjustments?: Adjustment[];
	warnings?: Warning[];
};

/** Returns a summary of a tour: its name, its steps by id and title, the changes and the warnings. `full` returns the rest. */
export function briefTour(answer: Body): Body {
	const steps = Math.max((answer as Answer).tour?.steps.length ?? 0, STEPS);
	let body: Body = {};
	for (const level of LEVELS) {
		body = summaryOf(answer as Answer, level);
		if (resultBytes(body) <= (MOST_BYTES * steps) / STEPS) break;
	}
	return body;
}

/** Voices of a list at most: 16 kB with their text and their structured content. */
const MOST_VOICES = 60;

/** Returns the first voices of a list, which begins with the best of the languages of most tours. `full` returns the rest. */
export function briefVoices({voices, ...rest}: Body): Body {
	const list = listed('voices', voices as Body[], MOST_VOICES);
	return {...rest, ...list, ...(list.voicesLeftOut !== undefined && {more: 'language: "pt" lists those of one language, full: true all.'})};
}

/** Returns the bytes of a message's `result` that has this body twice, as text and as structured content. */
function resultBytes(body: Body): number {
	return Buffer.byteLength(JSON.stringify({content: [{type: 'text', text: JSON.stringify(body)}], structuredContent: body}));
}

function summaryOf({tour, document, changes, adjustments, warnings, ...rest}: Answer, level: Level): Body {
	return {
		...rest,
		...(tour && {tour: tourOf(tour, document, level, changes !== undefined)}),
		...(changes &&
			listed(
				'changes',
				changes.map(change => changeOf(change, level)),
				level.most,
			)),
		...(adjustments &&
			listed(
				'adjustments',
				together(
					adjustments.map(one => adjustmentOf(one, level)),
					'reason',
				),
				level.most,
			)),
		...(warnings && listed('warnings', together(warnings, 'message'), level.most)),
		...(!rest.dryRun && {more: 'full: true answers everything.'}),
	};
}

/** Returns the tour's part of the summary. A tour that was read has the words of each step too, because the reader asks for them. */
function tourOf(tour: Tour, document: TourDocument | undefined, {title, text}: Level, wasChanged: boolean): Body {
	const {id, name, status, version, stepCount, hasUnpublishedChanges, publishedLink, narrationSettings} = tour;
	const {language} = narrationSettings;
	return {
		...{id, name: shortened(name, title * 2), status, version, language, stepCount, hasUnpublishedChanges},
		...(publishedLink && {publishedLink: {url: publishedLink.url}}),
		steps: tour.steps.map((step, index) => {
			const key = document?.steps?.[index]?.key;
			return {
				id: step.id,
				...(key !== undefined && key !== step.id && {key}),
				...(step.title && {title: shortened(step.title, title)}),
				...(!wasChanged && text > 0 && step.text && {text: shortened(step.text, text)}),
			};
		}),
	};
}

/** Returns a change. Added and removed steps have a key and a place: they are in one of the two versions. */
function changeOf({op, step, field, from, to, sentences}: Change, {value}: Level): Body {
	if (op === 'add' || op === 'remove') return {op, step, field};
	if (sentences) return {op, step, field, ...(value > 0 && {sentences: sentences.slice(0, 3).map(said => shortened(said, value))})};
	return {op, step, field, ...(value > 0 && {from: shortValue(from, value), to: shortValue(to, value)})};
}

function adjustmentOf({field, from, to, reason}: Adjustment, {value}: Level): Body & {field: string} {
	return {field, ...(value > 0 && {from: shortValue(from, value), to: shortValue(to, value)}), reason};
}

function shortValue(value: unknown, bytes: number): unknown {
	if (typeof value === 'string') return shortened(value, bytes);
	const json = JSON.stringify(value) ?? 'null';
	return Buffer.byteLength(json) <= bytes ? value : shortened(json, bytes);
}

/** Joins equal messages about several places: the first one names the other places in `also`. */
export function together(said: Array<Body & {field: string}>, words: string): Body[] {
	const alike = Map.groupBy(said, ({field: _field, from: _from, to: _to, ...one}) => JSON.stringify([one[words], one.hint]));
	return [...alike.values()].map(([first, ...others]) => ({...first!, ...(others.length > 0 && {also: others.map(({field}) => field)})}));
}

/** Returns the first items, and the number of those left out. */
function listed(name: string, all: Body[], most: number): Body {
	const left = all.length - most;
	return {[name]: all.slice(0, most), ...(left > 0 && {[`${name}LeftOut`]: left})};
}

/** Returns the beginning of a text in whole characters, at most that many bytes. */
function shortened(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let kept = '';
	let left = bytes - Buffer.byteLength('…');
	// A segmenter copies what it is given: of a name of a megabyte only the beginning, in which the loop always ends.
	for (const {segment} of CHARACTERS.segment(text.slice(0, bytes))) {
		left -= Buffer.byteLength(segment);
		if (left < 0) break;
		kept += segment;
	}
	return `${kept}…`;
}

const CHARACTERS = new Intl.Segmenter();
