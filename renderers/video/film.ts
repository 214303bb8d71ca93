import {eased} from '../../shared/tour/pace.ts';
import type {Part} from '../../shared/tour/timeline.ts';
import type {Pixels} from '../image/decode.ts';
import {type CameraMove, drawMove} from './camera-move.ts';
import {frameAt, type Moving} from './moving/picture.ts';
import {type Layer, openPointer, PRESSED_MS, type Pressed, ringsTravel} from './pointer.ts';
import {mixSurfaces, newSurface, type Region, type Surface, writeRegion} from './surface.ts';

/** One part of the film, and what it is drawn with. */
export type Scene = {
	part: Part;
	final: Layer;
	cold: Layer | null;
	/** The camera's movement; null if `part.camera` does not move. */
	move: CameraMove | null;
	pressed: Pressed | null;
	/** The picture's frames; null if it is not animated. */
	moving: Moving | null;
	/** The surface that fades out before this part; null if none does. */
	before: Surface | null;
	captions: Caption[];
	frameMs: number;
};
/** Words burnt in, from a moment of the film until the next ones. */
export type Caption = {at: number; pixels: Pixels; region: Region};

/** A number of equal frames, from this frame of the part on. */
export type Run = {frame: number; count: number};
/** Frames of a part, `to` excluded. */
export type Frames = {from: number; to: number};

/** Returns the frames of a part that differ from those before them. */
export function runsOf({part, captions, frameMs, pressed, moving: animated}: Scene): Run[] {
	const frames = Math.round(part.durationMs / frameMs);
	const ends = [part.fade && part.fade.at + part.fade.ms, part.camera && part.camera.at + part.camera.ms];
	if (pressed && part.cursor) ends.push(part.cursor.at + PRESSED_MS);
	const moving = Math.max(0, ...ends.filter(end => end !== null).map(end => Math.ceil((end - part.at) / frameMs)));
	const starts = Array.from({length: Math.min(moving, frames)}, (_, frame) => frame);
	const changes = [moving, ...captions.map(({at}) => Math.ceil(Number(((at - part.at) / frameMs).toFixed(6))))];
	if (animated) changes.push(...changesOf(animated, part, frameMs));
	starts.push(...new Set(changes.filter(frame => frame >= moving && frame < frames)));
	starts.sort((a, b) => a - b);
	if (starts[0] !== 0) starts.unshift(0);
	return starts.map((frame, index) => ({frame, count: (starts[index + 1] ?? frames) - frame}));
}

/** Cuts a part where the one before it has faded out: a change of that one leaves all frames after it as they are. */
export function framesOfPieces({fade, at, durationMs}: Part, frameMs: number): Frames[] {
	const count = Math.round(durationMs / frameMs);
	const fading = fade ? Math.min(Math.ceil((fade.at + fade.ms - at) / frameMs), count) : 0;
	return [
		{from: 0, to: fading},
		{from: fading, to: count},
	].filter(({from, to}) => from < to);
}

/** Returns the frames of the part with which another frame of its picture begins. */
function changesOf({at, delays}: Moving, part: Part, frameMs: number): number[] {
	const changes: number[] = [];
	let last = 0;
	for (let frame = Math.ceil((at - part.at) / frameMs); frame * frameMs < part.durationMs; frame++) {
		const index = frameAt(delays, part.at + frame * frameMs - at);
		if (index !== last) changes.push(frame);
		last = index;
	}
	return changes;
}

/** Draws each of the runs. The next call overwrites the returned surface. */
export function openScene(scene: Scene): (run: Run) => Promise<Surface> {
	const {part, final, before, captions, frameMs} = scene;
	const {format, width, height} = final.surface;
	const base = openBase(scene);
	const work = newSurface(format, width, height);
	return async ({frame}) => {
		const at = part.at + frame * frameMs;
		let drawn = await base(at);
		if (before && part.fade && at < part.fade.at + part.fade.ms) {
			mixSurfaces(work, before, drawn, (at + frameMs - part.fade.at) / (part.fade.ms + frameMs));
			drawn = work;
		}
		const caption = captions.findLast(each => each.at <= at + 1e-6);
		if (!caption) return drawn;
		if (drawn !== work) drawn.bytes.copy(work.bytes);
		writeRegion(work, caption.pixels, caption.region);
		return work;
	};
}

/** Returns the step itself, without what fades over it. */
function openBase({part, final, cold, move, pressed, moving}: Scene): (at: number) => Promise<Surface> {
	const canvas = move && newSurface(final.surface.format, final.surface.width, final.surface.height);
	const point = pressed && cold && openPointer(final.surface, pressed);
	const atRest = async (at: number, isCold: boolean): Promise<Layer> => {
		if (moving && at >= moving.at) return moving.draw(frameAt(moving.delays, at - moving.at), isCold);
		return isCold && cold ? cold : final;
	};
	let drawn = -1;
	return async at => {
		const {camera, cursor} = part;
		if (move && camera && at < camera.at + camera.ms) {
			const share = eased((at - camera.at) / camera.ms);
			if (share !== drawn) drawMove(canvas!, move, share);
			drawn = share;
			return canvas!;
		}
		const ms = cursor ? at - cursor.at : -1;
		if (point && ms >= 0 && ms < PRESSED_MS) return point(ms, await atRest(at, ringsTravel(ms)));
		return (await atRest(at, false)).surface;
	};
}
