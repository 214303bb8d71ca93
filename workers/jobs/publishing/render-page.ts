import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {pageRendererVersion} from '../../../renderers/code-version.ts';
import {type Page, renderPage} from '../../../renderers/player/page.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';
import {sha256} from '../../../shared/ids.ts';
import type {PublicationRow} from '../../../shared/store/entities/tours.ts';
import {
	type Bases,
	coverUrl,
	mediaUrl,
	oembedUrl,
	otherOrigin,
	previewUrl,
	servesMediaElsewhere,
	tourUrl,
} from '../../../shared/tour/urls.ts';

/** The facts of a page that depend on where it is served. */
export type Place = Pick<PublicationRow, 'kind' | 'slug' | 'snapshot' | 'plainCover' | 'leadForm'>;

/** Pages have as many bytes with it as with 9, in a tenth of the time; those of the best quality (11) have a fifteenth less, in thirty times as much. */
const BROTLI_QUALITY = 8;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Returns a name of the renderer and of the pages' addresses (their own, and that of media). A page with another name
 * is rendered again.
 */
export function rendererVersionAt({baseUrl, mediaUrl}: Bases): string {
	return sha256(JSON.stringify([pageRendererVersion(), baseUrl, mediaUrl]))
		.toString('hex')
		.slice(0, 32);
}

/** The page of a link or a preview as it stands at its URL. */
export function renderAt({kind, slug, snapshot: name, plainCover, leadForm}: Place, snapshot: Snapshot, bases: Bases): Page {
	const {baseUrl} = bases;
	const preview = kind === 'preview';
	const pageUrl = preview ? previewUrl(baseUrl, slug) : tourUrl(baseUrl, slug);
	const pagePath = new URL(pageUrl).pathname;
	return renderPage(snapshot, {
		pageUrl,
		coverUrl: preview ? mediaUrl(bases, plainCover) : coverUrl(baseUrl, slug, name),
		oembedUrl: preview ? null : oembedUrl(baseUrl, pageUrl),
		basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
		...(servesMediaElsewhere(bases) && {media: {url: bases.mediaUrl, origin: otherOrigin(bases)}}),
		preview,
		lead: leadForm === null ? null : {id: leadForm, action: `${pagePath}/lead`, preview},
		reportPath: preview ? null : `${pagePath}/events`,
	});
}

/** Stores a page, plain and compressed, with the fonts that it names; returns the names of its files. */
export async function storePage(files: FileStore, {html, fonts}: Pick<Page, 'html' | 'fonts'>): Promise<PublicationRow['page']> {
	const [names] = await Promise.all([storeEncodings(files, html), storeFonts(files, fonts)]);
	return names;
}

async function storeEncodings(files: FileStore, html: string): Promise<PublicationRow['page']> {
	const bytes = Buffer.from(html);
	const brotli = {params: {[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length}};
	const [br, gz] = await Promise.all([compressBrotli(bytes, brotli), compressGzip(bytes, {level: 9})]);
	const [html_, gzip_, br_] = await Promise.all([
		files.put('pages', bytes, '.html'),
		files.put('pages', gz, '.gz'),
		files.put('pages', br, '.br'),
	]);
	return {html: html_, gzip: gzip_, br: br_};
}

/** Fonts live beside the images, named by their content, so that any store and any cache serves them alike. */
const storedFonts = new WeakMap<FileStore, Set<string>>();

async function storeFonts(files: FileStore, fonts: Page['fonts']): Promise<void> {
	const stored = storedFonts.get(files) ?? new Set<string>();
	storedFonts.set(files, stored);
	for (const {name, bytes} of fonts) {
		if (stored.has(name)) continue;
		await files.put('media', bytes, '.woff2');
		stored.add(name);
	}
}
