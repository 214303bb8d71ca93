import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {Colors, Theme} from '../../../shared/contract/theme.ts';
import {darkColors, fontOf, isDark, pageColors, readableOn, scrims} from '../../../shared/tour/themes.ts';
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
	// On paper and without a stage, too, a page that can be dark is light.
	const night = dark && `@media screen and (prefers-color-scheme:dark){:root{${colorsRule(dark)}}}`;
	const values = `${colorsRule(theme.colors)};--font:${fallbackFamily(font)}`;
	return `:root{${values}}.dressed${family}@media(scripting:none){:root${family}}${night ?? ''}`;
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
	return `${list.join(';')};color-scheme:${isDark(page.background) ? 'dark' : 'light'}`;
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
