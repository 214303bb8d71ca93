import {eased, onArc} from '../../shared/tour/pace.ts';
import {type Box, hotspotParts, type Line, type Pointer} from '../hotspot/drawing.ts';
import type {RingColors} from '../hotspot/hotspot.ts';
import {hotspotAt, PRESS, RINGS} from '../hotspot/hotspot.ts';
import type {Pixels} from '../image/decode.ts';
import {paintParts} from '../image/paint-hotspot.ts';
import {copyRegion, newSurface, type Region, regionAround, type Surface, writeRegion} from './surface.ts';

/** A picture of a step in both forms: as it was decoded, and as encoders take it. */
export type Layer = {pixels: Pixels; surface: Surface};
/** A click that is shown, pixels of the film. */
export type Pressed = {
	pic: Box;
	highlight: Box;
	click: {left: number; top: number};
	/** The pointer's last place; null if it has not been seen. */
	from: {left: number; top: number} | null;
	colors: RingColors;
	large: boolean;
	/** Pixels of the film for each of the page. */
	unit: number;
};

/** Memory for one part after another: a new piece of it for each frame keeps the collector busy. */
type Room = {bytes: Buffer};

/** Milliseconds after the step came to rest when its one ring has travelled, as the page first shows it. */
const WAVE_ENDS = 2700;
export const PRESSED_MS = WAVE_ENDS;

/** True if the rings travel at this moment: then they are drawn instead of the step's rings at rest. */
export function ringsTravel(ms: number): boolean {
	return hotspotAt(ms).wave.offset > 0;
}

/**
 * Draws the pointer and the travelling rings over a step at rest, frame by frame; the next call draws on what this one returned. `wanted`
 * is the step without these rings, and another object whenever it looks different.
 */
export function openPointer({format, width, height}: Surface, pressed: Pressed): (ms: number, wanted: Layer) => Surface {
	const canvas = newSurface(format, width, height);
	let ground: Layer | null = null;
	let dirty: Region[] = [];
	const room: Room = {bytes: Buffer.alloc(0)};
	return (ms, wanted) => {
		if (wanted !== ground) wanted.surface.bytes.copy(canvas.bytes);
		else for (const region of dirty) copyRegion(canvas, ground.surface, region);
		ground = wanted;
		const {lines, pointer} = partsAt(pressed, ms);
		const waves = ringsTravel(ms) ? lines : [];
		dirty = [];
		// Painted separately: between a small ring and a distant pointer most pixels do not change.
		if (waves.length > 0) dirty.push(paint(canvas, wanted, room, waves, null));
		if (pointer.opacity > 0) dirty.push(paint(canvas, wanted, room, [], pointer, waves));
		return canvas;
	};
}

/** Returns the rings that travel, and the pointer, counted from the corner of the film. */
function partsAt(pressed: Pressed, ms: number): {lines: Line[]; pointer: Pointer} {
	const {pic, highlight, click, from, ...how} = pressed;
	const inside = {left: highlight.left - pic.left, top: highlight.top - pic.top, width: highlight.width, height: highlight.height};
	const drawing = {
		...how,
		width: pic.width,
		height: pic.height,
		highlight: inside,
		click: {left: click.left - pic.left, top: click.top - pic.top},
	};
	const {lines, pointer} = hotspotParts({...drawing, at: ms});
	const way = hotspotAt(ms).pointer.x / PRESS.from.x;
	const moved = {...pointer!, left: pointer!.left + pic.left, top: pointer!.top + pic.top};
	const tip = {left: moved.left - PRESS.from.x * way * how.unit, top: moved.top - PRESS.from.y * way * how.unit};
	const start = from ?? {left: tip.left + PRESS.from.x * how.unit, top: tip.top + PRESS.from.y * how.unit};
	const [x, y] = onArc([start.left, start.top], [tip.left, tip.top], eased(1 - way));
	return {
		lines: lines
			.slice(RINGS.length)
			.map(line => ({...line, box: {...line.box, left: line.box.left + pic.left, top: line.box.top + pic.top}})),
		pointer: {...moved, left: x, top: y},
	};
}

/** Paints into a copy of the part that changes; `over`: what was painted there already. */
function paint(canvas: Surface, {pixels}: Layer, room: Room, lines: Line[], pointer: Pointer | null, over: Line[] = []): Region {
	const region = regionAround(around(lines, pointer), canvas);
	const part = crop(pixels, region, room);
	const shift = (line: Line): Line => ({...line, box: {...line.box, left: line.box.left - region.x, top: line.box.top - region.y}});
	paintParts(part, [...over, ...lines].map(shift), pointer && {...pointer, left: pointer.left - region.x, top: pointer.top - region.y});
	writeRegion(canvas, part, region);
	return region;
}

/** Side of the pointer's square, pixels. */
const SQUARE = 26;

function around(lines: Line[], pointer: Pointer | null): Box {
	const boxes = lines.map(({box, breadth}) => grown(box, breadth / 2 + 2));
	if (pointer)
		boxes.push({left: pointer.left - 2, top: pointer.top - 2, width: SQUARE * pointer.scale + 4, height: SQUARE * pointer.scale + 4});
	const [left, top] = [Math.min(...boxes.map(box => box.left)), Math.min(...boxes.map(box => box.top))];
	const right = Math.max(...boxes.map(box => box.left + box.width));
	const bottom = Math.max(...boxes.map(box => box.top + box.height));
	return {left, top, width: right - left, height: bottom - top};
}

function grown({left, top, width, height}: Box, by: number): Box {
	return {left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by};
}

/** Copies a part into `room`, where the next one takes its place. */
function crop({data, width, channels}: Pixels, region: Region, room: Room): Pixels {
	const row = region.width * channels;
	const length = row * region.height;
	if (room.bytes.length < length) room.bytes = Buffer.allocUnsafe(length);
	const part = room.bytes.subarray(0, length);
	for (let y = 0; y < region.height; y++) {
		const from = ((region.y + y) * width + region.x) * channels;
		data.copy(part, y * row, from, from + row);
	}
	return {data: part, width: region.width, height: region.height, channels};
}
