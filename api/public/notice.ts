import {readFileSync} from 'node:fs';
import type Koa from 'koa';
import {type Html, html, trusted} from '../../shared/html.ts';
import {sha256} from '../../shared/ids.ts';
import {framable} from '../http/cross-origin.ts';

const STYLE = readFileSync(new URL('notice.css', import.meta.url), 'utf8');

type Notice = {html: string; csp: string};

/** A page that stands where a tour would, framed like it, and loads nothing. `more`: style beside its own; `formAction`: of its policy. */
export function renderNotice({
	language,
	title,
	body,
	more = '',
	formAction = "'none'",
}: {
	language: string;
	title: string;
	body: Html;
	more?: string;
	formAction?: string;
}): Notice {
	const style = STYLE + more;
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
	const hash = sha256(style).toString('base64');
	const csp = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors *; base-uri 'none'; form-action ${formAction}`;
	return {html: page.markup, csp};
}

export function sendNotice(ctx: Koa.Context, status: number, {html, csp}: Notice): void {
	ctx.status = status;
	ctx.type = 'text/html; charset=utf-8';
	ctx.set({...framable(), 'Content-Security-Policy': csp, 'Cache-Control': 'no-store'});
	ctx.body = html;
}
