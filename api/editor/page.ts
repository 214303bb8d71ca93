import {html} from '../../shared/html.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import type {Bundle} from './bundle.ts';

/** Paths that serve the files of the editor. */
export const ASSETS = '/app/assets';
export const STAGE = '/app/stage';
export const PREVIEW = '/app/preview';

/** `media`: the host of pictures and sounds if `MEDIA_URL` names another, else empty. */
type Policy = (media: string) => string;
const at = (media: string) => (media ? ` ${media}` : '');

/** Allows only content that this service serves; `blob:` is for dropped pictures that are not stored yet. */
export const editorPolicy: Policy = media =>
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
export const stagePolicy: Policy = media =>
	`default-src 'none'; img-src 'self' blob:${at(media)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** Policy of the whole player in a frame of the editor: it runs, shows and plays, but can send nothing, so that nothing is counted. */
export const previewPolicy: Policy = media =>
	`default-src 'none'; script-src 'self'; img-src 'self' blob:${at(media)}; media-src 'self' blob:${at(media)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** The screen's source by the page's path; where it is known, it is requested together with the page. */
const SCREENS: Array<[RegExp, string]> = [
	[/^\/$/, 'editor/tours/tours-screen.tsx'],
	[/\/statistics$/, 'editor/statistics/statistics-screen.tsx'],
	[/^\/leads$/, 'editor/leads/leads-screen.tsx'],
	[/^\/settings\b/, 'editor/settings/settings-screen.tsx'],
	[/^\/tours\/[^/]+$/, 'editor/edit/edit-screen.tsx'],
	[/^\/tours\/[^/]+\/(?:theme|cards)$/, 'editor/appearance/index.ts'],
	[/^\/bin$/, 'editor/tours/bin-screen.tsx'],
];

/** The page that the editor runs in, at that path. Who is signed in stands in it, so that nothing has to be asked for first. */
export function editorPage(
	{script, style, words, font, parts}: Bundle,
	{id, name, email, plan, administrator, hasPassword, language}: SessionInfo['account'],
	path: string,
): string {
	const screen = SCREENS.find(([pattern]) => pattern.test(path))?.[1] ?? '';
	const needed = new Set([words[language]!, ...(parts.get('editor/main.tsx') ?? []), ...(parts.get(screen) ?? [])]);
	needed.delete(script);
	const url = (file: string) => `${ASSETS}/${file}`;
	return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
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
export const STAGE_PAGE =
	'<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Roteiro</title></head><body></body></html>\n';

/** Returns the page that runs the player; its script takes the tour from the surrounding editor. */
export function previewPage({preview}: Bundle): string {
	return html`<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Roteiro</title><script type="module" src="${ASSETS}/${preview}"></script></head><body></body></html>
`.markup;
}
