import type Koa from 'koa';

/** Scripts of any origin may read the response, an error too: no cookie counts here. To be said before anything can fail. */
export function allowAnyOrigin(ctx: Koa.Context, exposed?: string): void {
	ctx.set('Access-Control-Allow-Origin', '*');
	if (exposed) ctx.set('Access-Control-Expose-Headers', exposed);
}

/** Headers of what scripts of any origin may read and their pages may show: it never depends on who looks. */
export const EMBEDDABLE = {'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin'};

/** The same, to be said before anything can fail. */
export function allowEmbedding(ctx: Koa.Context): void {
	ctx.set(EMBEDDABLE);
}

/**
 * Headers of what pages of any origin may show in a frame, those too that are cross-origin isolated: a browser asks that of everything in them, errors as well.
 * `elsewhere`: what the page loads from another host, a bucket for example, cannot say so itself, and is loaded without credentials.
 */
export function framable(elsewhere = false): Record<string, string> {
	return {
		'Cross-Origin-Resource-Policy': 'cross-origin',
		'Cross-Origin-Embedder-Policy': elsewhere ? 'credentialless' : 'require-corp',
	};
}
