import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Preset, Theme} from '../../shared/contract/theme.ts';
import {escapeHtml} from '../../shared/html.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {fontOf, mix, overlayAlpha, withAlpha} from '../../shared/tour/themes.ts';
import type {Picture} from '../browser/browser.ts';
import {fontFamily} from '../fonts/families.ts';
import {inlineFacesFor} from '../fonts/fonts.ts';
import {hotspotSvg} from '../hotspot/drawing.ts';
import {GAP, isLarge, RADIUS, ringColors} from '../hotspot/hotspot.ts';
import {type CoverColors, coverColors} from './colors.ts';
import {DIVISIONS, type Division, type Frame, frameOf, frameRadius, MARGIN, placed, type Rectangle, windowOf} from './frame.ts';
import {ANY_LINES, FOOT, likelySetting, setTexts, type TextWay, type TitleSetting, titleSettings, titleStyle, titleWays} from './title.ts';
import {coverDirection, stepCount} from './words.ts';

/** The content of a cover. An empty title leaves the picture alone. */
export type CoverContent = Pick<Snapshot, 'title' | 'language' | 'theme'> & {
	count: number;
	/** The step whose screenshot is shown; null if the tour has none. */
	step: SnapshotStep | null;
	/** Shown if there is no screenshot. */
	card: {title: string; text: string};
};

/** The most marks that fit, one for each step; a longer tour has none. */
const MARKS = 7;

/** Dimming around the highlight, as a share of the player's: a small picture has to stay bright. */
export const DIMMED = 0.2;

/** Pixels of a cover for each pixel of the player's hot spot: covers are shown small. */
const HOTSPOT_UNIT = 2;

/**
 * Returns the cover as a document with everything inside. `image`: pixels of the step's screenshot.
 * `height`: CSS pixels of a cover that is higher than usual.
 */
export function coverPage(
	content: CoverContent,
	image: Buffer | null,
	height: number = COVER.height,
): Pick<Required<Picture>, 'html' | 'settle'> {
	const {title} = content;
	const first = likelySetting(title);
	const settings = titleSettings(title);
	const settle: Picture['settle'] = async (page, show) => {
		const chosen = settings[(await setTexts(page, 'h1', titleWays(title, settings)))[0]!]!;
		if (chosen.division !== first.division) await show(coverHtml(content, image, height, chosen));
		await setTexts(page, '.card h2', CARD_TITLES);
		await setTexts(page, '.card p', CARD_TEXTS);
	};
	return {html: coverHtml(content, image, height, first), settle};
}

/** Ways to set a card: texts are excerpts with an ellipsis, titles stay whole. Titles get 170 pixels at most. */
const CARD_TITLES = cardWays([46, 40, 36, 32, 28, 24, 20, 17, 14, 12, 10, 8], size => Math.floor(170 / (1.2 * size)));
const CARD_TEXTS = cardWays([30, 26, 22, 19, 16, 14, 12, 10, 8], () => 4, ANY_LINES);

function cardWays(sizes: number[], linesOf: (size: number) => number, room?: number): TextWay[] {
	const ways = [...sizes.map(size => [size, 'normal'] as const), [sizes[0]!, 'anywhere'] as const];
	return ways.map(([size, wrap]) => {
		const lines = linesOf(size);
		return {style: `font-size:${size}px;overflow-wrap:${wrap};-webkit-line-clamp:${lines}`, lines: room ?? lines};
	});
}

function coverHtml(
	{title, language, theme, count, step, card}: CoverContent,
	image: Buffer | null,
	height: number,
	setting: TitleSetting,
): string {
	const font = fontOf(theme);
	const {division} = setting;
	const drawn = step?.image && image ? screenshot(step, theme, frameOf(step.image, division), step.image, image) : cards(card);
	return `<html lang="${escapeHtml(language)}" dir="${coverDirection(title, language)}"><head><meta charset="utf-8">
<style>${inlineFacesFor(font, [title, card.title, card.text].join(''))}${coverStyle(theme, division)}${height > COVER.height ? higher(height) : ''}</style></head>
<body class="${division}"><div class="ground"></div><div class="side"></div>${drawn}<main>
<div class="title"><h1 dir="auto" style="${titleStyle(title, setting)}">${escapeHtml(title)}</h1></div>
<div class="foot"><p class="count">${PLAY}<bdi>${escapeHtml(stepCount(count, language))}</bdi></p>
<p class="marks">${'<i></i>'.repeat(count > MARKS ? 0 : count)}</p></div>
</main></body></html>`;
}

/** Keeps the content in the middle of a ground that is higher than usual. */
function higher(height: number): string {
	return `body{height:${px(height)}}.frame,.card{translate:0 ${px((height - COVER.height) / 2)}}`;
}

function screenshot(
	{highlight, click, camera}: SnapshotStep,
	{colors}: Theme,
	frame: Frame,
	size: {width: number; height: number},
	image: Buffer,
): string {
	const seen = windowOf(size, highlight, frame, camera);
	const border = frame.kind === 'phone' ? 2 * PHONE_BORDER : 0;
	const content = {left: 0, top: 0, width: frame.width - border, height: frame.height - frame.bar - border};
	const place = (part: Rectangle) => box(placed(part, seen, content));
	const spotlight = highlight && {...highlight, left: highlight.x, top: highlight.y};
	const hotspot = hotspotSvg({
		...content,
		highlight: spotlight && placed(spotlight, seen, content),
		click: click && placed({left: click.x, top: click.y, width: 0, height: 0}, seen, content),
		colors: ringColors(colors),
		large: highlight !== null && isLarge(highlight, size),
		unit: HOTSPOT_UNIT,
	});
	return `<div class="frame ${frame.kind}" style="${box(frame).replace('left', 'inset-inline-start')}">${frame.bar ? bar(frame) : ''}
<div class="seen"><img alt="" src="data:image/webp;base64,${image.toString('base64')}" style="${place({left: 0, top: 0, width: 1, height: 1})}">
${spotlight ? `<div style="${place(spotlight)}"></div>` : ''}${hotspot}</div></div>`;
}

const PHONE_BORDER = 10;

function bar({bar}: Frame): string {
	return `<div class="bar" style="height:${px(bar)}"><b></b><b></b><b></b></div>`;
}

/** Draws a tour without screenshots: its first slide, with more of them behind it. */
function cards({title, text}: CoverContent['card']): string {
	const inside = title || text ? `<h2 dir="auto">${escapeHtml(title)}</h2><p dir="auto">${escapeHtml(text)}</p>` : PLAY;
	return `<div class="card third"></div><div class="card second"></div><div class="card">${inside}</div>`;
}

const PLAY = '<svg viewBox="0 0 24 24"><path d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm-2.6 6.2 7.6 4.8-7.6 4.8Z"/></svg>';

function box({left, top, width, height}: Rectangle): string {
	return `left:${px(left)};top:${px(top)};width:${px(width)};height:${px(height)}`;
}

function px(value: number): string {
	return `${Number(value.toFixed(2))}px`;
}

/**
 * Writes the style of a cover. `.ground` lies under everything, `.side` behind the screenshot; both are mirrored
 * for languages that are read from the right.
 */
function coverStyle(theme: Theme, division: Division): string {
	const colors = coverColors(theme);
	const {overlay} = theme.colors;
	const {edge, column} = DIVISIONS[division];
	return `*{box-sizing:border-box;margin:0}
body{width:${COVER.width}px;height:${COVER.height}px;overflow:hidden;position:relative;background:${colors.grounds[0]};color:${colors.ink};font-family:${fontFamily(fontOf(theme))}}
.ground,.side,.side::before,.side::after{content:'';position:absolute;inset:0}
.side{inset-inline-start:${edge}px;overflow:hidden}
[dir=rtl] :is(.ground,.side){transform:scaleX(-1)}
main{position:absolute;inset-block:${MARGIN.block}px;inset-inline-start:${MARGIN.inline}px;width:${column}px;display:flex;flex-direction:column;justify-content:space-between;gap:${FOOT.gap}px}
.title{flex:1;min-height:0;display:flex;align-items:center}
h1{width:100%;font-weight:700;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;padding-block:.14em;margin-block:-.14em}
h1:dir(rtl){letter-spacing:0}
.foot{flex:none;height:${FOOT.height}px;display:flex;align-items:center;gap:24px;width:${DIVISIONS.even.column}px}
.count{flex:none;display:flex;align-items:center;gap:14px;height:100%;padding-inline:20px 28px;border-radius:99px;background:${colors.pill};color:${colors.pillInk};font-size:36px;font-weight:700;white-space:nowrap}
.count svg{width:32px;height:32px;fill:currentColor}
[dir=rtl] .count svg{transform:scaleX(-1)}
.picture main{inset-inline:0;width:auto;align-items:center}
.picture .foot{width:auto}
.picture .count{box-shadow:0 0 0 5px ${colors.grounds[0]}}
.picture .marks{display:none}
.picture .side{margin:0}
.marks{flex:1;display:flex;gap:7px}
.marks i{flex:0 1 40px;height:9px;border-radius:5px;background:${mix(colors.grounds[0], colors.ink, 0.2)}}
.marks i:first-child{background:${colors.pill}}
.frame,.card{position:absolute;transform:${tilt(1)};transform-origin:0 50%}
[dir=rtl] :is(.frame,.card){transform:${tilt(-1)};transform-origin:100% 50%}
.frame{background:#fff;display:flex;flex-direction:column;overflow:hidden;box-shadow:0 0 0 1px rgba(0,0,0,.18),${FLOATING}}
.window{border-radius:${frameRadius('window')}px}
.phone{border-radius:${frameRadius('phone')}px;border:10px solid #16181d;transform:rotate(4deg);transform-origin:50%}
[dir=rtl] .phone{transform:rotate(-4deg);transform-origin:50%}
.bar{display:flex;align-items:center;gap:9px;padding-inline:18px;background:#e9ecf0;flex:none}
.bar b{width:12px;height:12px;border-radius:50%;background:#b4bbc5}
.seen{position:relative;flex:1;overflow:hidden;direction:ltr}
.seen :is(img,div,svg){position:absolute}
.seen div{border-radius:${HOTSPOT_UNIT * RADIUS}px;margin:-${HOTSPOT_UNIT * GAP}px;box-shadow:0 0 0 2000px ${withAlpha(overlay, overlayAlpha(overlay) * DIMMED)}}
.seen svg{inset:0;filter:drop-shadow(0 3px 5px rgba(0,0,0,.5))}
.card{inset-inline-start:${DIVISIONS[division].room.left}px;top:${division === 'picture' ? 96 : 125}px;width:${DIVISIONS[division].room.width - 56}px;height:380px;padding:${division === 'words' ? 32 : 48}px;border-radius:24px;background:${colors.card};box-shadow:0 0 0 1px rgba(0,0,0,.1),${FLOATING};overflow:hidden}
.second{margin:-26px 0 0 26px;background:${mix(colors.card, colors.shape, 0.18)}}
.third{margin:-52px 0 0 52px;background:${mix(colors.card, colors.shape, 0.36)}}
.card h2,.card p{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
.card h2{font-size:46px;line-height:1.2;margin-bottom:18px;color:${colors.cardTitle}}
.card p{font-size:30px;line-height:1.4;color:${colors.cardText}}
.card svg{display:block;height:100%;margin:auto;fill:${colors.cardTitle}}
${MOTIFS[theme.preset](colors, theme, edge / COVER.width)}`;
}

/** `edge` is where `.side` begins, 0..1. */
type Motif = (colors: CoverColors, theme: Theme, edge: number) => string;

/** Drawings that tell the presets apart at a glance, before a word is read. */
const MOTIFS: Record<Preset, Motif> = {
	// Ruled paper with its margin, and the cloth of a binder.
	documento: ({grounds: [sheet, line], shape}, {colors: {hotspot, overlay}}) =>
		`.ground{background:linear-gradient(90deg,transparent 34px,${hotspot} 34px 38px,transparent 38px),repeating-linear-gradient(${sheet} 0 43px,${line} 43px 46px)}
.side{margin-inline-start:70px;background:${shape}}
.side::before{inset:0 auto 0 0;width:26px;background:${mix(shape, overlay, 0.45)}}`,
	// Two colours running into each other, and confetti.
	social: ({grounds: [from, to], shape}, {colors: {accent, hotspot}}) =>
		`.ground{background:linear-gradient(115deg,${from},${to})}
.side::before{inset:-110px -150px auto auto;width:510px;height:510px;border-radius:50%;background:linear-gradient(160deg,${mix(accent, '#FFFFFF', 0.3)},${accent})}
.side::after{inset:auto auto -150px 40px;width:340px;height:340px;border-radius:50%;background:${mix(hotspot, shape, 0.5)}}`,
	// A rising sun.
	'laranja-vibrante': ({grounds: [sheet]}, {colors: {accent}}) =>
		`.side::before{inset:auto;left:150px;top:-15px;width:660px;height:660px;border-radius:50%;background:${accent};box-shadow:0 0 0 70px ${mix(sheet, accent, 0.45)},0 0 0 145px ${mix(sheet, accent, 0.22)}}`,
	// A blueprint under a beam of light.
	'corporate-blue': ({grounds: [from, to], shape}, {colors: {accent}}, edge) =>
		`.ground{background:linear-gradient(90deg,${to},${from})}
.side{background:${veil(mix(to, from, edge))},repeating-linear-gradient(${shape} 0 2px,transparent 2px 42px),repeating-linear-gradient(90deg,${shape} 0 2px,transparent 2px 42px)}
.side::before{background:${accent};clip-path:polygon(45% 0,100% 0,100% 24%,50% 100%,8% 100%)}`,
	// A screen that glows in the night.
	dark: ({grounds: [sheet]}, {colors: {accent, hotspot}}) =>
		`.ground{border-bottom:12px solid ${hotspot}}
.side{bottom:12px;background:${veil(sheet)},linear-gradient(${accent}00,${accent}38)}
.frame,.card:last-of-type{box-shadow:0 0 0 2px ${accent},0 0 80px ${accent}80}`,
	// Nothing but edges.
	'neutral-light': ({grounds: [sheet]}, {colors: {accent}}) =>
		`.side{margin-inline-start:110px;background:${mix(sheet, accent, 0.22)}}
.side::before{inset:auto 0 0 0;height:150px;background:${accent}}`,
	// Hills.
	green: ({shade}, {colors: {accent, overlay}}) =>
		`.side::before{inset:auto;left:60px;top:40px;width:900px;height:900px;border-radius:50%;background:${shade}}
.side::after{inset:auto;left:30px;top:250px;width:1300px;height:1000px;border-radius:50%;background:linear-gradient(${accent},${mix(accent, overlay, 0.4)} 320px)}`,
	// Rings around what matters.
	violet: ({grounds: [from, to], shape}, _, edge) =>
		`.ground{background:linear-gradient(90deg,${to},${from})}
.side{background:${veil(mix(to, from, edge))},radial-gradient(circle at 46% 50%,${shape} 262px,transparent 263px,${RINGS.map(([radius, share]) => `transparent ${radius - 1}px,${withAlpha(shape, share)} ${radius}px ${radius + 7}px,transparent ${radius + 8}px`).join()})}`,
};

/** Hides an edge: the ground's colour, until it has faded out. */
function veil(ground: string): string {
	return `linear-gradient(90deg,${ground},${ground}00 45%)`;
}

/** Radius in pixels, and how dense each is. */
const RINGS = [
	[312, 0.9],
	[374, 0.5],
	[436, 0.25],
] as const;

/** Turned towards the words, a little from above; `side` -1 mirrors it. */
function tilt(side: 1 | -1): string {
	return `perspective(1700px) rotateY(${side * -13}deg) rotateX(3deg) rotate(${side}deg)`;
}

const FLOATING = '0 34px 70px rgba(0,0,0,.4),0 8px 20px rgba(0,0,0,.22)';
