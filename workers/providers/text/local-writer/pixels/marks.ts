import type {Grounds} from './grounds.ts';
import type {Box, Color, View} from './picture.ts';

/**
 * A mark drawn on a ground: a letter, an icon, a picture. `ink` is its colour where it differs most from the ground. An edge lies between
 * two grounds.
 */
export type Mark = Box & {id: number; area: number; ground: number; isEdge: boolean; ink: Color};

/** `rules` are thin horizontal lines: underlines, borders, separators. */
export type Marks = {of: Int32Array; list: Mark[]; rules: Box[]};

/** CSS pixels: what is at least this long and at most this thick is a rule and no stroke of a letter. */
const RULE_LENGTH = 17;
const RULE_THICKNESS = 2.4;
/** Rules found last, among which the row above is looked for. */
const LOOK_BACK = 400;
/** A mark that touches a second ground by this share of the first is an edge. */
const EDGE = 0.3;

/** Finds what is drawn on the grounds, letter by letter where letters do not touch. */
export function findMarks(view: View, grounds: Grounds, scale: number): Marks {
	const {width, height} = view;
	const drawn = new Uint8Array(width * height);
	for (let at = 0; at < drawn.length; at++) drawn[at] = grounds.of[at] === 0 ? 1 : 0;
	const rules = takeRules(view, drawn, scale);

	const of = new Int32Array(width * height);
	const list: Mark[] = [];
	const stack: number[] = [];
	for (let start = 0; start < drawn.length; start++) {
		if (!drawn[start] || of[start]) continue;
		const id = list.length + 1;
		const mark: Mark = {id, area: 0, ground: 0, isEdge: false, ink: [0, 0, 0], left: width, top: height, right: 0, bottom: 0};
		const votes = new Map<number, number>();
		const pixels: number[] = [];
		stack.push(start);
		of[start] = id;
		while (stack.length > 0) {
			const at = stack.pop()!;
			const x = at % width;
			const y = (at - x) / width;
			pixels.push(at);
			if (x < mark.left) mark.left = x;
			if (x >= mark.right) mark.right = x + 1;
			if (y < mark.top) mark.top = y;
			if (y >= mark.bottom) mark.bottom = y + 1;
			for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
				for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
					const next = at + dy * width + dx;
					if (drawn[next]) {
						if (of[next]) continue;
						of[next] = id;
						stack.push(next);
					} else if (grounds.of[next]) votes.set(grounds.of[next]!, (votes.get(grounds.of[next]!) ?? 0) + 1);
				}
			}
		}
		mark.area = pixels.length;
		const [most, second] = [...votes].sort((a, b) => b[1] - a[1]);
		mark.ground = most?.[0] ?? 0;
		mark.isEdge = second !== undefined && second[1] > EDGE * most![1];
		mark.ink = inkOf(view, pixels, grounds.list[mark.ground - 1]?.color);
		list.push(mark);
	}
	return {of, list, rules};
}

/** Takes the rules out of what is drawn, so that an underline does not tie the letters above it together. */
function takeRules({data, width, height}: View, drawn: Uint8Array, scale: number): Box[] {
	const rules: Box[] = [];
	const length = RULE_LENGTH * scale;
	const thickness = Math.max(1, Math.floor(RULE_THICKNESS * scale));
	const evenly = (a: number, b: number) =>
		Math.abs(data[a * 3]! - data[b * 3]!) + Math.abs(data[a * 3 + 1]! - data[b * 3 + 1]!) + Math.abs(data[a * 3 + 2]! - data[b * 3 + 2]!) <=
		24;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; ) {
			const from = y * width + x;
			if (!drawn[from]) {
				x++;
				continue;
			}
			let end = x + 1;
			while (end < width && drawn[y * width + end] && evenly(from, y * width + end)) end++;
			if (end - x >= length) {
				const middle = (x + end) >> 1;
				let above = y;
				while (above > 0 && y - above <= thickness && drawn[(above - 1) * width + middle]) above--;
				let below = y + 1;
				while (below < height && below - y <= thickness && drawn[below * width + middle]) below++;
				if (below - above <= thickness) rules.push({left: x, right: end, top: y, bottom: y + 1});
			}
			x = end;
		}
	}
	for (const rule of rules) drawn.fill(0, rule.top * width + rule.left, rule.top * width + rule.right);
	return join(rules, scale);
}

/** Rows of one line become one rule. */
function join(rows: Box[], scale: number): Box[] {
	const rules: Box[] = [];
	for (const row of rows) {
		const above = rules
			.slice(-LOOK_BACK)
			.findLast(
				rule => rule.bottom === row.top && Math.abs(rule.left - row.left) < 3 * scale && Math.abs(rule.right - row.right) < 3 * scale,
			);
		if (above) above.bottom = row.bottom;
		else rules.push({...row});
	}
	return rules;
}

function inkOf({data}: View, pixels: number[], ground: Color = [255, 255, 255]): Color {
	let far = -1;
	let ink = 0;
	for (const at of pixels) {
		const distance =
			Math.abs(data[at * 3]! - ground[0]) + Math.abs(data[at * 3 + 1]! - ground[1]) + Math.abs(data[at * 3 + 2]! - ground[2]);
		if (distance > far) [far, ink] = [distance, at];
	}
	return [data[ink * 3]!, data[ink * 3 + 1]!, data[ink * 3 + 2]!];
}
