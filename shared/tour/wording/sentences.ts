import type {Click, Highlight} from '../../contract/geometry.ts';
import {PLACES, type Place} from '../../locales/language.ts';

/** Shares of the screen at which left, middle and right (top, middle and bottom) meet. */
const THIRDS = {x: [0.36, 0.64], y: [0.3, 0.7]} as const;

/** Returns the place on the screen at which a step points. */
export function placeOf({highlight, click}: {highlight: Highlight | null; click: Click | null}): Place {
	if (!highlight && !click) return 'middle';
	const point = click ?? {x: highlight!.x + highlight!.width / 2, y: highlight!.y + highlight!.height / 2};
	const third = (value: number, [from, to]: readonly [number, number]) => (value < from ? 0 : value > to ? 2 : 1);
	return PLACES[third(point.y, THIRDS.y) * 3 + third(point.x, THIRDS.x)]!;
}

/** Adds a capital and a full stop. */
export function sentence(text: string): string {
	const whole = capital(text.trim());
	return /[.!?…]$/u.test(whole) ? whole : `${whole}.`;
}

export function capital(text: string): string {
	return text.replace(/^\p{Ll}/u, letter => letter.toUpperCase());
}

/** Cleans text from users for use in one of our sentences. */
export function plain(text: string | null | undefined): string | null {
	return (
		text
			?.toWellFormed()
			.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
			.replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
			.replace(/\s+/gu, ' ')
			.trim() || null
	);
}

const comparable = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** True if two texts say the same: a balloon must not repeat its title. */
export const alike = (one: string, other: string) => comparable(one) === comparable(other);
export const beginsLike = (text: string, beginning: string) => comparable(text).startsWith(comparable(beginning));

/** Cuts a text to so many code points, at the end of a word if one is near. */
export function cut(text: string, most: number): string {
	const points = [...text];
	if (points.length <= most) return text;
	const head = points.slice(0, most - 1).join('');
	return `${head.replace(/\s+\S{0,20}$/u, '')}…`;
}
