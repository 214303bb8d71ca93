import type Koa from 'koa';

/** Parameters of the query that go along from page to page. */
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

/**
 * Returns the absolute URL to go to after sign-in: the page of ours that was requested, else the editor, which sends a free account on to
 * its settings.
 */
export function returnUrl(ctx: Pick<Koa.Context, 'query'>, baseUrl: string): string {
	const {next} = ctx.query;
	const home = `${baseUrl}/`;
	if (typeof next !== 'string' || !next.startsWith('/')) return home;
	const url = URL.parse(next, baseUrl);
	// A path like //elsewhere names another host.
	return url?.origin === new URL(baseUrl).origin ? url.href : home;
}

/** Redirects to another page by GET. */
export function seeOther(ctx: Koa.Context, url: string): void {
	ctx.status = 303;
	ctx.set({Location: url, 'Cache-Control': 'no-store'});
	ctx.body = null;
	ctx.status = 303;
}
