import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {pageColors} from '../../shared/tour/themes.ts';
import type {Part} from '../../shared/tour/timeline.ts';
import {GAP, isLarge, ringColors} from '../hotspot/hotspot.ts';
import {decode, type Pixels} from '../image/decode.ts';
import type {Box} from '../step-picture/measure.ts';
import type {CameraMove, Words} from './camera-move.ts';
import type {Caption, Scene} from './film.ts';
import {lastFrame, type Moving, type MovingPicture, openMoving} from './moving/picture.ts';
import type {Layer, Pressed} from './pointer.ts';
import type {Drawn, Matte} from './stage.ts';
import {type PixelFormat, type Surface, surfaceOf} from './surface.ts';

/** Corner radius of a picture's frame, CSS pixels (`document.css`); none if the picture fills the stage. */
const RADIUS = 6;
/** Room around a balloon for its shadow and tip, CSS pixels. */
const SHADOW = 80;

export type SceneSource = {
	snapshot: Snapshot;
	part: Part;
	drawn: Drawn;
	/** The picture's frames, if it is to be animated. */
	moving: MovingPicture | null;
	/** The part before this one, whose last frame is the beginning; null for the first. */
	before: {part: Part; drawn: Drawn; moving: MovingPicture | null} | null;
	/** True if frames are drawn in which the part before fades out. */
	fades: boolean;
	captions: Caption[];
	/** Pixels of the film for each of the page, and its size. */
	scale: number;
	/** True if words stand below the picture, in the window's full width. */
	docked: boolean;
	size: {width: number; height: number};
	format: PixelFormat;
	frameMs: number;
};

/** Decodes what a part of the film is drawn with. */
export async function loadScene(source: SceneSource): Promise<Scene> {
	const {part, drawn, before, fades, captions, frameMs} = source;
	const [final, cold, last, move] = await Promise.all([
		layer(drawn.final, source),
		part.cursor && drawn.cold ? layer(drawn.cold, source) : null,
		before && fades ? lastOf(before, source) : null,
		part.camera ? moveOf(source) : null,
	]);
	const pressed = cold && pressedOf(source);
	const moving = await movingOf(source, cold !== null);
	return {part, final, cold, move, pressed, moving, before: last?.surface ?? null, captions, frameMs};
}

async function layer(png: Buffer, {size, format}: SceneSource): Promise<Layer> {
	const pixels = await pixelsOf(png, size);
	return {pixels, surface: surfaceOf(pixels, format)};
}

/** Returns the last frame of the part before. */
async function lastOf(before: NonNullable<SceneSource['before']>, source: SceneSource): Promise<Layer> {
	const moving = await movingOf({...source, ...before}, false);
	return moving ? moving.draw(lastFrame(before.part, moving, source.frameMs), false) : layer(before.drawn.final, source);
}

/** Opens the animated picture with layers of its own, since it draws on them. */
async function movingOf(source: SceneSource, clicks: boolean): Promise<Moving | null> {
	const {drawn, moving, part, size, scale} = source;
	if (!moving || !drawn.mattes || !drawn.seen.pic) return null;
	const decoded = async ({black, white}: Matte) => ({black: await pixelsOf(black, size), white: await pixelsOf(white, size)});
	const cold = clicks && drawn.cold && drawn.mattes.cold ? await layer(drawn.cold, source) : null;
	const mattes = {final: await decoded(drawn.mattes.final), cold: cold && (await decoded(drawn.mattes.cold!))};
	return openMoving({part, picture: moving, box: filmed(drawn.seen.pic, scale), final: await layer(drawn.final, source), cold, mattes});
}

/** Three channels. */
export async function pixelsOf(png: Buffer, size: {width: number; height: number}): Promise<Pixels> {
	const {data, info} = await decode(png)
		.removeAlpha()
		.resize({...size, fit: 'fill'})
		.raw()
		.toBuffer({resolveWithObject: true});
	return {data, width: info.width, height: info.height, channels: 3};
}

async function moveOf(source: SceneSource): Promise<CameraMove | null> {
	const {drawn, before, part, size, format, scale, docked, snapshot} = source;
	const {seen, picture, far} = drawn;
	if (!picture || !seen.pic || !seen.shot) return null;
	const straight = part.fade === null && part.index > 0;
	const from = straight ? before?.drawn.seen.pic : seen.whole?.pic;
	if (!from) return null;
	const near = surfaceOf(await pixelsOf(picture, size), format);
	const box = (of: Box) => filmed(of, scale);
	const page = {data: colorOf(pageColors(snapshot.theme.colors).background), width: 2, height: 2, channels: 3 as const};
	return {
		frame: box(seen.shot),
		radius: docked ? 0 : RADIUS * scale,
		from: box(from),
		to: box(seen.pic),
		near,
		far: far ? surfaceOf(await pixelsOf(far, size), format) : near,
		whole: box(seen.whole?.pic ?? seen.pic),
		ground: surfaceOf(page, format).planes.map(({data}) => data[0]!),
		words: await wordsOf(source),
	};
}

async function wordsOf({drawn: {seen, words}, size, format, scale}: SceneSource): Promise<Words | null> {
	if (!words || !seen.balloon) return null;
	const {data} = await decode(words)
		.ensureAlpha()
		.resize({...size, fit: 'fill'})
		.raw()
		.toBuffer({resolveWithObject: true});
	const surface = surfaceOf({data, ...size, channels: 4}, format);
	const {left, top, width, height} = seen.balloon;
	return {
		surface,
		opacity: opacityOf(data, surface),
		box: filmed({left: left - SHADOW, top: top - SHADOW, width: width + 2 * SHADOW, height: height + 2 * SHADOW}, scale),
	};
}

/** Returns the opacity of each pixel of each plane. */
function opacityOf(data: Buffer, {planes, width}: Surface): Buffer[] {
	return planes.map(plane => {
		const opacity = Buffer.allocUnsafe(plane.data.length);
		for (let y = 0, at = 0; y < plane.height; y++) {
			for (let x = 0; x < plane.width; x++, at++) opacity[at] = data[(y * plane.step * width + x * plane.step) * 4 + 3]!;
		}
		return opacity;
	});
}

function pressedOf({drawn: {seen}, before, part, snapshot, scale}: SceneSource): Pressed | null {
	const {pic, ring, click} = seen;
	const step = snapshot.steps[part.index];
	if (!pic || !ring || !click || !step?.image || !step.highlight) return null;
	const inner = {left: ring.left + GAP, top: ring.top + GAP, width: ring.width - 2 * GAP, height: ring.height - 2 * GAP};
	const point = ({left, top}: {left: number; top: number}) => ({left: left * scale, top: top * scale});
	return {
		pic: filmed(pic, scale),
		highlight: filmed(inner, scale),
		click: point(click),
		from: part.cursor?.from && before?.drawn.seen.click ? point(before.drawn.seen.click) : null,
		colors: ringColors(snapshot.theme.colors),
		large: isLarge(step.highlight, step.image),
		unit: scale,
	};
}

function filmed({left, top, width, height}: Box, scale: number): Box {
	return {left: left * scale, top: top * scale, width: width * scale, height: height * scale};
}

/** Four pixels of it. */
function colorOf(color: string): Buffer {
	const channels = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
	return Buffer.from([channels, channels, channels, channels].flat());
}
