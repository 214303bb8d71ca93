import Router from '@koa/router';
import type {Services} from '../../shared/services/services.ts';
import {embeddingRouter} from './embed/router.ts';
import {exportRouter} from './exports.ts';
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
