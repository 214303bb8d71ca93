import type {Click, Highlight} from '../../../shared/contract/geometry.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {aimOf, comesNear, frameRatioOf, hasHotspots, IN_VIEW, isPart, isTall, zoomOf} from '../../../shared/tour/place/camera.ts';
import {isDark} from '../../../shared/tour/themes.ts';
import {clickIn, EDGE, GAP} from '../../hotspot/hotspot.ts';
import type {Edges} from './place.ts';

/** The most that a phone enlarges a screenshot around its highlight. */
const LARGEST_ZOOM = 3;
/** The picture's height in window widths on a phone: 390 x 844 CSS pixels less its bars and a sheet of three lines. */
const PHONE_FRAME = 1.45;

/**
 * A run of letters in which no line ends: without a blank, up to a hyphen, also one that is shown only at the end of a line.
 * In scripts without blanks between words, lines end anywhere.
 */
const WORDS = /[^\s\u00AD\u200B-]+[\u00AD-]?/g;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Breadth of bold letters in the broadest of the fonts, in em; the first match counts. */
const BREADTHS: [letters: RegExp, em: number][] = [
	[/[ijlI.,:;'’!|()[\]]/, 0.4],
	[/[mwMW%@—]/, 1.06],
	[/[frt]/, 0.48],
	[/[A-ZÀ-ÞΑ-ΩА-Я0-9]/, 0.84],
	[/\p{Extended_Pictographic}/u, 1.4],
];
const OTHERS = 0.68;
/** Length in em below which a title's words have room wherever titles are shown. */
const SHORT = 7;
/** Length in em from which a word may have to break: the narrowest place of a title is as wide. */
const BREAKING = 13;

/**
 * Writes the places of a step's marks and balloon as custom properties for the page's one style block (a
 * style attribute would need a looser policy). `i`: the ring's insets; `p0`, `p1`: the click; `q0`, `q1`: the
 * click in the highlight; `k`: the balloon's place without a script; `v`: the scrim's opacity; `e`: width by height of
 * the frame if it is not the picture's; `s`: how near the camera comes; `a`, `o`: the picture's most width in a frame of width and height 1; `l`: the title's
 * longest word in em; the rest are numbers, shares of the image.
 */
export function placementRule(id: string, step: SnapshotStep): string {
	const {type, image, highlight, click, simulateClick, title} = step;
	if (type === 'slide' || !image) return wordRule(id, title);
	const values: Record<string, number | string> = {r: image.width / image.height, n: image.width, c: hexColor(image.color)};
	const longest = longestWord(title);
	if (longest) values.l = longest;
	if (isPart(step)) values.e = frameRatioOf(step);
	if (!highlight && isTall(image)) values.my = middleOf(step);
	if (highlight) {
		const {x, y, width, height} = highlight;
		const point = click ?? {x: x + width / 2, y: y + height / 2};
		Object.assign(values, {
			i: ringInset(highlight),
			p0: point.x,
			p1: point.y,
			m: image.width / image.height / Math.max(height, 0.01),
			mx: x + width / 2,
			my: y + height / 2,
			z: cropOf(highlight),
		});
		const {x: q0, y: q1} = clickIn(highlight, click);
		// Half a hundredth of what is small is nothing, and short numbers keep the page light.
		if (simulateClick) Object.assign(values, {q0: `${Math.round(q0 * 100)}%`, q1: `${Math.round(q1 * 100)}%`});
		const near = zoomOf(step);
		if (comesNear(step))
			Object.assign(values, {
				s: near,
				a: IN_VIEW / Math.max(width, 0.01),
				o: (IN_VIEW * image.width) / image.height / Math.max(height, 0.01),
			});
		if (y > 1 - y - height) values.k = 'start';
		if (isDark(image.color)) values.v = 'var(--lift)';
	}
	// The whole picture on a phone, where hotspots may lie anywhere on it.
	if (hasHotspots(step)) Object.assign(values, {z: 1, m: 0});
	// Where nothing is pointed at, the balloon lies in the half that has fewer hotspots.
	const spots = step.actions?.hotspots ?? [];
	if (!highlight && spots.filter(({area}) => area.y + area.height / 2 > 0.5).length * 2 > spots.length) values.k = 'start';
	const list = Object.entries(values).map(([name, value]) => `--${name}:${typeof value === 'number' ? fraction(value) : value}`);
	return `#${id}{${list.join(';')}${hyphens(longest)}}`;
}

/** Writes the rules by which paper and pages without a script show a part of a tall picture; none for other steps. */
export function paperRules(id: string, step: SnapshotStep): string {
	const {type, image} = step;
	if (type === 'slide' || !image || !isTall(image) || !isPart(step)) return '';
	const frame = frameRatioOf(step);
	// Shares of the picture's width.
	const [length, seen] = [image.height / image.width, 1 / frame];
	const top = Math.max(0, Math.min(middleOf(step) * length - seen / 2, length - seen));
	const ratio = fraction(frame);
	return `@media print,(scripting:none){#${id} .shot{width:min(100%,${fraction(40 * frame)}vh);aspect-ratio:${ratio}}#${id} .pic{margin-top:-${percent(top)}}}`;
}

/** Returns the height, a share of the picture's, that is in the middle of a part of it. */
function middleOf(step: SnapshotStep): number {
	const [, y, , height] = aimOf(step);
	return y + height / 2;
}

/** Writes the rule for a card without a picture, if a word of its title may be broader than its place. */
export function wordRule(id: string, title: string | null): string {
	const longest = longestWord(title);
	return longest ? `#${id}{--l:${longest}${hyphens(longest)}}` : '';
}

/** A word that may have no room in letters as large as the text's breaks at its syllables, where a browser knows them; shorter ones stay whole. */
function hyphens(longest: number | null): string {
	return longest && longest > BREAKING ? ';hyphens:auto;hyphenate-limit-chars:16' : '';
}

/**
 * Returns the width of the picture on an upright phone in window widths, whole and as near as the camera
 * comes (`placement.css`): no more than fills the frame or keeps the highlight in it.
 */
export function widthsOnPhone(step: SnapshotStep): {whole: number; near: number} {
	const {image, highlight} = step;
	if (!image || !highlight) return {whole: 1, near: 1};
	const {width, height} = highlight;
	const ratio = image.width / image.height;
	const fit = Math.min(1, PHONE_FRAME * ratio);
	const tall = hasHotspots(step) ? 0 : (0.9 * PHONE_FRAME * ratio) / Math.max(height, 0.01);
	const whole = Math.max(fit, Math.min(cropOf(highlight), Math.max(1, PHONE_FRAME * ratio), tall));
	const most = Math.min(IN_VIEW / Math.max(width, 0.01), (IN_VIEW * PHONE_FRAME * ratio) / Math.max(height, 0.01));
	const zoom = zoomOf(step);
	return {whole, near: zoom > 1 ? Math.max(whole, Math.min(zoom * whole, most)) : whole};
}

/** Returns how many window widths of the picture a phone shows at most, so that the highlight stays in view. */
function cropOf({width}: Highlight): number {
	return Math.max(1, Math.min(LARGEST_ZOOM, 0.92 / Math.max(width, 0.01)));
}

/** Checks a colour for a style: #RRGGBB or #RRGGBBAA. Throws for any other text. */
export function hexColor(color: string): string {
	if (!/^#([0-9a-f]{2}){3,4}$/i.test(color)) throw new Error(`A colour must be #RRGGBB, not "${color}".`);
	return color;
}

/** Returns ring and click in a picture with these edges, as the style places them. CSS pixels. */
export function marksIn([left, top, right, bottom]: Edges, highlight: Highlight, click: Click | null): [ring: Edges, point: Edges] {
	const {x, y, width, height} = highlight;
	const [across, down] = [right - left, bottom - top];
	const least = (share: number, length: number) => (share > 0.05 ? share * length : Math.max(NEAREST, share * length));
	const near = (share: number, length: number) =>
		share < 0.9 ? least(share, length) : Math.max(NEAREST, Math.min(share * length, length - 16));
	const start = [left + near(x, across) - GAP, top + near(y, down) - GAP] as const;
	const end = [right - least(1 - x - width, across) + GAP, bottom - least(1 - y - height, down) + GAP] as const;
	const {x: pointX, y: pointY} = click ?? {x: x + width / 2, y: y + height / 2};
	const at = [left + pointX * across, top + pointY * down] as const;
	return [
		[...start, Math.max(end[0], start[0] + SMALLEST), Math.max(end[1], start[1] + SMALLEST)],
		[...at, ...at],
	];
}

/** Returns the ring's distance from each edge of the picture: a line of it stays in the picture, and room for the smallest ring. */
function ringInset({x, y, width, height}: Highlight): string {
	const near = (share: number) => (share < 0.9 ? atLeast(share) : `clamp(${NEAREST}px,${percent(share)},100% - 16px)`);
	return [near(y), atLeast(1 - x - width), atLeast(1 - y - height), near(x)].join(' ');
}

// So few pixels are at most this share of a picture that can still be made out.
function atLeast(share: number): string {
	return share > 0.05 ? percent(share) : `max(${NEAREST}px,${percent(share)})`;
}

const NEAREST = GAP + EDGE;
/** `.ring` in document.css. */
const SMALLEST = 14;

function percent(share: number): string {
	return `${Number((fraction(share) * 100).toFixed(2))}%`;
}

function fraction(value: number): number {
	if (!Number.isFinite(value)) throw new Error(`A coordinate must be a number, not ${value}.`);
	return Number(value.toFixed(4));
}

/** How broad the longest word of a title is at most, in em of its letters; null if every word has room anyhow. */
function longestWord(title: string | null): number | null {
	const words = title?.match(WORDS)?.filter(word => !UNSPACED.test(word)) ?? [];
	const breadth = Math.max(0, ...words.map(breadthOf));
	return breadth > SHORT ? Math.ceil(breadth * 10) / 10 : null;
}

function breadthOf(word: string): number {
	return [...word].reduce((sum, letter) => sum + (BREADTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS), 0);
}
