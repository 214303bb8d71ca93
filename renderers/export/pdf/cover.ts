import encodeQR from 'qr';
import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import type {Theme} from '../../../shared/contract/theme.ts';
import {type Html, html, trusted} from '../../../shared/html.ts';
import {paperMessages} from '../../../shared/locales/index.ts';
import {contrast, mix} from '../../../shared/tour/themes.ts';
import {coverColors} from '../../cover/colors.ts';
import type {TextWay} from '../../cover/title.ts';
import {stepCount} from '../../cover/words.ts';
import {isWebUrl} from '../../paper/ways.ts';
import {sheetOf} from './pack.ts';
import {type Printed, picturePath} from './picture.ts';

/**
 * Millimetres: around the names, from them to the picture, of the count below the title, of the code, and of the
 * picture below the ground.
 */
const PAD = {portrait: {block: 26, inline: 22}, landscape: {block: 20, inline: 20}};
const GAP = {portrait: 12, landscape: 14};
const COUNT = 17;
const CODE = {size: 26, bottom: 14};
const BELOW = 12;
const BAND = 5;
/** Shares of the sheet: height of the coloured ground; most height (portrait) or width (landscape) of the picture. */
const GROUND = {portrait: 0.66, landscape: 0.76};
const PICTURE = {portrait: 0.36, landscape: 0.52};

const SIZES = [38, 34, 30, 27, 24, 22, 19, 17, 15, 13, 11, 9];
const LEADING = {ltr: 1.15, rtl: 1.35};
const MOST_LINES = 4;
const MM_PER_PT = 25.4 / 72;

type Size = {width: number; height: number};

/** Renders the cover: ground in its colours with the title, the first picture over its edge, and below it the link. */
export function pdfCover({snapshot: {title, language, steps}, url, pictures}: Printed, options: PdfOptions): Html {
	const opening = pictures.findIndex(picture => picture !== null);
	const width = opening >= 0 && openingSize(pictures[opening]!, options).width.toFixed(2);
	const picture =
		opening >= 0 &&
		html`<div class="opening" style="width:${trusted(`${width}mm`)}"><img alt="" src="${picturePath(pictures, opening)}"></div>`;
	const words = paperMessages(language);
	const way =
		url !== null &&
		isWebUrl(url) &&
		html`<div class="way">${qrCode(url)}<p><a href="${url}">${words.open}</a><br><span class="url" dir="ltr">${url}</span></p></div>`;
	return html`<section class="${['cover', !picture && 'bare', !way && 'wayless'].filter(Boolean).join(' ')}"><div class="ground"><div class="names"><h1 dir="auto">${title}</h1>
<p class="count"><bdi>${stepCount(steps.length, language)}</bdi></p></div>${picture}</div>${way}</section>`;
}

/** Ways to set the title, the largest first: above or beside the picture, with the count below it. */
export function coverTitleWays({pictures}: Pick<Printed, 'pictures'>, options: PdfOptions, direction: 'ltr' | 'rtl'): TextWay[] {
	const {layout, ground} = measures(options);
	const first = pictures.find(picture => picture !== null);
	const above = layout === 'portrait' && first ? openingSize(first, options).height - BELOW + GAP.portrait : 0;
	const room = ground - BAND - PAD[layout].block * (above > 0 ? 1 : 2) - above - COUNT;
	const lines = (size: number) => Math.floor(room / (size * MM_PER_PT * LEADING[direction]));
	const way = (size: number, wrap: string) => ({
		style: `font-size:${size}pt;overflow-wrap:${wrap}`,
		lines: Math.min(lines(size), size > 24 ? MOST_LINES : 9),
	});
	return [...SIZES.map(size => way(size, 'normal')), way(SIZES.at(-1)!, 'anywhere')];
}

/** Fits the picture into its place: an upright one fills the height, a broad one the width. */
function openingSize(picture: Size, options: PdfOptions): Size {
	const {width, height, layout, ground} = measures(options);
	const most =
		layout === 'portrait'
			? {width: width - 2 * PAD.portrait.inline, height: height * PICTURE.portrait}
			: {width: width * PICTURE.landscape, height: ground - BAND - 2 * PAD.landscape.block};
	const scale = Math.min(most.width / picture.width, most.height / picture.height);
	return {width: picture.width * scale, height: picture.height * scale};
}

function measures(options: PdfOptions) {
	const {width, height, landscape} = sheetOf(options);
	const layout = landscape ? 'landscape' : 'portrait';
	return {width, height, layout, ground: height * GROUND[layout]} as const;
}

export function pdfCoverStyle(theme: Theme, options: PdfOptions): string {
	const {grounds, ink, pill, pillInk} = coverColors(theme);
	const {width, height, layout, ground} = measures(options);
	const landscape = layout === 'landscape';
	const {block, inline} = PAD[layout];
	// A nearly white ground would have no visible edge on the paper.
	const band = contrast(grounds[0], '#FFFFFF') < 1.3 ? `border-top:${BAND}mm solid ${pill};` : '';
	return `.cover{page:cover;break-after:page;position:relative;width:${width}mm;height:${height - 0.1}mm;overflow:hidden}
.ground{${band}height:${ground}mm;padding:${block}mm ${inline}mm ${landscape ? block : 0}mm;background:linear-gradient(160deg,${grounds[0]},${grounds[1]});color:${ink};display:flex;flex-direction:${landscape ? 'row' : 'column'};gap:${GAP[layout]}mm;${landscape ? 'align-items:center' : ''}}
.names{flex:1;min-width:0}
.bare .names{align-self:${landscape ? 'center' : 'start'};flex:${landscape ? 1 : 'none'};width:100%;margin-top:${landscape ? 0 : 'auto'};padding-bottom:${landscape ? 0 : block}mm}
.wayless .ground{${band}height:100%}
h1{font-weight:700;line-height:${LEADING.ltr};letter-spacing:-.01em;text-wrap:balance}
h1:dir(rtl){letter-spacing:0;line-height:${LEADING.rtl}}
.count{display:inline-block;margin-top:7mm;padding:1.2mm 5mm;background:${pill};color:${pillInk};font-size:12pt;font-weight:700}
.opening{flex:none;margin-inline:${landscape ? 0 : 'auto'};${landscape ? '' : `margin-bottom:-${BELOW}mm;`}outline:.3mm solid ${mix(grounds[0], ink, 0.3)}}
.wayless .opening{margin-bottom:${landscape ? 0 : block}mm}
.opening img{width:100%;height:auto}
.way{position:absolute;inset-inline:${PAD.portrait.inline}mm;bottom:${CODE.bottom}mm;display:flex;gap:6mm;align-items:center;font-size:12pt;font-weight:700}
.way .url{font-weight:400}
.qr{flex:none;width:${CODE.size}mm;height:${CODE.size}mm}`;
}

/** White margin of a QR code, in modules, as readers need it. */
const BORDER = 2;

/** Draws a link as a QR code for phone cameras: an SVG of black squares. */
function qrCode(url: string): Html {
	const rows = encodeQR(url, 'raw', {ecc: 'medium', border: BORDER});
	const squares = rows.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
	return html`<svg class="qr" aria-hidden="true" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>`;
}

/** Lists where runs of dark modules begin, and how many modules each has. */
function runs(row: boolean[]): Array<[start: number, length: number]> {
	const found: Array<[number, number]> = [];
	for (const [x, dark] of row.entries()) {
		if (!dark) continue;
		if (row[x - 1]) found.at(-1)![1] += 1;
		else found.push([x, 1]);
	}
	return found;
}
