import {SOURCES} from '../../../renderers/fonts/families.ts';
import type {ColorKey, Colors, Font, Preset, Theme} from '../../../shared/contract/theme.ts';
import {contrast, NEEDED, nearestPassing, resolveTheme, TEXT_CONTRAST, THEMES} from '../../../shared/tour/themes.ts';

/** Changes themes by the service's own rules. */

/** Choices of a theme: not from the contract, which brings its library of schemas along. */
export const PRESETS = Object.keys(THEMES) as Preset[];
export const COLOR_KEYS = Object.keys(THEMES.documento.colors) as ColorKey[];
export const FONTS = ['default', ...Object.keys(SOURCES)] as Font[];

/** Returns the theme with another preset and its colours; the chosen font stays. */
export function withPreset({font}: Theme, preset: Preset): Theme {
	return resolveTheme({preset, font});
}

export function withColor(theme: Theme, key: ColorKey, color: string): Theme {
	return {...theme, colors: {...theme.colors, [key]: color}};
}

/** True if any colour differs from the preset's. */
export function hasOwnColors({preset, colors}: Theme): boolean {
	return COLOR_KEYS.some(key => !sameColor(colors[key], THEMES[preset].colors[key]));
}

/** Returns #RRGGBB from typed text (`abc`, `#a1b2c3`); null if it is no colour. */
export function readColor(typed: string): string | null {
	const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(typed)?.[1];
	if (!digits) return null;
	const six = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits;
	return `#${six.toUpperCase()}`;
}

/** The contrast of a colour with those that it meets, and if too low the nearest one that passes; `use` is null if none does. */
export type Advice = {ratio: number; passes: boolean; use: string | null};

/** Null for a colour that is drawn on screenshots, as two rings or a tint that suit every one of them. */
export function adviceFor(key: ColorKey, colors: Colors): Advice | null {
	const others = meets(key, colors);
	if (others.length === 0) return null;
	const ratio = Math.min(...others.map(other => contrast(colors[key], other)));
	const needed = NEEDED[key] ?? TEXT_CONTRAST;
	const passes = ratio >= needed;
	return {ratio, passes, use: passes ? null : nearestPassing(colors[key], others, needed)};
}

function meets(key: ColorKey, colors: Colors): string[] {
	if (key === 'popoverBg') return [colors.title, colors.text];
	return NEEDED[key] ? [colors.popoverBg] : [];
}

function sameColor(one: string, other: string): boolean {
	return one.toUpperCase() === other.toUpperCase();
}
