import {type Box, heightOf, union, widthOf} from '../picture.ts';
import type {Scene} from '../scene.ts';

/** CSS pixels: sides of an icon, the longer and the shorter one, and what it may have of ink at least (square). */
const ICON = {longest: 64, least: 7, thinnest: 3, ink: 14};
/** An icon is at most so many times as long as it is thick. */
const LONG = 4;
/** CSS pixels between the parts of one icon, and between dots. */
const APART = {parts: 1.6, dots: 4.2, dot: 7};
/** A pattern has more, and would take for ever. */
const MOST = 12_000;

/** Of its box a picture fills so much with what is no ground, and of the screen its box takes no more. */
const PICTURE = {full: 0.6, most: 0.5};

type Blob = Box & {ink: number};

/** What is drawn and holds no words; `taken` is what was read, as boxes of words. */
export function findShapes(scene: Scene, taken: readonly Box[]): {icons: Box[]; images: Box[]} {
	const {scale, view} = scene;
	const blobs = connected(foreground(scene, taken), view.width, view.height);
	const isLarge = (blob: Box) => Math.max(widthOf(blob), heightOf(blob)) > ICON.longest * scale;
	const icons = joined(
		blobs.filter(blob => !isLarge(blob)),
		scale,
	).filter(blob => {
		const [long, short] = [Math.max(widthOf(blob), heightOf(blob)) / scale, Math.min(widthOf(blob), heightOf(blob)) / scale];
		const isSized = long >= ICON.least && short >= ICON.thinnest;
		return isSized && long <= LONG * short && blob.ink >= ICON.ink * scale * scale;
	});
	const images = blobs.filter(blob => {
		const [width, height] = [widthOf(blob), heightOf(blob)];
		if (!isLarge(blob) || Math.min(width, height) < (ICON.longest / 2) * scale) return false;
		return blob.ink >= PICTURE.full * width * height && width * height <= PICTURE.most * view.width * view.height;
	});
	return {icons, images};
}

/** 1 for each pixel that is no page, no panel and no word: what is drawn on them, small grounds with all that is on these. */
function foreground({grounds, view, scale}: Scene, taken: readonly Box[]): Uint8Array {
	const {width, height} = view;
	const isSmall = new Uint8Array(grounds.list.length + 1);
	for (const ground of grounds.list)
		if (Math.max(widthOf(ground), heightOf(ground)) <= ICON.longest * scale) isSmall[ground.id] = 1;
	isSmall[0] = 1;
	const drawn = new Uint8Array(width * height);
	for (let at = 0; at < drawn.length; at++) drawn[at] = isSmall[grounds.of[at]!]!;
	for (const box of taken) {
		const [left, right] = [Math.max(0, Math.floor(box.left) - 1), Math.min(width, Math.ceil(box.right) + 1)];
		for (let y = Math.max(0, Math.floor(box.top) - 1); y < Math.min(height, Math.ceil(box.bottom) + 1); y++)
			drawn.fill(0, y * width + left, y * width + right);
	}
	return drawn;
}

function connected(drawn: Uint8Array, width: number, height: number): Blob[] {
	const blobs: Blob[] = [];
	const stack: number[] = [];
	for (let start = 0; start < drawn.length; start++) {
		if (!drawn[start]) continue;
		const blob: Blob = {left: width, top: height, right: 0, bottom: 0, ink: 0};
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
function joined(blobs: Blob[], scale: number): Blob[] {
	if (blobs.length > MOST) return [];
	const rows = blobs.toSorted((a, b) => a.top - b.top);
	const done: Blob[] = [];
	for (const blob of rows) {
		let whole = blob;
		for (let home = partner(done, whole, scale); home >= 0; home = partner(done, whole, scale)) {
			const [other] = done.splice(home, 1);
			whole = {...union([whole, other!]), ink: whole.ink + other!.ink};
		}
		done.push(whole);
	}
	return done;
}

function partner(done: Blob[], blob: Blob, scale: number): number {
	const isDot = (one: Box) => Math.max(widthOf(one), heightOf(one)) <= APART.dot * scale;
	return done.findLastIndex(other => {
		const gap = Math.max(other.left - blob.right, blob.left - other.right, other.top - blob.bottom, blob.top - other.bottom);
		const most = (isDot(other) && isDot(blob) ? APART.dots : APART.parts) * scale;
		if (gap > most) return false;
		const both = union([other, blob]);
		return Math.max(widthOf(both), heightOf(both)) <= ICON.longest * scale;
	});
}
