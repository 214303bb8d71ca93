import {isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLParseError} from 'yaml';
import type {Problem} from './values.ts';
import {plainFault} from './yaml-words.ts';

/** A value, and the place of each of its parts. */
export type Located = {
	value: unknown;
	/** `tour.yaml:12:5` of a field such as `steps[3].highlight.x`: of the nearest part that is there. */
	placeOf(field: string): string;
};

/** A tour of 500 steps with every text at its limit has about a million characters; more is no tour. */
const MAX_CHARACTERS = 4_000_000;
/** Names of the members of what may also be written as a list. */
const IN_LISTS: Record<string, number> = {x: 0, y: 1, width: 2, height: 3};

/**
 * Reads YAML 1.2, of which JSON is a part. `name` is the file's, for places. Anchors and aliases are refused: no
 * tour needs them, and a few lines of them can expand to gigabytes.
 */
export function readYaml(text: string, name: string): {located: Located; problems: Problem[]} {
	const lines = new LineCounter();
	const at = (offset: number) => {
		const {line, col} = lines.linePos(offset);
		return `${name}:${line}:${col}`;
	};
	const nowhere = {value: null, placeOf: () => `${name}:1:1`};
	if (text.length > MAX_CHARACTERS) return {located: nowhere, problems: [{place: name, message: 'Is far too large for a tour.'}]};
	const plain = text.replace(/^\uFEFF/, '');
	const document = parseDocument(plain, {lineCounter: lines, uniqueKeys: true, prettyErrors: false, version: '1.2'});
	const [error] = document.errors;
	if (error) {
		const {offset, message} = plainFault(error as YAMLParseError, plain);
		return {located: nowhere, problems: [{place: at(offset), message}]};
	}
	const alias = findAlias(document.contents as Node | null);
	if (alias)
		return {
			located: nowhere,
			problems: [{place: at(alias.range?.[0] ?? 0), message: 'Anchors and aliases (& and *) are not read: write it out.'}],
		};
	const located = {
		value: document.toJS({maxAliasCount: 0}),
		placeOf: (field: string) => at(offsetOf(document.contents as Node | null, field)),
	};
	return {located, problems: []};
}

function findAlias(node: Node | null): Node | null {
	if (!node) return null;
	if ('anchor' in node && node.anchor) return node;
	if (!isMap(node) && !isSeq(node) && !isScalar(node)) return node;
	const children = isMap(node) ? node.items.flatMap(({key, value}) => [key, value]) : isSeq(node) ? node.items : [];
	for (const child of children) {
		const found = findAlias(child as Node | null);
		if (found) return found;
	}
	return null;
}

/**
 * Returns the offset of a field, or of its nearest parent that exists.
 * A member is shown by its name, for it may have no value.
 */
function offsetOf(contents: Node | null, field: string): number {
	let node = contents;
	let offset = node?.range?.[0] ?? 0;
	for (const part of field.match(/[^.[\]]+/g) ?? []) {
		if (isMap(node)) {
			const pair = node.items.find(({key}) => String(isScalar(key) ? key.value : key) === part);
			if (!pair) break;
			offset = (pair.key as Node).range?.[0] ?? offset;
			node = pair.value as Node | null;
		} else if (isSeq(node)) {
			const item = node.items[IN_LISTS[part] ?? Number(part)] as Node | undefined;
			if (!item) break;
			offset = item.range?.[0] ?? offset;
			node = item;
		} else break;
	}
	return offset;
}
