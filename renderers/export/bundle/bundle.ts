import {join} from 'node:path';
import type {BundleExportOptions} from '../../../shared/contract/exports/bundle.ts';
import {sniffFormat} from '../../../shared/image-format.ts';
import type {Exporter, ExportSource, ExportWarning, ExportWork} from '../export.ts';
import {writeZip, type ZipEntry} from '../zip.ts';

const EXTENSIONS = {png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif'};

/** The tour as `roteiro pull --bundle` writes it: tour.json, and the pictures as they were sent. */
export const bundleExporter: Exporter<BundleExportOptions> = {
	version: 1,
	takesDocument: true,
	async make(source, {pretty}, work) {
		const warnings: ExportWarning[] = [];
		const path = join(work.folder, 'tour.zip');
		await writeZip(path, entries(source, pretty, work, warnings));
		return {path, contentType: 'application/zip', extension: '.zip', warnings};
	},
};

async function* entries(
	{document, original}: ExportSource,
	pretty: boolean,
	{progress, signal}: ExportWork,
	warnings: ExportWarning[],
): AsyncGenerator<ZipEntry> {
	if (!document || !original) throw new Error('A bundle is made of the document.');
	const files = new Map<string, string>();
	const wanted = [...new Set(document.steps.flatMap(({image}) => image?.mediaId ?? []))].sort();
	for (const [index, mediaId] of wanted.entries()) {
		signal.throwIfAborted();
		progress(index / wanted.length);
		const bytes = await original(mediaId);
		const format = bytes && sniffFormat(bytes);
		if (!bytes || !format) continue;
		const name = `media/${mediaId}.${EXTENSIONS[format]}`;
		files.set(mediaId, name);
		yield {name, bytes, stored: true};
	}
	const {key, ...rest} = document;
	// Ids are those of one service; the keys are the tour's own.
	const steps = document.steps.map(({id, image, ...step}) => {
		const file = image?.mediaId && files.get(image.mediaId);
		if (image && !file) warnings.push({code: 'picture_gone', message: 'The picture of this step is not stored any more.', stepId: id});
		return {...step, ...(file && {image: {file}})};
	});
	const tour = {...(!key.startsWith('tour_') && {key}), ...rest, steps};
	yield {name: 'tour.json', bytes: Buffer.from(`${JSON.stringify(tour, null, pretty ? '\t' : undefined)}\n`)};
}
