import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';

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
