import Router from '@koa/router';
import type Koa from 'koa';
import {matchLanguage, PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import type {ByteRange, Folder} from '../../shared/files/file-store.ts';
import {html} from '../../shared/html.ts';
import {statusMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import type {PublicationRow} from '../../shared/store/entities/tours.ts';
import {findRetired, findShownPublication, type PublishedPage} from '../../shared/store/publications.ts';
import {coverVersion, mediaUrl} from '../../shared/tour/urls.ts';
import {piecesOf, sendPart} from '../http/byte-range.ts';
import {allowEmbedding} from '../http/headers.ts';
import {headOfMedia, headOfPage} from './cached-files.ts';
import {noticeLook, renderNotice, sendNotice} from './notice.ts';
import type {FileCache, Shown} from './shown.ts';

/** Milliseconds that a cover's request waits for its render before it gets the plain one. */
const COVER_WAIT_MS = 10_000;
/** Pattern of slugs: any other text is not looked up. */
const SLUG = /^[0-9A-Za-z]{1,22}$/;
/** The cover's lasting name, or that of one publication, with its version. */
const COVER = /^cover(?:-(?<version>[0-9a-f]{16}))?\.jpg$/;
/** Header of every error, which a cache might otherwise keep beyond the next publish. */
const NO_STORE = {'Cache-Control': 'no-store'};

/** Up to here a file is sent out of memory: images of pages mostly are, narrations mostly not. */
const SMALL_BYTES = 256 * 1024;

type SendMedia = (
	ctx: Koa.Context,
	name: string,
	options?: {cacheControl?: string | undefined; folder?: 'media' | 'thumbnails'},
) => Promise<void>;

/** Serves everything that is public: pages, previews, covers and media. */
export function publicRouter(services: Services, shown: Shown): Router {
	const router = new Router();
	const {memory, look, elsewhere} = shown;
	const sendMedia = openMedia(shown);
	const find = async (slug: string) => (SLUG.test(slug) ? look(slug) : null);

	router.get('/p/preview/:token', async ctx => {
		const found = await find(ctx.params.token!);
		ctx.set('X-Robots-Tag', 'noindex');
		if (found?.kind !== 'preview') return notice(ctx, 404, 'not_found');
		if (found.takenDownAt || found.expiresAt! <= new Date()) return notice(ctx, 410, 'expired', found.language);
		await page(ctx, memory, found, elsewhere);
	});
	router.get('/p/:slug', async ctx => {
		const slug = ctx.params.slug!;
		const found = await find(slug);
		if (found?.kind !== 'live') {
			const language = found || !SLUG.test(slug) ? null : await findRetired(services.database.manager, slug);
			return language === null ? notice(ctx, 404, 'not_found') : notice(ctx, 410, 'taken_down', language);
		}
		if (found.takenDownAt) return notice(ctx, 410, 'taken_down', found.language);
		await page(ctx, memory, found, elsewhere);
	});
	router.get('/p/:slug/:file', async (ctx, next) => {
		const {slug = '', file = ''} = ctx.params;
		const named = COVER.exec(file);
		if (!named) return next();
		const publication = SLUG.test(slug) ? await findShownPublication(services.database.manager, slug) : null;
		if (publication?.kind !== 'live') throw new AppError('not_found', {headers: NO_STORE});
		const {version} = named.groups!;
		// An earlier publication's name ends with it: its cover may show what has been redacted since.
		const isOver = publication.takenDownAt || version !== coverVersion(publication.snapshot);
		if (version && isOver) throw new AppError('not_found', {headers: NO_STORE});
		if (publication.takenDownAt) throw new AppError('link_taken_down', {headers: NO_STORE});
		await cover(ctx, services, publication, sendMedia, version ? undefined : 'no-cache');
	});
	router.get('/media/thumbnails/:file', async ctx => {
		const file = ctx.params.file!;
		if ((await services.files.size('thumbnails', file)) !== null) return sendMedia(ctx, file, {folder: 'thumbnails'});
		// After a restore there are no thumbnails: the sweep makes them within a day.
		if ((await services.files.size('media', file)) === null) throw new AppError('not_found', {headers: NO_STORE});
		allowEmbedding(ctx);
		ctx.set(NO_STORE);
		ctx.redirect(mediaUrl(services.config, file));
	});
	router.get('/media/:file', ctx => sendMedia(ctx, ctx.params.file!));
	return router;
}

async function page(ctx: Koa.Context, memory: FileCache, found: PublishedPage, elsewhere: boolean): Promise<void> {
	const {name, etag, headers, ofBytes} = headOfPage(found, ctx.get('Accept-Encoding'), elsewhere);
	ctx.set({...headers, ETag: etag});
	ctx.status = 200;
	if (ctx.fresh) {
		ctx.status = 304;
		return;
	}
	const bytes = await memory.read('pages', name);
	if (!bytes) throw new Error(`The page ${name} of a publication is not stored.`);
	ctx.set(ofBytes);
	ctx.body = bytes;
}

/**
 * Sends the present cover. `cover.jpg` does not redirect to the publication's own name, which may be kept for a year: a proxy of pictures, such as
 * GitHub's before a README, would keep that picture under both names.
 */
async function cover(
	ctx: Koa.Context,
	services: Services,
	publication: PublicationRow,
	sendMedia: SendMedia,
	cacheControl?: string,
): Promise<void> {
	let rendered = publication.cover;
	if (!rendered && publication.coverJob) {
		await services.dispatcher.waitFor(publication.coverJob, COVER_WAIT_MS);
		const now = await findShownPublication(services.database.manager, publication.slug);
		rendered = now?.snapshot === publication.snapshot ? now.cover : null;
	}
	if (rendered) return sendMedia(ctx, rendered, {cacheControl});
	await sendMedia(ctx, publication.plainCover, {cacheControl: 'no-store'});
}

function notice(ctx: Koa.Context, status: number, kind: StatusPageKind, language = ctx.acceptsLanguages(...PAGE_LANGUAGES) || 'en'): void {
	sendNotice(ctx, status, renderStatusPage({kind, language}));
}

const LOOK = noticeLook();

type StatusPageKind = 'not_found' | 'taken_down' | 'expired';

/** The page behind a link that shows no tour; English where we do not write the language (BCP 47). */
export function renderStatusPage({kind, language}: {kind: StatusPageKind; language: string}): ReturnType<typeof renderNotice> {
	const written = matchLanguage(language) ?? 'en';
	const {title, text} = statusMessages(written)[kind];
	return renderNotice(LOOK, {language: written, title, body: html`<main><i></i><h1>${title}</h1><p>${text}</p></main>`});
}

/** Sends public files, whole or in part (RFC 9110, 14). A file that was swept is gone at once, though memory may still hold it. */
function openMedia({files, memory, sizeOf}: Shown): SendMedia {
	/** Reads whole files that are not in memory with their size, by one request: an object store takes 10 ms and a fee for each. */
	const look = async (
		ctx: Koa.Context,
		folder: 'media' | 'thumbnails',
		name: string,
	): Promise<{size: number; bytes: Buffer | null} | null> => {
		const wantsWhole = ctx.method === 'GET' && !ctx.get('Range') && !ctx.get('If-None-Match');
		if (wantsWhole && !memory.has(folder, name)) return memory.begin(folder, name, SMALL_BYTES);
		const size = await sizeOf(folder, name);
		return size === null ? null : {size, bytes: null};
	};
	async function* afterwards(bytes: Buffer, file: {folder: Folder; name: string}, end: number): AsyncGenerator<Buffer> {
		yield bytes;
		yield* piecesOf(files, file, {start: bytes.length, end});
	}
	return async (ctx, name, {cacheControl, folder = 'media'} = {}) => {
		allowEmbedding(ctx);
		const head = headOfMedia(name, folder, cacheControl);
		const found = head && (await look(ctx, folder, name));
		if (!head || !found) throw notFound();
		const {size} = found;
		ctx.set({...head.headers, ...head.ofBytes, ETag: head.etag});
		ctx.status = 200;
		if (ctx.fresh) {
			ctx.status = 304;
			return;
		}
		const small = async ({start, end}: ByteRange) => {
			const bytes = found.bytes ?? (await memory.read(folder, name));
			if (!bytes) throw notFound();
			return bytes.subarray(start, end + 1);
		};
		const large = (part: ByteRange) =>
			found.bytes ? afterwards(found.bytes, {folder, name}, part.end) : piecesOf(files, {folder, name}, part);
		await sendPart(ctx, size, size <= SMALL_BYTES ? small : large);
	};
}

/** A cache must not keep it: the same name may be stored later. */
function notFound(): AppError {
	return new AppError('not_found', {headers: {'Cache-Control': 'no-store'}});
}
