import type Koa from 'koa';
import {LANGUAGE_NAMES, matchLanguage, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {sha256} from '../../shared/ids.ts';
import {PICTURE} from './illustration.ts';
import {FONT_PRELOAD, pageStyle} from './style.ts';

/** The mark: a highlight and its click point. */
export const MARK =
	'<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect x="2" y="5" width="20" height="14" rx="4"/><circle cx="15.5" cy="12" r="3.5"/></svg>';

export type PageContent = {
	title: string;
	language: PageLanguage;
	body: Html;
	/** Path of this page, by which its other languages are reached; absent where it has only one. */
	here?: string;
	/** Text for search engines; without one, the page has noindex. */
	description?: string;
	/** Room for lists, without the picture beside it. */
	wide?: boolean;
	/** True for a form whose response leads on to another origin, as signing in for an app does: browsers count that as sending to it. */
	leadsElsewhere?: boolean;
	/** The page's only script. */
	script?: string;
};
export type Page = {html: string; csp: string};

const {style: STYLE, policy} = pageStyle([new URL('page.css', import.meta.url)]);
const CSP = `default-src 'none'; ${policy}; base-uri 'none'; frame-ancestors 'none'`;
/** Lets tools that audit a page for search engines read robots.txt from within it. */
export const READABLE = "connect-src 'self'";

/** Returns a page for the users of the service. Its policy allows one style, its own script and the headline font, and forbids frames. */
export function renderPage({title, language, body, here, description, wide, leadsElsewhere, script}: PageContent): Page {
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Roteiro</title>
${description ? html`<meta name="description" content="${description}">` : html`<meta name="robots" content="noindex">`}
<style>${trusted(STYLE)}</style>
</head>
<body class="${wide ? 'wide' : 'narrow'}">
<div class="sheet">
<header><a class="brand" href="/">${trusted(MARK)}Roteiro</a></header>
<main>
${body}
</main>
${here ? languages(here, language) : null}
</div>
${wide ? null : PICTURE}
${script ? html`<script>${trusted(script)}</script>` : null}</body>
</html>
`;
	const scripts = script && `script-src 'sha256-${sha256(script).toString('base64')}'`;
	const csp = [CSP, !leadsElsewhere && "form-action 'self'", description && READABLE, scripts].filter(Boolean).join('; ');
	return {html: page.markup, csp};
}

/** Sends a page that is kept in no cache, and whose address no other site gets in a Referer. */
export function sendPage(ctx: Koa.Context, {html: page, csp}: Page, status = 200): void {
	ctx.set({'Content-Security-Policy': csp, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', Link: FONT_PRELOAD});
	ctx.status = status;
	ctx.type = 'text/html; charset=utf-8';
	ctx.body = page;
}

/** The language that is asked for in messages, else by the browser. */
export function languageOf(ctx: Pick<Koa.Context, 'query' | 'acceptsLanguages'>): PageLanguage {
	const asked = PAGE_LANGUAGES.find(language => language === ctx.query.language);
	if (asked) return asked;
	for (const tag of [ctx.acceptsLanguages()].flat()) {
		const ours = matchLanguage(String(tag));
		if (ours) return ours;
	}
	return 'en';
}

function languages(here: string, current: PageLanguage): Html {
	const links = PAGE_LANGUAGES.map(language => {
		const name = LANGUAGE_NAMES[language];
		if (language === current) return html`<li><span lang="${language}" aria-current="true">${name}</span></li>`;
		const url = `${here}${here.includes('?') ? '&' : '?'}language=${language}`;
		return html`<li><a lang="${language}" hreflang="${language}" href="${url}">${name}</a></li>`;
	});
	return html`<footer><ul class="languages">${links}</ul></footer>`;
}
