import {type Box, heightOf, union, widthOf} from '../pixels/picture.ts';

/** The most CSS pixels between the parts of one icon, of a small one, and between dots. */
const APART = {parts: 1.6, small: 26, near: 2.6, dots: 4.2, dot: 7};
/** Square of four corners: its greatest side, that of a corner, and how much corners differ. CSS pixels. */
const CORNERS = {longest: 32, part: 12, alike: 1.1};
/** Two arrows, one above the other: their greatest distance and size, in CSS pixels. */
const PAIR = {apart: 4, largest: 11};
/** Bars of one icon: their greatest thickness and distance, in CSS pixels. */
const BAR = {thick: 3.5, apart: 8};
/** Most blobs: a pattern has more, and would take very long. */
const MOST = 12_000;
/** The greatest side of an icon, in CSS pixels. */
export const LONGEST = 64;

/** Something drawn, of so many pixels and parts; `areDots` if it is made of nothing larger. */
export type Blob = Box & {ink: number; parts: number; areDots: boolean};

/** Finds connected areas of drawn pixels. */
export function connected(drawn: Uint8Array, width: number, height: number): Blob[] {
	const blobs: Blob[] = [];
	const stack: number[] = [];
	for (let start = 0; start < drawn.length; start++) {
		if (!drawn[start]) continue;
		const blob: Blob = {left: width, top: height, right: 0, bottom: 0, ink: 0, parts: 1, areDots: false};
		stack.push(start);
		drawn[start] = 0;
		while (stack.length > 0) {
			const at = stack.pop()!;
			const x = at % width;
			const y = (at - x) / width;
			blob.ink++;
			if (x < blob.left) blob.left = x;
			if (x >= blob.right) blob.right = x + 1;
			if (y < blob.top) blob.top = y;
			if (y >= blob.bottom) blob.bottom = y + 1;
			for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
				for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
					const next = at + dy * width + dx;
					if (!drawn[next]) continue;
					drawn[next] = 0;
					stack.push(next);
				}
			}
		}
		blobs.push(blob);
	}
	return blobs;
}

/** Parts that are as near to each other as those of one icon become one. */
export function joined(blobs: Blob[], scale: number): Blob[] {
	if (blobs.length > MOST) return [];
	const isDot = (one: Box) => Math.max(widthOf(one), heightOf(one)) <= APART.dot * scale;
	const rows = blobs.map(blob => ({...blob, areDots: isDot(blob)})).sort((a, b) => a.top - b.top);
	const done: Blob[] = [];
	for (const blob of rows) {
		let whole = blob;
		for (let home = partner(done, whole, scale); home >= 0; home = partner(done, whole, scale)) {
			const [other] = done.splice(home, 1);
			const areDots = whole.areDots && other!.areDots;
			whole = {...union([whole, other!]), ink: whole.ink + other!.ink, parts: whole.parts + other!.parts, areDots};
		}
		done.push(whole);
	}
	return cornered(done, scale);
}

/** Four parts in the corners of a square, as of the sign for the whole screen, become one. */
function cornered(blobs: Blob[], scale: number): Blob[] {
	const small = blobs.filter(blob => Math.max(widthOf(blob), heightOf(blob)) <= CORNERS.part * scale).sort((a, b) => a.top - b.top);
	const isAt = (a: number, b: number) => Math.abs(a - b) <= CORNERS.alike * scale;
	const done = new Set<Blob>();
	const whole: Blob[] = [];
	let from = 0;
	for (const first of small) {
		while (small[from]!.top < first.top - scale) from++;
		const alike: Blob[] = [];
		// A pattern has thousands: only those of these rows are looked at.
		for (let index = from; index < small.length && small[index]!.top <= first.top + CORNERS.longest * scale; index++) {
			const other = small[index]!;
			const isInside = other.left >= first.left - scale && other.right <= first.left + CORNERS.longest * scale;
			if (isInside && other.bottom <= first.top + CORNERS.longest * scale) alike.push(other);
		}
		const like = alike.filter(other => isAt(widthOf(other), widthOf(first)) && isAt(heightOf(other), heightOf(first)));
		if (alike.length !== 4 || like.length !== 4 || alike.some(other => done.has(other))) continue;
		const box = union(alike);
		const isCorner = (blob: Blob) =>
			(isAt(blob.left, box.left) || isAt(blob.right, box.right)) && (isAt(blob.top, box.top) || isAt(blob.bottom, box.bottom));
		if (!alike.every(isCorner) || !isAt(widthOf(box), heightOf(box))) continue;
		for (const other of alike) done.add(other);
		whole.push({...box, ink: alike.reduce((sum, {ink}) => sum + ink, 0), parts: 4, areDots: false});
	}
	return [...blobs.filter(blob => !done.has(blob)), ...whole];
}

function partner(done: Blob[], blob: Blob, scale: number): number {
	const isBar = (one: Box) => heightOf(one) <= BAR.thick * scale + 1 && widthOf(one) > 2 * heightOf(one);
	const isUnder = (a: Box, b: Box) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 * Math.max(widthOf(a), widthOf(b));
	const isAlike = (a: number, b: number) => Math.abs(a - b) <= scale;
	const isPair = (a: Box, b: Box) =>
		[a, b].every(one => Math.max(widthOf(one), heightOf(one)) <= PAIR.largest * scale) &&
		[isAlike(a.left, b.left), isAlike(a.right, b.right), isAlike(heightOf(a), heightOf(b))].every(Boolean);
	const furthest = Math.max(APART.dots, APART.near, PAIR.apart, BAR.apart) * scale;
	return done.findLastIndex(other => {
		const gap = Math.max(other.left - blob.right, blob.left - other.right, other.top - blob.bottom, blob.top - other.bottom);
		// Most are far away, and a picture has thousands.
		if (gap > furthest) return false;
		const both = union([other, blob]);
		const long = Math.max(widthOf(both), heightOf(both));
		const most = (other.areDots && blob.areDots ? APART.dots : long <= APART.small * scale ? APART.near : APART.parts) * scale;
		if (
			gap > most &&
			!(gap <= PAIR.apart * scale && isPair(other, blob)) &&
			!(gap <= BAR.apart * scale && (isBar(other) || other.parts > 1) && (isBar(blob) || blob.parts > 1) && isUnder(other, blob))
		)
			return false;
		return long <= LONGEST * scale;
	});
}
