import type {Click, Highlight} from '../../../../shared/contract/geometry.ts';
import {ProgramFailed} from '../../../../shared/process/run-program.ts';
import type {Element, Kind} from './pixels/element.ts';
import {findElement} from './pixels/find-element.ts';
import {toLabel} from './pixels/label.ts';
import {isText, type Line} from './pixels/lines.ts';
import {scaled, viewAround, wholeView} from './pixels/picture.ts';
import {type Reader, readLines} from './pixels/read-lines.ts';
import {readScene, type Scene} from './pixels/screen.ts';
import {withoutIcons} from './pixels/segment.ts';

/** The target of a step. `label` is null if nothing was read with certainty; `confidence` is tesseract's, 0 to 100. */
export type Target = {kind: Kind; label: string | null; confidence: number};

export type Pointer = {highlight: Highlight | null; click: Click | null; alt: string | null};

/** Share of the time limit after which no second reading follows. */
const PATIENCE = 3 / 8;
/** Lines of a whole screen that are read as its heading, at most. */
const HEADINGS = 3;

/**
 * Finds out what is highlighted or clicked, and what is written on or beside it; without either, the screen's heading.
 * Throws if the image cannot be decoded. Without tesseract, or if that takes too long, there is no label.
 */
export async function findTarget(image: Buffer, {highlight, click, alt}: Pointer, reader: Reader): Promise<Target> {
	if (!highlight && !click) return findHeading(readScene(await wholeView(image)), alt, reader);
	const {view, aim} = await viewAround(image, highlight, click);
	const seen = readScene(view);
	const scene = {...seen, aim: scaled(aim, view.density / seen.view.density)};
	const element = findElement(scene);
	if (!element) return {kind: 'icon', label: null, confidence: 0};
	try {
		const read = await readLabel(scene, element, alt, reader);
		// Large marks that could not be read as words are no heading.
		return {kind: read.label === null && element.kind === 'heading' ? 'text' : element.kind, ...read};
	} catch (error) {
		reader.signal.throwIfAborted();
		if (!(error instanceof ProgramFailed)) throw error;
		return {kind: element.kind, label: null, confidence: 0};
	}
}

async function readLabel(scene: Scene, {kind, labels}: Element, alt: string | null, reader: Reader): Promise<Omit<Target, 'kind'>> {
	const isControl = kind === 'field' || kind === 'select';
	const attempt = async (languages: string[]) => {
		const found = await read(scene, labels.flat(), {...reader, languages});
		return labels
			.map(label =>
				toLabel(
					label.flatMap(line => found.get(line)!.words),
					alt,
				),
			)
			.map(label => ({...label, certain: label.certain && !(isControl && isSentence(label.text))}));
	};
	const start = performance.now();
	let readings = await attempt(reader.languages);
	if (!readings[0]?.certain && labels.length > 0 && performance.now() - start < PATIENCE * reader.timeoutMs) {
		// Tesseract keeps what the first language makes of a word, as long as it is not hopeless.
		const again = await attempt(reader.languages.toReversed());
		readings = readings.map((reading, index) => (again[index]!.confidence > reading.confidence ? again[index]! : reading));
	}
	const best = readings.find(reading => reading.certain);
	return best ? {label: best.text, confidence: best.confidence} : {label: null, confidence: readings[0]?.confidence ?? 0};
}

/** True for a sentence, which above a field is a paragraph and no label. */
const isSentence = (text: string) => /[.!]$/.test(text) && text.split(' ').length > 4;

async function read(scene: Scene, lines: Line[], reader: Reader) {
	const readings = await readLines(
		scene.view,
		lines.map(line => ({...line, color: scene.grounds.list[line.ground - 1]!.color})),
		reader,
	);
	return new Map(lines.map((line, index) => [line, readings[index]!]));
}

async function findHeading(scene: Scene, alt: string | null, reader: Reader): Promise<Target> {
	const lines = scene.lines
		.filter(line => isText(line) && line.em >= scene.em && line.top < 0.7 * scene.view.height)
		.sort((a, b) => b.em - a.em || a.top - b.top)
		.slice(0, HEADINGS)
		.map(withoutIcons);
	const found = await read(scene, lines, reader);
	for (const line of lines) {
		const {text, confidence, certain} = toLabel(found.get(line)!.words, alt);
		if (certain) return {kind: 'heading', label: text, confidence};
	}
	return {kind: 'heading', label: null, confidence: 0};
}
