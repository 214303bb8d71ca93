import Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../shared/errors.ts';
import type {Services} from '../shared/services.ts';
import type {PublicationRow} from '../shared/store/entities.ts';
import {findPublication} from '../shared/store/publications.ts';
import {coverVersion} from '../shared/tour/addresses.ts';
import {byteRange} from './byte-range.ts';
import {type NoticeKind, renderNotice} from './notice.ts';

/** How long a cover's request waits for its render before it gets the plain one. */
const COVER_WAIT_MS = 10_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const MEDIA_TYPES: Record<string, string> = {
	webp: 'image/webp',
	avif: 'image/avif',
	jpg: 'image/jpeg',
	woff2: 'font/woff2',
	mp3: 'audio/mpeg',
};

/** What anyone may open: pages, previews, covers and media. */
export function publicRouter(services: Services): Router {
	const router = new Router();
	router.get('/p/preview/:token', async ctx => {
		const publication = await findPublication(services.database.manager, ctx.params.token!);
		ctx.set('X-Robots-Tag', 'noindex');
		if (publication?.kind !== 'preview') return notice(ctx, 404, 'not_found');
		if (publication.expiresAt! <= new Date()) return notice(ctx, 410, 'expired', publication.language);
		await page(ctx, services, publication);
	});
	router.get('/p/:slug', async ctx => {
		const publication = await findPublication(services.database.manager, ctx.params.slug!);
		if (publication?.kind !== 'live') return notice(ctx, 404, 'not_found');
		if (publication.takenDownAt) return notice(ctx, 410, 'taken_down', publication.language);
		await page(ctx, services, publication);
	});
	router.get('/p/:slug/:cover', async ctx => {
		const publication = await findPublication(services.database.manager, ctx.params.slug!);
		const wanted = publication && `cover-${coverVersion(publication.snapshot)}.jpg`;
		if (publication?.kind !== 'live' || publication.takenDownAt || ctx.params.cover !== wanted) throw new AppError('not_found');
		await cover(ctx, services, publication);
	});
	router.get('/media/:file', async ctx => {
		await sendMedia(ctx, services, ctx.params.file!, IMMUTABLE);
	});
	return router;
}

async function page(ctx: Koa.Context, {files}: Services, {page: names, csp}: PublicationRow): Promise<void> {
	const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
	const name = encoding === 'br' ? names.br : encoding === 'gzip' ? names.gzip : names.html;
	ctx.set({'Content-Security-Policy': csp, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding'});
	ctx.type = 'text/html; charset=utf-8';
	ctx.status = 200;
	ctx.etag = name.slice(0, 32);
	if (ctx.fresh) {
		ctx.status = 304;
		return;
	}
	const bytes = await files.read('pages', name);
	if (!bytes) throw new Error(`The page ${name} of a publication is not stored.`);
	if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding);
	ctx.body = bytes;
}

async function cover(ctx: Koa.Context, services: Services, publication: PublicationRow): Promise<void> {
	let rendered = publication.cover;
	if (!rendered && publication.coverJob) {
		await services.dispatcher.waitFor(publication.coverJob, COVER_WAIT_MS);
		const now = await findPublication(services.database.manager, publication.address);
		rendered = now?.snapshot === publication.snapshot ? now.cover : null;
	}
	if (rendered) return sendMedia(ctx, services, rendered, IMMUTABLE);
	await sendMedia(ctx, services, publication.plainCover, 'no-store');
}

async function sendMedia(ctx: Koa.Context, {files}: Services, name: string, cacheControl: string): Promise<void> {
	const type = MEDIA_TYPES[name.split('.')[1] ?? ''];
	const found = type && (await files.stream('media', name));
	if (!found) throw new AppError('not_found');
	ctx.set({
		'Cache-Control': cacheControl,
		// Pages of other origins may show covers and images; the content never says who looks.
		'Cross-Origin-Resource-Policy': 'cross-origin',
		'Access-Control-Allow-Origin': '*',
	});
	ctx.status = 200;
	ctx.etag = name.slice(0, 32);
	ctx.type = type;
	ctx.length = found.size;
	ctx.set('Accept-Ranges', 'bytes');
	if (ctx.fresh) {
		found.body.destroy();
		ctx.status = 304;
		return;
	}
	const part = partOf(ctx, found.size);
	if (!part) {
		ctx.body = found.body;
		return;
	}
	found.body.destroy();
	if (part === 'unsatisfiable') {
		ctx.set({'Content-Range': `bytes */${found.size}`, 'Cache-Control': 'no-store'});
		ctx.status = 416;
		return;
	}
	ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${found.size}`);
	ctx.status = 206;
	ctx.length = part.end - part.start + 1;
	ctx.body = (await files.stream('media', name, part))!.body;
}

/** The part that a GET asks for: Safari plays no audio without. What it has already must be of the same file (If-Range). */
function partOf(ctx: Koa.Context, size: number): ReturnType<typeof byteRange> {
	const ifRange = ctx.get('If-Range');
	if (ctx.method !== 'GET' || (ifRange && ifRange !== ctx.response.get('ETag'))) return null;
	return byteRange(ctx.get('Range'), size);
}

function notice(ctx: Koa.Context, status: number, kind: NoticeKind, language = ctx.acceptsLanguages('pt-BR', 'en', 'es') || 'en'): void {
	const {html, csp} = renderNotice({kind, language});
	ctx.status = status;
	ctx.type = 'text/html; charset=utf-8';
	ctx.set({'Content-Security-Policy': csp, 'Cache-Control': 'no-store'});
	ctx.body = html;
}
