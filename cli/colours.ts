import * as util from 'node:util';

type Colour = 'red' | 'green' | 'yellow' | 'cyan';

/** Colours by the beginning of a line: places of faults, changes, and links. */
const RESULT: Array<[RegExp, Colour]> = [
	[/^https?:\/\/\S+$/, 'cyan'],
	[/^\+ .*/, 'green'],
	[/^- .*/, 'red'],
	[/^~ .*/, 'yellow'],
];
const NOTE: Array<[RegExp, Colour]> = [[/(?<=^|: )note:/, 'yellow']];
const FAULT: Array<[RegExp, Colour]> = [[/^\S+:\d+:\d+:|^.*/, 'red']];

/** Returns text as a stream shows it, line by line: with colours where it is a terminal that has them, FORCE_COLOR and NO_COLOR considered. */
export const colours = {
	result: (text: string) => paint(text, RESULT, process.stdout),
	note: (text: string) => paint(text, NOTE, process.stderr),
	fault: (text: string) => paint(text, FAULT, process.stderr),
};

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
