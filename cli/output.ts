import * as util from 'node:util';

/** The outputs of a command: the result to standard output, progress to standard error. */
export type Output = {
	/** A line of the result; nothing where JSON was asked for. */
	line(text?: string): void;
	/** The result as one line of JSON, where that was asked for. */
	json(value: object): void;
	/** Shows the progress, in place on a terminal. Ends with `null`. */
	progress(label: string | null, done?: number, total?: number): void;
	warn(text: string): void;
};

const BAR = 24;

type Colour = 'red' | 'green' | 'yellow' | 'cyan';

/** Colours by the beginning of a line: places of faults, changes, and links. */
const RESULT: Array<[RegExp, Colour]> = [
	[/^https?:\/\/\S+$/, 'cyan'],
	[/^\+ .*/, 'green'],
	[/^- .*/, 'red'],
	[/^~ .*/, 'yellow'],
];
const NOTE: Array<[RegExp, Colour]> = [[/(?<=^|: )note:/, 'yellow']];
const FAULT: Array<[RegExp, Colour]> = [[/^[^\n]+?:\d+:\d+:|^.*/, 'red']];

/** Returns text as a stream shows it, line by line: with colours where it is a terminal that has them, FORCE_COLOR and NO_COLOR considered. */
export const colours = {
	result: (text: string) => paint(text, RESULT, process.stdout),
	note: (text: string) => paint(text, NOTE, process.stderr),
	fault: (text: string) => paint(text, FAULT, process.stderr),
};

/** `asJson`: one line of JSON and nothing else. Colours and progress bars are for terminals. */
export function openOutput({asJson}: {asJson: boolean}): Output {
	const {stdout, stderr} = process;
	const moving = stderr.isTTY && !process.env.CI;
	const clear = () => moving && stderr.write('\r\x1b[K');
	return {
		line: (text = '') => void (asJson || stdout.write(`${colours.result(text)}\n`)),
		json: value => void (asJson && stdout.write(`${JSON.stringify(value)}\n`)),
		progress(label, done = 0, total = 0) {
			if (!moving) return;
			clear();
			if (label === null) return;
			const full = total > 0 ? Math.round((BAR * done) / total) : 0;
			const bar = total > 0 ? ` ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done} of ${total}` : ' …';
			stderr.write(`${label}${bar}`);
		},
		warn(text) {
			clear();
			stderr.write(`${colours.note(text)}\n`);
		},
	};
}

function paint(text: string, rules: Array<[RegExp, Colour]>, stream: NodeJS.WriteStream): string {
	if (!isColoured(stream)) return text;
	const line = (words: string) => {
		const [pattern, colour] = rules.find(([pattern]) => pattern.test(words)) ?? [];
		return pattern ? words.replace(pattern, part => util.styleText(colour!, part, {validateStream: false})) : words;
	};
	return text.split('\n').map(line).join('\n');
}

/** True if Node would colour the stream; the oldest Node 20 cannot write colours. */
function isColoured(stream: NodeJS.WriteStream): boolean {
	const {FORCE_COLOR: forced} = process.env;
	if (!('styleText' in util)) return false;
	if (forced !== undefined) return forced !== '0' && forced !== 'false';
	return !process.env.NO_COLOR && stream.isTTY && stream.hasColors();
}
