import {Document, isMap, isSeq, type Node, stringify} from 'yaml';
import {commentOf, readSteps, waysToWrite} from './markdown.ts';
import {isValues, type Values} from './values.ts';

/** Members that are written as a list on one line, with the names of its items. */
const LISTS: Record<string, string[]> = {highlight: ['x', 'y', 'width', 'height'], click: ['x', 'y']};
const HINTS = `
# A rectangle is [x, y, width, height], a point [x, y]: shares of the picture from 0 to 1.
# For pixels write "units: px" here at the top.`;
const BESIDE_GUIDE = `
# allSteps: the order of the whole tour. Steps with a number are in the guide, and lead on as it is written here;
# the others are not in the guide, and stay as they are here.`;

/** Writes a tour.yaml. `schemaUrl`: where editors find its schema. */
export function writeTour(tour: Record<string, unknown>, schemaUrl: string | null): string {
	const document = new Document(shortened(tour));
	flatten(document.contents as Node);
	const head = schemaUrl ? `# yaml-language-server: $schema=${schemaUrl}` : '# A tour of Roteiro.';
	// If the steps are in a guide, the hints about coordinates are of no use here.
	return `${head}${Array.isArray(tour.steps) ? HINTS : ''}${tour.allSteps ? BESIDE_GUIDE : ''}\n${document.toString(YAML_TEXT)}`;
}

/** Writes a tour.md. A comment under the words holds what Markdown cannot express, and words it would change even if escaped. */
export function writeMarkdown({steps, ...tour}: Values): string {
	const list = Array.isArray(steps) ? (steps as unknown[]).filter(isValues) : [];
	return `---\n${stringify(tour, {lineWidth: 120})}---\n\n${list.map(writeStep).join('\n')}`;
}

/** Options with which the text of a tour.yaml is written. */
export const YAML_TEXT = {lineWidth: 120, flowCollectionPadding: false} as const;

/** A value as a tour.yaml has it under this name. */
export function valueNode(document: Document, name: string, value: unknown): Node {
	const node = document.createNode(asList(name, value) ?? shortened(value)) as Node;
	flatten(node);
	return node;
}

function shortened(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shortened);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asList(name, inner) ?? shortened(inner)]));
}

function asList(name: string, value: unknown): unknown[] | null {
	const names = Object.hasOwn(LISTS, name) ? LISTS[name]! : null;
	if (!names || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
	return names.map(member => (value as Record<string, unknown>)[member]);
}

/** Writes lists of numbers on one line. */
function flatten(node: Node | null): void {
	if (isMap(node)) for (const {value} of node.items) flatten(value as Node | null);
	if (!isSeq(node)) return;
	if (node.items.every(item => !isMap(item))) node.flow = true;
	for (const item of node.items) flatten(item as Node | null);
}

function writeStep(step: Values): string {
	const {title, text, alt, image, ...rest} = step;
	const isSlide = typeof image !== 'string';
	const given: Values = {title: title ?? '', text: text ?? '', alt, image};
	const ways = waysToWrite(step);
	// Words that would be read as something else are only in the comment.
	const without = ways.map(parts => parts.slice(0, isSlide ? 1 : 2));
	const tried = [...ways, ...without].map(parts => ({parts, lost: differing(parts, given)}));
	const fits = (lost: Array<[name: string, value: unknown]>, name: string) => lost.every(([other]) => other !== name);
	const usable = tried.filter(({lost}, index) => index >= ways.length || fits(lost, 'text'));
	const {parts, lost} = usable.toSorted((one, other) => one.lost.length - other.lost.length)[0]!;
	const type = (step.type ?? 'screen') === (isSlide ? 'slide' : 'screen') ? undefined : (step.type ?? 'screen');
	const said = {...rest, type, ...Object.fromEntries(lost)};
	const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
	return `${parts.join('\n\n')}\n${Object.keys(kept).length > 0 ? `\n${commentOf(kept)}\n` : ''}`;
}

/** Lists the values that these parts would lose or change when they are read back before another step. */
function differing(parts: string[], given: Values): Array<[name: string, value: unknown]> {
	const steps = readSteps([...parts, '## -']);
	return Object.entries(given).filter(([name, value]) => steps.length !== 2 || JSON.stringify(steps[0]![name]) !== JSON.stringify(value));
}
