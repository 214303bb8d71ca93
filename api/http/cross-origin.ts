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
