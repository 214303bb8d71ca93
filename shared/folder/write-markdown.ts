import {stringify} from 'yaml';
import {commentOf} from './markdown-escapes.ts';
import {readMarkdown} from './read-markdown.ts';
import {isValues, type Values} from './values.ts';

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
	// Words that would be read as something else stand in the comment alone.
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
