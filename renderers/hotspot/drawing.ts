import {EDGE, GAP, hotspotAt, POINTER, PULSE, RADIUS, RINGS, type RingColors, SPOT, tipAlong} from './hotspot.ts';

export type Box = {left: number; top: number; width: number; height: number};
export type Drawing = {
	/** Size of the picture. */
	width: number;
	height: number;
	highlight: Box | null;
	click: {left: number; top: number} | null;
	colors: RingColors;
	/** The rings pulse around the click, not around the whole highlight. */
	large?: boolean;
	/** Pixels of the picture for each that the player would take. */
	unit?: number;
	/** Milliseconds since the step came to rest; null for a picture that never moves. */
	at?: number | null;
};

/** A line along a rectangle with round corners; `box` and `radius` are those of its middle. */
export type Line = {box: Box; radius: number; breadth: number; color: string; opacity: number};
/** The pointer: where its tip is, and what its path is multiplied by. */
export type Pointer = {left: number; top: number; scale: number; opacity: number};

/**
 * Lists the lines of the hot spot from the bottom up, and its pointer.
 * Rings around a highlight at the picture's edge stay inside the picture by the width of a line.
 */
export function hotspotParts(drawing: Drawing): {lines: Line[]; pointer: Pointer | null} {
	const {highlight, click, colors, large, unit = 1, at = null} = drawing;
	const {wave, pointer} = hotspotAt(at);
	const lines = highlight ? RINGS.map(({from, to, color}) => line(drawing, highlight, RADIUS, from, to, colors[color], 1)) : [];
	if (!click) return {lines, pointer: null};
	const alone = large || !highlight;
	const spot = alone ? {...click, width: 0, height: 0} : highlight;
	const further = wave.offset + (alone ? SPOT - PULSE[0]!.from - GAP : 0);
	for (const {from, to, color} of PULSE) {
		lines.push(line(drawing, spot, alone ? GAP : RADIUS, from + further, to + further, colors[color], wave.opacity));
	}
	const tip = highlight ?? spot;
	// In a still picture the pointer is at the ring's edge.
	const beside = alone && at === null ? (SPOT / Math.SQRT2) * unit : 0;
	return {
		lines,
		pointer: {
			left: along(tip.left, tip.width, click.left, unit) + pointer.x * unit + beside,
			top: along(tip.top, tip.height, click.top, unit) + pointer.y * unit + beside,
			scale: (pointer.scale * unit * POINTER.size) / POINTER.square,
			opacity: pointer.opacity,
		},
	};
}

/** Draws the hot spot as an SVG of the picture's size. */
export function hotspotSvg(drawing: Drawing): string {
	const {width, height} = drawing;
	const {lines, pointer} = hotspotParts(drawing);
	const rings = lines.map(
		({box, radius, breadth, color, opacity}) =>
			`<rect x="${short(box.left)}" y="${short(box.top)}" width="${short(box.width)}" height="${short(box.height)}" rx="${short(radius)}" fill="none" stroke="${color}" stroke-width="${short(breadth)}" opacity="${short(opacity)}"/>`,
	);
	const arrow = pointer
		? `<path d="M${POINTER.corners.join('L')}z" transform="translate(${short(pointer.left)} ${short(pointer.top)}) scale(${short(pointer.scale)})" fill="#fff" stroke="#000" opacity="${short(pointer.opacity)}"/>`
		: '';
	return `<svg viewBox="0 0 ${short(width)} ${short(height)}">${rings.join('')}${arrow}</svg>`;
}

function line(
	{width, height, unit = 1}: Drawing,
	{left, top, ...size}: Box,
	radius: number,
	from: number,
	to: number,
	color: string,
	opacity: number,
): Line {
	const away = (GAP + (from + to) / 2) * unit;
	const edge = (GAP + EDGE) * unit;
	const [x, y] = [Math.max(left, edge) - away, Math.max(top, edge) - away];
	const right = Math.min(left + size.width, width - edge) + away;
	const bottom = Math.min(top + size.height, height - edge) + away;
	const box = {left: x, top: y, width: Math.max(right - x, 0), height: Math.max(bottom - y, 0)};
	return {box, radius: (radius + (from + to) / 2) * unit, breadth: (to - from) * unit, color, opacity};
}

function along(start: number, length: number, place: number, unit: number): number {
	return length ? start + tipAlong(length, (place - start) / length, unit) : place;
}

function short(value: number): number {
	return Number(value.toFixed(2));
}
