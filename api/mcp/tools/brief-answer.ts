import type {Change, TourDocument} from '../../../shared/contract/document.ts';
import type {Adjustment, Warning} from '../../../shared/contract/geometry.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import type {Body} from './define-tool.ts';

/** Bytes of a result with ten steps, its text and its structured content together; more steps may take so much more. */
const MOST_BYTES = 6144;
const STEPS = 10;

/** How much is said: bytes of a title, of a text and of a value, and how many of what comes in lists. The first that fits is taken. */
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

/** A whole tour's answer as a summary: what it is called, its steps by id and title, what changed, what is to be looked at. `full` brings the rest. */
export function briefTour(answer: Body): Body {
	const steps = Math.max((answer as Answer).tour?.steps.length ?? 0, STEPS);
	const fitting = LEVELS.map(level => summaryOf(answer as Answer, level));
	return fitting.find(body => resultBytes(body) <= (MOST_BYTES * steps) / STEPS) ?? fitting.at(-1)!;
}

/** Bytes of the `result` of a message that says this body twice, as text and as it is. */
export function resultBytes(body: Body): number {
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

/** Of a tour that was read each step's words are said as well: what they are now is what somebody wants to know. */
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

/** A step that came or went is named by its key and its place; it is in the tour, or in the version before. */
function changeOf({op, step, field, from, to}: Change, {value}: Level): Body {
	if (op === 'add' || op === 'remove') return {op, step, field};
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

/** What is said of several places in the same words is said once: of the first, with the others in `also`. */
function together(said: Array<Body & {field: string}>, words: string): Body[] {
	const alike = Map.groupBy(said, ({field: _field, from: _from, to: _to, ...one}) => JSON.stringify([one[words], one.hint]));
	return [...alike.values()].map(([first, ...others]) => ({...first!, ...(others.length > 0 && {also: others.map(({field}) => field)})}));
}

/** The first of them, and how many were left out. */
function listed(name: string, all: Body[], most: number): Body {
	const left = all.length - most;
	return {[name]: all.slice(0, most), ...(left > 0 && {[`${name}LeftOut`]: left})};
}

/** At most so many bytes of a text, whole characters of it. */
function shortened(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let kept = '';
	let left = bytes - Buffer.byteLength('…');
	for (const {segment} of CHARACTERS.segment(text)) {
		left -= Buffer.byteLength(segment);
		if (left < 0) break;
		kept += segment;
	}
	return `${kept}…`;
}

const CHARACTERS = new Intl.Segmenter();
