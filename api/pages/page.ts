import {readFileSync} from 'node:fs';
import type Koa from 'koa';
import {LANGUAGE_NAMES, matchLanguage, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {fileName} from '../../shared/files/file-store.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {sha256} from '../../shared/ids.ts';

const FONT = readFileSync(new URL('headline.woff2', import.meta.url));
export const HEADLINE_FONT = {path: `/fonts/${fileName('media', FONT, '.woff2')}`, bytes: FONT, type: 'font/woff2'};
/** The font's name in base.css. */
const PLACE = 'url("headline.woff2")';

/** Lets a browser fetch the font together with the page. */
export const FONT_PRELOAD = preload('');

/** The mark: a highlight and its click point. */
export const MARK =
	'<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect x="2" y="5" width="20" height="14" rx="4"/><circle cx="15.5" cy="12" r="3.5"/></svg>';

type PageContent = {
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

type Field = {
	name: string;
	label: string;
	type?: 'text' | 'email' | 'password';
	value?: string;
	/** The kind of value that a browser or a password manager may fill in. */
	autocomplete: string;
	hint?: string;
	/** The fault of the typed value. */
	fault?: string | undefined;
	focus?: boolean;
};

/** Returns a page for the users of the service. Its policy allows one style, its own script, the headline font and the icon, and forbids frames. */
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

/** Sends a page that is kept in no cache and changed by no proxy (see cached-files.ts), and whose address no other site gets in a Referer. */
export function sendPage(ctx: Koa.Context, {html: page, csp}: Page, status = 200): void {
	ctx.set({
		'Content-Security-Policy': csp,
		'Cache-Control': 'no-store, no-transform',
		'Referrer-Policy': 'same-origin',
		Link: FONT_PRELOAD,
	});
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

/** Drawing of the product beside a form: a screenshot, its highlight, the click point, the balloon. */
const PICTURE: Html = trusted(`<div class="picture" aria-hidden="true"><svg viewBox="0 0 640 520">
<rect class="window" x="30" y="40" width="520" height="380" rx="14"/>
<path class="bar" d="M30 84V54a14 14 0 0 1 14-14h492a14 14 0 0 1 14 14v30z"/>
<circle class="dot" cx="54" cy="62" r="5"/><circle class="dot" cx="72" cy="62" r="5"/><circle class="dot" cx="90" cy="62" r="5"/>
<rect class="ghost" x="60" y="116" width="96" height="12" rx="6"/><rect class="ghost" x="60" y="146" width="72" height="12" rx="6"/>
<rect class="ghost" x="60" y="176" width="88" height="12" rx="6"/><rect class="ghost" x="60" y="206" width="64" height="12" rx="6"/>
<path class="rule" d="M190 84v336"/>
<rect class="ghost strong" x="222" y="116" width="168" height="18" rx="9"/>
<rect class="ghost" x="222" y="156" width="292" height="12" rx="6"/><rect class="ghost" x="222" y="182" width="248" height="12" rx="6"/>
<rect class="button" x="238" y="232" width="136" height="44" rx="10"/>
<rect class="halo" x="224" y="218" width="164" height="72" rx="16"/>
<rect class="highlight" x="224" y="218" width="164" height="72" rx="16"/>
<circle class="ripple" cx="342" cy="258" r="24"/><circle class="click" cx="342" cy="258" r="10"/>
<g class="balloon">
<path d="M352 326l18-20 18 20h200a16 16 0 0 1 16 16v122a16 16 0 0 1-16 16H336a16 16 0 0 1-16-16V342a16 16 0 0 1 16-16z"/>
<rect class="title" x="346" y="352" width="150" height="14" rx="7"/>
<rect class="line" x="346" y="382" width="230" height="10" rx="5"/><rect class="line" x="346" y="402" width="188" height="10" rx="5"/>
<circle class="step" cx="352" cy="448" r="4"/><circle class="step here" cx="368" cy="448" r="4"/><circle class="step" cx="384" cy="448" r="4"/><circle class="step" cx="400" cy="448" r="4"/>
<rect class="next" x="508" y="432" width="70" height="30" rx="8"/>
</g>
</svg></div>`);

// Builds the style of the service's own pages. Its one font, for headlines, makes them look equal on every system.

/** Returns these files' style sheet, after the common one, and the policy that it needs. `root`: path of the service. */
export function pageStyle(files: URL[], root = ''): {style: string; policy: string} {
	const style = [new URL('base.css', import.meta.url), ...files]
		.map(url => readFileSync(url, 'utf8'))
		.join('\n')
		.replaceAll(PLACE, `url("${root}${HEADLINE_FONT.path}")`);
	// Firefox counts the icon of a page as a picture of it.
	return {style, policy: `style-src 'sha256-${sha256(style).toString('base64')}'; font-src 'self'; img-src 'self'`};
}

export function preload(root: string): string {
	return `<${root}${HEADLINE_FONT.path}>; rel=preload; as=font; type="${HEADLINE_FONT.type}"; crossorigin`;
}

/** A labelled field; what is wrong with it stands beside it and is read out. */
export function field({name, label, type = 'text', value, autocomplete, hint, fault, focus}: Field): Html {
	const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
	return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${flag(type !== 'text', ' autocapitalize="none" spellcheck="false"')}${
		value ? html` value="${value}"` : null
	}${described ? html` aria-describedby="${described}"` : null}${flag(Boolean(fault), ' aria-invalid="true"')}${flag(Boolean(focus), ' autofocus')}>
${fault ? html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>` : null}
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
</div>`;
}

function flag(set: boolean, attribute: ' autofocus' | ' aria-invalid="true"' | ' autocapitalize="none" spellcheck="false"'): Html | null {
	return set ? {markup: attribute} : null;
}

/** Shows the outcome of the last action, or the fault of the form as a whole. */
export function notice(text: string | undefined, bad = false): Html | null {
	if (!text) return null;
	return bad ? html`<p class="notice bad" role="alert">${text}</p>` : html`<p class="notice" role="status">${text}</p>`;
}
