import type Koa from 'koa';

/** Scripts of any origin may read the response, an error too: no cookie counts here. To be said before anything can fail. */
export function allowAnyOrigin(ctx: Koa.Context, exposed?: string): void {
	ctx.set('Access-Control-Allow-Origin', '*');
	if (exposed) ctx.set('Access-Control-Expose-Headers', exposed);
}

/** The same, and pages of any origin may show it as a resource of theirs: it never depends on who looks. */
export function allowEmbedding(ctx: Koa.Context): void {
	allowAnyOrigin(ctx);
	ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * Pages of any origin may show this one in a frame, those too that are cross-origin isolated: a browser asks that of everything in them, errors as well.
 * `elsewhere`: what the page loads from another host, a bucket for example, cannot say so itself, and is loaded without credentials.
 */
export function allowFraming(ctx: Koa.Context, {elsewhere = false} = {}): void {
	ctx.set({
		'Cross-Origin-Resource-Policy': 'cross-origin',
		'Cross-Origin-Embedder-Policy': elsewhere ? 'credentialless' : 'require-corp',
	});
}
