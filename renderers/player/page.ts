import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {html, trusted} from '../../shared/html.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import {fontOf, pageColors} from '../../shared/tour/themes.ts';
import {directionOf} from '../fonts/direction.ts';
import {type FontFile, fontFaces, fontFiles} from '../fonts/fonts.ts';
import {hashSource, type Piece, playerScript, playerStyle} from './assets.ts';
import {type BodyOptions, idsOf, isNarrated, pageBody} from './parts/body.ts';
import {type HeadOptions, headTags} from './parts/head.ts';
import {preload} from './parts/picture.ts';
import {seenOf} from './parts/step.ts';
import {stepRules, themeRule} from './style/style.ts';

export type PageOptions = HeadOptions & Pick<BodyOptions, 'lead' | 'reportPath'>;

export type Page = {
	html: string;
	/** The value of Content-Security-Policy that this page needs, and no more than it needs. */
	csp: string;
	/** The fonts that must lie in the public media store, under the names that the page uses. */
	fonts: FontFile[];
};

/** The public page of a tour: one document that reads without JavaScript, in which the script only hides, shows and places. */
export function renderPage(snapshot: Snapshot, options: PageOptions): Page {
	const {steps, language, theme} = snapshot;
	const words = playerMessages(language);
	const font = fontOf(theme);
	const url = (file: string) => `${options.basePath}/media/${file}`;
	const first = steps[0]?.type === 'screen' && steps[0].image;
	const pieces = piecesOf(snapshot, isNarrated(snapshot));
	const script = playerScript(pieces);
	const style = themeRule(theme) + playerStyle(pieces) + fontFaces(font, url) + stepRules(snapshot, idsOf(snapshot));

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
${pageBody(snapshot, {...options, url})}
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
