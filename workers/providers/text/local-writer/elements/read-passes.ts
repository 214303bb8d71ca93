import {availableParallelism} from 'node:os';
import type {Element} from '../pixels/element.ts';
import {toLabel} from '../pixels/label.ts';
import type {Line, Word} from '../pixels/lines.ts';
import {heightOf, widthOf} from '../pixels/picture.ts';
import {type Reader, type Reading, readLines} from '../pixels/read-lines.ts';
import type {Scene} from '../pixels/screen.ts';
import {boxOfLone, findLone, outermost, REPEAT, repeated} from './lone.ts';
import {placed, wordsOn} from './place.ts';
import type {Words} from './with-shapes.ts';

/** Single letters, numbers and icons that may be some, at most. */
const MOST_LONE = 120;
/** The language in which doubtful text is read again. */
const SECOND = ['eng'];
/** Letters of the label are read at this size: less than for a single one, for there are hundreds. Pixels. */
const EM = 30;
/** Text, in font sizes, that is worth a program of its own. */
const WORTH = 400;
/** Milliseconds on a busy machine, less than a caller waits; a screen full of text takes a second otherwise. */
const TIMEOUT_MS = 20_000;

/**
 * Reads doubtful lines in another language, for each knows signs that the other does not, and in the same run what was not read among
 * lines: single letters and short numbers, which it returns. To start a program takes as long as to read a quarter of a screen.
 */
export async function readAgain(
	scene: Scene,
	doubtful: Line[],
	known: ReadonlySet<Word>,
	readings: Map<Line, Reading>,
	reader: Omit<Reader, 'timeoutMs'>,
): Promise<Words[]> {
	const lone = outermost(findLone(scene, known)).slice(0, MOST_LONE);
	const same = twins(doubtful);
	const again = [...same.map(([line]) => coloredOn(scene, line!)), ...lone.map(({line}) => ({...line, repeat: REPEAT}))];
	const found = await readLines(scene.view, again, {...reader, languages: SECOND, em: EM, timeoutMs: TIMEOUT_MS});
	for (const [index, lines] of same.entries())
		for (const line of lines) if (sureness(found[index]) > sureness(readings.get(line))) readings.set(line, found[index]!);
	return lone.flatMap((one, index): Words[] => {
		const read = repeated(found[same.length + index]!, heightOf(one.line) / scene.em);
		if (!read) return [];
		const {line} = one;
		const element: Element = {kind: 'text', labels: [[line]], box: boxOfLone(one)};
		const {left, right} = line;
		const words = wordsOn(scene, element, [{line, reading: {words: [{...read, left, right}]}}]);
		const confidence = hundredths(read.confidence / 100);
		return [{element: {text: read.text, kind: 'text', ...placed(scene, element, [line]), confidence, words}, lines: [line]}];
	});
}

/** Tesseract's, of all words together. */
export const sureness = (reading: Reading | undefined) => toLabel(reading?.words ?? []).confidence;

/** Returns the lines that were found in several ways together. */
const twins = (lines: Line[]) => [...Map.groupBy(lines, ({left, top, right, bottom}) => [left, top, right, bottom].join()).values()];

const coloredOn = ({grounds}: Scene, line: Line) => ({...line, color: grounds.list[line.ground - 1]!.color});

/**
 * Returns the reading of each line. Reads a line that was found in several ways once, and shares all out evenly to as many programs as there
 * are cores, two at most.
 */
export async function readAll(scene: Scene, lines: Line[], reader: Omit<Reader, 'timeoutMs'>): Promise<Map<Line, Reading>> {
	const same = twins(lines);
	const wide = (line: Line) => widthOf(line) / line.em;
	// To start a program costs as much as to read some lines.
	const most = Math.ceil(same.reduce((sum, [line]) => sum + wide(line!), 0) / WORTH);
	const programs = Math.min(2, availableParallelism(), most);
	const shares: Array<{width: number; same: Line[][]}> = Array.from({length: programs}, () => ({width: 0, same: []}));
	// The wide ones first, each to the program that has least so far.
	for (const twins of same.sort(([a], [b]) => wide(b!) - wide(a!))) {
		const share = shares.reduce((a, b) => (b.width < a.width ? b : a));
		share.width += wide(twins[0]!);
		share.same.push(twins);
	}
	const read = await Promise.all(
		shares.map(share =>
			readLines(
				scene.view,
				share.same.map(([line]) => coloredOn(scene, line!)),
				{...reader, em: EM, timeoutMs: TIMEOUT_MS},
			),
		),
	);
	return new Map(
		shares.flatMap((share, part) => share.same.flatMap((twins, index) => twins.map(line => [line, read[part]![index]!] as const))),
	);
}

export function hundredths(value: number): number {
	return Number(value.toFixed(2));
}
