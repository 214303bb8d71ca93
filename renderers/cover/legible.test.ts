import test from 'ava';
import puppeteer from 'puppeteer';
import sharp, {type Sharp} from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {Snapshot, SnapshotImage} from '../../shared/contract/snapshot.ts';
import {FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {mix, overlayAlpha, resolveTheme} from '../../shared/tour/themes.ts';
import {shareOf as someOf} from '../../test/helpers/extent.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../browser/browser.ts';
import {coverColors} from './colors.ts';
import {coverContent, renderCover} from './cover.ts';
import {coverPage, DIMMED} from './document.ts';
import {DIVISIONS, type Division, frameOf, MARGIN, type Rectangle, windowOf} from './frame.ts';
import {drawableTexts} from './glyphs.ts';
import {coverDirection} from './words.ts';

const executablePath = readConfig().chromium;
const browser = openBrowser({executablePath, perBrowser: 1000});
test.after.always(() => browser.close());

const LONG =
	'Aprenda a configurar relatórios automáticos de vendas por região, comparar períodos, exportar planilhas e compartilhar os resultados com toda a sua equipe comercial antes da reunião de segunda às nove';
const TITLES = {
	short: 'Crie seu fluxo',
	'44 letters': 'Painel de vendas: do pedido ao relatório já!',
	'200 letters': LONG,
	'a word of 200 letters': 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
	emoji: '🚀 Lançamento da loja 🎉 👩‍💻 em 5 minutos',
	Arabic: 'كيفية إنشاء تقرير المبيعات الشهري في خمس دقائق',
	Hebrew: 'איך יוצרים דוח מכירות חודשי בחמש דקות',
	Japanese: 'はじめてのフローを作成する：売上レポートの見方',
	Hindi: 'बिक्री रिपोर्ट कैसे बनाएं',
	'bidi controls': 'Guia \u202Eabc def\u202C do \u2067מדריך\u2069 (مرحبا) \u202Eaberto',
	markup: '<script>alert("1")</script></style><h1>&amp; "olá"',
	'stacked accents': `Z${'\u0301\u0328\u0348'.repeat(30)}algo ${'a\u0310\u0325'.repeat(20)}`,
};

type Shot = {webp: Buffer | null; width: number; height: number};
let shots: Shot[] = [];
test.before(async () => {
	shots = await Promise.all([
		shot(1440, 900),
		shot(390, 844),
		shot(800, 800),
		shot(1440, 900, picture => picture.negate({alpha: false})),
		shot(1440, 900, picture => picture.linear(0.04, 244)),
		{webp: null, width: 0, height: 0},
	]);
});

async function shot(width: number, height: number, change = (picture: Sharp) => picture): Promise<Shot> {
	const png = await screenshot(width, height).png().toBuffer();
	return {webp: await change(sharp(png)).webp().toBuffer(), width, height};
}

const highlight = {x: 0.3, y: 0.3, width: 0.2, height: 0.06};

function tour(title: string, preset: Snapshot['theme']['preset'], {webp, width, height}: Shot): Snapshot {
	const image: SnapshotImage = {width, height, color: '#ffffff', variants: [], still: null};
	const first = webp ? sampleStep({image, highlight, click: null}) : sampleSlide();
	return sampleTour([first, sampleSlide(), sampleSlide()], {title, theme: resolveTheme({preset})});
}

for (const [row, preset] of someOf([...PRESETS.entries()], () => 'preset')) {
	test.serial(`covers of ${preset} show their title and their screenshot, whatever the title is`, async t => {
		const rendered = Object.entries(TITLES).map(async ([what, title], column) => {
			const shown = shots[(row + column) % shots.length]!;
			const snapshot = tour(title, preset, shown);
			const jpeg = await renderCover(browser, snapshot, shown.webp);
			const division = await divisionOf(snapshot, shown);
			t.true(jpeg.length <= 200 * 1024, what);
			const {data, info} = await sharp(jpeg).raw().toBuffer({resolveWithObject: true});
			t.deepEqual([info.width, info.height, info.channels], [COVER.width, COVER.height, 3], what);
			const [drawn] = (await drawableTexts(browser, [title])) as [string];
			const mirrored = coverDirection(drawn, snapshot.language) === 'rtl';
			const side = (part: Rectangle) => (mirrored ? {...part, left: COVER.width - part.left - part.width} : part);
			if (drawn) {
				const column = side({left: MARGIN.inline, top: MARGIN.block, width: DIVISIONS[division].column, height: 430});
				const inked = shareOf(data, column, coverColors(snapshot.theme).ink);
				t.true(inked > 0.015 && inked < 0.5, `${what}: ${inked} of the words' place is ink`);
			}
			if (!shown.webp) return;
			const frame = frameOf(shown, division);
			const middle = {
				left: frame.left + 0.2 * frame.width,
				top: frame.top + 0.2 * frame.height,
				width: 0.6 * frame.width,
				height: 0.6 * frame.height,
			};
			const distance = apart(meanOf(data, side(middle)), await expectedMean(snapshot, shown, frame));
			t.true(distance < 40, `${what}: the screenshot is off by ${distance} of 255`);
		});
		await Promise.all(rendered);
	});
}

test.serial('a title changes nothing outside its place: not the picture, not the count', async t => {
	const shown = shots[0]!;
	const draw = async (title: string) => {
		const cover = coverPage(coverContent(tour(title, 'documento', shown)), shown.webp);
		return sharp(await browser.screenshot({...cover, ...COVER, type: 'png'}))
			.removeAlpha()
			.raw()
			.toBuffer();
	};
	const pairs = [
		['Crie seu fluxo', 'Guia \u202Eabc\u202C \u2067מדריך\u2069 \u202Eaberto'],
		['Crie seu fluxo', '</h1><b>\u202E olá'],
		['Crie seu fluxo', TITLES['stacked accents'].slice(0, 24)],
		[LONG, TITLES['a word of 200 letters']],
	] as const;
	for (const [plain, hostile] of pairs) {
		const [division, same] = await Promise.all([plain, hostile].map(title => divisionOf(tour(title, 'documento', shown), shown)));
		t.is(same, division);
		const [one, other] = await Promise.all([draw(plain), draw(hostile)]);
		const right = MARGIN.inline + DIVISIONS[division!].column;
		let outside = 0;
		for (let at = 0; at < one.length; at++) {
			const [x, y] = [Math.floor(at / 3) % COVER.width, Math.floor(at / 3 / COVER.width)];
			// The browser may smooth a round edge otherwise; a letter would differ by far more.
			const differs = Math.abs(one[at]! - other[at]!) > 64;
			if (differs && (x < MARGIN.inline - 8 || x > right + 8 || y > COVER.height - MARGIN.block - 70)) outside += 1;
		}
		t.is(outside, 0, hostile);
	}
});

test.serial('titles stand whole in their column, and tilted screenshots whole in the picture, in every font and direction', async t => {
	const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	const chromium = await puppeteer.launch({executablePath, headless: 'shell', pipe: true, args});
	t.teardown(() => chromium.close());
	const page = await chromium.newPage();
	await page.setViewport(COVER);
	const titles = [
		'Olá',
		'Onboarding for new administrators',
		LONG.slice(0, 70),
		LONG.slice(0, 110),
		LONG.slice(0, 150),
		...Object.values(TITLES),
		'',
	];
	const small = await sharp({create: {width: 8, height: 8, channels: 3, background: '#ddd'}})
		.webp()
		.toBuffer();
	for (const [index, font] of FONTS.entries()) {
		for (const [column, written] of someOf([...titles.entries()], () => 'title', {from: index})) {
			const [title] = (await drawableTexts(browser, [written])) as [string];
			const snapshot = tour(title, 'violet', shots[(index + column) % shots.length]!);
			const content = coverContent({...snapshot, theme: resolveTheme({preset: 'violet', font})});
			const cover = coverPage(content, small);
			const show = (html: string) => page.setContent(`<!doctype html>${html}`);
			await show(cover.html);
			await cover.settle(page, show);
			const seen = await page.evaluate(() => {
				const box = (selector: string) => {
					const element = document.querySelector(selector);
					const {left, right, top, bottom} = (element ?? document.body).getBoundingClientRect();
					return {left, right, top, bottom};
				};
				const title = document.querySelector('h1')!;
				const range = document.createRange();
				range.selectNodeContents(title);
				const {left, right} = range.getBoundingClientRect();
				const fontSize = Number.parseFloat(getComputedStyle(title).fontSize);
				return {
					cut: (title.scrollHeight - title.clientHeight) / fontSize,
					title: {...box('h1'), left, right},
					foot: box('.foot'),
					picture: box('.frame,.card:not(.second,.third)'),
					behind: box('.frame,.third'),
				};
			});
			const what = `${font}: ${title.slice(0, 30)} (${title.length}) ${JSON.stringify(seen)}`;
			const {picture, foot} = seen;
			for (const {left, right, top, bottom} of [picture, seen.behind]) {
				t.true(left >= 12 && right <= COVER.width - 12 && top >= 12 && bottom <= COVER.height - 12, what);
			}
			if (!title) {
				t.true(picture.bottom <= foot.top + 4, what);
				continue;
			}
			// One word that no line can hold, and what no reader reads, may end with an ellipsis.
			if (!/Donau|\u0301/.test(title)) t.true(seen.cut < 0.3, what);
			t.true(seen.title.left >= MARGIN.inline - 2 || coverDirection(title, 'pt-BR') === 'rtl', what);
			t.true(coverDirection(title, 'pt-BR') === 'rtl' ? seen.title.left >= picture.right - 8 : seen.title.right <= picture.left + 8, what);
			t.true(seen.title.bottom <= foot.top + 8 && foot.bottom <= COVER.height - MARGIN.block + 1, what);
		}
	}
});

/** How the page divides the cover of this tour: its title is measured there. */
async function divisionOf(snapshot: Snapshot, {webp}: Shot): Promise<Division> {
	const content = coverContent(snapshot);
	const [title] = (await drawableTexts(browser, [content.title])) as [string];
	const {html, settle} = coverPage({...content, title}, webp);
	let division = '';
	const watched: typeof settle = async (page, show) => {
		await settle(page, show);
		division = await page.evaluate(() => document.body.className);
	};
	await browser.screenshot({html, settle: watched, width: COVER.width, height: COVER.height});
	return division as Division;
}

/** The share of pixels near this colour. */
function shareOf(data: Buffer, part: Rectangle, color: string): number {
	const [red, green, blue] = channels(color) as [number, number, number];
	const near = (at: number) =>
		Math.abs(data[at]! - red) < 40 && Math.abs(data[at + 1]! - green) < 40 && Math.abs(data[at + 2]! - blue) < 40;
	const all = pixelsOf(part);
	return all.filter(near).length / all.length;
}

function meanOf(data: Buffer, part: Rectangle): number[] {
	const all = pixelsOf(part);
	return [0, 1, 2].map(channel => all.reduce((sum, at) => sum + data[at + channel]!, 0) / all.length);
}

/** Where pixels of this part begin: every third of every third row, for they are many. */
function pixelsOf({left, top, width, height}: Rectangle): number[] {
	const rows = Array.from({length: Math.floor(height / 3)}, (_, i) => Math.round(top) + 3 * i);
	const columns = Array.from({length: Math.floor(width / 3)}, (_, i) => Math.round(left) + 3 * i);
	return rows.flatMap(y => columns.map(x => (y * COVER.width + x) * 3));
}

/** The mean colour of what the frame shows of the screenshot, under the theme's dimming. */
async function expectedMean({theme}: Snapshot, shot: Shot, frame: ReturnType<typeof frameOf>): Promise<number[]> {
	const {left, top, width, height} = windowOf(shot, highlight, frame);
	const middle = {left: left + 0.2 * width, top: top + 0.2 * height, width: 0.6 * width, height: 0.6 * height};
	const mean = await meanOfShot(shot, middle);
	return channels(mix(mean, theme.colors.overlay, overlayAlpha(theme.colors.overlay) * DIMMED));
}

const means = new Map<string, Promise<string>>();

/** As #rrggbb, of a part in fractions; each is asked for often. */
function meanOfShot(shot: Shot, part: Rectangle): Promise<string> {
	const key = JSON.stringify([shots.indexOf(shot), part]);
	if (!means.has(key)) means.set(key, read());
	return means.get(key)!;

	async function read(): Promise<string> {
		const [left, width] = [part.left, part.width].map(share => Math.floor(share * shot.width)) as [number, number];
		const [top, height] = [part.top, part.height].map(share => Math.floor(share * shot.height)) as [number, number];
		const {data} = await sharp(shot.webp!)
			.extract({left, top, width, height})
			.resize(1, 1, {fit: 'fill', kernel: 'linear'})
			.removeAlpha()
			.raw()
			.toBuffer({resolveWithObject: true});
		return `#${data.toString('hex')}`;
	}
}

function apart(one: number[], other: number[]): number {
	return Math.max(...one.map((value, i) => Math.abs(value - other[i]!)));
}

function channels(color: string): number[] {
	return [1, 3, 5].map(i => Number.parseInt(color.slice(i, i + 2), 16));
}
