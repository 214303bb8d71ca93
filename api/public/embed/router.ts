import {fileURLToPath} from 'node:url';
import Router from '@koa/router';
import type Koa from 'koa';
import {AppError, invalid} from '../../../shared/errors.ts';
import {oneLine} from '../../../shared/html.ts';
import {compileForBrowsers} from '../../../shared/process/build-cache.ts';
import type {Services} from '../../../shared/services/services.ts';
import {findShownPublication} from '../../../shared/store/publications.ts';
import {boxedEmbedCode, COVER, frameShape, PROVIDER} from '../../../shared/tour/embed.ts';
import {currentCoverUrl, readTourUrl} from '../../../shared/tour/urls.ts';
import {compressedSender} from '../../http/compressed.ts';
import {allowEmbedding} from '../../http/headers.ts';

/** Seconds for which a reader of oEmbed may keep a response. */
const OEMBED_SECONDS = 3600;
/** Host pages name the script without a version: a mended one must reach them soon. */
const SCRIPT_SECONDS = 600;

/** Serves what other pages need to show a tour: oEmbed 1.0, and the script that makes covers of links. */
export function embeddingRouter({config, database}: Pick<Services, 'config' | 'database'>): Router {
	const router = new Router();
	const sendScript = compressedSender(() => embedScript(config.baseUrl));
	router.get('/oembed', async ctx => {
		allowEmbedding(ctx);
		ctx.set('Cache-Control', 'no-store');
		const {url, format, ...bounds} = readQuery(ctx.query);
		if (format !== 'json') throw new AppError('format_not_supported');
		// Posts of others keep links from before the service had HTTPS, and WordPress asks with the link as it was pasted.
		const link = readTourUrl(config.baseUrl, url.replace(/^http:/i, new URL(config.baseUrl).protocol));
		const publication = link && (await findShownPublication(database.manager, link.slug));
		// Also after unpublish: of 410 the standard knows nothing, and who does takes it for the end. The same link may come back.
		if (publication?.kind !== 'live' || publication.takenDownAt) throw new AppError('not_found');
		const title = oneLine(publication.title);
		const shape = frameShape(publication, bounds);
		ctx.set('Cache-Control', `public, max-age=${OEMBED_SECONDS}`);
		ctx.body = {
			type: 'rich',
			version: '1.0',
			title,
			provider_name: PROVIDER,
			provider_url: config.baseUrl,
			html: boxedEmbedCode({url: link!.url + link!.asks, title, ...shape}),
			...shape,
			// Readers keep their responses for longer than one cover is shown.
			thumbnail_url: currentCoverUrl(link!.url),
			thumbnail_width: COVER.width,
			thumbnail_height: COVER.height,
			cache_age: OEMBED_SECONDS,
		};
	});
	router.get('/embed.js', ctx => {
		allowEmbedding(ctx);
		ctx.set('Cache-Control', 'no-store');
		ctx.type = 'text/javascript; charset=utf-8';
		sendScript(ctx, `public, max-age=${SCRIPT_SECONDS}`);
	});
	return router;
}

type Query = {url: string; format: string; width: number | undefined; height: number | undefined};

/** Throws `invalid_request` with every fault. Parameters that we do not know are none of our business. */
function readQuery(query: Koa.Context['query']): Query {
	const {url, format = 'json', maxwidth, maxheight} = query;
	const faults = Object.entries({url, format, maxwidth, maxheight})
		.filter(([, value]) => Array.isArray(value))
		.map(([field]) => ({field, message: 'is there more than once.', hint: 'Give it once.'}));
	if (!url) faults.push({field: 'url', message: 'is missing.', hint: 'The url of a published tour, percent-encoded.'});
	const [width, height] = [readPixels(maxwidth), readPixels(maxheight)];
	for (const [field, value] of Object.entries({maxwidth: width, maxheight: height})) {
		if (Number.isNaN(value)) faults.push({field, message: 'is no number of pixels.', hint: 'A whole number of 1 or more.'});
	}
	if (faults.length > 0) throw invalid(faults);
	return {url: url as string, format: format as string, width, height};
}

/** Undefined where nothing is asked, NaN where it is no whole number from 1 on. */
function readPixels(value: string | string[] | undefined): number | undefined {
	if (!value || Array.isArray(value)) return undefined;
	return /^\d{1,9}$/.test(value) && Number(value) > 0 ? Number(value) : Number.NaN;
}

/** The script that host pages load, which knows whose tours it shows. */
function embedScript(baseUrl: string): string {
	const style = compileForBrowsers({entryPoints: [pathOf('cover.css')]});
	return compileForBrowsers({
		entryPoints: [pathOf('client.ts')],
		define: {BASE_URL: JSON.stringify(baseUrl), STYLE: JSON.stringify(style)},
	});
}

function pathOf(file: string): string {
	return fileURLToPath(new URL(file, import.meta.url));
}
