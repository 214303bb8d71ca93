import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {type Html, html, oneLine} from '../../shared/html.ts';
import type {Words} from './words.ts';

export type HeadOptions = {pageUrl: string; coverUrl: string; oembedUrl: string | null; preview: boolean};

/** What other programs read of a page: search engines, messengers that show a card for the link, readers of oEmbed. */
export function headTags(
	{title: given, language, steps}: Snapshot,
	{pageUrl, coverUrl, oembedUrl, preview}: HeadOptions,
	words: Words,
): Html {
	const title = oneLine(given);
	const description = shorten(oneLine(steps.find(step => step.text)?.text ?? ''), 160) || words.description(title, steps.length);
	const oembed = oembedUrl && html`<link rel="alternate" type="application/json+oembed" href="${oembedUrl}" title="${title}">`;
	return html`<title>${title}</title>
<meta name="description" content="${description}">
${preview ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${pageUrl}">`}
<meta property="og:type" content="website"><meta property="og:url" content="${pageUrl}"><meta property="og:locale" content="${language.replace('-', '_')}">
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:image" content="${coverUrl}"><meta property="og:image:type" content="image/jpeg"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="${title}"><meta name="twitter:description" content="${description}"><meta name="twitter:image" content="${coverUrl}">
${oembed}`;
}

function shorten(text: string, length: number): string {
	const letters = [...text];
	if (letters.length <= length) return text;
	return `${letters
		.slice(0, length - 1)
		.join('')
		.replace(/\s+\S*$/, '')}…`;
}
