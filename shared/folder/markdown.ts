import {stringify} from 'yaml';
import {protectMarks, restoreMarks} from '../tour/marked.ts';
import {type Located, readYaml} from './read-yaml.ts';
import {isValues, type Problem, type Values} from './values.ts';

type Step = {values: Values; lines: string[]; line: number};
/** `guide`: the dialect of `writeGuide`. Headings are numbered, blank lines count, and text after a rule is of no step. */
type Manner = {guide: boolean};

const HEADING = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const PICTURE = /!\[([^\]]*)\]\(\s*(?:<([^>]+)>|([^)\s]+))(?:\s+["'][^"']*["'])?\s*\)/;
const FENCE = /^\s*(?:```|~~~)/;
const NUMBER = /^\d+\.(?:\s+|$)/;
const RULE = '---';
/** A mark before an item of a list; a number other than 1 only goes on with a list. */
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;
const NEXT_ITEM = {ofList: /\n(?=\s*(?:[-*+]|\d+[.)])\s)/, ofText: /\n(?=\s*(?:[-*+]|1[.)])\s)/};
/** First of the letters that stand for escaped marks while a text is read: unassigned code points, which no text has. */
const PLACE = 0x10fe00;
const HARD_BREAK = /\\\n/;
/** Marks that may be escaped by a backslash: in a guide, all that CommonMark allows. */
const MARKS = {guide: /./, other: /[\\`*_{}[\]()#+.!<>-]/};
/** The comment with a step's other fields, as YAML or JSON. */
const REST = /(?<!\\)<!--\s*roteiro\s+(\{[\s\S]*?\})\s*-->/g;

/**
 * Reads a tour that is written as Markdown: front matter for what belongs to the tour, and a step for each heading with the first picture
 * under it and the words around that. A guide without such headings has a step for each picture, with the words before it.
 */
export function readMarkdown(given: string, name: string, manner: Manner = {guide: false}): {located: Located; problems: Problem[]} {
	const text = given.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
	const front = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
	// A line break stands for the dashes, so that lines keep their numbers.
	const {located, problems} = front ? readYaml(`\n${front[1]}`, name) : {located: {value: {}, placeOf: () => `${name}:1:1`}, problems: []};
	if (problems.length > 0) return {located, problems};
	const offset = front ? front[0].split('\n').length - 1 : 0;
	const body = withoutRest(front ? text.slice(front[0].length) : text, {name, offset});
	if (body.problems.length > 0) return {located, problems: body.problems};
	const lines = protectEscapes(body.lines.join('\n'), manner.guide ? MARKS.guide : MARKS.other).split('\n');
	const {title, steps} = split(lines, offset, manner);
	const done = steps.map(step => {
		const rest = body.rest.find(({line}) => line >= step.line && line < step.line + step.lines.length + 1)?.values;
		return manner.guide ? readGuideStep(step, rest) : {...read(step, manner), ...rest};
	});
	const value = {...(title && {name: title}), ...(located.value as Values | null), steps: done};
	return {
		located: {
			value,
			placeOf: field => {
				const index = /^steps\[(\d+)\]/.exec(field)?.[1];
				return index === undefined ? located.placeOf(field) : `${name}:${steps[Number(index)]?.line ?? 1}:1`;
			},
		},
		problems: [],
	};
}

/** True if the Markdown is a guide of ours: its headings count from 1 on, and there are comments. */
export function isGuide(text: string): boolean {
	const numbers = [...text.matchAll(/^##\s+(\d+)\./gm)].map(([, number]) => Number(number));
	const headings = text.match(/^##\s/gm)?.length ?? 0;
	return (
		headings > 0 && headings === numbers.length && numbers.every((number, index) => number === index + 1) && new RegExp(REST, '').test(text)
	);
}

type Rest = {line: number; values: Values};

/** Takes the comments of ours out of the text; the lines stay where they are. */
function withoutRest(body: string, {name, offset}: {name: string; offset: number}): {lines: string[]; rest: Rest[]; problems: Problem[]} {
	const rest: Rest[] = [];
	const problems: Problem[] = [];
	const plain = body.replace(REST, (whole, values: string, at: number) => {
		const line = offset + body.slice(0, at).split('\n').length;
		const read = readYaml(values, name);
		if (read.problems.length > 0) problems.push({place: `${name}:${line}:1`, message: read.problems[0]!.message});
		else rest.push({line, values: read.located.value as Values});
		return '\n'.repeat(whole.split('\n').length - 1);
	});
	return {lines: plain.split('\n'), rest, problems};
}

function split(lines: string[], offset: number, {guide}: Manner): {title: string | null; steps: Step[]} {
	let title: string | null = null;
	let [isCode, isOver] = [false, false];
	const byHeading: Step[] = [];
	const byPicture: Step[] = [];
	let before: string[] = [];
	for (const [index, line] of lines.entries()) {
		const number = offset + index + 1;
		if (FENCE.test(line)) isCode = !isCode;
		const heading = isCode ? null : HEADING.exec(line);
		if (heading?.[1] === '#' && title === null && byHeading.length === 0) title = inline(heading[2]!);
		else if (heading && heading[1] !== '#') {
			const words = guide ? heading[2]!.replace(NUMBER, '') : heading[2]!;
			byHeading.push({values: {title: inline(words)}, lines: [], line: number});
			isOver = false;
		} else if (guide && line === RULE) isOver = true;
		else if (!isOver) byHeading.at(-1)?.lines.push(line);
		if (heading) before = [];
		else before.push(line);
		if (!isCode && PICTURE.test(line)) {
			byPicture.push({values: {}, lines: before, line: number - before.length + 1});
			before = [];
		}
	}
	return {title, steps: byHeading.length > 0 ? byHeading : byPicture};
}

/** Reads a step of a guide. Values of its comment win; `null` there removes a value. */
function readGuideStep(step: Step, rest: Values | undefined): Values {
	const {title, text, alt, ...shown} = read(step, {guide: true});
	const words = {...(title !== '' && {title}), ...(text !== '' && {text}), ...(alt !== title && {alt})};
	return Object.fromEntries(Object.entries({...words, ...shown, ...rest}).filter(([, value]) => value !== null && value !== undefined));
}

function read({values, lines}: Step, {guide}: Manner): Values {
	const body = lines.join('\n');
	const picture = PICTURE.exec(body);
	const words = protectMarks(body)
		.replaceAll(new RegExp(PICTURE, 'g'), '\n\n')
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.split(/\n\s*\n/)
		.flatMap(part => (guide ? [part] : itemsOf(part)))
		.map(part => part.replace(ITEM, ''))
		.map(part => (guide ? part.split(HARD_BREAK) : [part]).map(inline).join('\n'))
		.filter(Boolean);
	// In a guide without headings, the first words are the step's title.
	const title = values.title ?? restoreMarks(words.shift() ?? '', true);
	const step = {title, text: restoreMarks(words.join(guide ? '\n\n' : '\n'))};
	if (!picture) return {...step, type: 'slide'};
	const target = restoreEscapes(picture[2] ?? picture[3]!);
	const alt = restoreEscapes(picture[1]!).trim();
	return {...step, ...(alt && {alt}), image: /^https:/.test(target) ? {url: target} : decoded(target)};
}

/** Returns the items of a list one by one, and the words before it. */
function itemsOf(part: string): string[] {
	const [first, ...others] = part.split(ITEM.test(part) ? NEXT_ITEM.ofList : NEXT_ITEM.ofText);
	return others.length > 0 && !ITEM.test(part) ? [first!, ...itemsOf(others.join('\n'))] : [first!, ...others];
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** Returns the text without marks of Markdown. */
function inline(text: string): string {
	const plain = text
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '$2')
		.replace(/(?<![\w*])[*_](?=\S)([^*_\n]*\S)[*_](?!\w)/g, '$1')
		.replace(/`([^`\n]+)`/g, '$1')
		.replace(/\s*\n\s*/g, ' ')
		.trim();
	return restoreEscapes(plain);
}

/** Writes a tour.md. A comment under the words holds what Markdown cannot express, and words it would change. */
export function writeMarkdown({steps, ...tour}: Values): string {
	const list = Array.isArray(steps) ? (steps as unknown[]).filter(isValues) : [];
	return `---\n${stringify(tour, {lineWidth: 120})}---\n\n${list.map(writeStep).join('\n')}`;
}

function writeStep(step: Values): string {
	const {title, text, alt, image, ...rest} = step;
	const heading = `## ${String(title ?? '').replace(/\s+/g, ' ') || '-'}`;
	const picture = typeof image === 'string' ? `![${String(alt ?? '').replace(/[\][\n]/g, '')}](<${image}>)` : null;
	const given: Values = {title, text: text ?? '', alt, image};
	const parts = [heading, picture, text].filter(Boolean);
	// Words that would be read as something else are only in the comment.
	const body = differing(parts, given).some(([name]) => name !== 'title') ? parts.slice(0, picture ? 2 : 1) : parts;
	const isSlide = picture === null;
	const type = (step.type ?? 'screen') === (isSlide ? 'slide' : 'screen') ? undefined : (step.type ?? 'screen');
	const said = {...rest, type, ...Object.fromEntries(differing(body, given))};
	const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
	return `${body.join('\n\n')}\n${Object.keys(kept).length > 0 ? `\n${commentOf(kept)}\n` : ''}`;
}

/** Lists the values that these parts would lose or change when they are read back. */
function differing(parts: unknown[], given: Values): Array<[name: string, value: unknown]> {
	const {steps} = readMarkdown(`${parts.join('\n\n')}\n`, '').located.value as {steps: Values[]};
	return Object.entries(given).filter(([name, value]) => JSON.stringify(steps[0]?.[name]) !== JSON.stringify(value));
}

/** Replaces escaped marks by placeholders. `marks`: those that may be escaped. */
function protectEscapes(text: string, marks: RegExp): string {
	return text.replace(/\\([!-/:-@[-`{-~])/g, (whole, mark: string) =>
		marks.test(mark) ? String.fromCodePoint(PLACE + mark.codePointAt(0)!) : whole,
	);
}

function restoreEscapes(text: string): string {
	return text.replace(/[\u{10fe21}-\u{10fe7e}]/gu, letter => String.fromCodePoint(letter.codePointAt(0)! - PLACE));
}

/** Returns our comment with values that Markdown cannot hold, escaped so that they neither end it nor begin an element. */
export function commentOf(values: object): string {
	const json = JSON.stringify(values).replace(/[<>]/g, mark => (mark === '<' ? '\\u003c' : '\\u003e'));
	return `<!-- roteiro ${json} -->`;
}
