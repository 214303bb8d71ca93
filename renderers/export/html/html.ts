import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {HtmlExportOptions} from '../../../shared/contract/exports/html.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import {fontOf} from '../../../shared/tour/themes.ts';
import {fontFiles, subsetsFor} from '../../fonts/fonts.ts';
import {renderLonePage} from '../../player/page.ts';
import type {Exporter, ExportWarning} from '../export.ts';
import {contentTypeOf, takeAlong} from '../offline/take-along.ts';

/** Times the bytes that count at a publish. Base64 alone makes 1.33 of a file. */
const MOST = 1.4;
/** Whatever the page shows stands in it. */
const SOURCES = ["default-src 'none'", 'img-src data:', 'media-src data:', 'font-src data:'];

/** The tour as one HTML file that asks for nothing: from a disk, from an attachment, with or without JavaScript. */
export const htmlExporter: Exporter<HtmlExportOptions> = {
	version: 1,
	async make(source, options, {folder, progress, signal}) {
		const {snapshot, files, warnings} = await takeAlong(source, options, signal);
		progress(0.5);
		const {html, reduced} = layOut(snapshot, files);
		const path = join(folder, 'tour.html');
		await writeFile(path, html, {signal});
		progress(1);
		return {path, contentType: 'text/html; charset=utf-8', extension: '.html', warnings: [...warnings, ...reduced]};
	},
};

/** Throws `tour_too_large` where the tour is larger than any that can be published. */
function layOut(snapshot: Snapshot, files: Map<string, Buffer>): {html: string; reduced: ExportWarning[]} {
	const bare = renderLonePage(snapshot, {url: file => file, subsets: [], sources: SOURCES});
	const counted = Buffer.byteLength(bare) + countedFiles(snapshot, files);
	if (counted > LIMITS.tourBytes) {
		const message = `The tour has ${counted} bytes; ${LIMITS.tourBytes} (12 MB) is the most that goes into one file.`;
		throw new AppError('tour_too_large', {message});
	}
	const font = fontOf(snapshot.theme);
	const subsets = subsetsFor(font, bare);
	const all = new Map([...files, ...fontFiles(font, subsets).map(({name, bytes}) => [name, bytes] as const)]);
	const url = (file: string) => `data:${contentTypeOf(file)};base64,${all.get(file)!.toString('base64')}`;
	const html = renderLonePage(snapshot, {url, subsets, sources: SOURCES});
	if (Buffer.byteLength(html) <= MOST * counted) return {html, reduced: []};
	const message =
		'The font is left out, because it would be large beside so few pictures: texts stand in one of the same measures that the machine has.';
	return {html: renderLonePage(snapshot, {url, subsets: [], sources: SOURCES}), reduced: [{code: 'font_left_out', message}]};
}

/** As a publish counts them: once for each step that shows or says them. */
function countedFiles({steps}: Snapshot, files: Map<string, Buffer>): number {
	const named = steps.flatMap(({image, narrations}) => [...(image?.variants ?? []), ...narrations]);
	return named.reduce((sum, {file}) => sum + files.get(file)!.length, 0);
}
