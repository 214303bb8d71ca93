import type {Preset, Theme} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {fontOf, mix, overlayAlpha, withAlpha} from '../../shared/tour/themes.ts';
import {fontFamily} from '../fonts/families.ts';
import {GAP, RADIUS} from '../hotspot/hotspot.ts';
import {type CoverColors, coverColors} from './colors.ts';
import {DIVISIONS, type Division, frameRadius, MARGIN} from './frame.ts';
import {FOOT} from './title.ts';

/** Dimming around the highlight, as a share of the player's: a small picture has to stay bright. */
export const DIMMED = 0.2;

/** Pixels of a cover for each pixel of the player's hot spot: covers are shown small. */
export const HOTSPOT_UNIT = 2;

/**
 * Writes the style of a cover. `.ground` lies under everything, `.side` behind the screenshot; both are mirrored
 * for languages that are read from the right.
 */
export function coverStyle(theme: Theme, division: Division): string {
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
