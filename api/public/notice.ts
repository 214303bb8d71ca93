import {readFileSync} from 'node:fs';
import type Koa from 'koa';
import {type Html, html, trusted} from '../../shared/html.ts';
import {sha256} from '../../shared/ids.ts';
import {FRAMED} from '../../shared/tour/embed.ts';
import {framable} from '../http/headers.ts';

const STYLE = readFileSync(new URL('notice.css', import.meta.url), 'utf8');

/** Style of notices, and the policy that allows just this. */
type Look = {style: string; csp: string};
type Notice = {html: string; csp: string};

/** Returns the look of notices with more style than their own, and with forms that may be sent to this place. */
export function noticeLook(more = '', formAction = "'none'"): Look {
	const style = STYLE + more;
	const hash = sha256(style).toString('base64');
	return {
		style,
		csp: `default-src 'none'; style-src 'sha256-${hash}'; ${FRAMED}; base-uri 'none'; form-action ${formAction}`,
	};
}

/** A page that stands where a tour would, framed like it, and loads nothing. */
export function renderNotice({style, csp}: Look, {language, title, body}: {language: string; title: string; body: Html}): Notice {
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<style>${trusted(style)}</style>
</head>
<body>${body}</body>
</html>
`;
	return {html: page.markup, csp};
}

export function sendNotice(ctx: Koa.Context, status: number, {html, csp}: Notice): void {
	ctx.status = status;
	ctx.type = 'text/html; charset=utf-8';
	ctx.set({...framable(), 'Content-Security-Policy': csp, 'Cache-Control': 'no-store'});
	ctx.body = html;
}
