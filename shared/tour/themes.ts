import type {Warning} from '../contract/geometry.ts';
import type {ColorKey, Colors, Font, Preset, Theme, ThemeInput} from '../contract/theme.ts';
import type {StoredTheme} from './document/document.ts';

/** All colours: player, slides, cards, cover and editor read their tokens here. */

/** A font that can be loaded: never `default`. */
export type RealFont = Exclude<Font, 'default'>;

/** Contrast that WCAG 2 asks of text (1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** Contrast that WCAG 2 asks of marks and of the edges of controls (1.4.11). */
const MARK_CONTRAST = 3;

type Tokens = {colors: Colors; font: RealFont};

/** The presets: title and text have 7:1 or more on the balloon, button label and marks more than WCAG asks. */
export const THEMES: Record<Preset, Tokens> = {
	documento: tokens('#1D4E89 #1C1F26 #FFFDF7 #1A1A1A #3A3A3A #1D4E89 #B3261E', 'source-serif'),
	social: tokens('#D01C6B #1B0B2E #FFFFFF #3A0CA3 #3B3350 #C2186A #7209B7', 'poppins'),
	'laranja-vibrante': tokens('#D9480F #26120A #FFF9F2 #7A2606 #4A3528 #C2410C #D9480F', 'nunito'),
	'corporate-blue': tokens('#1F5FBF #0B1B33 #FFFFFF #0B2447 #33445C #1F5FBF #0B7285', 'open-sans'),
	dark: tokens('#7AB8FF #000000 #15181E #F5F7FA #C9D1DB #7AB8FF #FFC53D', 'inter'),
	'neutral-light': tokens('#4B5563 #1F2328 #FAFAFA #111418 #3F4650 #2B3038 #4B5563', 'inter'),
	green: tokens('#1B7F4B #06281A #FFFFFF #0F4A2D #304A3C #18703F #1B7F4B', 'lato'),
	violet: tokens('#6D3BD1 #1A1033 #FDFBFF #35146E #453A5C #6231C4 #9B1FA8', 'montserrat'),
};

export const DEFAULT_PRESET: Preset = 'documento';

/** The theme in full: the preset's colours under the overrides. The font stays as it was set, `default` included. */
export function resolveTheme({preset = DEFAULT_PRESET, colors = {}, font = 'default'}: ThemeInput): Theme {
	return {preset, colors: {...THEMES[preset].colors, ...colors}, font};
}

/** Returns the font to draw: the preset's own if the theme says `default`. */
export function fontOf(theme: Pick<Theme, 'preset' | 'font'>): RealFont {
	return theme.font === 'default' ? THEMES[theme.preset].font : theme.font;
}

/**
 * Returns the opacity of the scrim around the highlight, 0..1, at which text of 7:1 in the screenshot keeps 3.5:1 or more in any colours
 * (the test tries them). Dark overlays may be the most opaque; a bright one lowers the contrast of light and dark text, so it is less opaque.
 */
export function overlayAlpha(overlay: string): number {
	const brightest = Math.max(...channels(overlay));
	const share = Math.max(brightest - SCRIM.dark, 0) / (255 - SCRIM.dark);
	return SCRIM.densest - (SCRIM.densest - SCRIM.thinnest) * share;
}

/**
 * Returns the scrims around the highlight, #RRGGBBAA: the overlay tinted with the accent. `dim` darkens light pictures; `lift` brightens dark ones, in
 * which darkening would not show.
 */
export function scrims({overlay, accent}: Pick<Colors, 'overlay' | 'accent'>): {dim: string; lift: string} {
	const tinted = mix(overlay, accent, 0.28);
	const scrim = (share: number, softer: number) => {
		const color = mix(tinted, '#FFFFFF', share);
		return withAlpha(color, overlayAlpha(color) * softer);
	};
	return {dim: scrim(0.15, SOFTER.light), lift: scrim(0.6, SOFTER.dark)};
}

/** Shares of the most opaque readable scrim: enough to set off the highlight; white pages stay white, small letters clear. */
const SOFTER = {light: 0.75, dark: 0.45};

/** True if light colours contrast with this one and dark colours do not. */
export function isDark(color: string): boolean {
	return luminance(color) < 0.18;
}

/**
 * Returns a neutral theme's colours for visitors who prefer dark pages; null for any other theme, whose colours are its author's choice.
 * The balloon is lighter than the page, so that it looks raised.
 */
export function darkColors({preset, colors}: Theme): Colors | null {
	const own = THEMES[preset].colors;
	const changed = Object.entries(own).some(([key, color]) => colors[key as ColorKey].toUpperCase() !== color);
	return preset === 'neutral-light' && !changed ? NEUTRAL_DARK : null;
}

const NEUTRAL_DARK = tokens('#9CA3AF #1F2328 #23272E #F5F7FA #C9D1DB #E5E7EB #9CA3AF', 'inter').colors;

/** The colour with an alpha of 0..1, as #RRGGBBAA. */
export function withAlpha(color: string, alpha: number): string {
	const digits = Math.round(alpha * 255).toString(16);
	return `${color}${digits.padStart(2, '0')}`;
}

/** Brightness (0..255) of an overlay's brightest channel up to which it is `densest`; at 255 it is `thinnest` (alphas). */
const SCRIM = {dark: 0x33, densest: 0.32, thinnest: 0.19};

/**
 * Returns the colours around screenshots and under slides: a tint of the accent, as light or dark as the
 * balloon, and text on it. Drawings in `faint` keep the text readable.
 */
export function pageColors({accent, popoverBg}: Colors): {background: string; faint: string; surface: string; text: string} {
	const dark = isDark(popoverBg);
	const background = mix(dark ? '#0B0D11' : '#F6F6F7', accent, dark ? 0.06 : 0.07);
	return {background, faint: mix(background, accent, 0.09), surface: mix(popoverBg, accent, 0.1), text: dark ? '#F4F5F7' : '#1B1D22'};
}

/** Black or white, whichever contrasts more: never below 4.58:1, so any colour may be a button. */
export function readableOn(color: string): '#000000' | '#FFFFFF' {
	return contrast(color, '#000000') > contrast(color, '#FFFFFF') ? '#000000' : '#FFFFFF';
}

/** Returns `ink`, a colour of letters or marks beside this one, if it has `ratio` on it; else black or white. */
export function inkOn(color: string, ink: string, ratio = MARK_CONTRAST): string {
	return contrast(ink, color) >= ratio ? ink : readableOn(color);
}

/** The edge of buttons, and the colour of what marks a place or a state; null where the theme's own can be told from what they lie on. */
export function marksFor(colors: Colors): {edge: string | null; mark: string | null} {
	const {background, surface} = pageColors(colors);
	const seen = (color: string, grounds: string[]) => {
		if (grounds.every(ground => contrast(color, ground) >= MARK_CONTRAST)) return null;
		return nearestPassing(color, grounds, MARK_CONTRAST) ?? colors.text;
	};
	return {edge: seen(colors.button, [colors.popoverBg, surface]), mark: seen(colors.accent, [colors.popoverBg, surface, background])};
}

/** Contrast that a colour needs on the balloon; null for one that lies on pictures alone, which are unknown, and is drawn as two rings. */
export const NEEDED: Record<ColorKey, number | null> = {
	accent: MARK_CONTRAST,
	overlay: null,
	popoverBg: null,
	title: TEXT_CONTRAST,
	text: TEXT_CONTRAST,
	button: MARK_CONTRAST,
	hotspot: null,
};

/** Warns of texts that an override brought below 4.5:1 and of marks below 3:1, each with the nearest colour that passes. */
export function themeWarnings({colors}: Theme, overrides: Partial<Colors>): Warning[] {
	return (['title', 'text', 'accent', 'button'] as const)
		.filter(key => overrides[key] !== undefined || overrides.popoverBg !== undefined)
		.filter(key => contrast(colors[key], colors.popoverBg) < NEEDED[key]!)
		.map(key => lowContrast(key, colors[key], colors.popoverBg, NEEDED[key]!));
}

/** Contrast of two #RRGGBB colours, 1..21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
	const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour between `color` and black or white that is nearest to it and reaches `ratio` on `background`. */
export function nearestReadable(color: string, background: string, ratio = TEXT_CONTRAST): string {
	return nearestPassing(color, [background], ratio) ?? readableOn(background);
}

/** Returns the nearest colour that passes beside several colours; null if none does. */
export function nearestPassing(color: string, others: readonly string[], ratio = TEXT_CONTRAST): string | null {
	const candidates = ['#000000', '#FFFFFF'].flatMap(end => firstPassing(color, end, others, ratio));
	return candidates.sort((a, b) => distance(color, a) - distance(color, b))[0] ?? null;
}

/** `share` (0..1) of colour `b` in colour `a`, channel by channel, as #RRGGBB. */
export function mix(a: string, b: string, share: number): string {
	const [from, to] = [channels(a), channels(b)];
	const mixed = from.map((value, i) => Math.round(value + (to[i]! - value) * share));
	return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function tokens(list: string, font: RealFont): Tokens {
	const [accent, overlay, popoverBg, title, text, button, hotspot] = list.split(' ') as [
		string,
		string,
		string,
		string,
		string,
		string,
		string,
	];
	return {colors: {accent, overlay, popoverBg, title, text, button, hotspot}, font};
}

function lowContrast(key: ColorKey, color: string, background: string, needed: number): Warning {
	// Rounded down: 4.46 must not be reported as 4.5.
	const ratio = Math.floor(contrast(color, background) * 10) / 10;
	const rule =
		needed === TEXT_CONTRAST ? `text needs ${needed}:1` : `marks and buttons need ${needed}:1, so they get another edge or colour`;
	return {
		field: `colors.${key}`,
		message: `The ${key} colour ${color} has a contrast of ${ratio.toFixed(1)}:1 on popoverBg ${background}; ${rule}.`,
		hint: `The nearest colour that passes is ${nearestReadable(color, background, needed)}.`,
	};
}

function firstPassing(color: string, end: string, others: readonly string[], ratio: number): string[] {
	for (let step = 0; step <= 255; step++) {
		const candidate = mix(color, end, step / 255);
		if (others.every(other => contrast(candidate, other) >= ratio)) return [candidate];
	}
	return [];
}

function distance(a: string, b: string): number {
	const other = channels(b);
	return Math.hypot(...channels(a).map((value, i) => value - other[i]!));
}

/** Relative luminance of an sRGB colour, 0..1 (WCAG 2.2). */
function luminance(color: string): number {
	const [red, green, blue] = channels(color).map(value => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): [number, number, number] {
	if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`A colour must be #RRGGBB, not "${color}".`);
	return [1, 3, 5].map(i => Number.parseInt(color.slice(i, i + 2), 16)) as [number, number, number];
}

/** The theme after a change: absent members stay; another preset drops the earlier colour overrides. */
export function changeTheme(theme: StoredTheme, change: ThemeInput): StoredTheme {
	const kept = change.preset && change.preset !== theme.preset ? {} : theme.colors;
	return {
		preset: change.preset ?? theme.preset,
		colors: {...kept, ...change.colors},
		font: change.font ?? theme.font,
	};
}
