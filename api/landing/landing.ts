import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {extname} from 'node:path';
import Router from '@koa/router';
import type Koa from 'koa';
import {LANGUAGE_NAMES, PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {AppError} from '../../shared/errors.ts';
import {fileName} from '../../shared/files/file-store.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {landingMessages} from '../../shared/locales/index.ts';
import type {Services} from '../../shared/services/services.ts';
import {sessionOf} from '../auth/session.ts';
import {requestedPart} from '../http/byte-range.ts';
import {compressedSender} from '../http/compressed.ts';
import {languageOf, MARK, pageStyle, preload, READABLE} from '../pages/page.ts';

type LandingOptions = {
	baseUrl: string;
	language: PageLanguage;
	/** Open if anybody may make an account; `signUpPlan` tells if that account can make tours at once. */
	registration: 'open' | 'closed';
	signUpPlan: 'free' | 'pro';
	/** True if the visitor is signed in. */
	isSignedIn?: boolean;
};

/** Path of the tours that the landing page shows. */
export const LANDING_FRAME = '/door';
/** The page's path for people who are signed in: the root shows them the editor. */
const WELCOME = '/welcome';

const REVALIDATED = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The tours that the page at the root shows, in each language: how a tour is made, and one that lets its visitors choose. They are drawn by the
 * player, and kept beside this file (`npm run lab -- landing`).
 */
export const LANDING_TOURS = ['make', 'choose'] as const;
export type LandingTourName = (typeof LANDING_TOURS)[number];

/** A whole page, and its Content-Security-Policy. */
export type LandingTour = {html: string; csp: string};

const FOLDER = new URL('tours/', import.meta.url);
const FONTS = ['latin', 'latin-ext'].map(subset => `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);

/** Returns the page that presents the service: a tour to click through, the features, and a first step for each kind of reader. */
export function landingPage({baseUrl, language, registration, signUpPlan, isSignedIn = false}: LandingOptions): {
	html: string;
	csp: string;
} {
	const words = landingMessages(language);
	// Paths have no host, because the service may have several names, such as localhost.
	const root = pathOf(baseUrl);
	const {style, policy} = pageStyle([new URL('landing.css', import.meta.url)], root);
	const signIn = `${root}/account/sign-in?language=${language}`;
	const signUp = `${root}/account/sign-up?language=${language}`;
	const begin: [url: string, words: string] = isSignedIn
		? [`${root}/`, words.editor]
		: registration === 'closed'
			? [signIn, words.signIn]
			: [signUp, signUpPlan === 'pro' ? words.start : words.signUp];
	const here = root + (isSignedIn ? WELCOME : '/');
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Roteiro · ${words.title}</title>
<meta name="description" content="${words.description}">
<link rel="icon" type="image/svg+xml" href="${root}/favicon.ico">
${PAGE_LANGUAGES.map(other => html`<link rel="alternate" hreflang="${other}" href="${baseUrl}/?language=${other}">`)}
<style>${trusted(style)}</style>
</head>
<body>
<header>
<a class="brand" href="${here}">${trusted(MARK)}Roteiro</a>
<nav class="bar" aria-label="${words.navigation}"><a href="${root}/docs">API</a>${isSignedIn ? null : html`<a href="${signIn}">${words.signIn}</a>`}</nav>
</header>
<main>
<section class="hero">
<div class="pitch">
<h1>${words.headline}</h1>
<p class="lead">${words.lead}</p>
<p><a class="call" href="${begin[0]}">${begin[1]}</a></p>
<ul class="facts">${words.facts.map(fact => html`<li>${fact}</li>`)}</ul>
</div>
<figure>
<iframe src="${root}${LANDING_FRAME}/${landingName(language, 'make')}" title="${words.tour}" allow="fullscreen"></iframe>
<figcaption>${words.tryIt}</figcaption>
</figure>
</section>
<section class="choose">
<div><h2>${words.choose.title}</h2><p>${words.choose.text}</p></div>
<iframe src="${root}${LANDING_FRAME}/${landingName(language, 'choose')}" title="${words.choose.tour}" loading="lazy" allow="fullscreen"></iframe>
</section>
${ways(baseUrl, begin, words)}
<section>
<h2>${words.features.title}</h2>
<ul class="features">${words.features.list.map(([name, text]) => html`<li><h3>${name}</h3><p>${text}</p></li>`)}</ul>
</section>
<section class="agents">
<div><h2>${words.agents.title}</h2><p>${words.agents.text}</p></div>
<pre tabindex="0"><code>${baseUrl}/mcp</code></pre>
</section>
</main>
<footer>
<ul><li><a href="${root}/docs">${words.people.developers.reference}</a></li><li><a href="${root}/openapi.json">openapi.json</a></li><li><a href="${root}/ops/queues">${words.people.operators.queues}</a></li></ul>
<nav aria-label="${words.languages}"><ul>${PAGE_LANGUAGES.map(other => languageLink(here, other, language))}</ul></nav>
</footer>
</body>
</html>
`;
	return {
		html: page.markup,
		csp: `default-src 'none'; ${policy}; frame-src 'self'; ${READABLE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	};
}

/** Returns the kinds of reader, each with the line that starts them. */
function ways(baseUrl: string, [url, call]: [string, string], {people}: ReturnType<typeof landingMessages>): Html {
	const {title, marketing, developers, operators} = people;
	const root = pathOf(baseUrl);
	const command = (line: string) => html`<pre tabindex="0"><code>${line}</code></pre>`;
	const cards: Array<[words: {name: string; text: string}, line: Html]> = [
		[marketing, html`<p><a class="way boxed" href="${url}">${call}</a></p>`],
		[
			developers,
			html`${command(`npx ${baseUrl}/cli.tgz init .
npx ${baseUrl}/cli.tgz publish .`)}<p><a class="way" href="${root}/docs">${developers.reference}</a></p>`,
		],
		[operators, html`${command('npm start')}<p><a class="way" href="${root}/ops/queues">${operators.queues}</a></p>`],
	];
	return html`<section>
<h2>${title}</h2>
<ul class="people">${cards.map(([{name, text}, line]) => html`<li><h3>${name}</h3><p>${text}</p>${line}</li>`)}</ul>
</section>`;
}

function pathOf(baseUrl: string): string {
	return new URL(baseUrl).pathname.replace(/\/$/, '');
}

function languageLink(here: string, language: PageLanguage, current: PageLanguage): Html {
	const name = LANGUAGE_NAMES[language];
	if (language === current) return html`<li><span lang="${language}" aria-current="true">${name}</span></li>`;
	return html`<li><a lang="${language}" hreflang="${language}" href="${here}?language=${language}">${name}</a></li>`;
}

/** The page at the root, the tours that it shows, and their files. */
export function landingRouter(services: Services): Router {
	const {baseUrl, registration, signUpPlan} = services.config;
	const router = new Router();
	const font = preload(pathOf(baseUrl));
	const sendLanding = (isSignedIn: boolean) => {
		const pages = new Map(
			PAGE_LANGUAGES.map(language => {
				const {csp, html} = landingPage({baseUrl, language, registration, signUpPlan, isSignedIn});
				return [language, {csp, send: compressedSender(() => html)}];
			}),
		);
		return (ctx: Koa.Context) => {
			const {csp, send} = pages.get(languageOf(ctx))!;
			ctx.set({'Content-Security-Policy': csp, Link: font});
			ctx.type = 'text/html; charset=utf-8';
			send(ctx, REVALIDATED);
			ctx.vary('Accept-Language');
		};
	};
	const [toStrangers, toOwners] = [sendLanding(false), sendLanding(true)];
	const tours = openTours();

	router.get('/', toStrangers);
	router.get(WELCOME, async ctx => {
		ctx.vary('Cookie');
		const session = await sessionOf(ctx, services);
		(session ? toOwners : toStrangers)(ctx);
	});
	router.get(`${LANDING_FRAME}/media/:name`, ctx => {
		const file = landingFile(String(ctx.params.name));
		if (!file) throw new AppError('not_found');
		ctx.set({'Cache-Control': IMMUTABLE, 'Accept-Ranges': 'bytes'});
		ctx.type = file.type;
		const {length} = file.bytes;
		const part = requestedPart(ctx, length);
		ctx.body = file.bytes;
		if (part === null) return;
		ctx.status = part === 'unsatisfiable' ? 416 : 206;
		ctx.set('Content-Range', part === 'unsatisfiable' ? `bytes */${length}` : `bytes ${part.start}-${part.end}/${length}`);
		ctx.body = part === 'unsatisfiable' ? '' : file.bytes.subarray(part.start, part.end + 1);
	});
	router.get(`${LANDING_FRAME}/:tour`, ctx => {
		const tour = tours.get(String(ctx.params.tour));
		if (!tour) throw new AppError('not_found');
		ctx.set('Content-Security-Policy', tour.csp);
		ctx.type = 'text/html; charset=utf-8';
		tour.send(ctx, REVALIDATED);
	});
	return router;
}

/** Returns every tour by the last part of its path. */
function openTours() {
	const all = LANDING_TOURS.flatMap(tour => PAGE_LANGUAGES.map(language => ({tour, language})));
	return new Map(
		all.map(({tour, language}) => {
			const {csp, html} = landingTour(language, tour);
			return [landingName(language, tour), {csp, send: compressedSender(() => html)}];
		}),
	);
}

/** Returns the last part of a tour's path, which is also the name of its file. */
export const landingName = (language: PageLanguage, tour: LandingTourName) =>
	`${tour === 'make' ? '' : `${tour}-`}${language.toLowerCase()}`;

/** Returns a tour in a language; the English one where that language's was not drawn yet. */
export function landingTour(language: PageLanguage, tour: LandingTourName): LandingTour {
	const [own, english] = ([language, 'en'] as const).map(tag => new URL(`${landingName(tag, tour)}.json`, FOLDER));
	return JSON.parse(readFileSync(existsSync(own!) ? own! : english!, 'utf8'));
}

const TYPES: Record<string, string> = {'.webp': 'image/webp', '.mp3': 'audio/mpeg'};

type LandingFile = {type: string; bytes: Buffer};
let read: Map<string, LandingFile> | null = null;

/** Returns a picture, sound or font of these tours by its name, or null. */
export function landingFile(name: string): LandingFile | null {
	read ??= new Map([...media(), ...fonts()]);
	return read.get(name) ?? null;
}

function media(): Array<[string, LandingFile]> {
	const folder = new URL('media/', FOLDER);
	return readdirSync(folder).map(name => [name, {type: TYPES[extname(name)]!, bytes: readFileSync(new URL(name, folder))}]);
}

/** The fonts are those of the package, under the names that their content gives them. */
function fonts(): Array<[string, LandingFile]> {
	const {resolve} = createRequire(import.meta.url);
	return FONTS.map(path => {
		const bytes = readFileSync(resolve(path));
		return [fileName('media', bytes, '.woff2'), {type: 'font/woff2', bytes}];
	});
}
