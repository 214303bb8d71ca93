import {readFileSync} from 'node:fs';
import {PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {sha256} from '../../shared/ids.ts';
import {doorMessages} from '../../shared/locales/index.ts';
import {MARK} from '../pages/brand.ts';
import {LANGUAGE_NAMES} from '../pages/page.ts';

export type LandingOptions = {
	baseUrl: string;
	language: PageLanguage;
	/** Whether anybody may make an account, and whether that can make tours at once. */
	registration: 'open' | 'closed';
	signUpPlan: 'free' | 'pro';
};

/** Where the tour that the page shows is served. */
export const DOOR = '/door';

const STYLE = [new URL('../pages/base.css', import.meta.url), new URL('landing.css', import.meta.url)]
	.map(url => readFileSync(url, 'utf8'))
	.join('\n');
const CSP = [
	"default-src 'none'",
	`style-src 'sha256-${sha256(STYLE).toString('base64')}'`,
	"img-src 'self'",
	"frame-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** The page at the root for whoever is not signed in: a tour that shows what this is, who it is for, and the ways in. */
export function landingPage({baseUrl, language, registration, signUpPlan}: LandingOptions): {html: string; csp: string} {
	const words = doorMessages(language);
	const signIn = `${baseUrl}/account/sign-in?language=${language}`;
	const begin = registration === 'open' ? `${baseUrl}/account/sign-up?language=${language}` : signIn;
	const call = registration === 'closed' ? words.signIn : signUpPlan === 'pro' ? words.start : words.signUp;
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Roteiro · ${words.title}</title>
<meta name="description" content="${words.description}">
<link rel="icon" type="image/svg+xml" href="${baseUrl}/favicon.ico">
${PAGE_LANGUAGES.map(other => html`<link rel="alternate" hreflang="${other}" href="${baseUrl}/?language=${other}">`)}
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<a class="brand" href="${baseUrl}/">${trusted(MARK)}Roteiro</a>
<nav aria-label="${words.navigation}"><a href="${baseUrl}/docs">API</a><a href="${signIn}">${words.signIn}</a></nav>
</header>
<main>
<section class="hero">
<div class="pitch">
<h1>${words.headline}</h1>
<p>${words.lead}</p>
<p><a class="call" href="${begin}">${call}</a></p>
<ul class="facts">${words.facts.map(fact => html`<li>${fact}</li>`)}</ul>
</div>
<iframe src="${baseUrl}${DOOR}/${language}" title="${words.tour}" allow="fullscreen"></iframe>
</section>
<section>
<h2>${words.forWhom}</h2>
<ul class="people">${words.people.map(({name, text}) => html`<li><h3>${name}</h3><p>${text}</p></li>`)}</ul>
</section>
${waysIn(baseUrl, words)}
</main>
<footer aria-label="${words.languages}"><ul>${PAGE_LANGUAGES.map(other => languageLink(baseUrl, other, language))}</ul></footer>
</body>
</html>
`;
	return {html: page.markup, csp: CSP};
}

function waysIn(baseUrl: string, words: ReturnType<typeof doorMessages>): Html {
	const {reference, openapi, queues} = words.links;
	const links: Array<[path: string, words: string[]]> = [
		['/docs', reference],
		['/openapi.json', openapi],
		['/ops/queues', queues],
	];
	return html`<section class="ways">
<div><h2>${words.agents}</h2><p>${words.agentsText}</p><pre tabindex="0"><code>${baseUrl}/mcp</code></pre></div>
<div><h2>${words.folder}</h2><pre tabindex="0"><code>npx ${baseUrl}/cli.tgz init ./screenshots
npx ${baseUrl}/cli.tgz publish ./screenshots</code></pre></div>
</section>
<section class="developers">
<h2>${words.developers}</h2>
<ul>${links.map(([path, [name, text]]) => html`<li><a href="${baseUrl}${path}"><strong>${name}</strong></a> <span>${text}</span></li>`)}</ul>
</section>`;
}

function languageLink(baseUrl: string, language: PageLanguage, current: PageLanguage): Html {
	const name = LANGUAGE_NAMES[language];
	if (language === current) return html`<li><span lang="${language}" aria-current="true">${name}</span></li>`;
	return html`<li><a lang="${language}" hreflang="${language}" href="${baseUrl}/?language=${language}">${name}</a></li>`;
}
