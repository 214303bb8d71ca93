import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Theme} from '../../shared/contract/theme.ts';
import {escapeHtml} from '../../shared/html.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {fontOf} from '../../shared/tour/themes.ts';
import type {Picture} from '../browser/browser.ts';
import {inlineFacesFor} from '../fonts/fonts.ts';
import {hotspotSvg} from '../hotspot/drawing.ts';
import {isLarge, ringColors} from '../hotspot/hotspot.ts';
import {ANY_LINES, setTexts, type TextWay} from './fit.ts';
import {type Frame, frameOf, placed, type Rectangle, windowOf} from './frame.ts';
import {coverStyle, HOTSPOT_UNIT} from './style.ts';
import {likelySetting, type TitleSetting, titleSettings, titleStyle, titleWays} from './title.ts';
import {coverDirection, stepCount} from './words.ts';

/** The content of a cover. An empty title leaves the picture alone. */
export type CoverContent = Pick<Snapshot, 'title' | 'language' | 'theme'> & {
	count: number;
	/** The step whose screenshot is shown; null where the tour has none. */
	step: SnapshotStep | null;
	/** Shown if there is no screenshot. */
	card: {title: string; text: string};
};

/** The most marks that fit; a long tour has more steps. */
const MARKS = 7;

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
<p class="marks">${'<i></i>'.repeat(Math.min(count, MARKS))}</p></div>
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
