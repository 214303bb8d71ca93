import Router from '@koa/router';
import {factsOf} from '../../shared/contract/exports/index.ts';
import {AppError} from '../../shared/errors.ts';
import {exportFileName} from '../../shared/present/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {tourExportByToken} from '../../shared/store/exports/tour-exports.ts';
import {piecesOf, sendPart} from '../http/byte-range.ts';
import {embeddingRouter} from './embed/router.ts';
import {leadRouter} from './lead-form.ts';
import {publicRouter} from './pages.ts';
import type {Shown} from './shown.ts';
import {reportRouter} from './visitor-events.ts';

/** Seconds for which a search engine may keep it. */
const MAX_AGE = 86_400;
/** Paths that stay open within closed ones. */
const OPEN = ['/p/', '/account/sign-up'];
/** Paths without anything to find; URLs of previews and of reports stay unknown to crawlers. */
const CLOSED = ['/v1/', '/app/', '/mcp', '/oauth/', '/account', '/ops/', '/exports/', '/p/preview/', '/p/*/events', '/p/*/lead'];

const TOKEN = /^[0-9A-Za-z]{22}$/;
/** An export is for its downloader alone, and no cache keeps it longer than it exists. */
const NEVER_SHARED = 'private, no-store, no-transform';

/** All that visitors reach without a credential: pages and their media, forms, reports, files of exports, embedding. */
export function publicRouters(services: Services, shown: Shown): Router[] {
	return [
		leadRouter(services),
		publicRouter(services, shown),
		exportRouter(services),
		reportRouter(services),
		embeddingRouter(services),
		robotsRouter(services.config.baseUrl),
	];
}

/** Lets search engines read published tours, their pictures, the documents and the sign-up page. It lists no tours. */
function robotsRouter(baseUrl: string): Router {
	const base = new URL(baseUrl).pathname.replace(/\/$/, '');
	const lines = ['User-agent: *', ...OPEN.map(path => `Allow: ${base}${path}`), ...CLOSED.map(path => `Disallow: ${base}${path}`), ''];
	return new Router().get('/robots.txt', ctx => {
		ctx.type = 'text/plain; charset=utf-8';
		ctx.set('Cache-Control', `public, max-age=${MAX_AGE}`);
		ctx.body = lines.join('\n');
	});
}

/** Serves exports of tours to everyone who knows the URL, until they expire. */
function exportRouter(services: Services): Router {
	const {database, files} = services;
	const router = new Router();
	router.get('/exports/:token', async ctx => {
		const token = ctx.params.token!;
		const found = TOKEN.test(token) ? await tourExportByToken(database.manager, token) : null;
		const size = found && (await files.size('tour-exports', found.file));
		if (!found || size === null) throw gone();
		ctx.set({
			'Cache-Control': NEVER_SHARED,
			'Accept-Ranges': 'bytes',
			'Content-Disposition': attachment(exportFileName(found)),
			'X-Robots-Tag': 'noindex',
			// What is in it is a tour's, not ours: it is downloaded, never opened as a page of this origin.
			'Content-Security-Policy': "default-src 'none'; sandbox",
		});
		ctx.type = factsOf(found.format).contentType;
		ctx.etag = found.file.slice(0, 32);
		await sendPart(ctx, size, part => piecesOf(files, {folder: 'tour-exports', name: found.file}, part));
	});
	return router;
}

function gone(): AppError {
	return new AppError('not_found', {
		message: 'There is no export here, or it has expired: exports last 7 days, and end with their tour. The tour can be exported again.',
		headers: {'Cache-Control': 'no-store'},
	});
}

/** A `Content-Disposition` under which a browser saves the file as this (RFC 6266, and RFC 8187 for what is no ASCII). */
function attachment(name: string): string {
	const ascii = name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/[^\x20-\x7e]+/g, '_')
		.replaceAll(/["\\%]/g, '_');
	const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
		/['()*]/g,
		found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
