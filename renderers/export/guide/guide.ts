import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {GuideOptions} from '../../../shared/contract/exports/options.ts';
import {distinct, pictureName} from '../../../shared/folder/names.ts';
import type {Values} from '../../../shared/folder/values.ts';
import {type Guide, type GuideStep, writeGuide} from '../../../shared/folder/write-guide.ts';
import {writeTour} from '../../../shared/folder/write-tour.ts';
import {paperMessages, playerMessages} from '../../../shared/locales/index.ts';
import type {KeyedStep} from '../../../shared/tour/document/from-document.ts';
import {stepCount} from '../../cover/words.ts';
import type {Exporter, ExportSource} from '../../exporter.ts';
import {makePictures} from '../../paper/make-pictures.ts';
import {closingLinks, headingOf, isWebUrl, waysOf} from '../../paper/ways.ts';
import {altText} from '../../player/parts/step.ts';
import {writeZip, type ZipEntry} from '../zip.ts';
import {guidePage} from './html.ts';
import {guidePicture} from './picture.ts';

const GUIDE = 'guide.md';
/** Share of the work that pictures take. */
const PICTURES = 0.9;

type SourceWithDocument = ExportSource & Required<Pick<ExportSource, 'document'>>;

/**
 * Exports a tour as a text with pictures that can be imported without loss: a zip of guide.md, guide.html,
 * tour.yaml and images/.
 */
export const guideExporter: Exporter<GuideOptions> = {
	version: 4,
	takesDocument: true,
	async make(source, options, work) {
		if (!hasDocument(source)) throw new Error('A guide is made of the document of a tour as well.');
		const {snapshot} = source;
		const {pictures, warnings} = await makePictures(source, work, PICTURES, step => guidePicture(step, snapshot, options, source, work));
		const names = pictureNames(source, pictures);
		const guide = guideOf(source, names);
		const {format: _format, version: _version, steps: _steps, key, ...tour} = source.document;
		const path = join(work.folder, 'guide.zip');
		const texts = {
			[GUIDE]: writeGuide(guide),
			'guide.html': guidePage(guide, snapshot),
			'tour.yaml': writeTour({key, ...tour, steps: GUIDE}, null),
		};
		await writeZip(path, entries(texts, new Map(pictures.map((picture, index) => [names[index]!, picture]))));
		work.progress(1);
		return {path, contentType: 'application/zip', extension: '.zip', warnings};
	},
};

async function* entries(texts: Record<string, string>, pictures: ReadonlyMap<string, string | null>): AsyncGenerator<ZipEntry> {
	for (const [name, text] of Object.entries(texts)) yield {name, bytes: Buffer.from(text)};
	for (const [name, path] of pictures) if (path !== null) yield {name, bytes: await readFile(path), stored: true};
}

function hasDocument(source: ExportSource): source is SourceWithDocument {
	return source.document !== undefined;
}

/**
 * Returns the pictures' paths in the zip; null for steps without one. Equal pictures are there once, under the name
 * of the first.
 */
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

function guideOf({snapshot, document, url, sections}: SourceWithDocument, names: ReadonlyArray<string | null>): Guide {
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
			...(sections && {ways: waysOf(snapshot, index)}),
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
