import {basename, extname} from 'node:path';
import type {isGuide, readMarkdown} from '../../shared/folder/markdown.ts';
import {keyFrom} from '../../shared/folder/names.ts';
import type {Problem, Values} from '../../shared/folder/values.ts';
import {sniffFormat} from '../../shared/image-format.ts';
import type {checkDocument} from '../folder/check-document.ts';
import {languageOf, titleAndText} from './imported.ts';

const MAX_LETTERS = 4 * 1024 * 1024;
const FILE_FIELDS = ['key', 'units', 'steps'];

type Readers = {isGuide: typeof isGuide; readMarkdown: typeof readMarkdown; checkDocument: typeof checkDocument};
type Guide = {
	tour: Values & {steps: Values[]};
	problems: Problem[];
	placeOf(field: string): string;
	pictures: Map<string, Buffer>;
	note: string;
};

/** Reads a guide in Markdown by the readers that the command has already; of its front matter, what a tour has. */
export function readGuide(given: string, file: string, {isGuide: isOurs, readMarkdown: read, checkDocument: check}: Readers): Guide {
	const name = basename(file, extname(file));
	const {text, lines, pictures} = plainMarkdown(given, name);
	const isLarge = text.length > MAX_LETTERS;
	const {located, problems} = read(isLarge ? '' : text, basename(file), {guide: isOurs(text)});
	const inFile = (place = '') => place.replace(/\d+(?=:\d+$)/, line => String(lines[Number(line) - 1] ?? line));
	const {title, ...tour} = (located.value ?? {}) as Guide['tour'];
	const wrong = check({...tour, steps: []}).map(({field}) => field.replace(/\W.*/, ''));
	const others = [...new Set(wrong)].filter(field => field in tour && !FILE_FIELDS.includes(field));
	for (const field of others) delete tour[field];
	const none = {place: file, message: isLarge ? 'Is far too large for a guide.' : 'Has no steps: neither headings (##) nor pictures.'};
	return {
		tour: {
			key: keyFrom(name, 'tour'),
			name: typeof title === 'string' ? title : name,
			...languageOf([text.replace(/[(<]\S*[)>]/g, '')]),
			...tour,
		},
		problems: problems.length > 0 ? problems.map(one => ({...one, place: inFile(one.place)})) : tour.steps.length > 0 ? [] : [none],
		placeOf: field => inFile(located.placeOf(field)),
		pictures,
		note: others.length > 0 ? `note: ${others.join(', ')} at the top of it: left out, for no tour has that.` : '',
	};
}

type PlainGuide = {
	text: string;
	/** The line of the source for each line of the text. */
	lines: number[];
	/** Pictures that were inside the source, by the names that the text has for them. */
	pictures: Map<string, Buffer>;
};
type Line = {text: string; number: number};

const CODE = /(^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *\2.*$|$(?![\s\S])))/m;
const PICTURE = /(!\[[^\]]*\]\(<[^>]*>\))/;
const IMG = /<img\b[^>]*?\bsrc\s*=\s*(["'])(.*?)\1[^>]*>/gi;
const ITEM = /^(?:\s*[-*+]|\s*\d+[.)])\s+/;

/**
 * Writes the Markdown of other programs so that a step has one heading and one picture at most: a section with several pictures becomes as
 * many. Words belong to the picture after them, or to the one before if a section begins with it; no words are left out.
 */
function plainMarkdown(given: string, name: string): PlainGuide {
	const pictures = new Map<string, Buffer>();
	const source = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
	// Our own says by itself which words are whose.
	if (/<!--\s*roteiro\s/.test(source)) return {text: source, lines: [], pictures};
	const text = source.replace(/data:image\/[\w.+-]+;base64,([\w+/]+=*)/g, (whole, packed: string) => {
		const bytes = Buffer.from(packed, 'base64');
		const format = sniffFormat(bytes);
		if (!format) return whole;
		const file = `inside-${pictures.size + 1}.${format}`;
		pictures.set(file, bytes);
		return file;
	});
	const front = /^---\n[\s\S]*?\n---(?:\n|$)/.exec(text)?.[0] ?? '';
	const out = front.split('\n').slice(0, -1);
	const lines = out.map((_, index) => index + 1);
	for (const {title, body} of stepsOf(withPlainMarks(text.slice(front.length)), out.length, name))
		for (const line of [title, ...body]) {
			out.push(line.text);
			lines.push(line.number);
		}
	return {text: out.join('\n'), lines, pictures};
}

/** Writes pictures and headings in the one way that a tour's Markdown has. No line is added or taken away. */
function withPlainMarks(text: string): string {
	const parts = text.split(CODE);
	// Every third part is code, and the next its fence.
	const prose = (write: (part: string) => string) => parts.map((part, index) => (index % 3 === 0 ? write(part) : part));
	const targets = new Map<string, string>();
	const blank = (whole: string) => whole.replace(/[^\n]+/g, '');
	const known = prose(part =>
		part
			.replace(/<!--[\s\S]*?-->/g, blank)
			.replace(/^ {0,3}\[([^\]^][^\]]*)\]:[^\S\n]*(?:<([^>\n]*)>|(\S+)).*$/gm, (_, id, inside, bare) => {
				targets.set(id.toLowerCase(), inside ?? bare);
				return '';
			}),
	);
	const byName = (whole: string, mark: string, words: string, id?: string) => {
		const target = targets.get((id || words).toLowerCase());
		return target === undefined ? whole : mark ? `![${words}](<${target}>)` : words;
	};
	const write = (part: string) =>
		part
			.replace(/!\[\[([^\]|#\n]+)[^\]\n]*\]\]/g, (whole, file: string) => (/\.\w+$/.test(file) ? `![](<${file.trim()}>)` : whole))
			.replace(/\[\[(?:[^\]|\n]*\|)?([^\]\n]+)\]\]/g, '$1')
			.replace(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gi, (_, level, words) => `${'#'.repeat(level)} ${words}`)
			.replace(/(?<!\()<(?!img\s|\/?kbd\b|\w+:)\/?[a-z][^>]*>/gi, '')
			.replace(IMG, (tag, _, target) => `![${/\balt\s*=\s*(["'])(.*?)\1/i.exec(tag)?.[2] ?? ''}](<${target.replaceAll('&amp;', '&')}>)`)
			.replace(/!\[([^\]\n]*)\]\(\s*(?!<)((?:[^()\n]|\([^()\n]*\))+?)(?:\s+(?:"[^"\n]*"|'[^'\n]*'|=\S*))?\s*\)/g, '![$1](<$2>)')
			.replace(/(!)\[()\]\[([^\]\n]+)\]/g, byName)
			.replace(/(!?)\[([^\][\n]+)\](?:\[([^\]\n]*)\])?(?![([])/g, byName)
			.replace(/\[\s*(!\[[^\]]*\]\(<[^>]*>\))\s*\]\([^)\n]*\)/g, '$1')
			.replace(
				/^(?![ \t]*(?:[-*+>#|]|\d+[.)]))(.*\S.*)\n[ \t]{0,3}(=+|-{2,})[ \t]*$/gm,
				(_, words, rule) => `${rule[0] === '=' ? '#' : '##'} ${words}\n`,
			)
			.replace(/^\|.*\n(?=[^\S\n]*\|[\s:|-]+\n\|.*!\[)/gm, '\n')
			.replace(/^[^\S\n]*\|[^\S\n]*:?-[ \t:|-]*$/gm, '')
			.replace(/^[^\S\n]*\|.*$/gm, row => row.replaceAll('|', ' ').trim())
			.replace(/^(\s*\d+)\\(?=[.)]\s)/gm, '$1');
	return known.map((part, index) => (index % 3 === 0 ? write(part) : index % 3 === 1 ? part.replaceAll('![', '!\\[') : '')).join('');
}

type PlainStep = {title: Line; body: Line[]};

/** Splits a text into steps: by its headings, and where one has several pictures by these. `before`: the lines of the file before it. */
function stepsOf(text: string, before: number, name: string): PlainStep[] {
	const sections: Array<{heading: string; number: number; level: number; body: Line[]}> = [
		{heading: '', number: before + 1, level: 0, body: []},
	];
	let fence = false;
	for (const [index, line] of text.split('\n').entries()) {
		const number = before + index + 1;
		if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
		const [, marks, heading] = (!fence && /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line)) || [];
		if (marks) sections.push({heading: heading!, number, level: marks.length, body: []});
		else
			sections.at(-1)!.body.push(
				...line
					.split(fence ? /$^/ : PICTURE)
					.filter((part, at) => at === 0 || part.trim())
					.map(part => ({text: part, number})),
			);
	}
	const hasPicture = (body: Line[]) => body.some(line => PICTURE.test(line.text));
	const tops = sections.filter(({level}) => level === 1);
	const [intro, first, ...others] = sections;
	// The one heading of the highest rank names the tour; where several have pictures, each is a step.
	const named = first?.level === 1 && (tops.length === 1 || !hasPicture(first.body)) ? first : null;
	const done: PlainStep[] = named ? [{title: {text: `# ${named.heading}`, number: named.number}, body: []}] : [];
	const start = {
		heading: others.length > 0 ? (named?.heading ?? name) : '',
		number: named?.number ?? 1,
		level: 0,
		body: [...intro!.body, ...(named?.body ?? [])],
	};
	if (start.body.some(({text: words}) => words.trim())) done.push(...splitByPicture(start));
	for (const section of named || !first ? others : [first, ...others]) done.push(...splitByPicture(section));
	return done;
}

function splitByPicture({heading, number, body}: {heading: string; number: number; body: Line[]}): PlainStep[] {
	const pictures = body.filter(({text}) => PICTURE.test(text)).length;
	const isBefore = !PICTURE.test(body.find(({text}) => text.trim())?.text ?? '');
	const groups: Line[][] = [[]];
	let [shown, worded, seen] = [false, false, 0];
	for (const line of body) {
		const [isPicture, isItem] = [PICTURE.test(line.text), /^\d+[.)]\s/.test(line.text)];
		const isNext = isPicture ? shown : isBefore && line.text.trim() !== '' && (shown || (isItem && worded));
		const isLast = !isPicture && shown && seen === pictures;
		if (pictures > 1 && isNext && !isLast) {
			groups.push([]);
			[shown, worded] = [false, false];
		}
		if (isPicture) [shown, seen] = [true, seen + 1];
		if (!isPicture && line.text.trim()) worded = true;
		groups.at(-1)!.push(line);
	}
	return groups.map((group, index) => {
		if (heading && index === 0) return titled(heading, number, group);
		const from = group.findIndex(({text}) => text.trim() && !PICTURE.test(text));
		const line = group[from];
		if (!line || /^\s*(?:```|~~~)/.test(line.text)) return titled(heading, group[0]?.number ?? number, group);
		const end = group.findIndex(({text}, at) => at > from && (!text.trim() || PICTURE.test(text) || ITEM.test(text)));
		const words = group.slice(from, end < 0 ? undefined : end);
		const title = words.map(({text}) => text.replace(ITEM, '').trim()).join(' ');
		return titled(title, line.number, [...group.slice(0, from), ...group.slice(from + words.length)]);
	});
}

function titled(words: string, number: number, body: Line[]): PlainStep {
	const {title, text} = titleAndText(words.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
	const space = {text: '', number};
	const apart = body.flatMap(line => (PICTURE.test(line.text) ? [space, line, space] : [line]));
	return {title: {text: `## ${title}`, number}, body: [space, ...(text ? [{text, number}, space] : []), ...apart]};
}
