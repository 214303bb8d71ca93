import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {html, oneLine, trusted} from '../../shared/html.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import {zoomOf} from '../../shared/tour/place/camera.ts';
import {fontOf, pageColors} from '../../shared/tour/themes.ts';
import {directionOf} from '../fonts/direction.ts';
import {type FontFile, fontFaces, fontFiles} from '../fonts/fonts.ts';
import {hashSource, type Piece, playerScript, playerStyle} from './assets.ts';
import type {StepContext} from './parts/context.ts';
import {endCard} from './parts/end-card.ts';
import {type HeadOptions, headTags} from './parts/head.ts';
import {ICONS} from './parts/icons.ts';
import {type LeadTarget, leadForm} from './parts/lead-form.ts';
import {soundBar} from './parts/narration.ts';
import {preload} from './parts/picture.ts';
import {playButton} from './parts/play-button.ts';
import {progress} from './parts/progress.ts';
import {seenOf, stepSection} from './parts/step.ts';
import {stepRules, themeRule} from './style/style.ts';

export type PageOptions = HeadOptions & {
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

/** The public page of a tour: one document that reads without JavaScript, in which the script only hides, shows and places. */
export function renderPage(snapshot: Snapshot, options: PageOptions): Page {
	const {steps, endCta, language, theme, title} = snapshot;
	const words = playerMessages(language);
	const font = fontOf(theme);
	const url = (file: string) => `${options.basePath}/media/${file}`;
	const ids = steps.map((_, index) => `s${index + 1}`);
	if (endCta.enabled) ids.push('end');
	const lang = words.language.split('-')[0] === language.split('-')[0] ? null : html` lang="${words.language}"`;
	// Our sentences run from left to right in every language that we write; rows of buttons run as the page does.
	const ours = lang && html`${lang} dir="ltr"`;
	const spokenTo = steps.findLastIndex(({narrations}) => narrations.length > 0);
	const narrated = spokenTo >= 0;
	const plays = narrated || steps.length > 1;
	const context: StepContext = {words, lang, ours, ids, count: steps.length, endTitle: endCta.title, spokenTo, plays, url};
	const near = steps.some(step => step.type === 'screen' && zoomOf(step) > 1);
	const first = steps[0]?.type === 'screen' && steps[0].image;
	const pieces = piecesOf(snapshot, narrated);
	const script = playerScript(pieces);
	const style = themeRule(theme) + playerStyle(pieces) + fontFaces(font, url) + stepRules(snapshot, ids);

	const page = html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
${headTags(snapshot, options, words)}
<meta name="theme-color" content="${pageColors(theme.colors).background}">
${first && preload(first, url, seenOf(steps[0]!).seen)}
<style>${trusted(style)}</style>
<script>${trusted(script)}</script>
</head>
<body>
<header><h1><bdi>${oneLine(title)}</bdi></h1>${options.preview && html`<span class="way second"${ours}>${words.preview}</span>`}</header>
<main${options.reportPath && html` data-report="${options.reportPath}"`}>
${options.lead && leadForm(snapshot.leadCapture, options.lead, context)}${steps.map((step, index) => stepSection(step, index, context))}${endCta.enabled && endCard(endCta, context)}</main>
${progress(steps, context)}
<div class="tools"${lang}>${plays && !narrated && playButton(words.play, 'sign', context)}${near && html`<button class="fit" type="button" aria-pressed="false" aria-label="${words.whole}">${ICONS.whole}</button>`}<button class="full" type="button" aria-label="${words.fullscreen}" hidden>${ICONS.fullscreen}</button></div>
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
