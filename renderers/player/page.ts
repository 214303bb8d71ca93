import type {CourseStatus} from '../../shared/contract/exports/options.ts';
import type {Snapshot} from '../../shared/contract/snapshot.ts';
import type {Preset, Theme} from '../../shared/contract/theme.ts';
import {type Html, html, trusted} from '../../shared/html.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import {FRAMED} from '../../shared/tour/embed.ts';
import {directionOf} from '../../shared/tour/language/language-tag.ts';
import {isCropped} from '../../shared/tour/place/camera.ts';
import {darkColors, fontOf, pageColors} from '../../shared/tour/themes.ts';
import {SOURCES, SUBSETS, type Subset} from '../fonts/families.ts';
import {type FontFile, fontFaces, fontFiles, subsetsFor} from '../fonts/fonts.ts';
import {hashSource, type Piece, playerScript, playerStyle} from './assets.ts';
import {type BodyOptions, isNarrated, pageBody} from './parts/body.ts';
import {hasEndCard, idsOf} from './parts/context.ts';
import {type HeadOptions, headTags, loneHeadTags} from './parts/head.ts';
import {preload} from './parts/picture.ts';
import {needsPaths} from './parts/places.ts';
import {seenOf} from './parts/step.ts';
import {stepRules, themeRule} from './style/style.ts';

export type PageOptions = HeadOptions &
	Pick<BodyOptions, 'lead' | 'reportPath'> & {
		/** The media's URL if it is not `basePath`, and their origin for the policy, empty if it is the page's. */
		media?: {url: string; origin: string};
	};

export type Page = {
	html: string;
	/** The value of Content-Security-Policy that this page needs, and no more than it needs. */
	csp: string;
	/** The fonts that must lie in the public media store, under the names that the page uses. */
	fonts: FontFile[];
};

type LonePageOptions = {
	/** URL of a file of the public media store, and of a font: relative, or the file itself as `data:`. */
	url: (file: string) => string;
	/** Subsets of the font for which there are files. */
	subsets: Subset[];
	/** The font's name in the page, if its files are not the font as it was published. */
	fontName?: string;
	/** CSS that is added to the page's own style. */
	rules?: string;
	/** The status that an LMS gets at the last step. */
	course?: CourseStatus;
	/** Directives of the policy beside those for style and script; without them the page has no policy. */
	sources?: string[];
};

/** Rules for optional markup, by how their selectors begin. */
const OTHERS: [start: RegExp, markup: RegExp][] = [
	[/^\[dir=rtl\] /, / dir="rtl"/],
	[/^kbd$/, /<kbd>/],
	[/^select$/, /<select/],
	[/^(:not\(\.(end|long)\)>|#s1 )\.card /, /<form class="card|class="card"><div class="say"/],
];

/** Condition under which a stage has room around it: not in narrow or low windows, nor on paper. */
const ROOM = '@media screen and (scripting:enabled) and (width>=52rem) and (height>=30rem) and (forced-colors:none)';

/** The public page of a tour: one document that reads without JavaScript, in which the script only hides, shows and places. */
export function renderPage(snapshot: Snapshot, options: PageOptions): Page {
	const {steps, theme} = snapshot;
	const font = fontOf(theme);
	const url = (file: string) => `${options.media?.url ?? `${options.basePath}/media`}/${file}`;
	const body = pageBody(snapshot, {...options, url});
	// Visitors may type any letters into a form.
	const subsets = options.lead ? SUBSETS : subsetsFor(font, body.markup);
	const {script, style} = partsOf(snapshot, body, ['report'], fontFaces(font, url, subsets));
	const first = steps[0]?.type === 'screen' && steps[0].image;
	const head = html`${headTags(snapshot, options, playerMessages(snapshot.language))}
${themeColor(theme)}
${first && preload(first, url, seenOf(steps[0]!).seen)}`;
	return {html: layOut(snapshot, {head, style, script, body}), csp: policy(style, script, options), fonts: fontFiles(font, subsets)};
}

/**
 * Renders the page for use without a service: it reports nothing, and has its policy inside, if any.
 * The tour must have no opening form, which would have nowhere to go, and one size of each picture.
 */
export function renderLonePage(snapshot: Snapshot, {url, subsets, fontName, rules = '', course, sources}: LonePageOptions): string {
	const {language, theme} = snapshot;
	const font = fontOf(theme);
	const body = pageBody(snapshot, {lead: null, reportPath: null, preview: false, course, url});
	const parts = partsOf(snapshot, body, course ? ['course'] : [], fontFaces(font, url, subsets));
	const {script} = parts;
	const style = (fontName ? parts.style.replaceAll(`'${SOURCES[font].family}'`, `'${fontName}'`) : parts.style) + rules;
	const policy = sources && [...sources, ...ourOwn(style, script), "base-uri 'none'", "form-action 'none'"].join('; ');
	const head = html`${policy && html`<meta http-equiv="Content-Security-Policy" content="${policy}">`}
${loneHeadTags(snapshot, playerMessages(language))}
${themeColor(theme)}`;
	return layOut(snapshot, {head, style, script, body});
}

function partsOf(snapshot: Snapshot, {markup}: Html, pieces: Piece[], faces: string): {script: string; style: string} {
	const all = [...piecesOf(snapshot), ...pieces];
	const root = rootTag(snapshot);
	const script = playerScript(all);
	return {
		script,
		style:
			themeRule(snapshot.theme) +
			groundRule(snapshot.theme) +
			usedRules(playerStyle(all), root + markup, script) +
			faces +
			stepRules(snapshot, idsOf(snapshot)),
	};
}

function themeColor(theme: Snapshot['theme']): Html {
	const dark = darkColors(theme);
	const night = dark && html`<meta name="theme-color" content="${pageColors(dark).background}" media="(prefers-color-scheme:dark)">`;
	// The first that applies is taken.
	return html`${night}<meta name="theme-color" content="${pageColors(theme.colors).background}">`;
}

function layOut(snapshot: Snapshot, {head, style, script, body}: {head: Html; style: string; script: string; body: Html}): string {
	return html`<!DOCTYPE html>
${trusted(rootTag(snapshot))}
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
${head}
<style>${trusted(style)}</style>
<script>${trusted(script)}</script>
</head>
<body>
${body}
</body>
</html>
`.markup;
}

function rootTag({language}: Snapshot): string {
	return html`<html lang="${language}" dir="${directionOf(language)}">`.markup;
}

function piecesOf(snapshot: Snapshot): Piece[] {
	const {steps, leadCapture} = snapshot;
	const needs = {
		browser: snapshot.browserBar ?? false,
		cards: hasEndCard(snapshot) || leadCapture.enabled || steps.some(({type, image}) => type === 'slide' || !image),
		lead: leadCapture.enabled,
		narration: isNarrated(snapshot),
		near: steps.some(step => step.type === 'screen' && isCropped(step)),
		paths: needsPaths(snapshot),
	};
	return (Object.keys(needs) as (keyof typeof needs)[]).filter(piece => needs[piece]);
}

function policy(style: string, script: string, {lead, reportPath, media}: PageOptions): string {
	const sources = `'self'${media?.origin ? ` ${media.origin}` : ''}`;
	return [
		"default-src 'none'",
		`img-src ${sources}`,
		`media-src ${sources}`,
		`font-src ${sources}`,
		...ourOwn(style, script),
		FRAMED,
		"base-uri 'none'",
		`form-action ${lead ? "'self'" : "'none'"}`,
		...(lead || reportPath ? ["connect-src 'self'"] : []),
	].join('; ');
}

function ourOwn(style: string, script: string): string[] {
	return [`style-src ${hashSource(style)}`, `script-src ${hashSource(script)}`];
}

/** Returns a minified style without the rules for what the page does not have and its minified script does not add: each visitor fetches the others. */
export function usedRules(style: string, markup: string, script: string): string {
	const written = [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' '));
	// Each class that the script adds stands in it as a text of its own.
	const added = [...script.matchAll(/["'`]([a-z]+)["'`]/g)].map(([, name]) => name!);
	const classes = new Set([...written, ...added]);
	const missing = OTHERS.filter(([, place]) => !place.test(markup)).map(([start]) => start);
	const isUsed = (selector: string) => !missing.some(start => start.test(selector)) && classesIn(selector).every(name => classes.has(name));
	const rules = style.replace(/([^{}@]*)\{([^{}]*)\}/g, (_, list: string, values: string) => {
		const used = selectorsIn(list).filter(isUsed);
		return used.length > 0 ? `${used.join()}{${values}}` : '';
	});
	// Drops empty blocks.
	return rules.replace(/@[^{}]*\{\}/g, '');
}

/** Returns the classes that a selector asks for in any case, without those of alternatives. */
function classesIn(selector: string): string[] {
	return [...selector.replace(/:(is|not|has)\(.*\)/, '').matchAll(/\.([a-z]+)/g)].map(([, name]) => name!);
}

function selectorsIn(list: string): string[] {
	const found: string[] = [];
	let open = 0;
	for (const part of list.split(',')) {
		if (open > 0) found.push(`${found.pop()},${part}`);
		else found.push(part);
		open += part.split('(').length - part.split(')').length;
	}
	return found;
}

/** Writes the ground behind the stage: the cover's pattern, so faint that text on it stays readable. */
function groundRule({preset}: Pick<Theme, 'preset'>): string {
	return `${ROOM}{:root:not(.bare) body{background:${GROUNDS[preset]}}}`;
}

const GROUNDS: Record<Preset, string> = {
	// Ruled paper.
	documento: 'repeating-linear-gradient(#0000 0 2.375rem,var(--faint) 0 2.5rem)',
	// Two discs.
	social:
		'radial-gradient(circle at 100% 0,var(--faint) 24rem,#0000 24.1rem),radial-gradient(circle at 0 100%,var(--faint) 19rem,#0000 19.1rem)',
	// A rising sun.
	'laranja-vibrante': 'radial-gradient(circle at 50% 100%,var(--faint) 30vw,#0000 30.1vw 38vw,var(--faint) 38.1vw 40vw,#0000 40.1vw)',
	// A beam of light.
	'corporate-blue': 'linear-gradient(115deg,#0000 55%,var(--faint) 55.1% 78%,#0000 78.1%)',
	// A screen that glows in the night.
	dark: 'linear-gradient(#0000 40%,var(--faint))',
	// An edge.
	'neutral-light': 'linear-gradient(#0000 70%,var(--faint) 70.1%)',
	// Hills.
	green:
		'radial-gradient(circle at 75% 190vh,var(--faint) 120vh,#0000 120.2vh),radial-gradient(circle at 15% 200vh,var(--faint) 130vh,#0000 130.2vh)',
	// Rings.
	violet: 'repeating-radial-gradient(circle,#0000 0 6rem,var(--faint) 6.1rem 6.9rem,#0000 7rem)',
};
