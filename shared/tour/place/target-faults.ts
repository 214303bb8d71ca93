import type {Fault} from '../../contract/error.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import type {ReadElement, ScreenElement, Target} from '../../contract/pictures/element.ts';
import {KIND_NAMES, type KindQuery, NOTHING, plain, whatWasRead} from './controls.ts';

/** Sentences about a target that names no element, or several. */

const SIGN_HINT = 'Give words that are on the screenshot. A sign is an icon: "[icon] Save" is the one next to "Save".';

/** Lists faults of a target that the schema cannot express: not exactly one way to name it, or an empty rectangle. */
export function targetFaults(field: string, target: Record<string, unknown>): Fault[] {
	const at = (name: string) => (field ? `${field}.${name}` : name);
	const {text, nth, pixels} = target;
	const given = [text, pixels].filter(value => value !== undefined && value !== null);
	if (given.length !== 1) {
		const message = given.length === 0 ? 'Neither text nor pixels was given.' : 'Both text and pixels were given.';
		return [{field, message, hint: 'Give text (with nth where several have it), or pixels {x, y, width, height}.'}];
	}
	if (typeof text === 'string' && plain(text) === '') return [{field: at('text'), message: 'Has no letter and no digit.', hint: SIGN_HINT}];
	if (pixels && nth !== undefined) return [{field: at('nth'), message: 'Belongs to text.', hint: 'Leave it out beside pixels.'}];
	return [];
}

/** Lists faults of a rectangle in pixels that is not on a picture of this size. */
export function pixelFaults(pixels: NonNullable<Target['pixels']>, size: {width: number; height: number}, field: string): Fault[] {
	const at = field ? `${field}.pixels` : 'pixels';
	if (pixels.width <= 1 && pixels.height <= 1) {
		const message = `${pixels.width} x ${pixels.height} pixels cannot be seen; it looks like fractions of the image.`;
		return [{field: at, message, hint: `Give pixels of the image, which is ${size.width} x ${size.height}, or fractions as highlight.`}];
	}
	return (['width', 'height'] as const).flatMap(side => {
		const start = side === 'width' ? 'x' : 'y';
		const outside = pixels[start] >= size[side] ? start : pixels[side] > size[side] ? side : null;
		if (!outside) return [];
		const hint = `The image is ${size.width} x ${size.height} pixels; measure in the image as it was uploaded.`;
		return [
			{
				field: `${at}.${outside}`,
				message: `${pixels[outside]} is outside the image, ${size[side]} pixels ${side === 'width' ? 'wide' : 'high'}.`,
				hint,
			},
		];
	});
}

/** Elements that an error names at most. */
const NAMED = 20;
/** Most similar elements that are named: a list of numbers A-1001, A-1002, … would fill the answer. */
const NAMED_ALIKE = 3;

/** Lists the elements that a text fits. `path` is that of the target, with a dot behind it. */
export function ambiguous(candidates: readonly ScreenElement[], text: string, path: string): Fault[] {
	const named = candidates.slice(0, NAMED).map(element => candidate(element, `${path}nth`));
	const left = candidates.length - named.length;
	if (left === 0) return named;
	const hint = `find_elements with query "${text}" lists all. Else give highlight and click, or pixels.`;
	return [...named, {field: `${path}nth`, message: `${left} more are left out.`, hint}];
}

function candidate(element: ScreenElement, field: string): Fault {
	return {field, message: `${described(element)}.`, hint: `For this one send text "${element.text}" and nth ${element.nth}.`};
}

function described({text, kind, label, highlight: {x, y, width, height}}: ScreenElement): string {
	return `${kind} "${text}"${label ? ` near "${label}"` : ''} at x ${x}, y ${y}, width ${width}, height ${height}`;
}

/** Tells which element was taken, which `others` have the words, and which have `alike` ones. */
export function chosen(
	element: ScreenElement,
	{others, alike}: {others: readonly ScreenElement[]; alike: readonly ScreenElement[]},
	field: string,
): Adjustment {
	const shown = [...others.slice(0, NAMED), ...alike.slice(0, NAMED_ALIKE)];
	const named = shown.map(other => candidate(other, field));
	const more = others.length + alike.length - shown.length;
	const left = more > 0 ? ` ${more} more are left out.` : '';
	const fit = `These words fit others too: ${named.map(({message, hint}) => `${message} ${hint}`).join(' ')}${left}`;
	return {field, from: null, to: element.nth, reason: `Taken: ${described(element)}. ${fit}`};
}

type Missing = {
	/** The kind that was asked for. */
	kind: KindQuery | null;
	/** The element that has the words and is of another kind. */
	named: ScreenElement | undefined;
	/** Elements with these words, if a number was given that none of them has. */
	count: number;
};

/** Tells what there is instead of an element that was not found. */
export function notFound(elements: readonly ReadElement[], {kind, named, count}: Missing, field: string): Fault {
	if (count > 0)
		return {
			field,
			message: `There are only ${count} with these words.`,
			hint: 'Leave nth out to have each of them listed with its place.',
		};
	const otherwise = 'find_elements lists all. Else give highlight and click, or pixels.';
	if (kind?.kinds.length === 0)
		return {field, message: `There is no kind ${kind.name}.`, hint: `Kinds are ${KIND_NAMES}. Else give the words alone. ${otherwise}`};
	if (kind && named) {
		const message = `"${kind.label}" was read as ${described(named)}: it is no ${kind.name}, and none is beside it.`;
		return {field, message, hint: `Send text "${named.text}" and nth ${named.nth} for that. ${otherwise}`};
	}
	return {field, message: NOTHING, hint: `${whatWasRead(elements)} ${otherwise}`};
}
