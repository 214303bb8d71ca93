import test from 'ava';
import sharp from 'sharp';
import type {Pixels} from './decode.ts';
import {isFrameless} from './frameless.ts';

type Scene = {width?: number; height?: number; scale?: number};

/** Draws a scene of so many CSS pixels, 1440 x 900 as a rule. Without a ground, what it leaves out is transparent. */
async function draw(shapes: string, {width = 1440, height = 900, scale = 1}: Scene = {}): Promise<Pixels> {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
	const {data, info} = await sharp(Buffer.from(svg)).raw().toBuffer({resolveWithObject: true});
	return {data, width: info.width, height: info.height, channels: info.channels as 4};
}

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
	`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;

const LIGHT = {ground: '#ffffff', bar: '#f3f4f6', ink: '#1f2937'};
const DARK = {ground: '#0f172a', bar: '#1e293b', ink: '#e2e8f0'};
type Colors = typeof LIGHT;

/** Words of a line: strokes and gaps, as flat as text is. */
const words = (x: number, y: number, width: number, ink: string) =>
	`<path d="M${x} ${y}h${width}" stroke="${ink}" stroke-width="9" stroke-dasharray="2 3 5 2 1 3"/>`;

/** Page of an app from `y` on, so wide and so high: a header of 64 with a name or without, a side bar of 240, lines of words. */
function page({ground, bar, ink}: Colors, y = 0, {width = 1440, height = 900, name = true} = {}) {
	const lines = Array.from({length: 18}, (_, i) => words(280, y + 110 + i * 40, 300 + ((i * 137) % 500), ink));
	const items = Array.from({length: 9}, (_, i) => words(24, y + 100 + i * 36, 90 + ((i * 31) % 70), ink));
	const header = box(0, y, width, 64, bar) + (name ? words(24, y + 32, 120, ink) + box(width - 60, y + 18, 28, 28, '#2563eb', 14) : '');
	return box(0, y, width, height - y, ground) + header + box(0, y + 64, 240, height - y - 64, bar) + items.join('') + lines.join('');
}

const disc = (x: number, y: number, fill: string) => `<circle cx="${x}" cy="${y}" r="6" fill="${fill}"/>`;
const lights = (colors: string[], x = 20, y = 14) => colors.map((fill, i) => disc(x + i * 20, y, fill)).join('');
const MAC = ['#ff5f57', '#febc2e', '#28c840'];
const cross = (x: number, y: number, color: string) =>
	`<path d="M${x - 5} ${y - 5}l10 10m0-10l-10 10" stroke="${color}" stroke-width="1.2" fill="none"/>`;
const buttons = (y: number, color: string, pitch: number, width = 1440) =>
	box(width - pitch * 2.5 - 5, y, 10, 1, color) +
	`<rect x="${width - pitch * 1.5 - 5}" y="${y - 5}" width="10" height="10" fill="none" stroke="${color}"/>` +
	cross(width - pitch / 2, y, color);

/** A photograph as far as its pixels go: soft shapes with grain all over. */
function photo(width: number, height: number): Pixels {
	const data = Buffer.alloc(width * height * 3);
	let seed = 1;
	for (let at = 0; at < data.length; at++) {
		seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
		data[at] = 128 + 90 * Math.sin(at / 5000) + ((seed >> 16) % 24);
	}
	return {data, width, height, channels: 3};
}

test('a page alone has no frame: light and dark, at one and two pixels to a CSS pixel', async t => {
	for (const scale of [1, 2]) {
		t.true(isFrameless(await draw(page(LIGHT), {scale})), `light ${scale}`);
		t.true(isFrameless(await draw(page(DARK), {scale})), `dark ${scale}`);
	}
	t.true(isFrameless(await draw(page({...LIGHT, bar: '#1d4ed8'}))), 'a header in the colour of a brand');
});

test('a page alone is found without an alpha channel and in greys', async t => {
	const {data, width, height} = await draw(page(LIGHT));
	const [three, one, two] = [3, 1, 2].map(channels => {
		const part = Buffer.alloc(width * height * channels);
		for (let i = 0; i < width * height; i++) {
			for (let c = 0; c < channels; c++) part[i * channels + c] = channels === 2 && c === 1 ? 255 : data[i * 4 + c]!;
		}
		return part;
	});
	t.true(isFrameless({data: three!, width, height, channels: 3}));
	t.true(isFrameless({data: one!, width, height, channels: 1}));
	t.true(isFrameless({data: two!, width, height, channels: 2}));
});

test('a window of a mac is a frame: light, dark, in the background, and with a title bar that no line ends', async t => {
	for (const scale of [1, 2]) {
		for (const [name, colors, title, dots] of [
			['light', LIGHT, '#e8e6e8', MAC],
			['dark', DARK, '#2a2a2c', MAC],
			['in the background', LIGHT, '#f6f6f6', ['#d0d0d0', '#d0d0d0', '#d0d0d0']],
		] as const) {
			t.false(isFrameless(await draw(page(colors, 28) + box(0, 0, 1440, 28, title) + lights([...dots]), {scale})), `${name} ${scale}`);
		}
		for (const dots of [MAC, ['#c8c8c8', '#c8c8c8', '#c8c8c8']]) {
			// Drawn into the header itself, as many apps do: the line below it is a page's.
			const merged = page(LIGHT, 0, {name: false}) + lights(dots, 20, 32);
			t.false(isFrameless(await draw(merged, {scale})), `merged ${dots[0]} ${scale}`);
		}
	}
});

test('a browser is a frame: Chrome in Windows, Firefox in Linux', async t => {
	const chrome = (scale: number) =>
		draw(
			page(LIGHT, 82) +
				box(0, 0, 1440, 82, '#dee1e6') +
				box(8, 8, 240, 34, '#ffffff', 8) +
				box(0, 41, 1440, 41, '#ffffff') +
				box(120, 47, 1200, 28, '#f1f3f4', 14) +
				buttons(18, '#202124', 46),
			{scale},
		);
	const firefox = (scale: number) =>
		draw(
			page(DARK, 84) +
				box(0, 0, 1440, 84, '#1c1b22') +
				box(6, 4, 220, 36, '#42414d', 4) +
				box(0, 44, 1440, 40, '#2b2a33') +
				box(200, 48, 1000, 32, '#1c1b22', 4) +
				buttons(22, '#fbfbfe', 34),
			{scale},
		);
	for (const scale of [1, 1.25, 1.5, 2]) {
		t.false(isFrameless(await chrome(scale)), `Chrome ${scale}`);
		t.false(isFrameless(await firefox(scale)), `Firefox ${scale}`);
	}
});

test('a window that draws its buttons into its header is a frame', async t => {
	for (const scale of [1, 1.5, 2]) {
		const shapes = page(LIGHT, 0, {name: false}) + buttons(32, '#111827', 46);
		t.false(isFrameless(await draw(shapes, {scale})), `${scale}`);
	}
});

test('a desktop is a frame: a task bar below, a menu bar above, a window on a wallpaper', async t => {
	const sky =
		'<defs><linearGradient id="s" x2="1" y2="1"><stop stop-color="#1e3a8a"/><stop offset="1" stop-color="#f472b6"/></linearGradient></defs>';
	const wallpaper = sky + box(0, 0, 1440, 900, 'url(#s)');
	for (const scale of [1, 2]) {
		t.false(isFrameless(await draw(page(LIGHT) + box(0, 852, 1440, 48, '#202020'), {scale})), `task bar ${scale}`);
		const menu = page(LIGHT, 24) + box(0, 0, 1440, 24, '#e5e5e7') + box(20, 7, 12, 12, '#000000') + box(50, 8, 300, 9, '#222222');
		t.false(isFrameless(await draw(menu, {scale})), `menu bar ${scale}`);
		const inside = `<g transform="translate(120 90)">${page(LIGHT, 28, {width: 1200, height: 720})}${box(0, 0, 1200, 28, '#e8e6e8')}${lights(MAC)}</g>`;
		t.false(isFrameless(await draw(wallpaper + inside, {scale})), `wallpaper ${scale}`);
	}
});

test('a window that was cut out is a frame: round corners, a shadow', async t => {
	const clip = '<clipPath id="r"><rect width="1440" height="900" rx="10"/></clipPath>';
	t.false(isFrameless(await draw(`${clip}<g clip-path="url(#r)">${page(LIGHT)}</g>`)));
	t.false(isFrameless(await draw(`<g transform="translate(56 40)">${page(LIGHT)}</g>`, {width: 1552, height: 1000})));
});

test('pictures that are no screen of an app are left as they are', async t => {
	t.false(isFrameless(photo(1440, 900)));
	const slide = box(0, 0, 1440, 900, '#ffffff') + box(420, 380, 600, 60, '#111827') + box(520, 480, 400, 24, '#6b7280');
	t.false(isFrameless(await draw(slide)), 'a slide');
	t.false(isFrameless(await draw(page(LIGHT), {width: 400, height: 800})), 'a phone');
});

test('blank and tiny pictures are left as they are, whatever their channels', t => {
	for (const channels of [1, 2, 3, 4] as const) {
		for (const [width, height] of [
			[1, 1],
			[3, 2],
			[1000, 1],
			[1000, 600],
			[1440, 900],
			[2880, 1800],
		] as const) {
			t.false(
				isFrameless({data: Buffer.alloc(width * height * channels, 255), width, height, channels}),
				`${width} x ${height}, ${channels}`,
			);
		}
	}
});
