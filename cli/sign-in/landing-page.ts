import {createHash} from 'node:crypto';
import {matchLanguage} from '../../shared/contract/page-language.ts';
import type {Command} from '../../shared/locales/language.ts';
import {COMMAND} from '../../shared/locales/languages.ts';

/** How a sign-in ended. */
export type Said = keyof Command['signedIn'];

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f6f7f9,#16181d);color:light-dark(#1b1f27,#eef0f4);font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:1rem;padding:2rem;border:1px solid light-dark(#dfe3ea,#333945);border-radius:14px;background:light-dark(#fff,#1d2027)}
b{color:light-dark(#1d4e89,#8ab8f0)}
h1{margin:.5rem 0;font-size:1.4rem;line-height:1.25}
p{margin:0;color:light-dark(#545b69,#a9b0bd)}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Returns the page at the end of a sign-in, in the browser's language; English if that is none of ours. */
export function landingPage(said: Said, accepted: string | undefined): {html: string; headers: Record<string, string>} {
	const wanted =
		(accepted ?? '')
			.split(',')
			.map(range => matchLanguage(range.split(';')[0]!.trim()))
			.find(Boolean) ?? 'en';
	const {title, text} = COMMAND[wanted].signedIn[said];
	const html = `<!DOCTYPE html>
<html lang="${wanted}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Roteiro</title><link rel="icon" href="data:,"><style>${STYLE}</style>
<main><b>Roteiro</b><h1>${title}</h1><p>${text}</p></main></html>
`;
	return {
		html,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Content-Security-Policy': POLICY,
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
			Connection: 'close',
		},
	};
}
