import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import type {Theme} from '../../../shared/contract/theme.ts';
import {fontOf, overlayAlpha, pageColors, readableOn} from '../../../shared/tour/themes.ts';
import {fallbackFamily, fontFamily} from '../../fonts/families.ts';
import {hexColor, placementRule, wordRule} from '../placement/placement.ts';

/**
 * The theme as CSS custom properties on the root. The font comes last (`client.ts` dresses the page once its first step is painted), and at once
 * where there is no script.
 */
export function themeRule(theme: Theme): string {
	const {colors} = theme;
	const font = fontOf(theme);
	const family = `{--font:${fontFamily(font)}}`;
	const page = pageColors(colors);
	const alpha = Math.round(overlayAlpha(colors.overlay) * 255)
		.toString(16)
		.padStart(2, '0');
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
		surface: page.surface,
		ink: page.text,
	};
	const list = Object.entries(values).map(([name, color]) => `--${name}:${hexColor(color)}`);
	const scheme = readableOn(page.background) === '#FFFFFF' ? 'dark' : 'light';
	return `:root{${list.join(';')};--overlay:${hexColor(colors.overlay)}${alpha};--font:${fallbackFamily(font)};color-scheme:${scheme}}.dressed${family}@media(scripting:none){:root${family}}`;
}

/** The coordinates of every step, and how broad the longest words of titles are. */
export function stepRules({steps, endCta, leadCapture}: Snapshot, ids: string[]): string {
	const cards = [wordRule('end', endCta.title), wordRule('lead', leadCapture.title)];
	return steps.map((step, index) => placementRule(ids[index]!, step)).join('') + cards.join('');
}
