import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {Colors, Theme} from '../../../shared/contract/theme.ts';
import {darkColors, fontOf, inkOn, isDark, marksFor, pageColors, readableOn, scrims} from '../../../shared/tour/themes.ts';
import {fallbackFamily, fontFamily} from '../../fonts/families.ts';
import {hotspotRules} from '../parts/actions.ts';
import {hexColor, paperRules, placementRule, wordRule} from '../placement/placement.ts';

/**
 * The theme as CSS custom properties on the root. The font comes last (`client.ts` dresses the page once its first step is painted), and at once
 * where there is no script.
 */
export function themeRule(theme: Theme): string {
	const font = fontOf(theme);
	const family = `{--font:${fontFamily(font)}}`;
	const dark = darkColors(theme);
	const onlyDark = isDark(pageColors(theme.colors).background);
	// Paper is light, also that of a page that can be dark: a browser would print the ground of a dark scheme.
	const night = dark ? [' and (prefers-color-scheme:dark)', `${colorsRule(dark)};${DARK}`] : onlyDark && ['', DARK];
	const values = `${colorsRule(theme.colors)};--font:${fallbackFamily(font)}`;
	return `:root{${values}}.dressed${family}@media(scripting:none){:root${family}}${night ? `@media screen${night[0]}{:root{${night[1]}}}` : ''}${markRules(theme.colors)}`;
}

const DARK = 'color-scheme:dark';

/** Writes rules for what a theme's own colours would hide: focus, progress, edges of buttons, the tick. None for most themes. */
function markRules(colors: Colors): string {
	const {accent} = colors;
	const {edge, mark} = marksFor(colors);
	const [tick, ring] = [inkOn(accent, readableOn(colors.button)), readableOn(accent)];
	return [
		mark && `:root :focus-visible,:root .step:focus-visible>*{outline-color:${mark}}.progress,.fit{--accent:${mark}}`,
		edge && `:root .button{border-color:${edge}}.agree{--button:${edge}}`,
		tick !== ring && `.seal{--accent-ring:${tick}}`,
	]
		.filter(rule => rule)
		.join('');
}

function colorsRule(colors: Colors): string {
	const page = pageColors(colors);
	const values = {
		accent: colors.accent,
		// The second of the two rings: whatever colour the screenshot has, one of both stands out.
		'accent-ring': readableOn(colors.accent),
		hotspot: colors.hotspot,
		'hotspot-ring': readableOn(colors.hotspot),
		bg: colors.popoverBg,
		title: colors.title,
		text: colors.text,
		button: colors.button,
		label: readableOn(colors.button),
		page: page.background,
		faint: page.faint,
		surface: page.surface,
		ink: page.text,
		...scrims(colors),
	};
	const list = Object.entries(values).map(([name, color]) => `--${name}:${hexColor(color)}`);
	return list.join(';');
}

/** Returns the coordinates of every step, and how broad the longest words of titles are. */
export function stepRules({steps, endCta, leadCapture}: Snapshot, ids: string[]): string {
	const cards = [wordRule('end', endCta.title), wordRule('lead', leadCapture.title)];
	return (
		steps.map((step, index) => placementRule(ids[index]!, step) + paperRules(ids[index]!, step)).join('') +
		hotspotRules({steps}, ids) +
		cards.join('')
	);
}
