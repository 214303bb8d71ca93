import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {BODY_TEXTS, shownTexts} from '../../../shared/contract/step-fields.ts';
import {type Html, html, oneLine, trusted} from '../../../shared/html.ts';
import {paperMessages, playerMessages} from '../../../shared/locales/index.ts';
import {marked} from '../../../shared/tour/marked.ts';
import {coverDirection} from '../../cover/words.ts';
import {hotspotSvg} from '../../hotspot/drawing.ts';
import {isLarge, ringColors} from '../../hotspot/hotspot.ts';
import {marksIn, readablePart} from '../../paper/part.ts';
import {closingLinks, headingOf, isWebUrl, waysOf} from '../../paper/ways.ts';
import {altText} from '../../player/parts/step.ts';
import {pdfCover} from './cover.ts';
import {besideWidth, isBeside} from './pack.ts';
import {type Printed, type PrintedPicture, picturePath} from './picture.ts';
import {sheetOf} from './sheet.ts';
import {pdfStyle} from './style.ts';

/** Pixels of the drawing over a picture: about those that it has on paper, so that lines look as they do on a screen. */
const DRAWN = 640;

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
		...(printed.sections ? [...printed.sections.map(headingOf), ...steps.flatMap((_, index) => waysOf(snapshot, index))] : []),
	];
	const style = pdfStyle({theme: snapshot.theme, options, direction, title: oneLine(title), texts: texts.join('')});
	const page = html`<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${oneLine(title)}</title>
<style>${trusted(style)}</style></head><body>
${pdfCover(printed, options)}
<main>${steps.map((step, index) => stepBlock(step, index, printed, options))}${closing(snapshot, url)}</main>
</body></html>`;
	return page.markup;
}

function stepBlock(step: SnapshotStep, index: number, {snapshot, pictures, scripts, sections}: Printed, options: PdfOptions): Html {
	const section = sections?.find(({stepId}) => stepId === step.id);
	const ways = sections ? waysOf(snapshot, index) : [];
	const picture = pictures[index] ?? null;
	const ratio = picture && picture.width / picture.height;
	const classes = ['step', step.type === 'slide' && 'slide', isBeside(ratio) && 'beside'].filter(name => name !== false);
	const texts = BODY_TEXTS.flatMap(name => (step[name] ? html`<p class="${name}" dir="auto">${marked(step[name])}</p>` : []));
	const gone = step.image && !picture && html`<p class="missing">${paperMessages(snapshot.language).missing}</p>`;
	return html`<article class="${classes.join(' ')}" data-ratio="${ratio ?? ''}"><div class="words">${
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
	const drawn = isBeside(ratio) ? {width: DRAWN * 0.4, height: (DRAWN * 0.4) / ratio} : {width: DRAWN, height: DRAWN / ratio};
	const {highlight, click, image, simulateClick} = step;
	const marks = marksIn(readablePart(step), {highlight, click: simulateClick ? click : null}, drawn);
	const svg = hotspotSvg({
		...drawn,
		...marks,
		colors: ringColors(theme.colors),
		large: highlight !== null && isLarge(highlight, image!),
	});
	const wide = isBeside(ratio) && trusted(` style="width:${besideWidth(ratio, sheetOf(options)).toFixed(2)}mm"`);
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
