import type Koa from 'koa';

/** What comes along from page to page in the query. */
const KEPT = ['next', 'language', 'token'] as const;

/** Path of a page of the account, with what the query of this one has to hand on. */
export function withQuery(
	ctx: Pick<Koa.Context, 'query'>,
	path: string,
	names: ReadonlyArray<(typeof KEPT)[number]> = ['next', 'language'],
): string {
	const kept = names.flatMap(name => {
		const value = ctx.query[name];
		return typeof value === 'string' && value ? [[name, value]] : [];
	});
	return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;
}

/** Where somebody goes once they are signed in: a page of ours that was asked for before, else the editor, which sends a free account on to its pages. Always an absolute URL. */
export function returnUrl(ctx: Pick<Koa.Context, 'query'>, baseUrl: string): string {
	const {next} = ctx.query;
	const home = `${baseUrl}/`;
	if (typeof next !== 'string' || !next.startsWith('/')) return home;
	const url = URL.parse(next, baseUrl);
	// A path like //elsewhere names another host.
	return url?.origin === new URL(baseUrl).origin ? url.href : home;
}

/** Goes on to another page, which is read anew. */
export function seeOther(ctx: Koa.Context, url: string): void {
	ctx.status = 303;
	ctx.set({Location: url, 'Cache-Control': 'no-store'});
	ctx.body = null;
	ctx.status = 303;
}
