import {type Element, type Kind, labelsOf} from './element.ts';
import {isText, type Line, lineOf, surest} from './lines.ts';
import {type Box, besideEachOther, contains, heightOf, union, widthOf} from './picture.ts';
import {type AimedScene, distance, groundUnder, linesOn} from './screen.ts';
import {isUnderlined, sameInk, segmentAt, withoutIcons} from './segment.ts';

/** Letters above this many usual font sizes make a title. */
const TITLE = 1.33;
/** Words that an entry of a menu has at most. */
const ENTRY = 5;
/** CSS pixels. */
const NEAREST = {around: 60, beside: 280};

/** Text without a box of its own: a link, a tab, an entry of a menu, a heading. */
export function free(scene: AimedScene): Element | null {
	const {aim, lines, scale} = scene;
	const {click, box} = aim;
	if (box) {
		const inside = surest(
			lines
				.map(line => ({
					line,
					words: line.words.filter(word => contains(box, {x: (word.left + word.right) / 2, y: (word.top + word.bottom) / 2}, scale)),
				}))
				.filter(({words}) => words.length > 0)
				.map(({line, words}) => withoutIcons(lineOf(words, line)))
				.filter(isText),
		).sort((a, b) => distance(a, click) - distance(b, click));
		const [first, second] = inside;
		if (first) {
			const both = second && inside.length === 2 && goOn(first, second) && Math.abs(first.em - second.em) < 0.2 * first.em;
			// Of several lines in a row the first is the name; the others are a shortcut or a number.
			const row = inside.filter(line => besideEachOther(line, first) > 0.5).sort((a, b) => a.left - b.left)[0]!;
			const label = both
				? [first, second].sort((a, b) => a.top - b.top)
				: [inside.length > 1 ? withoutIcons(segmentAt(scene, row, row === first ? click : {x: row.left, y: row.top})) : first];
			const kind = kindOf(scene, label);
			return {kind: kind === 'text' && looksEmpty(scene, box, label) ? 'field' : kind, labels: [label], box};
		}
		if (widthOf(box) >= 3 * heightOf(box) && heightOf(box) >= 18 * scale) return {kind: 'field', labels: labelsOf(scene, box), box};
		return null;
	}
	const ground = groundUnder(scene, click);
	const near = lines
		.filter(line => isText(line) && (line.ground === ground?.id ? isNear(scene, line) : contains(line, click)))
		.sort((a, b) => distance(a, click) - distance(b, click))[0];
	if (!near || iconAt(scene, near)) return null;
	const label = withoutIcons(segmentAt(scene, near, click));
	return isText(label) ? {kind: kindOf(scene, [label]), labels: [[label]], box: label} : null;
}

/** True for a long box drawn around little text at its beginning: a field without a frame, and its placeholder. */
function looksEmpty({scale}: AimedScene, box: Box, label: Line[]): boolean {
	const text = union(label);
	const isLong = widthOf(box) >= 4 * heightOf(box) && widthOf(box) >= 150 * scale && heightOf(box) >= 22 * scale;
	return isLong && text.right < box.left + 0.65 * widthOf(box) && text.left < box.left + 0.25 * widthOf(box);
}

function isNear({aim: {click}, scale}: AimedScene, line: Line): boolean {
	if (distance(line, click) <= NEAREST.around * scale) return true;
	const inRow = click.y > line.top - 0.5 * line.em && click.y < line.bottom + 0.5 * line.em;
	return inRow && distance(line, click) <= NEAREST.beside * scale;
}

/** True if the second line continues the first. */
function goOn(a: Line, b: Line): boolean {
	const [upper, lower] = a.top < b.top ? [a, b] : [b, a];
	return (
		lower.top - upper.bottom < 0.9 * a.em && lower.top >= upper.bottom - 0.3 * a.em && lower.left < upper.right && upper.left < lower.right
	);
}

/** True if the click is on a picture that is apart from the text. */
function iconAt({aim, marks, scale}: AimedScene, text: Line): boolean {
	if (contains(text, aim.click, 2 * scale)) return false;
	return marks.list.some(mark => {
		const size = Math.max(widthOf(mark), heightOf(mark)) / scale;
		return size >= 8 && size <= 48 && contains(mark, aim.click, 2 * scale) && Math.abs(text.left - mark.right) > 14 * scale;
	});
}

export function kindOf(scene: AimedScene, label: Line[]): Kind {
	const {scale} = scene;
	const line = label[0]!;
	const ground = scene.grounds.list[line.ground - 1]!;
	const others = linesOn(scene, ground).filter(
		other =>
			isText(other) && (other.left >= line.right || other.right <= line.left || other.bottom <= line.top || other.top >= line.bottom),
	);
	const ink = line.words[0]!.ink;
	const dull = Math.max(...ink) - Math.min(...ink) < 40;
	// Titles are large and stand alone; what is coloured may be clicked, and tabs stand in a row.
	const inRow = others.some(other => besideEachOther(other, line) > 0.5 && Math.abs(other.em - line.em) < 0.2 * line.em);
	if (dull && !inRow && line.em > TITLE * scene.em) return 'heading';
	if (label.every(part => part.words.every(word => isUnderlined(scene, part, word)))) return 'link';
	if (!dull && others.some(other => !sameInk(other.words[0]!.ink, ink, ground.color))) return 'link';
	// In a column with icons, the words are aligned, not the icons.
	const rows = others
		.map(withoutIcons)
		.filter(other => Math.abs(other.left - line.left) <= 4 * scale && Math.abs(other.em - line.em) < 0.2 * line.em);
	const near = rows.filter(row => Math.abs(row.top - line.top) < 60 * scale);
	// The lines of a paragraph are aligned as well, and its last one may be short.
	const isProse = [line, ...near].some(({words}) => words.length > ENTRY);
	return near.length > 0 && !isProse ? 'menu' : 'text';
}
