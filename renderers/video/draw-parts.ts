import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {SnapshotImage} from '../../shared/contract/snapshot.ts';
import type {Cue, Part, Timeline} from '../../shared/tour/timeline.ts';
import {coverStep, coverStill} from '../cover/cover.ts';
import type {ExportSource, ExportWork} from '../exporter.ts';
import {decode} from '../image/decode.ts';
import type {Caption} from './film.ts';
import {type MovingPicture, openMovingPicture} from './moving/picture.ts';
import {filmSize, type Stage} from './present.ts';
import {
	caption,
	type Drawn,
	drawFilmed,
	type Filmed,
	filmedClosing,
	filmedName,
	filmedStep,
	type Matte,
	measureStage,
	onStage,
	type Seen,
} from './stage.ts';
import {regionAround} from './surface.ts';

/** The screen during one part of the film. Its name is a hash of all that it is made of. */
export type DrawnPart = {
	part: Part;
	name: string;
	load(): Promise<Drawn>;
	captions(): Promise<Caption[]>;
	/** Its picture is animated, and `moving` has the frames. */
	animated: boolean;
	moving(): Promise<MovingPicture | null>;
};
const AT_REST = {animated: false, moving: async () => null};

type Drawing = {source: ExportSource; work: ExportWork; stage: Stage; burnt: boolean};

/** Raised when the same page is drawn otherwise, or encoded otherwise: pieces of two encoders do not join. */
const VERSION = 6;

/** Returns the parts of the film; each is drawn when it is first asked for, and kept. */
export function drawnParts({parts}: Timeline, drawing: Drawing): DrawnPart[] {
	const {snapshot} = drawing.source;
	return parts.map(part => {
		if (part.kind === 'opening') return openingPart(part, drawing);
		const filmed =
			part.kind === 'closing'
				? filmedClosing(snapshot, drawing.burnt)
				: filmedStep(snapshot, part.index, part.camera !== null, drawing.burnt);
		return pagePart(part, filmed, drawing);
	});
}

const NOTHING: Seen = {shot: null, pic: null, balloon: null, ring: null, click: null, whole: null, bar: null, cut: false};

function openingPart(part: Part, {source, work, stage}: Drawing): DrawnPart {
	const {snapshot} = source;
	const {title, language, theme, steps} = snapshot;
	const step = coverStep(snapshot);
	const card = steps.find(each => each.title || each.text);
	const size = filmSize(stage);
	const {image, highlight, click, camera} = step ?? {};
	const shown = step ? {image, highlight, click, camera} : card && [card.title, card.text];
	const name = hash('opening', {title, language, theme, count: steps.length, shown, size});
	const draw = async (path: string) => {
		const variants = step?.image?.variants ?? [];
		const file = step?.image?.still ?? variants.findLast(({width}) => width <= 1440) ?? variants[0];
		const image = file ? await source.read(file.file) : null;
		await writeFile(path, await coverStill(work.browser, snapshot, image, size));
	};
	const drawn = once(() => work.kept(name, '.png', draw));
	const load = async (): Promise<Drawn> => {
		const final = await readFile(await drawn());
		return {seen: NOTHING, final, cold: null, picture: null, far: null, words: null, mattes: null};
	};
	return {part, name, load, captions: async () => [], ...AT_REST};
}

function pagePart(part: Part, filmed: Filmed, {source, work, stage, burnt}: Drawing): DrawnPart {
	const name = hash('step', filmedName(filmed, stage));
	const draw = async (path: string) => {
		const {seen, mattes, ...drawn} = await drawFilmed(work.browser, filmed, stage, source.read);
		const {final, cold, picture, far, words} = drawn;
		const [still, quiet] = [mattes?.final, mattes?.cold];
		const over = [still?.black, still?.white, quiet?.black, quiet?.white].map(png => png ?? null);
		await writePacked(path, seen, [final, cold, picture, far, words, ...over]);
	};
	const drawn = once(() => work.kept(name, '.layers', draw));
	const load = async (): Promise<Drawn> => {
		const {facts, pictures} = await readPacked<Seen>(await drawn());
		const [final, cold, picture, far, words, ...over] = pictures as [Buffer, ...(Buffer | null)[]];
		const mattes = matteOf(over[0], over[1]);
		return {
			...{seen: facts, final, cold: cold ?? null, picture: picture ?? null, far: far ?? null, words: words ?? null},
			mattes: mattes && {final: mattes, cold: matteOf(over[2], over[3])},
		};
	};
	const image = filmed.animated ? source.snapshot.steps[part.index]!.image : null;
	const moves = image ? {animated: true, moving: once(() => framesOf(image, name, {source, work, stage, burnt}))} : AT_REST;
	const {voice} = part;
	if (!burnt || !voice?.cues.length) return {part, name, load, captions: async () => [], ...moves};
	const language = voice.narration.language;
	const texts = hash('captions', [name, language, voice.cues.map(({text}) => text)]);
	return {
		part,
		name: hash('spoken', [name, texts]),
		load,
		...moves,
		captions: async () => {
			const path = await work.kept(texts, '.captions', file =>
				drawCaptions(file, voice.cues, language, filmed, {source, work, stage, burnt}),
			);
			return loadCaptions(path, voice.cues);
		},
	};
}

function matteOf(black: Buffer | null | undefined, white: Buffer | null | undefined): Matte | null {
	return black && white ? {black, white} : null;
}

async function framesOf(image: SnapshotImage, name: string, {source, work}: Drawing): Promise<MovingPicture | null> {
	const bytes = await source.read(image.variants.at(-1)!.file);
	return bytes && openMovingPicture(bytes, image, join(work.folder, `${name}.frames`));
}

/** The bar below the stage with each of the captions. */
async function drawCaptions(path: string, cues: Cue[], language: string, filmed: Filmed, {source, work, stage}: Drawing): Promise<void> {
	await onStage(work.browser, filmed, stage, source.read, async page => {
		const {bar} = await page.evaluate(measureStage);
		const region = regionAround({left: 0, top: bar!.top * stage.scale, width: stage.width * stage.scale, height: 1e5}, filmSize(stage));
		const pictures: Buffer[] = [];
		for (const {text} of cues) {
			await page.evaluate(caption, [text, language] as [string, string]);
			const whole = await page.screenshot({type: 'png', optimizeForSpeed: true, captureBeyondViewport: false});
			const strip = {left: region.x, top: region.y, width: region.width, height: region.height};
			pictures.push(await decode(Buffer.from(whole)).extract(strip).png({compressionLevel: 3}).toBuffer());
		}
		await writePacked(path, region, pictures);
	});
}

async function loadCaptions(path: string, cues: Cue[]): Promise<Caption[]> {
	const {facts: region, pictures} = await readPacked<Caption['region']>(path);
	return Promise.all(
		pictures.map(async (png, index): Promise<Caption> => {
			const {data, info} = await decode(png!).removeAlpha().raw().toBuffer({resolveWithObject: true});
			return {at: cues[index]!.at, region, pixels: {data, width: info.width, height: info.height, channels: 3}};
		}),
	);
}

/** A part is asked for by the piece that it is, and by the one that follows it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | null = null;
	return () => (made ??= make());
}

export function hash(what: string, facts: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify([VERSION, what, facts]))
		.digest('hex');
}

/** Keeps facts and pictures together as one file: the length of the facts (4 bytes), the facts, the pictures. */
async function writePacked(path: string, facts: unknown, pictures: (Buffer | null)[]): Promise<void> {
	const text = Buffer.from(JSON.stringify({facts, lengths: pictures.map(picture => picture?.length ?? null)}));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(text.length);
	await writeFile(path, Buffer.concat([length, text, ...pictures.filter(picture => picture !== null)]));
}

async function readPacked<Facts>(path: string): Promise<{facts: Facts; pictures: (Buffer | null)[]}> {
	const bytes = await readFile(path);
	let at = 4 + bytes.readUInt32LE(0);
	const {facts, lengths} = JSON.parse(bytes.toString('utf8', 4, at)) as {facts: Facts; lengths: (number | null)[]};
	const pictures = lengths.map(length => {
		if (length === null) return null;
		at += length;
		return bytes.subarray(at - length, at);
	});
	return {facts, pictures};
}
