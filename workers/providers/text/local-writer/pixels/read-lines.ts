import {fromPixels} from '../../../../../renderers/image/decode.ts';
import {runProgram} from '../../../../../shared/process/run-program.ts';
import type {Line} from './lines.ts';
import type {Box, Color, View} from './picture.ts';

export type Reading = {
	/** Words as tesseract read them, none dropped. */
	words: Array<{text: string; confidence: number; left: number; right: number}>;
};

/** `languages`: tesseract's names of them, the likeliest first. */
export type Reader = {
	tesseract: string;
	languages: string[];
	signal: AbortSignal;
	/** Letters are enlarged to this many pixels. */
	em?: number;
	/** Milliseconds of one run. */
	timeoutMs: number;
};

/** Pixels: tesseract reads letters of this size best. */
const EM = 44;
const LARGEST = 5;
const WIDEST = 2400;
const MARGIN = 24;
/** Turns off tesseract's second reading as white on black: the text is black on white already. */
const ONCE = ['-c', 'tessedit_do_invert=0'];

/** A line, and the colour of what it stands on. It is set `repeat` times beside itself. */
type Colored = Line & {color: Color; repeat?: number};

/** Reads lines of text, all in one run. Throws `ProgramFailed` where tesseract is missing or takes too long. */
export async function readLines(view: View, lines: Array<Colored>, reader: Reader): Promise<Reading[]> {
	if (lines.length === 0) return [];
	const strips = await Promise.all(lines.map(line => strip(view, line, reader.em ?? EM, line.repeat ?? 1)));
	const width = Math.max(...strips.map(one => one.width)) + 2 * MARGIN;
	const height = strips.reduce((sum, one) => sum + one.height + MARGIN, MARGIN);
	const sheet = Buffer.alloc(width * height, 255);
	const tops: number[] = [];
	let top = MARGIN;
	for (const one of strips) {
		tops.push(top);
		for (let y = 0; y < one.height; y++) one.data.copy(sheet, (top + y) * width + MARGIN, y * one.width, (y + 1) * one.width);
		top += one.height + MARGIN;
	}
	const input = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), sheet]);
	const args = [
		'stdin',
		'stdout',
		'-l',
		reader.languages.join('+'),
		'--dpi',
		'300',
		'--psm',
		lines.length === 1 ? '7' : '6',
		...ONCE,
		'tsv',
	];
	const output = await runProgram(reader.tesseract, args, {
		input,
		timeoutMs: reader.timeoutMs,
		signal: reader.signal,
		maxBytes: 1024 * 1024,
		env: {OMP_THREAD_LIMIT: '1'},
	});
	const found: Reading[] = strips.map(() => ({words: []}));
	for (const row of output.toString('utf8').split('\n')) {
		const [level, , , , , , left, y, w, h, confidence, text] = row.split('\t');
		if (level !== '5' || !text?.trim()) continue;
		const middle = Number(y) + Number(h) / 2;
		const index = tops.findLastIndex(at => at <= middle);
		const one = strips[index];
		const toView = (x: number) => lines[index]!.left + (x - MARGIN - one!.margin) / one!.factor;
		if (one) {
			found[index]!.words.push({
				text: text.trim(),
				confidence: Number(confidence),
				left: toView(Number(left)),
				right: toView(Number(left) + Number(w)),
			});
		}
	}
	return found;
}

/** Returns the value that 2 % of all reach, to a step of 1. */
function strongest(far: Float32Array): number {
	const counts = new Uint32Array(443);
	for (const value of far) counts[Math.round(value)]!++;
	let value = counts.length - 1;
	for (let left = Math.ceil(far.length * 0.02) - counts[value]!; left > 0; left -= counts[value]!) value--;
	return value;
}

type Strip = {data: Buffer; width: number; height: number; factor: number; margin: number};

/** Draws a line in black on white: how far each pixel is from the ground, without other lines' parts. */
async function strip({full, density}: View, line: Line & {color: Color}, em: number, repeat: number): Promise<Strip> {
	const factor = Math.min(LARGEST, em / (line.em * density), WIDEST / ((line.right - line.left) * density));
	const edge = Math.ceil(line.em * 0.2);
	const inFull = ({left, top, right, bottom}: Box, wider: number): Box => ({
		left: Math.max(0, (left - wider) * density),
		top: Math.max(0, (top - wider) * density),
		right: Math.min(full.width, (right + wider) * density),
		bottom: Math.min(full.height, (bottom + wider) * density),
	});
	const area = inFull(line, edge);
	const [width, height] = [area.right - area.left, area.bottom - area.top];
	const [r, g, b] = line.color;
	const far = new Float32Array(width * height);
	for (const mark of line.words.flatMap(word => word.marks)) {
		// A pixel more than the mark itself: its blurred edge.
		const box = inFull(mark, 1);
		for (let y = Math.max(area.top, box.top); y < Math.min(area.bottom, box.bottom); y++) {
			for (let x = Math.max(area.left, box.left); x < Math.min(area.right, box.right); x++) {
				const at = (y * full.width + x) * 3;
				far[(y - area.top) * width + x - area.left] = Math.hypot(full.data[at]! - r, full.data[at + 1]! - g, full.data[at + 2]! - b);
			}
		}
	}
	const most = strongest(far) || 1;
	const data = Buffer.alloc(width * height);
	for (let at = 0; at < data.length; at++) data[at] = 255 - Math.min(255, (255 * far[at]!) / most);
	const size = {width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor))};
	const scaled = await fromPixels({data, width, height, channels: 1})
		.resize({...size, kernel: 'cubic', fit: 'fill'})
		.extractChannel(0)
		.raw()
		.toBuffer();
	const [step, wide] = [size.width, size.width * repeat];
	const row = (y: number) => scaled.subarray(y * step, (y + 1) * step);
	const beside = repeat === 1 ? scaled : Buffer.concat(Array.from({length: size.height * repeat}, (_, at) => row(Math.floor(at / repeat))));
	return {data: beside, height: size.height, width: wide, factor: factor * density, margin: (line.left * density - area.left) * factor};
}
