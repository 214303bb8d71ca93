import {protectMarks, restoreMarks} from '../tour/marked.ts';
import {type Located, readYaml} from './read-yaml.ts';
import type {Problem, Values} from './values.ts';

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
/** Stands for a picture or a comment between words: an unassigned code point, which no text has. */
const CUT = '\u{10fe04}';
const GAP = new RegExp(`((?:\\s*${CUT})+\\s*|\\n\\s*\\n\\s*)`, 'u');
const LONE_COMMENT = /^[^\S\n]*<!--(?:(?!-->)[\s\S])*-->[^\S\n]*$/gm;
/** A line break between letters of scripts that have no blanks between words, whatever is bold there. */
const WIDE = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff01-\\uff9f\\u{20000}-\\u{323af}]';
const WIDE_BREAK = new RegExp(`(?<=${WIDE}[\\u{10fe01}-\\u{10fe03}]*)\\s*\\n\\s*(?=[\\u{10fe01}-\\u{10fe03}]*${WIDE})`, 'gu');
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
		const comments = body.rest.filter(({line}) => line >= step.line && line < step.line + step.lines.length + 1);
		if (manner.guide) return readGuideStep(step, comments[0]?.values);
		const own = read(step, manner);
		for (const {line, values} of comments)
			problems.push(...ignoredWords(own, values).map(message => ({place: `${name}:${line}:1`, message})));
		return Object.assign({}, own, ...comments.map(({values}) => values)) as Values;
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
		problems,
	};
}

/** Names the values that the words of a step and its comment say differently, with what helps: the words would be ignored. */
function ignoredWords(own: Values, rest: Values): string[] {
	const shown = [rest, ...waysToWrite({...own, ...rest}).map(parts => readSteps(parts.slice(0, 2))[0]!)];
	const differing = (['title', 'text', 'alt', 'image'] as const).filter(
		name => name in rest && own[name] && !shown.some(values => JSON.stringify(values[name]) === JSON.stringify(own[name])),
	);
	return differing.map(name => `${name}: This comment has it, and other words in the step would be ignored. Take one of the two away.`);
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
		const isAlone = body.slice(body.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
		return (isAlone ? CUT : '') + '\n'.repeat(whole.split('\n').length - 1);
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
	const plain = protectMarks(body)
		.replaceAll(new RegExp(PICTURE, 'g'), CUT)
		.replace(LONE_COMMENT, CUT)
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/<\/?[a-z][^>]*>/gi, '');
	const words = guide ? guideWords(plain) : wordsOf(plain);
	// In a guide without headings, the first words are the step's title.
	const title = values.title ?? restoreMarks(words.shift()?.words ?? '', true);
	const text = words.map(({gap, words: own}, index) => (index === 0 ? '' : '\n'.repeat(gap)) + own).join('');
	const step = {title, text: restoreMarks(text)};
	if (!picture) return {...step, type: 'slide'};
	const target = restoreEscapes(picture[2] ?? picture[3]!);
	const alt = restoreEscapes(picture[1]!).trim();
	return {...step, ...(alt && {alt}), image: /^https:/.test(target) ? {url: target} : decoded(target)};
}

/** Words of a step, and the line breaks before them. */
type Words = Array<{gap: number; words: string}>;

function guideWords(text: string): Words {
	const parts = text.replaceAll(CUT, '\n\n').split(/\n\s*\n/);
	const words = parts.map(part => part.replace(ITEM, '').split(HARD_BREAK).map(inline).join('\n'));
	return words.filter(Boolean).map(own => ({gap: 2, words: own}));
}

/** Returns paragraphs and items as lines. An empty line ends a line; each further one is empty in the text, too. */
function wordsOf(text: string): Words {
	const words: Words = [];
	let gap = 0;
	for (const [index, part] of text.split(GAP).entries()) {
		// Separators have odd indexes.
		if (index % 2 === 1) gap = gap > 0 || part.includes(CUT) ? 1 : part.split('\n').length - 2;
		else {
			const items = itemsOf(part).map(item => inline(item.replace(ITEM, '')));
			const own = items.filter(Boolean).join('\n');
			if (own) words.push({gap, words: own});
			if (own) gap = 0;
		}
	}
	return words;
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
		.replace(WIDE_BREAK, '')
		.replace(/\s*\n\s*/g, ' ')
		.trim();
	return restoreEscapes(plain);
}

/** Returns heading, picture and words of a step as they are, and with every mark escaped. */
export function waysToWrite({title, text, alt, image}: Values): string[][] {
	return [(line: string) => line, escaped].map(write => {
		const heading = `## ${write(String(title ?? '').replace(/\s+/g, ' ')) || '-'}`;
		const picture = typeof image === 'string' ? `![${write(String(alt ?? '').replaceAll('\n', ''))}](<${image}>)` : '';
		const words = String(text ?? '')
			.split('\n')
			.map(line => restoreMarks(write(protectMarks(line))))
			.join('\n');
		return [heading, picture, words.replace(/\n+/g, breaks => `${breaks}\n`)].filter(Boolean);
	});
}

/** Escapes the marks of a line. */
function escaped(line: string): string {
	const inside = line.replace(/[\\`*_[\]<#]/g, '\\$&');
	return inside.replace(/^(?:[+-]|\d+(?=[.)]))/, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Reads the steps of a tour.md that has these parts. */
export function readSteps(parts: string[]): Values[] {
	return (readMarkdown(`${parts.join('\n\n')}\n`, '').located.value as {steps: Values[]}).steps;
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
