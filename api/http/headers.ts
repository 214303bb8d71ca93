import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';

/** Seconds: a year, the least that browsers' preload lists require. */
const HSTS_SECONDS = 31_536_000;

/** Lets scripts of any origin read the response, since no cookie counts here. Call it first, so that errors have the header too. */
export function allowAnyOrigin(ctx: Koa.Context, exposed?: string): void {
	ctx.set('Access-Control-Allow-Origin', '*');
	if (exposed) ctx.set('Access-Control-Expose-Headers', exposed);
}

/** Headers that let any origin read and show the response, which is equal for all callers. */
export const EMBEDDABLE = {'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin'};

/** Sets these headers. Call it first, so that errors have them too. */
export function allowEmbedding(ctx: Koa.Context): void {
	ctx.set(EMBEDDABLE);
}

/**
 * Headers that let pages of any origin show the response in a frame, even cross-origin isolated pages: browsers require them of everything inside, errors too.
 * `elsewhere`: the page loads files from another host, such as a bucket, which cannot set the headers; they are loaded without credentials.
 */
export function framable(elsewhere = false): Record<string, string> {
	return {
		'Cross-Origin-Resource-Policy': 'cross-origin',
		'Cross-Origin-Embedder-Policy': elsewhere ? 'credentialless' : 'require-corp',
	};
}

/**
 * Throws `foreign_origin` (403) unless a page of ours makes this call: the browser must name an origin, and it must be ours. Reading needs
 * no such proof, since other sites' pages cannot see the response.
 */
export function requireSameOrigin(ctx: Pick<Koa.Context, 'method' | 'get'>, baseUrl: string): void {
	if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
	const origin = ctx.get('origin');
	const site = ctx.get('sec-fetch-site');
	// A proxy's `Referrer-Policy: no-referrer` makes browsers hide the origin of our own forms. Only our pages can send same-origin.
	const isHidden = origin === 'null' && site === 'same-origin';
	if (origin && !isHidden && origin !== new URL(baseUrl).origin) throw new AppError('foreign_origin');
	if (site && site !== 'same-origin') throw new AppError('foreign_origin');
	if (!origin && !site) throw new AppError('foreign_origin');
}

/** Headers of every response, unless a page sets its own because it may be framed or needs more. */
export function securityHeaders(baseUrl: string): Record<string, string> {
	return {
		'X-Content-Type-Options': 'nosniff',
		'Referrer-Policy': 'strict-origin-when-cross-origin',
		'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
		// For this host alone: what stands under other names of the domain is not ours to decide about.
		...(baseUrl.startsWith('https:') && {'Strict-Transport-Security': `max-age=${HSTS_SECONDS}`}),
	};
}
