import Router from '@koa/router';
import type Koa from 'koa';
import {AppError} from '../../shared/errors.ts';
import {html} from '../../shared/html.ts';
import type {Services} from '../../shared/services/services.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {otherOrigin} from '../../shared/tour/urls.ts';
import {sessionOf} from '../auth/session.ts';
import {encodingFor} from '../http/compressed.ts';
import {seeOther} from '../pages/redirect.ts';
import {type Bundle, editorBundle} from './bundle.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The paths at which the editor opens beside the root; its script chooses the screen. */
const SCREENS = ['/tours/:id', '/tours/:id/theme', '/tours/:id/cards', '/tours/:id/statistics', '/bin', '/statistics'];
/** Screens that are open on any plan: an account's leads and settings belong to its owner, paying or not. */
const OPEN_SCREENS = ['/leads', '/settings', '/settings/:section'];

/** Paths that serve the files of the editor. */
const ASSETS = '/app/assets';
export const STAGE = '/app/stage';
export const PREVIEW = '/app/preview';

/** `media`: the host of pictures and sounds if `MEDIA_URL` names another, else empty. */
type Policy = (media: string) => string;

/** Serves the editor to signed-in people. Others get the next middleware at the root, and the sign-in elsewhere. */
export function editorRouter(services: Services): Router {
	const router = new Router();
	const {baseUrl} = services.config;
	const media = otherOrigin(services.config);
	const policy = editorPolicy(media);

	router.get('/', async (ctx, next) => {
		ctx.vary('Cookie');
		const session = await sessionOf(ctx, services);
		if (!session) return next();
		if (!mayOpen('/', session)) return seeOther(ctx, baseUrl + insteadFor(session));
		await sendEditor(ctx, session.account, policy);
	});
	for (const path of [...SCREENS, ...OPEN_SCREENS]) {
		router.get(path, async ctx => {
			const session = await sessionOf(ctx, services);
			if (!session) return seeOther(ctx, `${baseUrl}/account/sign-in?${new URLSearchParams({next: ctx.path})}`);
			if (!mayOpen(path, session)) return seeOther(ctx, baseUrl + insteadFor(session));
			await sendEditor(ctx, session.account, policy);
		});
	}
	const frames: Array<[path: string, policy: string, page: () => string | Promise<string>]> = [
		[STAGE, stagePolicy(media), () => STAGE_PAGE],
		[PREVIEW, previewPolicy(media), async () => previewPage(await editorBundle())],
	];
	for (const [path, policy, page] of frames) {
		router.get(path, async ctx => {
			if (!(await sessionOf(ctx, services))) throw new AppError('invalid_credential');
			ctx.set({'Content-Security-Policy': policy, 'Cache-Control': 'private, no-cache'});
			ctx.type = 'text/html; charset=utf-8';
			ctx.body = await page();
		});
	}
	router.get(`${ASSETS}/:name`, sendAsset);
	return router;
}

/** A free account opens some of the screens; one that is to be deleted none. */
function mayOpen(path: string, {account}: SessionInfo): boolean {
	return account.deletionDueAt === null && (account.plan !== 'free' || OPEN_SCREENS.includes(path));
}

/** Returns the page that an account is sent to which may not open a screen. */
function insteadFor({account}: SessionInfo): string {
	return account.deletionDueAt ? '/account/closing' : '/settings/limits';
}

async function sendEditor(ctx: Koa.Context, account: Parameters<typeof editorPage>[1], policy: string): Promise<void> {
	ctx.set({'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin'});
	ctx.type = 'text/html; charset=utf-8';
	ctx.body = editorPage(await editorBundle(), account, ctx.path);
}

async function sendAsset(ctx: Koa.Context): Promise<void> {
	const found = (await editorBundle()).assets.get(String(ctx.params.name));
	// Another process may run another version and serve a file of this name.
	if (!found) throw new AppError('not_found', {headers: {'Cache-Control': 'no-store'}});
	const encoding = encodingFor(ctx.get('Accept-Encoding'));
	const bytes = encoding ? found.bytes[encoding] : undefined;
	ctx.set({'Cache-Control': IMMUTABLE, Vary: 'Accept-Encoding'});
	if (encoding && bytes) ctx.set('Content-Encoding', encoding);
	ctx.type = found.type;
	ctx.body = bytes ?? found.bytes.identity;
}

const at = (media: string) => (media ? ` ${media}` : '');

/** Allows only content that this service serves; `blob:` is for dropped pictures that are not stored yet. */
const editorPolicy: Policy = media =>
	[
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		`img-src 'self' blob:${at(media)}`,
		`media-src 'self' blob:${at(media)}`,
		"font-src 'self'",
		"connect-src 'self'",
		"frame-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');

/** The stage is written and dressed by the editor around it; it runs nothing and asks for pictures and fonts alone. */
const stagePolicy: Policy = media =>
	`default-src 'none'; img-src 'self' blob:${at(media)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** Policy of the whole player in a frame of the editor: it runs, shows and plays, but can send nothing, so that nothing is counted. */
const previewPolicy: Policy = media =>
	`default-src 'none'; script-src 'self'; img-src 'self' blob:${at(media)}; media-src 'self' blob:${at(media)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** The screen's source by the page's path; where it is known, it is requested together with the page. */
const SCREEN_FILES: Array<[RegExp, string]> = [
	[/^\/$/, 'editor/tours/tours-screen.tsx'],
	[/\/statistics$/, 'editor/statistics/statistics-screen.tsx'],
	[/^\/leads$/, 'editor/leads/leads-screen.tsx'],
	[/^\/settings\b/, 'editor/settings/settings-screen.tsx'],
	[/^\/tours\/[^/]+$/, 'editor/edit/edit-screen.tsx'],
	[/^\/tours\/[^/]+\/(?:theme|cards)$/, 'editor/appearance/index.ts'],
	[/^\/bin$/, 'editor/tours/bin-screen.tsx'],
];

/** The page that the editor runs in, at that path. Who is signed in stands in it, so that nothing has to be asked for first. */
function editorPage(
	{script, style, words, font, parts}: Bundle,
	{id, name, email, plan, administrator, hasPassword, language}: SessionInfo['account'],
	path: string,
): string {
	const screen = SCREEN_FILES.find(([pattern]) => pattern.test(path))?.[1] ?? '';
	const needed = new Set([words[language]!, ...(parts.get('editor/main.tsx') ?? []), ...(parts.get(screen) ?? [])]);
	needed.delete(script);
	const url = (file: string) => `${ASSETS}/${file}`;
	return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>Roteiro</title>
<meta name="robots" content="noindex">
<meta name="account" content="${JSON.stringify({id, name, email, plan, administrator, hasPassword, language})}">
<meta name="theme-color" media="(prefers-color-scheme:light)" content="#F7F7F5"><meta name="theme-color" media="(prefers-color-scheme:dark)" content="#101216">
<link rel="preload" as="font" type="font/woff2" href="${url(font)}" crossorigin>
<link rel="stylesheet" href="${url(style)}">
${[...needed].map(
	file => html`<link rel="modulepreload" href="${url(file)}">
`,
)}<script type="module" src="${url(script)}"></script>
</head>
<body>
<div id="app"></div>
</body>
</html>
`.markup;
}

/** The page into which the editor writes a step of the player. */
const STAGE_PAGE =
	'<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Roteiro</title></head><body></body></html>\n';

/** Returns the page that runs the player; its script takes the tour from the surrounding editor. */
function previewPage({preview}: Bundle): string {
	return html`<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Roteiro</title><script type="module" src="${ASSETS}/${preview}"></script></head><body></body></html>
`.markup;
}
