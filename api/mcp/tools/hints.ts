import type {Fault} from '../../../shared/contract/error.ts';

/** A coordinate above this was not meant as a fraction; values from 1 up to it are clamped, as everywhere. */
const SURELY_NOT = 1.5;
/** Percent at which a rectangle may end at most, since measured values are rounded. */
const PERCENT_END = 101;
const AXES = {x: 'width', width: 'width', y: 'height', height: 'height'} as const;
type Name = keyof typeof AXES;

export type Size = {width: number; height: number};
type Shape = {path: string; numbers: Array<[Name, number]>};

/** A tool's effects, sent to clients as the annotations `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint`. */
export type Hints = {readOnly: boolean; destructive: boolean; idempotent: boolean; openWorld: boolean};

/** Changes nothing. */
export const READS: Hints = {readOnly: true, destructive: false, idempotent: true, openWorld: false};

/** Makes another thing with each call, and takes nothing away. */
export const CREATES: Hints = {readOnly: false, destructive: false, idempotent: false, openWorld: false};

/** Makes a thing that a repeated call finds again. */
export const CREATES_ONCE: Hints = {...CREATES, idempotent: true};

/** Replaces or removes what was there; a repeated call changes nothing more. */
export const CHANGES: Hints = {readOnly: false, destructive: true, idempotent: true, openWorld: false};

/** Replaces what was there with something new at each call. */
export const CHANGES_EACH_TIME: Hints = {...CHANGES, idempotent: false};

/** Coordinates that were measured in pixels or in percent, each of them; where `sizeOf` knows the image's size the hints name the fractions. */
export function measuredFaults(
	input: Record<string, unknown>,
	sizeOf: (step: Record<string, unknown>) => Size | null = () => null,
): Fault[] {
	return steps(input).flatMap(({step, path}) => {
		const size = sizeOf(step);
		const shapes = [...['highlight', 'click'].flatMap(name => shapeOf(step[name], `${path}${name}`)), ...spotsOf(step, path)];
		if (!shapes.some(({numbers}) => numbers.some(([, value]) => value > SURELY_NOT))) return [];
		// Highlight, click and hotspots of a step were measured with one ruler.
		const percent = shapes.every(isPercent);
		return shapes.flatMap(({path, numbers}) =>
			numbers.filter(isMeasured(numbers, percent)).map(([name, value]) => fault(`${path}.${name}`, name, value, percent, size)),
		);
	});
}

/**
 * Returns a test for numbers measured in percent or pixels. Beside a place in percent, small sides count as percent too; among fractions
 * only numbers that are too big do.
 */
function isMeasured(numbers: Shape['numbers'], percent: boolean): (number: [Name, number]) => boolean {
	const surely = numbers.some(([, value]) => value > SURELY_NOT);
	const least = percent && numbers.some(([name, value]) => (name === 'x' || name === 'y') && value > SURELY_NOT) ? 0 : 1;
	return ([, value]) => surely && value > least;
}

/** The step that the arguments are, and those of a document in them. */
function steps(input: Record<string, unknown>): Array<{step: Record<string, unknown>; path: string}> {
	const listed = (input.document as {steps?: unknown} | undefined)?.steps;
	const inDocument = Array.isArray(listed) ? listed.map((step, index) => ({step, path: `document.steps[${index}].`})) : [];
	return [{step: input, path: ''}, ...inDocument].filter(({step}) => typeof step === 'object' && step !== null);
}

/** The hotspots of a step of a document, and those that the arguments are. */
function spotsOf(step: Record<string, unknown>, path: string): Shape[] {
	const {hotspots: inActions} = (step.actions ?? {}) as {hotspots?: unknown};
	return Object.entries({[`${path}hotspots`]: step.hotspots, [`${path}actions.hotspots`]: inActions}).flatMap(([field, list]) =>
		Array.isArray(list) ? list.flatMap((spot, index) => shapeOf(spot?.area, `${field}[${index}].area`)) : [],
	);
}

function shapeOf(given: unknown, path: string): Shape[] {
	if (typeof given !== 'object' || given === null) return [];
	const numbers = Object.entries(given).filter(([name, value]) => Object.hasOwn(AXES, name) && typeof value === 'number');
	return [{path, numbers: numbers as Shape['numbers']}];
}

/** 0..100 on every side, and no rectangle that would end beyond it. */
function isPercent({numbers}: Shape): boolean {
	const {x = 0, y = 0, width = 0, height = 0} = Object.fromEntries(numbers) as Partial<Record<Name, number>>;
	return [x, y, width, height].every(value => value >= 0 && value <= 100) && Math.max(x + width, y + height) <= PERCENT_END;
}

function fault(field: string, name: Name, value: number, percent: boolean, size: Size | null): Fault {
	if (percent) {
		const pixels =
			size && Number.isInteger(value)
				? ` Were it pixels: ${value} / ${size[AXES[name]]} would be ${fraction(value / size[AXES[name]])}.`
				: '';
		const hint = `Looks like percent: divide by 100.${pixels} ${value} / 100 = ${fraction(value / 100)}.`;
		return {field, message: `${value} looks like percent.`, hint};
	}
	return {field, message: `${value} looks like pixels.`, hint: pixelHint(value, AXES[name], size)};
}

function pixelHint(value: number, side: 'width' | 'height', size: Size | null): string {
	if (!size) return `Looks like pixels: divide by the image's ${side} in pixels. Coordinates are fractions of the image, 0..1.`;
	return `Looks like pixels: divide by the image's ${side} ${size[side]}. ${value} / ${size[side]} = ${Math.min(1, value / size[side]).toFixed(4)}.`;
}

const fraction = (value: number) => Number(value.toFixed(4));

/** Marks effects beyond the service: the tool fetches an address, asks a provider or changes a public page. */
export function reachingOut(hints: Hints): Hints {
	return {...hints, openWorld: true};
}
