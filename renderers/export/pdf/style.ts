import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import type {Theme} from '../../../shared/contract/theme.ts';
import {fontOf, mix, nearestReadable, readableOn} from '../../../shared/tour/themes.ts';
import {fontFamily} from '../../fonts/families.ts';
import {inlineFacesFor} from '../../fonts/fonts.ts';
import {pdfCoverStyle} from './cover.ts';
import {GAP, MARGIN, NUMBER, sheetOf} from './sheet.ts';

type Look = {theme: Theme; options: PdfOptions; direction: 'ltr' | 'rtl'; title: string; texts: string};

const PAPER = '#FFFFFF';
/** The most code points of the running title. */
const RUNNING = 80;

/**
 * The style of the document. Headings keep their spaces: the outline has of them what is painted, and a space at the end of a line is not, nor one alone. Nothing that would make a printer's picture of what is a drawing: no shadows, no filters, and on pictures neither round
 * corners nor `object-fit`, for which they would be encoded again.
 */
export function pdfStyle({theme, options, direction, title, texts}: Look): string {
	const {colors} = theme;
	const sheet = sheetOf(options);
	const font = fontOf(theme);
	const family = fontFamily(font);
	const ink = nearestReadable(colors.title, PAPER, 7);
	const text = nearestReadable(colors.text, PAPER, 7);
	const accent = nearestReadable(colors.accent, PAPER, 4.5);
	const faint = mix('#6B7280', accent, 0.15);
	const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
	const foot = `font:8pt ${family};color:${faint};vertical-align:top;padding-top:4mm`;
	return `${inlineFacesFor(font, texts)}
@page{size:${sheet.width}mm ${sheet.height}mm;margin:${MARGIN.top}mm ${MARGIN.inline}mm ${MARGIN.bottom}mm;
@bottom-${start}{content:${cssString(title)};${foot};text-align:${start};direction:${direction}}
@bottom-${end}{content:counter(page) " / " counter(pages);${foot};text-align:${end};width:24mm;direction:ltr}}
@page cover{margin:0;@bottom-left{content:none}@bottom-right{content:none}}
*{box-sizing:border-box;margin:0}
html{font:10.5pt/1.5 ${family};color:${text};background:${PAPER};print-color-adjust:exact;-webkit-print-color-adjust:exact;overflow-wrap:anywhere}
a{color:${accent}}
img,.shot svg{display:block}
.url{font-size:8.5pt;color:${faint};word-break:break-all}
main{width:${sheet.width - 2 * MARGIN.inline}mm}
.step{break-inside:avoid;padding-inline-start:${NUMBER.width + NUMBER.gap}mm;margin-bottom:${GAP.step}mm;position:relative}
.step.begins{break-before:page}
.words{display:flow-root}
h2{font-size:14pt;line-height:1.3;font-weight:700;color:${ink};min-height:${NUMBER.width}mm;padding-top:.6mm;break-after:avoid}
h2,h1{white-space:break-spaces}
.number{position:absolute;inset-inline-start:0;margin-top:-.6mm;width:${NUMBER.width}mm;height:${NUMBER.width}mm;border-radius:50%;background:${accent};color:${readableOn(accent)};font-size:10pt;line-height:${NUMBER.width}mm;text-align:center;text-indent:.26em}
.text{white-space:pre-wrap;margin-top:1mm}
kbd{padding:0 .4em;border:.25mm solid ${faint};border-radius:.3em;font:inherit}
.script{font-size:8pt;line-height:1.45;color:${faint};margin-top:2mm;padding-inline-start:3mm;border-inline-start:.5mm solid ${mix(PAPER, accent, 0.35)};white-space:pre-wrap}
.missing{margin-top:2mm;padding:4mm;border:.3mm dashed ${faint};color:${faint};font-size:9pt}
.shot{position:relative;margin-top:${GAP.picture}mm;width:100%;outline:.25mm solid #C9CED6;direction:ltr}
.shot img{width:100%;height:auto}
.shot svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.beside{display:flex;gap:${GAP.beside}mm;align-items:flex-start;justify-content:space-between}
.beside .words{flex:1}
.beside .shot{flex:none;margin-top:0}
.slide .words{padding:6mm 7mm;background:${mix(PAPER, accent, 0.07)};border-inline-start:1mm solid ${accent}}
.end .words{padding:8mm 9mm;background:${mix(PAPER, accent, 0.07)};border-top:1mm solid ${accent}}
.end h2{font-size:17pt}
.call{margin-top:4mm}
.button{display:inline-block;margin-inline-end:3mm;padding:1.8mm 5mm;background:${accent};color:${readableOn(accent)};font-weight:700;text-decoration:none}
.call .url{display:inline-block;max-width:100%}
${pdfCoverStyle(theme, options)}`;
}

/** Any text as a string of CSS, with nothing in it that means anything there. */
function cssString(text: string): string {
	const letters = [...text.toWellFormed()];
	const shown = letters.length > RUNNING ? [...letters.slice(0, RUNNING - 1), '…'] : letters;
	return `"${shown.map(letter => (/[A-Za-z0-9 ]/.test(letter) ? letter : `\\${letter.codePointAt(0)!.toString(16)} `)).join('')}"`;
}
