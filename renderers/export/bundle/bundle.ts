import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {BUNDLE_DOCUMENT} from '../../../shared/contract/document-format.ts';
import type {BundleNarration} from '../../../shared/contract/exports/bundle-document.ts';
import type {BundleExportOptions} from '../../../shared/contract/exports/options.ts';
import {sniffFormat} from '../../../shared/image-format.ts';
import type {StoredNarration} from '../../../shared/tour/document/document.ts';
import type {KeyedStep} from '../../../shared/tour/document/from-document.ts';
import {spokenWords} from '../../../shared/tour/marked.ts';
import type {Exporter, ExportSource, ExportWarning, ExportWork} from '../../exporter.ts';
import {writeZip, type ZipEntry} from '../zip.ts';

const EXTENSIONS = {png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif'};

/** Writes the tour in the form that an import reads: tour.json, the pictures without metadata, and the narrations. */
export const bundleExporter: Exporter<BundleExportOptions> = {
	async make(source, {pretty}, work) {
		const warnings: ExportWarning[] = [];
		const path = join(work.folder, 'tour.zip');
		await writeZip(path, entries(source, pretty, work, warnings));
		return {path, warnings};
	},
};

async function* entries(
	{document, narrations = {}, original, read}: ExportSource,
	pretty: boolean,
	{progress, signal}: ExportWork,
	warnings: ExportWarning[],
): AsyncGenerator<ZipEntry> {
	if (!document || !original) throw new Error('A bundle is made of the document.');
	const files = new Map<string, string>();
	// The pictures are in the order of the steps, because mediaIds differ between accounts.
	const wanted = [...new Set(document.steps.flatMap(({image}) => image?.mediaId ?? []))];
	for (const [index, mediaId] of wanted.entries()) {
		signal.throwIfAborted();
		progress(index / wanted.length);
		const bytes = await original(mediaId);
		const format = bytes && sniffFormat(bytes);
		if (!bytes || !format) continue;
		// Several pictures may be equal without their metadata.
		const name = `media/${createHash('sha256').update(bytes).digest('hex')}.${EXTENSIONS[format]}`;
		const isThere = [...files.values()].includes(name);
		files.set(mediaId, name);
		if (!isThere) yield {name, bytes, stored: true};
	}
	const sounds = new Set<string>();
	for (const file of [...new Set(Object.values(narrations).flatMap(spoken => spoken.map(narration => narration.file)))].sort()) {
		signal.throwIfAborted();
		const bytes = await read(file);
		if (!bytes) continue;
		sounds.add(file);
		yield {name: `audio/${file}`, bytes, stored: true};
	}
	const {key, ...rest} = document;
	// Ids are those of one service; the keys are the tour's own.
	const steps = document.steps.map(({id, image, ...step}) => {
		const file = image?.mediaId && files.get(image.mediaId);
		if (image && !file) warnings.push({code: 'picture_gone', message: 'The picture of this step is no longer stored.', stepId: id});
		const spoken = (narrations[id!] ?? []).filter(narration => sounds.has(narration.file)).map(narration => inBundle(narration, step));
		if (spoken.length < (narrations[id!]?.length ?? 0))
			warnings.push({code: 'narration_missing', message: 'A narration of this step is no longer stored.', stepId: id});
		return {...step, ...(file && {image: {file}}), ...(spoken.length > 0 && {narrations: spoken})};
	});
	const tour = {...(!key.startsWith('tour_') && {key}), ...rest, steps};
	yield {name: BUNDLE_DOCUMENT, bytes: Buffer.from(`${JSON.stringify(tour, null, pretty ? '\t' : undefined)}\n`)};
}

function inBundle({file, language, lang, voice, source, script}: StoredNarration, step: Omit<KeyedStep, 'id'>): BundleNarration {
	const words = spokenWords({text: step.text ?? null, narrationScript: step.narrationScript ?? null});
	return {
		file: `audio/${file}`,
		language,
		...(lang !== null && {lang}),
		voice,
		...(source !== words && {source}),
		...(script !== source && {script}),
	};
}
