import test from 'ava';
import type {Pixels} from '../image/decode.ts';
import {paintHotspot} from '../image/paint-hotspot.ts';
import {hotspotSvg} from './drawing.ts';
import {hotspotAt, hotspotMotion, hotspotStyle, isLarge, PRESS, ringColors, tipAlong, WAVE} from './hotspot.ts';

const SIZES = [
	[12, 12],
	[12, 40],
	[17, 17],
	[24, 24],
	[30, 12],
	[47, 47],
	[48, 48],
	[60, 17],
	[90, 32],
	[160, 160],
	[300, 20],
	[300, 260],
	[600, 14],
] as const;
const PICTURE = {width: 900, height: 500};
const GREY = 120;
const colors = ringColors({accent: '#1D4E89', hotspot: '#B3261E'});

/** What is hidden of a target of this size at this place, 0..1. */
function hidden(
	box: {left: number; top: number; width: number; height: number},
	share: readonly [number, number],
	at: number | null,
): number {
	const pixels: Pixels = {...PICTURE, channels: 3, data: Buffer.alloc(PICTURE.width * PICTURE.height * 3, GREY)};
	const click = {left: box.left + box.width * share[0], top: box.top + box.height * share[1]};
	const large = isLarge({x: 0, y: 0, width: box.width / PICTURE.width, height: box.height / PICTURE.height}, PICTURE);
	paintHotspot(pixels, {highlight: box, click, colors, large, at});
	let changed = 0;
	for (let y = box.top; y < box.top + box.height; y++) {
		for (let x = box.left; x < box.left + box.width; x++) {
			const from = (y * PICTURE.width + x) * 3;
			if ([0, 1, 2].some(channel => Math.abs(pixels.data[from + channel]! - GREY) > 6)) changed++;
		}
	}
	return changed / (box.width * box.height);
}

test('nine tenths of a target of any size are seen at every moment, wherever it is clicked', t => {
	let worst = {share: 0, what: ''};
	for (const [width, height] of SIZES) {
		for (const click of [
			[0.5, 0.5],
			[0.1, 0.1],
			[0.9, 0.2],
		] as const) {
			for (const at of [null, ...Array.from({length: 30}, (_, i) => 100 * i)]) {
				const share = hidden({left: 100, top: 100, width, height}, click, at);
				const what = `${width}x${height} at ${at} ms, click ${click}`;
				if (share > worst.share) worst = {share, what};
				t.true(share <= 0.1, `${what}: ${share}`);
			}
		}
	}
	t.log(worst);
});

test('at the edge of the picture a line of the ring stays in it', t => {
	for (const [left, top] of [
		[0, 0],
		[900 - 60, 500 - 40],
	] as const) {
		const share = hidden({left, top, width: 60, height: 40}, [0.5, 0.5], null);
		t.true(share > 0.02 && share < 0.06, `${share}`);
	}
});

test('the pointer comes, presses and goes, and the rings travel outward again and again', t => {
	const pointer = (ms: number) => hotspotAt(ms).pointer;
	t.like(pointer(0), {x: PRESS.from.x, y: PRESS.from.y, opacity: 0});
	t.like(pointer(PRESS.ms * PRESS.presses), {x: 0, y: 0, scale: PRESS.depth, opacity: 1});
	t.like(pointer(PRESS.ms), {x: 0, y: 0, scale: 1, opacity: 0});
	t.deepEqual(pointer(60_000), pointer(PRESS.ms));
	t.deepEqual(hotspotAt(0).wave, {offset: 0, opacity: 1});
	t.deepEqual(hotspotAt(WAVE.delayMs + WAVE.ms * 0.9).wave, {offset: WAVE.travel, opacity: 0});
	t.deepEqual(hotspotAt(WAVE.delayMs + 7 * WAVE.ms).wave, {offset: 0, opacity: 1});
});

test('the tip lies at the edge of what is small, and at the click of what is not', t => {
	t.is(tipAlong(12, 0.5), 9);
	t.is(tipAlong(43, 0.1), 40);
	t.is(tipAlong(100, 0.1), 10);
	t.is(tipAlong(60, 0.5, 2), 54);
});

test('the style says what the drawing does', t => {
	const style = hotspotStyle() + hotspotMotion();
	for (const part of [
		'0 0 0 3px var(--accent),0 0 0 5px var(--accent-ring)',
		'4px solid var(--hotspot-ring)',
		'2px solid var(--hotspot)',
	]) {
		t.true(style.includes(part), part);
	}
	t.regex(style, /prefers-reduced-motion: no-preference\)\{\n\.hot/);
	const svg = hotspotSvg({...PICTURE, highlight: {left: 10, top: 10, width: 30, height: 20}, click: {left: 20, top: 20}, colors});
	t.is(svg.match(/<rect/g)!.length, 4);
	t.is(svg.match(/<path/g)!.length, 1);
});
