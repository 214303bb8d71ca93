import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html, oneLine, trusted} from '../../../shared/html.ts';
import type {Messages} from '../../../shared/locales/messages.ts';
import {COVER, PROVIDER} from '../../../shared/tour/embed.ts';
import {canonicalLanguage} from '../../../shared/tour/language/language-tag.ts';
import {unmarked} from '../../../shared/tour/marked.ts';
import {mainPath} from '../../../shared/tour/paths/graph.ts';

export type HeadOptions = {
	pageUrl: string;
	coverUrl: string;
	/** URL for oEmbed; null for a preview, which must not be embedded. */
	oembedUrl: string | null;
	preview: boolean;
	/** Path before `/favicon.ico` and `/media/`: '' or '/prefix'. */
	basePath: string;
};

/** Code points that search engines and messengers show of a title, a description, and a step's name. */
const SHOWN = {title: 200, description: 160, step: 200};

/** Renders the tags for other programs: search engines, messengers with link previews, readers of oEmbed. */
export function headTags(snapshot: Snapshot, options: HeadOptions, words: Messages['player']): Html {
	const {pageUrl, coverUrl, oembedUrl, preview, basePath} = options;
	const {language} = snapshot;
	const {title, description} = namesOf(snapshot, words);
	const locale = localeOf(language);
	const oembed = oembedUrl && html`<link rel="alternate" type="application/json+oembed" href="${oembedUrl}" title="${title}">`;
	return html`<title>${title}</title>
<meta name="description" content="${description}">
${preview ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${pageUrl}">`}
<link rel="icon" type="image/svg+xml" href="${basePath}/favicon.ico">
<meta property="og:type" content="website"><meta property="og:site_name" content="${PROVIDER}"><meta property="og:url" content="${pageUrl}">${locale && html`<meta property="og:locale" content="${locale}">`}
<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">
<meta property="og:image" content="${coverUrl}"><meta property="og:image:type" content="image/jpeg"><meta property="og:image:width" content="${COVER.width}"><meta property="og:image:height" content="${COVER.height}"><meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="${title}"><meta name="twitter:description" content="${description}"><meta name="twitter:image" content="${coverUrl}"><meta name="twitter:image:alt" content="${title}">
${oembed}${!preview && html`<script type="application/ld+json">${structure(snapshot, title, options, words)}</script>`}`;
}

/** Renders the tags of a page without a URL: its title and description. The empty icon keeps browsers from asking for one. */
export function loneHeadTags(snapshot: Snapshot, words: Messages['player']): Html {
	const {title, description} = namesOf(snapshot, words);
	return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="data:,">`;
}

function namesOf({title: given, steps}: Snapshot, words: Messages['player']): {title: string; description: string} {
	const title = inWords(given, SHOWN.title) || 'Tour';
	const said = steps.find(({text}) => inWords(text, 1))?.text;
	return {
		title,
		description: inWords(said, SHOWN.description) || inWords(words.description(title, mainPath(steps).length), SHOWN.description),
	};
}

/** Returns the tour as schema.org has it: instructions, step by step. */
function structure({steps, language}: Snapshot, name: string, {pageUrl, coverUrl}: HeadOptions, words: Messages['player']): Html {
	const step = steps.map((one, index) => ({
		'@type': 'HowToStep',
		name: nameOf(one) || words.step(index + 1, steps.length),
		url: `${pageUrl}#s${index + 1}`,
	}));
	return data({'@context': 'https://schema.org', '@type': 'HowTo', name, url: pageUrl, image: coverUrl, inLanguage: language, step});
}

function nameOf({title, label, text}: SnapshotStep): string {
	return [title, label, text].map(words => inWords(words, SHOWN.step)).find(Boolean) ?? '';
}

/** JSON that no text inside can end: a block of data is not escaped as HTML is. */
function data(value: object): Html {
	const escaped = JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return trusted(escaped);
}

/** Returns the form of Open Graph, with a country (`pt_BR`); null for a tag that names no language. */
function localeOf(language: string): string | null {
	const tag = canonicalLanguage(language);
	if (!tag || Intl.DisplayNames.supportedLocalesOf(tag).length === 0) return null;
	const {language: primary, region} = new Intl.Locale(tag).maximize();
	return region ? `${primary}_${region}` : null;
}

/** Returns one line of at most this many code points, cut between two words if possible. */
function inWords(text: string | null | undefined, length: number): string {
	const letters = [...oneLine(unmarked(text ?? ''))];
	if (letters.length <= length) return letters.join('');
	const cut = letters.slice(0, length - 1).join('');
	// Half of an emoji that is made of several would show as another one.
	return `${cut.replace(/\s+\S*$/, '').replace(/[\u200D\uFE0F]+$/, '')}…`;
}
