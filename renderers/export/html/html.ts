import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {HtmlExportOptions} from '../../../shared/contract/exports/options.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import type {ImageVariant, Snapshot} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import {fontOf} from '../../../shared/tour/themes.ts';
import type {Exporter, ExportWarning} from '../../exporter.ts';
import {fontFiles, subsetsFor} from '../../fonts/fonts.ts';
import {isReserved, lettersOf, OTHER_NAME} from '../../fonts/letters.ts';
import {renderLonePage, renderPage} from '../../player/page.ts';
import {idsOf} from '../../player/parts/context.ts';
import {contentTypeOf, takeAlong} from '../offline/take-along.ts';

/** Most size of the file, as a multiple of the bytes that count at a publish. Base64 alone makes 1.33 of a file. */
const MOST = 1.4;
/** Sources of the policy: everything that the page shows is inside it. */
const SOURCES = ["default-src 'none'", 'img-src data:', 'media-src data:', 'font-src data:'];

const ESCAPED: Record<string, string> = {'&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'"};

/** The tour as one HTML file that makes no request: from a disk, from an attachment, with or without JavaScript. */
export const htmlExporter: Exporter<HtmlExportOptions> = {
	async make(source, options, {folder, progress, signal}) {
		const {snapshot, files, warnings} = await takeAlong(source, options, signal);
		progress(0.5);
		const {html, reduced} = await layOut(snapshot, files, pageBytes(source.snapshot));
		const path = join(folder, 'tour.html');
		await writeFile(path, html, {signal});
		progress(1);
		return {path, warnings: [...warnings, ...reduced]};
	},
};

/** Throws `tour_too_large` where the tour is larger than any that can be published. */
async function layOut(snapshot: Snapshot, files: Map<string, Buffer>, page: number): Promise<{html: string; reduced: ExportWarning[]}> {
	const counted = page + countedFiles(snapshot, files);
	if (counted > LIMITS.tourBytes) {
		const message = `The tour has ${counted} bytes; ${LIMITS.tourBytes} (12 MB) is the most that goes into one file.`;
		throw new AppError('tour_too_large', {message});
	}
	const most = MOST * counted;
	const {texts, links} = lettersIn(renderLonePage(snapshot, {url: file => file, subsets: []}));
	for (const letters of [texts + links, texts]) {
		const html = await withFont(snapshot, files, letters);
		if (Buffer.byteLength(html) <= most) return {html, reduced: []};
	}
	const message = 'The font was left out because of its size: texts use a system font of the same measures.';
	return {html: await withFont(snapshot, files, ''), reduced: [{code: 'font_left_out', message}]};
}

/** Renders the page with all its files inside, and the font with these letters. */
async function withFont(snapshot: Snapshot, files: Map<string, Buffer>, letters: string): Promise<string> {
	const font = fontOf(snapshot.theme);
	const subsets = subsetsFor(font, letters);
	const all = new Map(files);
	for (const file of fontFiles(font, subsets)) all.set(file.name, await lettersOf(font, file, letters));
	const inside = (file: string) => `data:${contentTypeOf(file)};base64,${all.get(file)!.toString('base64')}`;
	const shared = sharedPictures(snapshot);
	const url = (file: string) => (shared.has(file) ? placeholder(shared.get(file)!) : inside(file));
	const rules = sharedRules(shared.values(), inside);
	return renderLonePage(snapshot, {url, subsets, rules, fontName: isReserved(font) ? OTHER_NAME : undefined, sources: SOURCES});
}

/** Returns the texts that may be seen, and the URLs of links, which are printed on paper. */
function lettersIn(html: string): {texts: string; links: string} {
	const texts = html
		.replace(/<(style|script)>.*?<\/\1>/gs, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/&(?:amp|lt|gt|quot|#39);/g, escaped => ESCAPED[escaped]!);
	const links = [...html.matchAll(/href="(http[^"]*)"/g)].map(([, href]) => href).join('');
	return {texts, links};
}

/** Returns the size of the public page, which without its files is larger than ours. */
function pageBytes(snapshot: Snapshot): number {
	const nowhere = {pageUrl: '', coverUrl: '', oembedUrl: null, basePath: '', preview: false, lead: null, reportPath: null};
	return Buffer.byteLength(renderPage(snapshot, nowhere).html);
}

/** Counts files as a publish does: once for each step that shows or plays them. */
function countedFiles({steps}: Snapshot, files: Map<string, Buffer>): number {
	const named = steps.flatMap(({image, narrations}) => [...(image?.variants ?? []), ...narrations]);
	return named.reduce((sum, {file}) => sum + files.get(file)!.length, 0);
}

/** A picture that several steps show. `ids`: of their sections. */
type SharedPicture = {picture: ImageVariant; ids: string[]};

/** Finds pictures that several steps show, by file: they come into the page once. Animated ones stay in place. */
function sharedPictures(snapshot: Snapshot): Map<string, SharedPicture> {
	const ids = idsOf(snapshot);
	const shown = new Map<string, SharedPicture>();
	for (const [index, {type, image}] of snapshot.steps.entries()) {
		if (type === 'slide' || !image || image.still) continue;
		const picture = image.variants[0]!;
		const known = shown.get(picture.file) ?? {picture, ids: []};
		known.ids.push(ids[index]!);
		shown.set(picture.file, known);
	}
	return new Map([...shown].filter(([, {ids}]) => ids.length > 1));
}

/** Returns an invisible image of the picture's size, which stands in each step instead of it. */
function placeholder({picture: {width, height}}: SharedPicture): string {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
	return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * Writes the pictures as backgrounds, also on paper: a style is the one place of a page without a script from which
 * several elements can share a file.
 */
function sharedRules(shared: Iterable<SharedPicture>, url: (file: string) => string): string {
	return [...shared]
		.map(
			({picture, ids}) =>
				`${ids.map(id => `#${id} .pic`).join()}{background:var(--c) url(${url(picture.file)}) 0 0/100% 100% !important;print-color-adjust:exact}`,
		)
		.join('');
}
