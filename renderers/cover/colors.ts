import type {Colors, Preset, Theme} from '../../shared/contract/theme.ts';
import {contrast, mix, nearestReadable, readableOn} from '../../shared/tour/themes.ts';

/** The colours of a cover, derived from the theme's so that its words can be read whatever the author chose. */
export type CoverColors = {
	/** Colours under the title and the step count: the ends of a gradient, or paper and its lines. */
	grounds: [string, string];
	/** The title's, at 7:1 or more on each of the grounds. */
	ink: string;
	/** The count's, at 4.5:1 or more on each other. */
	pill: string;
	pillInk: string;
	/** The surface behind the screenshot. */
	shape: string;
	/** A second tone of it. */
	shade: string;
	card: string;
	cardTitle: string;
	cardText: string;
};

/** Contrast that a title needs (WCAG 2, 1.4.6), and that other texts need (1.4.3). */
export const CONTRAST = {title: 7, text: 4.5};

/** Presets whose covers are coloured all over; the others are paper, in the colour of their balloons. */
const COLORED: Partial<Record<Preset, (colors: Colors) => [string, string]>> = {
	social: ({accent, hotspot}) => [accent, hotspot],
	'corporate-blue': ({accent, overlay}) => [mix(accent, overlay, 0.35), mix(accent, overlay, 0.75)],
	violet: ({accent, overlay}) => [accent, mix(accent, overlay, 0.55)],
};

export function coverColors({colors, preset}: Theme): CoverColors {
	const colored = COLORED[preset]?.(colors);
	const sheet = deepened(colors.popoverBg, readableOn(colors.popoverBg));
	const grounds = colored ? gradient(colored) : ruled(preset, sheet, colors.accent);
	const ink = colored ? readableOn(grounds[0]) : inkOn(grounds, colors.title);
	const pill = [colors.button, colors.accent].find(color => grounds.every(ground => contrast(color, ground) >= 3)) ?? ink;
	const pillInk = [grounds[0], colors.button].find(color => contrast(color, pill) >= CONTRAST.text) ?? readableOn(pill);
	return {
		grounds,
		ink,
		pill,
		pillInk,
		shape: colored ? mix(grounds[0], ink, 0.14) : colors.accent,
		shade: colored ? mix(grounds[0], ink, 0.28) : mix(colors.accent, sheet, 0.72),
		card: sheet,
		cardTitle: nearestReadable(colors.title, sheet, CONTRAST.title),
		cardText: nearestReadable(colors.text, sheet),
	};
}

/** Returns both ends of a gradient such that one ink is readable everywhere between them. */
function gradient([from, to]: [string, string]): [string, string] {
	const ink = readableOn(from);
	return [deepened(from, ink), deepened(to, ink)];
}

/** Returns the paper and the lines printed on it, as strong as the title allows. */
function ruled(preset: Preset, sheet: string, accent: string): [string, string] {
	if (preset !== 'documento') return [sheet, sheet];
	const lines = [0.06, 0.03, 0].map(share => mix(sheet, accent, share));
	return [sheet, lines.find(line => contrast(readableOn(sheet), line) >= CONTRAST.title)!];
}

/** Moves a colour away from the ink until the ink is readable on it, with some margin. */
function deepened(color: string, ink: string): string {
	const end = ink === '#FFFFFF' ? '#000000' : '#FFFFFF';
	for (let share = 0; share < 1; share += 1 / 64) {
		const candidate = mix(color, end, share);
		if (contrast(candidate, ink) >= CONTRAST.title + 1) return candidate;
	}
	return end;
}

/** Returns the colour nearest to the theme's that is readable on all grounds. */
function inkOn(grounds: [string, string], color: string): string {
	const readable = (ink: string) => grounds.every(ground => contrast(ink, ground) >= CONTRAST.title);
	return grounds.map(ground => nearestReadable(color, ground, CONTRAST.title)).find(readable) ?? readableOn(grounds[0]);
}
