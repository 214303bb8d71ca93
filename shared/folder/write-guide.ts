import {BODY_TEXTS} from '../contract/step-fields.ts';
import {protectMarks, restoreMarks} from '../tour/marked.ts';
import {commentOf, readMarkdown} from './markdown.ts';
import type {Values} from './values.ts';

/** Characters that CommonMark and GitHub read as marks inside a line, and at its beginning. */
const INSIDE = /[\\`*[\]<|~$]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|&(?=[#\w])/gu;
const AT_START = /^(?:[#>+=-]|\d{1,9}(?=[.)]))/;

/**
 * A step of a guide. `step`: as in a document; `picture`: its file, and the words for people who do not see it; `branch`: the heading of
 * the branch that begins with it; `ways`: where it leads.
 */
export type GuideStep = {step: Values; picture: {file: string; alt: string} | null; branch?: string; ways?: string[]};
export type GuideLink = {label: string; url: string};
export type Guide = {
	title: string;
	/** Shown before the first step. */
	intro: {words: string; link: GuideLink | null};
	steps: GuideStep[];
	/** Shown after the last step. */
	end: {title: string | null; text: string | null; links: GuideLink[]} | null;
};

/**
 * Writes a tour as CommonMark: a heading, words and a picture for each step, and a comment with values that these do not hold. Reading it
 * as a guide returns exactly the given steps; every text is shown literally, whatever marks it has.
 */
export function writeGuide({title, intro, steps, end}: Guide): string {
	const head = [`# ${escapeHeading(title)}`, [escapeHeading(intro.words), intro.link && link(intro.link)].filter(Boolean).join(' · ')];
	const parts = [...head, ...steps.map(writeStep), ...(end ? ['---', ...closing(end)] : [])];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function writeStep({step, picture, branch, ways = []}: GuideStep, index: number): string {
	const {title, text, alt, image, type, ...rest} = step;
	const shown = [
		`## ${index + 1}. ${escapeHeading(String(title ?? ''))}`.trimEnd(),
		...BODY_TEXTS.map(name => paragraphs(String(step[name] ?? ''))),
		picture && `![${escapeLine(oneLine(picture.alt))}](${picture.file})`,
	].filter(Boolean);
	const given: Values = {title, text, alt, image, type};
	const kept = {...rest, ...differences(`${shown.join('\n\n')}\n`, given)};
	// Text after a rule belongs to no step.
	const before = branch === undefined ? [] : ['---', `**${escapeHeading(branch)}**`];
	const after = ways.length > 0 ? ['---', ways.map(way => `- ${escapeLine(oneLine(way))}`).join('\n')] : [];
	return [...before, ...shown, ...(Object.keys(kept).length > 0 ? [commentOf(kept)] : []), ...after].join('\n\n');
}

/** Returns the values that the text would lose or change when it is read back; `null` for those to remove. */
function differences(text: string, given: Values): Values {
	const {steps} = readMarkdown(text, '', {guide: true}).located.value as {steps: Values[]};
	const differing = Object.entries(given).filter(([name, value]) => JSON.stringify(steps[0]?.[name]) !== JSON.stringify(value));
	return Object.fromEntries(differing.map(([name, value]) => [name, value ?? null]));
}

function closing({title, text, links}: NonNullable<Guide['end']>): string[] {
	return [title ? `**${escapeHeading(title)}**` : '', paragraphs(text ?? ''), links.map(entry => `- ${link(entry)}`).join('\n')];
}

/** Control characters, which no text needs; parsers replace NUL. */
const CONTROL = /[^\P{Control}\n\t]/gu;

/** Separates paragraphs by blank lines; writes other line breaks as Markdown has them. */
function paragraphs(text: string): string {
	const parts = text
		.replace(/\r\n?/g, '\n')
		.replace(CONTROL, '')
		.split(/\n[^\S\n]*(?:\n\s*)+/);
	const lines = parts.map(part => part.split('\n').map(markedLine).filter(Boolean).join('\\\n'));
	return lines.filter(Boolean).join('\n\n');
}

function markedLine(line: string): string {
	return restoreMarks(escapeLine(protectMarks(line)));
}

/** Escapes a heading: one line, without marks at its end that would be read as part of it. */
function escapeHeading(text: string): string {
	return escapeLine(oneLine(text)).replace(/(?<!\\)#/g, '\\#');
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function link({label, url}: GuideLink): string {
	return `[${escapeHeading(label)}](<${url.replace(/[<>\\\s]/g, encodeURIComponent)}>)`;
}

/** Escapes a line of text so that Markdown shows it literally. */
function escapeLine(line: string): string {
	const inside = line.trim().replace(INSIDE, '\\$&');
	return inside.replace(AT_START, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}
