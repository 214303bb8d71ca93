import type {Snapshot, SnapshotStep} from '../shared/contract/snapshot.ts';
import type {Theme} from '../shared/contract/theme.ts';
import {contrast, fontOf, mix, nearestReadable, overlayAlpha, readableOn} from '../shared/tour/themes.ts';
import {COVER, type Frame, frameOf, frameRadius, placed, type Rectangle, windowOf} from './cover-frame.ts';
import {stepCount} from './cover-words.ts';
import {fontFamily, inlineFontFaces} from './player/fonts.ts';
import {directionOf} from './player/words.ts';

/** Of a long tour only so many marks fit. */
const MARKS = 9;

/** The cover as a document with everything inside. `image` holds the pixels of the screenshot that `step` shows. */
export function coverPage({title, language, theme, steps}: Snapshot, step: SnapshotStep | null, image: Buffer | null): string {
	const drawn = step?.image && image ? screenshot(step, step.image, image) : cards(steps);
	return `<html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<style>${inlineFontFaces(fontOf(theme))}${style(theme)}</style></head>
<body><div class="panel"></div>${drawn}<main>
<p class="count">${PLAY}<bdi>${escapeHtml(stepCount(steps.length, language))}</bdi></p>
<h1 dir="auto" style="${titleSize(title)}">${escapeHtml(title)}</h1>
<p class="marks">${'<i></i>'.repeat(Math.min(steps.length, MARKS))}</p>
</main></body></html>`;
}

function screenshot({highlight, click}: SnapshotStep, size: {width: number; height: number}, image: Buffer): string {
	const frame = frameOf(size);
	const seen = windowOf(size, highlight, frame);
	const content = {left: 0, top: 0, width: frame.width, height: frame.height - frame.bar};
	const place = (part: Rectangle) => box(placed(part, seen, content));
	const ring = highlight && `<div class="ring" style="${place({...highlight, left: highlight.x, top: highlight.y})}"></div>`;
	const point = click && `<div class="click" style="${place({left: click.x, top: click.y, width: 0, height: 0})}">${POINTER}</div>`;
	return `<div class="frame ${frame.kind}" style="${box(frame).replace('left', 'inset-inline-start')}">${frame.bar ? bar(frame) : ''}
<div class="seen"><img alt="" src="data:image/webp;base64,${image.toString('base64')}" style="${place({left: 0, top: 0, width: 1, height: 1})}">
${ring ?? ''}${point ?? ''}</div></div>`;
}

function bar({bar}: Frame): string {
	return `<div class="bar" style="height:${px(bar)}"><b></b><b></b><b></b></div>`;
}

/** Of a tour without screenshots: its first slide, and more of them behind it. */
function cards(steps: SnapshotStep[]): string {
	const first = steps.find(({title, text}) => title || text);
	const inside = first ? `<h2 dir="auto">${escapeHtml(first.title ?? '')}</h2><p dir="auto">${escapeHtml(first.text ?? '')}</p>` : PLAY;
	return `<div class="card third"></div><div class="card second"></div><div class="card">${inside}</div>`;
}

/** Large where the title is short; the longest that a tour may have still ends inside the picture, and a long word on its line. */
function titleSize(title: string): string {
	const [, size, lines] = TITLE_SIZES.find(([longest]) => breadth(title) <= longest)!;
	const word = Math.max(...title.split(/[\s-]+/).map(breadth));
	const fitting = Math.floor(COLUMN / (word * LETTER));
	return `font-size:${Math.min(size, Math.max(fitting, SMALLEST))}px;-webkit-line-clamp:${lines}`;
}

/** Up to so many letters: pixels, and lines that have room. */
const TITLE_SIZES: [longest: number, size: number, lines: number][] = [
	[14, 84, 3],
	[26, 72, 4],
	[44, 60, 5],
	[70, 52, 6],
	[110, 44, 8],
	[150, 38, 9],
	[Number.POSITIVE_INFINITY, 32, 10],
];
const SMALLEST = 36;
const COLUMN = 456;
/** Width of a bold letter in em: the widest of our fonts, on the average. */
const LETTER = 0.62;
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;

function breadth(text: string): number {
	return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

function style({colors, preset, ...theme}: Theme): string {
	const {accent, overlay, popoverBg, button, hotspot} = colors;
	const ink = nearestReadable(colors.title, popoverBg, 7);
	const strong = [button, accent, ink].find(color => contrast(color, popoverBg) >= 2) ?? ink;
	const deep = mix(accent, overlay, 0.55);
	return `*{box-sizing:border-box;margin:0}
body{width:${COVER.width}px;height:${COVER.height}px;overflow:hidden;position:relative;background:${popoverBg};color:${ink};font-family:${fontFamily(fontOf({preset, ...theme}))}}
:dir(rtl) .panel{transform:scaleX(-1)}
.panel{position:absolute;inset:0;background:radial-gradient(120% 140% at 100% 0,${mix(accent, '#FFFFFF', 0.12)},${accent} 35%,${deep});clip-path:polygon(58% 0,100% 0,100% 100%,47% 100%)}
main{position:absolute;inset-block:0;inset-inline-start:64px;width:${COLUMN}px;padding-block:60px;display:flex;flex-direction:column;justify-content:space-between;gap:28px}
.count{display:flex;align-items:center;gap:12px;align-self:start;padding:10px 22px 10px 16px;border-radius:99px;background:${strong};color:${readableOn(strong)};font-size:28px;font-weight:700;line-height:1.2;white-space:nowrap}
.count svg{width:26px;height:26px;fill:currentColor}
h1{font-weight:700;line-height:1.12;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;padding-block:.12em}
h1:dir(rtl){letter-spacing:0;line-height:1.3}
.marks{display:flex;gap:8px}
.marks i{flex:0 1 44px;height:8px;border-radius:4px;background:${mix(popoverBg, ink, 0.16)}}
.marks i:first-child{background:${strong}}
.frame{position:absolute;overflow:hidden;background:#fff;display:flex;flex-direction:column;box-shadow:0 0 0 1px rgba(0,0,0,.1),${FLOATING}}
.window{border-start-start-radius:${px(frameRadius('window'))};border-end-start-radius:${px(frameRadius('window'))}}
.phone{border-radius:${px(frameRadius('phone'))};box-shadow:0 0 0 9px #16181d,${FLOATING}}
.bar{display:flex;align-items:center;gap:8px;padding-inline:16px;background:#e9ecf0;flex:none}
.bar b{width:11px;height:11px;border-radius:50%;background:#b9c0c9}
.seen{position:relative;flex:1;overflow:hidden}
.seen img,.ring,.click{position:absolute}
.ring{border-radius:8px;box-shadow:0 0 0 3px #fff,0 0 0 8px ${accent},0 0 0 2000px ${overlay}${alpha(overlayAlpha(preset) * 0.35)}}
.click::before{content:'';position:absolute;inset:-17px;border-radius:50%;background:${hotspot}40;box-shadow:0 0 0 2px #fff,inset 0 0 0 4px ${hotspot}}
.click svg{position:absolute;left:-7px;top:-3px;width:50px;height:50px;filter:drop-shadow(0 3px 5px rgba(0,0,0,.5))}
.card{position:absolute;inset-inline-start:640px;top:150px;width:470px;height:330px;padding:44px;border-radius:22px;background:${popoverBg};box-shadow:0 24px 60px rgba(0,0,0,.4);overflow:hidden}
.second{transform:translate(34px,-38px) rotate(4deg);opacity:.75}
.third{transform:translate(64px,-62px) rotate(8deg);opacity:.5}
.card h2,.card p{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
.card h2{font-size:36px;line-height:1.2;margin-bottom:16px;-webkit-line-clamp:3}
.card p{font-size:24px;line-height:1.45;color:${nearestReadable(colors.text, popoverBg)};-webkit-line-clamp:4}
.card svg{display:block;height:100%;margin:auto;fill:${strong}}`;
}

const FLOATING = '0 30px 70px rgba(0,0,0,.45),0 8px 20px rgba(0,0,0,.25)';
const PLAY = '<svg viewBox="0 0 24 24"><path d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm-2.6 6.2 7.6 4.8-7.6 4.8Z"/></svg>';
const POINTER =
	'<svg viewBox="0 0 24 24"><path d="M4 2v17l4.6-4.3 3 6.8 3.2-1.4-3-6.7H18Z" fill="#fff" stroke="#111" stroke-width="1.5" stroke-linejoin="round"/></svg>';

function box({left, top, width, height}: Rectangle): string {
	return `left:${px(left)};top:${px(top)};width:${px(width)};height:${px(height)}`;
}

function px(value: number): string {
	return `${Number(value.toFixed(2))}px`;
}

function alpha(share: number): string {
	return Math.round(share * 255)
		.toString(16)
		.padStart(2, '0');
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
}
