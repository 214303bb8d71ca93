import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {type Html, html, oneLine, trusted} from '../../shared/html.ts';
import {fontOf, pageColors} from '../../shared/tour/themes.ts';
import {hashSource, type Piece, playerScript, playerStyle} from './assets.ts';
import {endCard} from './end-card.ts';
import {type FontFile, fontFaces, fontFamily, fontFiles} from './fonts.ts';
import {type HeadOptions, headTags} from './head.ts';
import {ICONS} from './icons.ts';
import {type LeadTarget, leadForm} from './lead-form.ts';
import {soundBar} from './narration.ts';
import {preload} from './picture.ts';
import {type StepContext, stepSection} from './step.ts';
import {stepRules, themeRule} from './style.ts';
import {directionOf, wordsIn} from './words.ts';

export type PageOptions = HeadOptions & {
	/** Path before `/media/`: '' or '/prefix'. */
	basePath: string;
	/** Where the opening form is sent; null where the tour has none. */
	lead: LeadTarget | null;
	/** Path to which the page reports what is looked at; null for a preview, which counts nothing. */
	reportPath: string | null;
};

export type Page = {
	html: string;
	/** The value of Content-Security-Policy that this page needs, and no more than it needs. */
	csp: string;
	/** The fonts that must lie in the public media store, under the names that the page uses. */
	fonts: FontFile[];
};

/** Up to here each step has its own mark in the progress bar, which is also a link to it. */
const MARKS = 12;

/** The public page of a tour: one document that reads without JavaScript, in which the script only hides, shows and places. */
export function renderPage(snapshot: Snapshot, options: PageOptions): Page {
	const {steps, endCta, language, theme, title} = snapshot;
	const words = wordsIn(language);
	const font = fontOf(theme);
	const url = (file: string) => `${options.basePath}/media/${file}`;
	const ids = steps.map((_, index) => `s${index + 1}`);
	if (endCta.enabled) ids.push('end');
	// Our words run from left to right in every language that we write, and so do the buttons and the keys.
	const ours = words.language.split('-')[0] === language.split('-')[0] ? null : html` lang="${words.language}" dir="ltr"`;
	const narrated = steps.some(({narrations}) => narrations.length > 0);
	const context: StepContext = {words, ours, ids, count: steps.length, narrated, url};
	const first = steps[0]?.type === 'screen' && steps[0].image;
	const pieces = piecesOf(snapshot, narrated);
	const script = playerScript(pieces);
	const style = themeRule(theme, fontFamily(font)) + playerStyle(pieces) + fontFaces(font, url) + stepRules(snapshot, ids);

	const page = html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
${headTags(snapshot, options, words)}
<meta name="theme-color" content="${pageColors(theme.colors).background}">
${first && preload(first, url)}
<style>${trusted(style)}</style>
<script>${trusted(script)}</script>
</head>
<body>
<header><h1><bdi>${oneLine(title)}</bdi></h1>${options.preview && html`<span class="ribbon"${ours}>${words.preview}</span>`}</header>
<main${options.reportPath && html` data-report="${options.reportPath}"`}>
${options.lead && leadForm(snapshot.leadCapture, options.lead, context)}${steps.map((step, index) => stepSection(step, index, context))}${endCta.enabled && endCard(endCta, context)}</main>
${progress(snapshot, context)}
<button class="full" type="button" aria-label="${words.fullscreen}"${ours} hidden>${ICONS.fullscreen}</button>
${narrated && soundBar(steps, context)}<p class="unseen" role="status"></p>
</body>
</html>
`;
	return {html: page.markup, csp: policy(style, script, options), fonts: fontFiles(font)};
}

function piecesOf({steps, endCta, leadCapture}: Snapshot, narrated: boolean): Piece[] {
	const needs: Record<Piece, boolean> = {
		cards: endCta.enabled || leadCapture.enabled || steps.some(({type, image}) => type === 'slide' || !image),
		lead: leadCapture.enabled,
		narration: narrated,
	};
	return (Object.keys(needs) as Piece[]).filter(piece => needs[piece]);
}

function progress({steps}: Snapshot, {words, ours, ids, count}: StepContext): Html {
	if (ids.length > MARKS) return html`<div class="progress"></div>`;
	const marks = ids.map((id, index) => {
		const step = steps[index];
		const name = step ? words.step(index + 1, count) : words.end;
		const label = step?.label || step?.title;
		return html`<a href="#${id}"><span class="unseen">${name}${label && html`: <bdi>${label}</bdi>`}</span></a>`;
	});
	return html`<nav class="progress" aria-label="${words.steps}"${ours}>${marks}</nav>`;
}

function policy(style: string, script: string, {lead, reportPath}: PageOptions): string {
	return [
		"default-src 'none'",
		"img-src 'self'",
		"media-src 'self'",
		"font-src 'self'",
		`style-src ${hashSource(style)}`,
		`script-src ${hashSource(script)}`,
		'frame-ancestors *',
		"base-uri 'none'",
		`form-action ${lead ? "'self'" : "'none'"}`,
		...(lead || reportPath ? ["connect-src 'self'"] : []),
	].join('; ');
}
