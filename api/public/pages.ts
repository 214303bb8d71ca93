import Router from '@koa/router';
import type Koa from 'koa';
import {matchLanguage, PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {html} from '../../shared/html.ts';
import {statusMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import {findRetired} from '../../shared/store/account-end/retired-slugs.ts';
import type {PublicationRow} from '../../shared/store/entities/tours.ts';
import {findShownPublication, type PublishedPage} from '../../shared/store/publications.ts';
import {coverUrl, coverVersion, mediaUrl} from '../../shared/tour/urls.ts';
import {allowEmbedding} from '../http/cross-origin.ts';
import type {FileCache} from './file-cache.ts';
import {headOfPage} from './heads.ts';
import {openMedia, type SendMedia} from './media.ts';
import {noticeLook, renderNotice, sendNotice} from './notice.ts';
import type {Shown} from './shown.ts';

/** Milliseconds that a cover's request waits for its render before it gets the plain one. */
const COVER_WAIT_MS = 10_000;
/** Pattern of slugs: any other text is not looked up. */
const SLUG = /^[0-9A-Za-z]{1,22}$/;
/** Said with every error, which a cache might otherwise keep beyond the next publish. */
const NO_STORE = {'Cache-Control': 'no-store'};

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
		if (!file.startsWith('cover')) return next();
		const publication = SLUG.test(slug) ? await findShownPublication(services.database.manager, slug) : null;
		if (publication?.kind !== 'live') throw new AppError('not_found', {headers: NO_STORE});
		if (file === 'cover.jpg') return presentCover(ctx, services, publication);
		const isPresent = file === `cover-${coverVersion(publication.snapshot)}.jpg`;
		if (publication.takenDownAt || !isPresent) throw new AppError('not_found', {headers: NO_STORE});
		await cover(ctx, services, publication, sendMedia);
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

/** a slug that outlives every publish leads to the one that changes with each. */
function presentCover(ctx: Koa.Context, {config}: Services, {slug, snapshot, takenDownAt}: PublicationRow): void {
	if (takenDownAt) throw new AppError('link_taken_down', {headers: NO_STORE});
	allowEmbedding(ctx);
	ctx.set('Cache-Control', 'no-cache');
	ctx.redirect(coverUrl(config.baseUrl, slug, snapshot));
}

async function cover(ctx: Koa.Context, services: Services, publication: PublicationRow, sendMedia: SendMedia): Promise<void> {
	let rendered = publication.cover;
	if (!rendered && publication.coverJob) {
		await services.dispatcher.waitFor(publication.coverJob, COVER_WAIT_MS);
		const now = await findShownPublication(services.database.manager, publication.slug);
		rendered = now?.snapshot === publication.snapshot ? now.cover : null;
	}
	if (rendered) return sendMedia(ctx, rendered);
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
