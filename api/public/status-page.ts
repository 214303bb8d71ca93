import {readFileSync} from 'node:fs';
import {matchLanguage} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {statusMessages} from '../../shared/locales/index.ts';

export type StatusPageKind = 'not_found' | 'taken_down' | 'expired';

const STYLE = readFileSync(new URL('notice.css', import.meta.url), 'utf8');

const CSP = `default-src 'none'; style-src 'sha256-${sha256(STYLE).toString('base64')}'; frame-ancestors *; base-uri 'none'; form-action 'none'`;

/** The page behind a link that shows no tour. It loads nothing; English where we do not write the language (BCP 47). */
export function renderStatusPage({kind, language}: {kind: StatusPageKind; language: string}): {html: string; csp: string} {
	const written = matchLanguage(language) ?? 'en';
	const {title, text} = statusMessages(written)[kind];
	const html = `<!DOCTYPE html>
<html lang="${written}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<style>${STYLE}</style>
</head>
<body><main><i></i><h1>${title}</h1><p>${text}</p></main></body>
</html>
`;
	return {html, csp: CSP};
}
