import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {BODY_TEXTS, shownTexts} from '../../../shared/contract/step-fields.ts';
import type {Theme} from '../../../shared/contract/theme.ts';
import {type Html, html, oneLine, trusted} from '../../../shared/html.ts';
import {paperMessages, playerMessages} from '../../../shared/locales/index.ts';
import {marked} from '../../../shared/tour/marked.ts';
import {fontOf, inkOn, mix, nearestReadable, readableOn} from '../../../shared/tour/themes.ts';
import {coverDirection} from '../../cover/words.ts';
import {fontFamily} from '../../fonts/families.ts';
import {inlineFacesFor} from '../../fonts/fonts.ts';
import {hotspotSvg} from '../../hotspot/drawing.ts';
import {isLarge, ringColors} from '../../hotspot/hotspot.ts';
import {marksIn, readablePart} from '../../paper/part.ts';
import {closingLinks, headingOf, isWebUrl, waysOf} from '../../paper/ways.ts';
import {altText} from '../../player/parts/step.ts';
import {pdfCover, pdfCoverStyle} from './cover.ts';
import {besideWidth, ENLARGED, GAP, isBeside, MARGIN, NUMBER, PER_MM, sheetOf} from './pack.ts';
import {type Printed, type PrintedPicture, picturePath} from './picture.ts';

/** Pixels of the drawing over a picture: about those that it has on paper, so that lines look as they do on a screen. */
const DRAWN = 640;

type Look = {theme: Theme; options: PdfOptions; direction: 'ltr' | 'rtl'; title: string; texts: string};

const PAPER = '#FFFFFF';
/** The most code points of the running title. */
const RUNNING = 80;

/** Renders the document that becomes the PDF, with pictures as wide as their place; `layOut` sets the final widths. */
export function pdfPage(printed: Printed, options: PdfOptions): string {
	const {snapshot, url} = printed;
	const {title, language, steps} = snapshot;
	const direction = coverDirection(title, language);
	const texts = [
		title,
		...steps.flatMap(shownTexts),
		...printed.scripts,
		snapshot.endCta.title,
		snapshot.endCta.text,
		...(printed.sections ?? []).map(headingOf),
		...steps.flatMap((_, index) => waysOf(printed, index)),
	];
	const style = pdfStyle({theme: snapshot.theme, options, direction, title: oneLine(title), texts: texts.join('')});
	const page = html`<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${oneLine(title)}</title>
<style>${trusted(style)}</style></head><body>
${pdfCover(printed, options)}
<main>${steps.map((step, index) => stepBlock(step, index, printed, options))}${closing(snapshot, url)}</main>
</body></html>`;
	return page.markup;
}

function stepBlock(step: SnapshotStep, index: number, printed: Printed, options: PdfOptions): Html {
	const {snapshot, pictures, scripts, sections} = printed;
	const section = sections?.find(({stepId}) => stepId === step.id);
	const ways = waysOf(printed, index);
	const picture = pictures[index] ?? null;
	const ratio = picture && picture.width / picture.height;
	const classes = ['step', step.type === 'slide' && 'slide', isBeside(ratio) && 'beside'].filter(name => name !== false);
	const texts = BODY_TEXTS.flatMap(name => (step[name] ? html`<p class="text" dir="auto">${marked(step[name])}</p>` : []));
	const gone = step.image && !picture && html`<p class="missing">${paperMessages(snapshot.language).missing}</p>`;
	return html`<article class="${classes.join(' ')}" data-ratio="${ratio ?? ''}" data-widest="${picture ? widestOf(picture) : ''}"><div class="words">${
		section && html`<h2 class="branch" dir="auto">${headingOf(section)}</h2>`
	}<h2><span class="number">${index + 1}&nbsp;</span><span dir="auto" class="title">${
		step.title || playerMessages(snapshot.language).step(index + 1, snapshot.steps.length)
	}</span></h2>${texts}${
		ways.length > 0 && html`<ul class="ways">${ways.map(way => html`<li dir="auto">${way}</li>`)}</ul>`
	}${spoken(scripts[index] ?? null, snapshot.language)}${gone}</div>${
		picture && shot(step, index, {src: picturePath(pictures, index), ...picture}, snapshot, options)
	}</article>
`;
}

/** Returns the most millimetres of a picture's width. */
function widestOf({width}: PrintedPicture): number {
	return (width * ENLARGED) / PER_MM;
}

function spoken(script: string | null, language: string): Html | null {
	return script ? html`<p class="script"><b>${playerMessages(language).narration}:</b> <span dir="auto">${script}</span></p>` : null;
}

function shot(
	step: SnapshotStep,
	index: number,
	picture: {src: string} & PrintedPicture,
	{language, theme}: Snapshot,
	options: PdfOptions,
): Html {
	const {src, width, height} = picture;
	const ratio = width / height;
	const widest = widestOf(picture);
	const drawnWidth = Math.min(isBeside(ratio) ? DRAWN * 0.4 : DRAWN, widest * PER_MM);
	const drawn = {width: drawnWidth, height: drawnWidth / ratio};
	const {highlight, click, image, simulateClick} = step;
	const marks = marksIn(readablePart(step), {highlight, click: simulateClick ? click : null}, drawn);
	const svg = hotspotSvg({
		...drawn,
		...marks,
		colors: ringColors(theme.colors),
		large: highlight !== null && isLarge(highlight, image!),
	});
	const wide = isBeside(ratio) && trusted(` style="width:${besideWidth(ratio, sheetOf(options), widest).toFixed(2)}mm"`);
	const alt = altText(step, playerMessages(language).screenshot(index + 1));
	return html`<div class="shot"${wide}><img alt="${alt}" src="${src}" width="${width}" height="${height}">${
		(highlight || marks.click) && trusted(svg.replace('<svg', '<svg aria-hidden="true"'))
	}</div>`;
}

function closing({endCta, language}: Snapshot, url: string | null): Html | null {
	const links = endCta.enabled ? closingLinks(endCta) : [];
	const again = url !== null && isWebUrl(url) ? [{label: paperMessages(language).open, url, shown: url}] : [];
	if (!endCta.enabled && again.length === 0) return null;
	const calls = [...links, ...again].map(
		({label, url, shown}) =>
			html`<p class="call"><a class="button" href="${url}"><bdi>${label}</bdi></a> <span class="url" dir="ltr">${shown}</span></p>`,
	);
	const title = (endCta.enabled && endCta.title) || playerMessages(language).end;
	return html`<article class="step end" data-ratio=""><div class="words"><h2 dir="auto">${title}</h2>${
		endCta.enabled && endCta.text && html`<p class="text" dir="auto">${marked(endCta.text)}</p>`
	}${calls}</div></article>`;
}

/**
 * Returns the document's style. Headings keep their spaces, since the outline has only what is painted: not a space at a line's end, nor one alone.
 * Pictures have their line inside: outside, a piece of it would be painted at the foot of the page before.
 * Shadows, filters, and round corners or `object-fit` on pictures are absent: a printer's picture would replace the drawing, and pictures be encoded again.
 */
function pdfStyle({theme, options, direction, title, texts}: Look): string {
	const {colors} = theme;
	const sheet = sheetOf(options);
	const font = fontOf(theme);
	const family = fontFamily(font);
	const ink = nearestReadable(colors.title, PAPER, 7);
	const text = nearestReadable(colors.text, PAPER, 7);
	const accent = nearestReadable(colors.accent, PAPER, 4.5);
	const button = nearestReadable(colors.button, PAPER, 4.5);
	const label = readableOn(button);
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
.number{position:absolute;inset-inline-start:0;margin-top:-.6mm;width:${NUMBER.width}mm;height:${NUMBER.width}mm;border-radius:50%;background:${accent};color:${inkOn(accent, label, 4.5)};font-size:10pt;line-height:${NUMBER.width}mm;text-align:center;text-indent:.26em}
.text{white-space:pre-wrap;margin-top:1mm}
.branch{font-size:17pt;margin-inline-start:-${NUMBER.width + NUMBER.gap}mm;margin-bottom:4mm;border-bottom:.3mm solid ${accent}}
.ways{margin-top:2mm;padding-inline-start:5mm;font-size:9.5pt}
kbd{padding:0 .4em;border:.25mm solid ${faint};border-radius:.3em;font:inherit}
.script{font-size:8pt;line-height:1.45;color:${faint};margin-top:2mm;padding-inline-start:3mm;border-inline-start:.5mm solid ${mix(PAPER, accent, 0.35)};white-space:pre-wrap}
.missing{margin-top:2mm;padding:4mm;border:.3mm dashed ${faint};color:${faint};font-size:9pt}
.shot{position:relative;margin-top:${GAP.picture}mm;width:100%;outline:.25mm solid #C9CED6;outline-offset:-.25mm;direction:ltr}
.shot img{width:100%;height:auto}
.shot svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.beside{display:flex;gap:${GAP.beside}mm;align-items:flex-start;justify-content:space-between}
.beside .words{flex:1;min-width:0}
.beside .shot{flex:none;margin-top:0}
.slide .words{padding:6mm 7mm;background:${mix(PAPER, accent, 0.07)};border-inline-start:1mm solid ${accent}}
.end .words{padding:8mm 9mm;background:${mix(PAPER, accent, 0.07)};border-top:1mm solid ${accent}}
.end h2{font-size:17pt}
.call{margin-top:4mm}
.button{display:inline-block;margin-inline-end:3mm;padding:1.8mm 5mm;background:${button};color:${label};font-weight:700;text-decoration:none}
.call .url{display:inline-block;max-width:100%}
${pdfCoverStyle(theme, options)}`;
}

/** Returns any text as a CSS string, with special characters escaped. */
function cssString(text: string): string {
	const letters = [...text.toWellFormed()];
	const shown = letters.length > RUNNING ? [...letters.slice(0, RUNNING - 1), '…'] : letters;
	return `"${shown.map(letter => (/[A-Za-z0-9 ]/.test(letter) ? letter : `\\${letter.codePointAt(0)!.toString(16)} `)).join('')}"`;
}
