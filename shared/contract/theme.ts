import {type Static, Type} from 'typebox';
import {Choice, Closed} from './schema.ts';

export const PRESETS = ['documento', 'social', 'laranja-vibrante', 'corporate-blue', 'dark', 'neutral-light', 'green', 'violet'] as const;
export type Preset = (typeof PRESETS)[number];

export const COLOR_KEYS = ['accent', 'overlay', 'popoverBg', 'title', 'text', 'button', 'hotspot'] as const;
export type ColorKey = (typeof COLOR_KEYS)[number];

export const FONTS = [
	'default',
	'inter',
	'roboto',
	'open-sans',
	'lato',
	'montserrat',
	'poppins',
	'nunito',
	'merriweather',
	'source-serif',
] as const;
export type Font = (typeof FONTS)[number];

const color = (description: string) => Type.String({maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', description: `${description}, #RRGGBB.`});

const colors = {
	accent: color('Highlight frame and progress'),
	overlay: color('The dimmed rest of the screenshot'),
	popoverBg: color('Balloon background'),
	title: color('Balloon title'),
	text: color('Balloon text'),
	button: color('Buttons'),
	hotspot: color('The pulsing click point'),
};

const preset = Choice(PRESETS, {description: 'A ready set of colours and a font.'});
const font = Choice(FONTS, {description: "Font of balloons, slides and cards; default = the theme's own."});

/** Fields of a theme that a client may send; absent members stay as they are. */
export const themeFields = {
	preset: Type.Optional(preset),
	colors: Type.Optional(Type.Partial(Closed(colors), {additionalProperties: false, description: 'Colours that override the preset.'})),
	font: Type.Optional(font),
};
export const ThemeInput = Closed(themeFields, {title: 'ThemeInput', description: 'Preset theme, single colours and font.'});
export type ThemeInput = Static<typeof ThemeInput>;

/** A theme as it is returned: every colour resolved. */
export const Theme = Closed(
	{preset, colors: Closed(colors), font},
	{title: 'Theme', description: 'The theme in full, every colour resolved.'},
);
export type Theme = Static<typeof Theme>;
export type Colors = Theme['colors'];
