import type {Pixels} from './decode.ts';

// Tuned on 558 screenshots of public projects, from 119 repositories, and checked with 329 others.
// Sizes are in pixels; those times `scale` are CSS pixels as window systems and browsers draw them.

/** Width and shapes of a browser's content area: narrower is a detail or a phone, 4:3 an iPad, flatter a banner. */
const LEAST_WIDTH = 1000;
const [LEAST_RATIO, MOST_RATIO] = [1.35, 2.4];
/** Width from which a screenshot is taken for one of a display with two pixels to a CSS pixel: 1080p displays end at 1920. */
const DOUBLE = 2100;
/** Share of pixels that equal their neighbour: 0.8 to 1 in apps, below 0.8 in photographs and games, above 0.997 in logos. */
const [LEAST_FLAT, MOST_FLAT] = [0.8, 0.997];
/** Differences of two colours, summed over the channels: noise of a JPEG stays below the first, faint dividers above; glyphs exceed the second. */
const [STEP, INK] = [8, 40];
/** Share of a line that has to change colour for a divider of the page: words and icons interrupt it. */
const DIVIDER = 0.8;
/** CSS px: title bars (22 to 38, 46 in GNOME), menu bars (24 to 37) and tab strips (33 to 44) end in here. */
const [BAR_MIN, BAR_MAX] = [14, 47];
/** CSS px: the headers of web apps end in here: mostly 48 to 64, with a row of tabs and one of a title up to 200. */
const HEADER_MAX = 200;
/** Difference of the channels from which a bar is coloured: 0 to 10 in those of browsers and systems, 27 in the darkest blue of web apps. */
const TINT = 20;
/** Share of the width: cards and callouts end this near the edges, or nearer. */
const RIM = 0.01;
/** CSS px of a side bar of icons alone, and share of the width of the widest: some 350 of 1280. */
const [SIDE_MIN, SIDE_MAX] = [36, 0.28];
/** CSS px: a task bar or a dock's shelf starts so far from the bottom: 40 and 48 in Windows, 24 to 48 in Linux. */
const [TASKS_MIN, TASKS_MAX] = [24, 56];
/** Pixels: heights of title bars at the usual scales, from 22 of an old mac at 1x to 52 of a mac's with tools at 2x, and headers with buttons in them. */
const BARS = [22, 26, 30, 34, 38, 42, 46, 52, 58, 64, 72, 80, 92, 104, 128];

/** Buttons of a mac's windows: between the colours of its versions. */
const [RED, YELLOW, GREEN] = [
	[246, 98, 92],
	[250, 190, 64],
	[68, 198, 76],
] as const;
const NEAR = 40;

type Picture = {
	width: number;
	height: number;
	/** Difference of two pixels, summed over the channels. */
	gap: (x: number, y: number, x2: number, y2: number) => number;
	/** Difference of the channels of one. */
	tint: (x: number, y: number) => number;
	is: (x: number, y: number, color: readonly [number, number, number]) => boolean;
};
type Blob = {left: number; right: number; top: number; bottom: number};

/**
 * Returns true only where a screenshot very probably shows the content of a web page or app without any window around
 * it: no browser's bar, title bar, desktop or cut-out window. Rather false than wrong: what is no app's screen, is
 * narrower than 1,000 pixels or has neither a header nor a side bar that reaches the edges, is false as well. `taken`:
 * its width in pixels before it was made smaller.
 */
export function isFrameless(pixels: Pixels, taken = pixels.width): boolean {
	const {width, height} = pixels;
	const ratio = width / height;
	if (width < LEAST_WIDTH || ratio < LEAST_RATIO || ratio > MOST_RATIO || !isOpaqueAround(pixels)) return false;
	const picture: Picture = {width, height, ...look(pixels)};
	const flat = flatness(picture);
	if (flat < LEAST_FLAT || flat > MOST_FLAT) return false;
	const scale = ((taken < DOUBLE ? 1 : 2) * width) / taken;
	return hasLayout(picture, scale) && !hasBar(picture, scale) && !hasButtons(picture) && !hasLights(picture) && !hasColouredLights(picture);
}

/** Windows that a system cuts out have rounded corners and a shadow: some pixel of the rim is transparent. */
function isOpaqueAround({data, width, height, channels}: Pixels): boolean {
	if (channels % 2 === 1) return true;
	const opaque = (x: number, y: number) => data[(y * width + x) * channels + channels - 1] === 255;
	for (let x = 0; x < width; x++) if (!opaque(x, 0) || !opaque(x, height - 1)) return false;
	for (let y = 0; y < height; y++) if (!opaque(0, y) || !opaque(width - 1, y)) return false;
	return true;
}

function look({data, width, channels}: Pixels): Pick<Picture, 'gap' | 'tint' | 'is'> {
	const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
	return {
		gap: (x, y, x2, y2) => {
			const a = (y * width + x) * channels;
			const b = (y2 * width + x2) * channels;
			return Math.abs(data[a]! - data[b]!) + Math.abs(data[a + green]! - data[b + green]!) + Math.abs(data[a + blue]! - data[b + blue]!);
		},
		tint: (x, y) => {
			const at = (y * width + x) * channels;
			const [r, g, b] = [data[at]!, data[at + green]!, data[at + blue]!];
			return Math.max(r, g, b) - Math.min(r, g, b);
		},
		is: (x, y, color) => {
			const at = (y * width + x) * channels;
			if (Math.abs(data[at]! - color[0]) >= NEAR) return false;
			return Math.abs(data[at + green]! - color[1]) < NEAR && Math.abs(data[at + blue]! - color[2]) < NEAR;
		},
	};
}

/** Share of every third number from `from` to `to` that passes. */
function share(from: number, to: number, passes: (at: number) => boolean): number {
	let [passed, all] = [0, 0];
	for (let at = from; at < to; at += 3) {
		all += 1;
		if (passes(at)) passed += 1;
	}
	return passed / Math.max(1, all);
}

/** Share of the pixels, of some rows, that look like their left neighbour. */
function flatness({width, height, gap}: Picture): number {
	let [sum, rows] = [0, 0];
	for (let y = 0; y < height; y += 8, rows++) sum += share(1, width, x => gap(x, y, x - 1, y) <= 3);
	return sum / rows;
}

/** Share of the columns from `from` to `to` whose colour changes between a row and the one above. */
function acrossAt({gap}: Picture, y: number, from: number, to: number): number {
	return share(from, to, x => gap(x, y, x, y - 1) > STEP);
}

/** Share of the rows from `from` to `to` whose colour changes between a column and the one before. */
function downAt({gap}: Picture, x: number, from: number, to: number): number {
	return share(from, to, y => gap(x, y, x - 1, y) > STEP);
}

/** True for a header from edge to edge, or a side bar down to the bottom: cards, slides, diagrams and most details have neither. */
function hasLayout(picture: Picture, scale: number): boolean {
	const {width, height} = picture;
	const rim = Math.round(width * RIM);
	for (let y = Math.round(BAR_MIN * scale); y < HEADER_MAX * scale; y++) {
		if (acrossAt(picture, y, 0, rim) < DIVIDER || acrossAt(picture, y, width - rim, width) < DIVIDER) continue;
		if (acrossAt(picture, y, 0, width) >= DIVIDER) return true;
	}
	for (let x = Math.round(SIDE_MIN * scale); x < width * SIDE_MAX; x++) {
		if (downAt(picture, x, height - rim, height) < DIVIDER) continue;
		if (downAt(picture, x, Math.round(HEADER_MAX * scale), height) >= DIVIDER && isEvenUpTo(picture, x)) return true;
	}
	return false;
}

/** A side bar has its colour from the edge on; a window before something else has not. */
function isEvenUpTo({height, gap}: Picture, side: number): boolean {
	return share(2, height, y => gap(side >> 3, y, side - 4, y) <= INK / 2) >= 0.6;
}

/** True for a divider where a title bar, a menu bar or a tab strip ends, or where a task bar starts. */
function hasBar(picture: Picture, scale: number): boolean {
	const {width, height} = picture;
	for (let y = Math.round(BAR_MIN * scale); y < BAR_MAX * scale; y++) {
		if (acrossAt(picture, y, 0, width) >= DIVIDER && !isTinted(picture, y)) return true;
	}
	for (let y = Math.round(TASKS_MIN * scale); y < TASKS_MAX * scale; y++) if (acrossAt(picture, height - y, 0, width) >= 0.95) return true;
	return false;
}

/** Browsers and systems draw their bars in greys, web apps often in the colour of a brand. */
function isTinted({width, tint}: Picture, bar: number): boolean {
	return [3, bar - 4].every(y => share(2, width, x => tint(x, y) >= TINT) >= 0.7);
}

/** Glyphs on a bar that is `bar` high, from column `from` to `to`: columns with something else than the bar's colour, gathered. */
function glyphs({gap}: Picture, bar: number, from: number, to: number, ink: number): Blob[] {
	const found: Blob[] = [];
	for (let x = from; x < to; x++) {
		let [top, bottom] = [-1, -1];
		for (let y = 3; y < bar; y++) {
			if (gap(x, y, x, 2) <= ink) continue;
			if (top < 0) top = y;
			bottom = y;
		}
		if (top < 0) continue;
		const last = found.at(-1);
		if (last && x - last.right <= 2) {
			last.right = x;
			last.top = Math.min(last.top, top);
			last.bottom = Math.max(last.bottom, bottom);
		} else found.push({left: x, right: x, top, bottom});
	}
	return found;
}

/** True for a cross, as closes a window, at the end of a bar. */
function hasButtons(picture: Picture): boolean {
	const {width} = picture;
	return BARS.some(bar => {
		const found = glyphs(picture, bar, width - 2 * bar, width - 2, INK);
		return found.some(glyph => isCentred(glyph, bar) && isCross(picture, glyph));
	});
}

function isCentred({top, bottom}: Blob, bar: number): boolean {
	return Math.abs(top + bottom - bar) <= 0.3 * bar;
}

/** Ink on both diagonals, and hardly any beside them. */
function isCross({gap}: Picture, {left, right, top, bottom}: Blob): boolean {
	const [wide, high] = [right - left + 1, bottom - top + 1];
	if (wide < 7 || wide > 32 || Math.abs(wide - high) > 0.25 * wide) return false;
	let [on, off, first, second] = [0, 0, 0, 0];
	for (let y = top; y <= bottom; y++) {
		for (let x = left; x <= right; x++) {
			if (gap(x, y, x, 2) <= INK) continue;
			const [u, v] = [(x - left) / (wide - 1), (y - top) / (high - 1)];
			const [down, up] = [Math.abs(u - v) < 0.25, Math.abs(u + v - 1) < 0.25];
			if (down || up) on += 1;
			else off += 1;
			if (down && !up) first += 1;
			if (up && !down) second += 1;
		}
	}
	return off <= 0.1 * on && Math.min(first, second) >= 0.25 * high && Math.max(first, second) < 2.5 * Math.min(first, second);
}

/** Three equal discs at the start of a bar, coloured or, of a window in the background, grey. */
function hasLights(picture: Picture): boolean {
	return BARS.some(bar => {
		const [a, b, c] = glyphs(picture, bar, 2, 5 * bar, INK / 2);
		if (!a || !b || !c) return false;
		const size = a.right - a.left + 1;
		const pitch = b.left - a.left;
		const alike = [a, b, c].every(
			each => Math.abs(each.right - each.left + 1 - size) <= 2 && Math.abs(each.bottom - each.top + 1 - size) <= 2 && isCentred(each, bar),
		);
		return alike && size >= 8 && Math.abs(c.left - b.left - pitch) <= 2 && pitch > 1.3 * size && pitch < 2.3 * size;
	});
}

/** True for the red, yellow and green of a mac's window, that may stand on a desktop or in a picture. */
function hasColouredLights({width, height, is, gap}: Picture): boolean {
	for (let y = 4; y < height * 0.4; y += 4) {
		for (let x = 2; x < width - 100; x += 4) {
			if (!is(x, y, RED)) continue;
			// Their distance is 20 to 23 CSS px; smaller in a picture of a window.
			for (let pitch = 14; pitch < 50; pitch += 2) {
				if (!is(x + pitch, y, YELLOW) || !is(x + 2 * pitch, y, GREEN)) continue;
				const between = x + Math.round(pitch * 0.75);
				if (gap(between, y, between + pitch, y) <= INK && gap(between, y, x, y) > INK) return true;
			}
		}
	}
	return false;
}
