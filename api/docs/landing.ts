import {escapeHtml} from '../../shared/html.ts';
import {MARK} from '../pages/brand.ts';
import {PAGE_CSP, PAGE_STYLE} from './reference.ts';

/** The page at `/`: what this is, and where to go from here. */
export function landingPage({baseUrl}: {baseUrl: string}): {html: string; csp: string} {
	const url = escapeHtml(baseUrl);
	const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Roteiro</title>
<meta name="description" content="Interactive step-by-step tours from screenshots.">
<style>${PAGE_STYLE}</style>
</head>
<body class="landing">
<main>
<header><p class="brand">${MARK}Roteiro</p><a href="${url}/account">Sign in</a></header>
<h1>Interactive tours from screenshots</h1>
<p>This service keeps tours: ordered screenshots, each with a highlight, a click point and a few words. A tour is made over a REST API and published to a permanent link under <code>/p</code>.</p>
<ul>
<li><a href="${url}/docs"><strong>API reference</strong><span>Every operation with its fields, limits, answers and a call to paste.</span></a></li>
<li><a href="${url}/openapi.json"><strong>openapi.json</strong><span>The same as OpenAPI 3.1, for generators and agents.</span></a></li>
<li><a href="${url}/cli.tgz"><strong>From a folder</strong><span><code>npx ${url}/cli.tgz init ./screenshots</code>, then <code>publish</code>.</span></a></li>
<li><a href="${url}/ops/queues"><strong>Queues</strong><span>The work in the background; asks for the operator's password.</span></a></li>
</ul>
<h2>A first call</h2>
<pre tabindex="0"><code>KEY=rt_live_…
curl "${url}/v1/tours" -H "Authorization: Bearer $KEY"</code></pre>
<p><code>npm start</code> prints where the demo key lies. The walk in the README goes on from here: six screenshots, a theme, an end card, a public link.</p>
</main>
</body>
</html>
`;
	return {html, csp: PAGE_CSP};
}
