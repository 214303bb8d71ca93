import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {GuideOptions} from '../../../shared/contract/exports/options.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {BODY_TEXTS} from '../../../shared/contract/step-fields.ts';
import {listAllSteps} from '../../../shared/folder/guide-steps.ts';
import {distinct, pictureName} from '../../../shared/folder/names.ts';
import type {Values} from '../../../shared/folder/values.ts';
import {type Guide, type GuideLink, type GuideStep, writeGuide} from '../../../shared/folder/write-guide.ts';
import {writeTour} from '../../../shared/folder/write-tour.ts';
import {type Html, html, oneLine, trusted} from '../../../shared/html.ts';
import {paperMessages, playerMessages} from '../../../shared/locales/index.ts';
import type {KeyedStep} from '../../../shared/tour/document/from-document.ts';
import {marked} from '../../../shared/tour/marked.ts';
import {nearestReadable} from '../../../shared/tour/themes.ts';
import {coverDirection, stepCount} from '../../cover/words.ts';
import type {Exporter, ExportSource} from '../../exporter.ts';
import {makePictures} from '../../paper/make-pictures.ts';
import {closingLinks, headingOf, isWebUrl, waysOf} from '../../paper/ways.ts';
import {altText} from '../../player/parts/step.ts';
import {writeZip, type ZipEntry} from '../zip.ts';
import {guidePicture} from './picture.ts';

const GUIDE = 'guide.md';
/** Share of the work that pictures take. */
const PICTURES = 0.9;

type SourceWithDocument = ExportSource & Required<Pick<ExportSource, 'document'>>;

/** Exports a tour as a text with pictures that can be imported without loss: a zip of guide.md, guide.html, tour.yaml and images/. */
export const guideExporter: Exporter<GuideOptions> = {
	async make(source, options, work) {
		if (!hasDocument(source)) throw new Error('A guide is made of the document of a tour as well.');
		const {snapshot} = source;
		const {pictures, warnings} = await makePictures(source, work, PICTURES, step => guidePicture(step, snapshot, options, source, work));
		const names = pictureNames(source, pictures);
		const guide = guideOf(source, names);
		const {format: _format, version: _version, steps, key, ...tour} = source.document;
		const allSteps = source.allSteps && listAllSteps(source.allSteps.map(stepValues), steps.map(stepValues));
		const path = join(work.folder, 'guide.zip');
		const texts = {
			[GUIDE]: writeGuide(guide),
			'guide.html': guidePage(guide, snapshot),
			'tour.yaml': writeTour({key, ...tour, steps: GUIDE, ...(allSteps && {allSteps})}, null),
		};
		await writeZip(path, entries(texts, new Map(pictures.map((picture, index) => [names[index]!, picture]))));
		work.progress(1);
		return {path, warnings};
	},
};

async function* entries(texts: Record<string, string>, pictures: ReadonlyMap<string, string | null>): AsyncGenerator<ZipEntry> {
	for (const [name, text] of Object.entries(texts)) yield {name, bytes: Buffer.from(text)};
	for (const [name, path] of pictures) if (path !== null) yield {name, bytes: await readFile(path), stored: true};
}

function hasDocument(source: ExportSource): source is SourceWithDocument {
	return source.document !== undefined;
}

/** Returns the pictures' paths in the zip; null for steps without one. Equal pictures are there once, under the name of the first. */
function pictureNames({document: {steps}}: SourceWithDocument, pictures: ReadonlyArray<string | null>): Array<string | null> {
	const names = distinct(pictures.map((_, index) => pictureName(index, steps[index]?.key, steps[index]?.title)));
	const firstNames = new Map<string, string>();
	return pictures.map((picture, index) => {
		if (picture === null) return null;
		const name = firstNames.get(picture) ?? `images/${names[index]!}.jpg`;
		firstNames.set(picture, name);
		return name;
	});
}

function guideOf(source: SourceWithDocument, names: ReadonlyArray<string | null>): Guide {
	const {snapshot, document, url, sections} = source;
	const {title, language, endCta} = snapshot;
	const tour = url !== null && isWebUrl(url) ? {label: paperMessages(language).open, url} : null;
	const links = [...(endCta.enabled ? closingLinks(endCta) : []), ...(tour ? [tour] : [])];
	const steps = snapshot.steps.map((step, index): GuideStep => {
		const file = names[index] ?? null;
		const alt = step.altDecorative ? '' : step.alt || step.title || altText(step, playerMessages(language).screenshot(index + 1));
		const section = sections?.find(({stepId}) => stepId === step.id);
		return {
			step: stepValues(document.steps[index]!),
			picture: file === null ? null : {file, alt},
			...(section && {branch: headingOf(section)}),
			ways: waysOf(source, index),
		};
	});
	const end = endCta.enabled ? {title: endCta.title, text: endCta.text, links} : {title: null, text: null, links};
	return {
		title,
		intro: {words: stepCount(steps.length, language), link: tour},
		steps,
		end: links.length > 0 || endCta.enabled ? end : null,
	};
}

/** Returns a step as a file has it. An id is written only if nothing else names the step. */
function stepValues({key, id, ...step}: KeyedStep): Values {
	return {key, ...(key === id && {id}), ...step};
}

/** Draws the guide as a page without a script, to read, and to copy into editors that know no Markdown. */
export function guidePage({title, intro, steps, end}: Guide, {language, theme}: Snapshot): string {
	const accent = nearestReadable(theme.colors.accent, '#FFFFFF');
	const link = intro.link && html` · ${anchor(intro.link)}`;
	const page = html`<!doctype html>
<html lang="${language}" dir="${coverDirection(title, language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${oneLine(title)}</title>
<style>${trusted(style(accent))}</style>
</head>
<body>
<h1 dir="auto">${title}</h1>
<p><bdi>${intro.words}</bdi>${link}</p>
${steps.map(section)}${end && closing(end)}
</body>
</html>
`;
	return page.markup;
}

function section({step, picture, branch, ways = []}: GuideStep, index: number): Html {
	const image = picture && html`<p><img src="${picture.file}" alt="${picture.alt}"></p>\n`;
	const list = ways.length > 0 && html`<ul>${ways.map(way => html`<li dir="auto">${way}</li>`)}</ul>\n`;
	const texts = BODY_TEXTS.flatMap(name => paragraphs(String(step[name] ?? '')));
	return html`${branch && html`<hr>\n<p dir="auto"><strong>${branch}</strong></p>\n`}<h2 dir="auto">${index + 1}. ${String(step.title ?? '')}</h2>
${texts}${image}${list}`;
}

function closing({title, text, links}: NonNullable<Guide['end']>): Html {
	const list = links.length > 0 && html`<ul>${links.map(entry => html`<li>${anchor(entry)}</li>`)}</ul>`;
	return html`<hr>
${title && html`<p dir="auto"><strong>${title}</strong></p>`}${paragraphs(text ?? '')}${list}`;
}

function anchor({label, url}: GuideLink): Html {
	return html`<a href="${url}"><bdi>${label}</bdi></a>`;
}

function paragraphs(text: string): Html[] {
	const parts = text.split(/\n\s*\n/).filter(part => part.trim());
	return parts.map(part => {
		const lines = part.trim().split('\n');
		return html`<p dir="auto">${lines.map((line, index) => (index > 0 ? html`<br>${marked(line)}` : html`${marked(line)}`))}</p>\n`;
	});
}

function style(accent: string): string {
	return `body{max-width:800px;margin:3rem auto;padding:0 1.25rem;font:1rem/1.6 system-ui,sans-serif;color:#1c1f26;background:#fff;overflow-wrap:anywhere}
h1{font-size:2rem;line-height:1.2}
h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .5rem}
p{margin:.5rem 0}
img{display:block;max-width:100%;height:auto;margin:1rem 0;border:1px solid #d5d9e0}
kbd{padding:0 .4em;border:1px solid;border-radius:.3em;font:inherit}
hr{margin:3rem 0 2rem;border:0;border-top:1px solid #d5d9e0}
a{color:${accent}}`;
}
