import {eased} from '../../shared/tour/pace.ts';
import type {Part} from '../../shared/tour/timeline.ts';
import type {Pixels} from '../image/decode.ts';
import {type CameraMove, drawMove} from './camera-move.ts';
import {type Layer, openPointer, PRESSED_MS, type Pressed} from './pointer.ts';
import {mixSurfaces, newSurface, type Region, type Surface, writeRegion} from './surface.ts';

/** One part of the film, and what it is drawn with. */
export type Scene = {
	part: Part;
	final: Layer;
	cold: Layer | null;
	/** Where `part.camera` moves. */
	move: CameraMove | null;
	pressed: Pressed | null;
	/** What stood there before, where that fades. */
	before: Surface | null;
	captions: Caption[];
	frameMs: number;
};
/** Words burnt in, from a moment of the film until the next ones. */
export type Caption = {at: number; pixels: Pixels; region: Region};

/** So many frames that look the same, from this one of the part on. */
export type Run = {frame: number; count: number};

/** The frames of a part that differ from those before them. */
export function runsOf({part, captions, frameMs, pressed}: Pick<Scene, 'part' | 'captions' | 'frameMs' | 'pressed'>): Run[] {
	const frames = Math.round(part.durationMs / frameMs);
	const ends = [part.fade && part.fade.at + part.fade.ms, part.camera && part.camera.at + part.camera.ms];
	if (pressed && part.cursor) ends.push(part.cursor.at + PRESSED_MS);
	const moving = Math.max(0, ...ends.filter(end => end !== null).map(end => Math.ceil((end - part.at) / frameMs)));
	const starts = Array.from({length: Math.min(moving, frames)}, (_, frame) => frame);
	const changes = [moving, ...captions.map(({at}) => Math.ceil(Number(((at - part.at) / frameMs).toFixed(6))))];
	starts.push(...new Set(changes.filter(frame => frame >= moving && frame < frames)));
	starts.sort((a, b) => a - b);
	if (starts[0] !== 0) starts.unshift(0);
	return starts.map((frame, index) => ({frame, count: (starts[index + 1] ?? frames) - frame}));
}

/** Draws each of the runs; what is returned is drawn upon by the next call. */
export function openScene(scene: Scene): (run: Run) => Surface {
	const {part, final, before, captions, frameMs} = scene;
	const {format, width, height} = final.surface;
	const base = openBase(scene);
	const work = newSurface(format, width, height);
	return ({frame}) => {
		const at = part.at + frame * frameMs;
		let drawn = base(at);
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

/** The step itself, without what fades over it. */
function openBase({part, final, cold, move, pressed}: Scene): (at: number) => Surface {
	const canvas = move && newSurface(final.surface.format, final.surface.width, final.surface.height);
	const point = pressed && cold && openPointer(final, cold, pressed);
	let drawn = -1;
	return at => {
		const {camera, cursor} = part;
		if (move && camera && at < camera.at + camera.ms) {
			const share = eased((at - camera.at) / camera.ms);
			if (share !== drawn) drawMove(canvas!, move, share);
			drawn = share;
			return canvas!;
		}
		if (point && cursor && at >= cursor.at && at < cursor.at + PRESSED_MS) return point(at - cursor.at);
		return final.surface;
	};
}
