import type {Conflict, EditOf, SettingsValues} from '../../contract/edit.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import {PAGE_LANGUAGES} from '../../contract/page-language.ts';
import type {Preset} from '../../contract/theme.ts';
import {cardsMessages} from '../../locales/index.ts';
import {resolvePictures, storedPictures} from '../browser-bar.ts';
import {isOwnConsent, type Publisher, resolveEndCta, resolveLeadCapture} from '../cards.ts';
import {isSame} from '../document/canonical-json.ts';
import {pageLanguage, type TourContent} from '../document/document.ts';
import {canonicalLanguage} from '../language/language-tag.ts';
import {chaptersToKeep} from '../paths/actions.ts';
import {mergeChapters} from '../paths/merge.ts';
import {resolveTheme, THEMES} from '../themes.ts';
import {settingLeaves, settingsFrom} from './setting-leaves.ts';

/** Settings of a tour, in changes: each value is compared and changed by itself. */

type Leaves = Map<string, unknown>;
type Plain = Record<string, unknown>;

/** Changes the values that are still the old ones; the others are conflicts, unless they are equal already. */
export function changeSettings(
	content: TourContent,
	{set, was}: EditOf<'settings'>,
	publisher: Publisher = {company: null, privacyUrl: null},
) {
	const language = pageLanguage(content.narrationSettings);
	const current = settingLeaves(settingsOf(content, publisher));
	const [wanted, before] = [set, was].map(values => settingLeaves(plain(values as Plain, language, publisher))) as [Leaves, Leaves];
	const [given, earlier] = [settingLeaves(set), settingLeaves(was)];
	let conflicts: Array<Omit<Conflict, 'index'>> = [];
	const adjustments: Adjustment[] = [];
	const fitting: Leaves = new Map();
	const kept = new Set<string>();
	for (const [name, mine] of wanted) {
		const theirs = current.get(name) ?? null;
		const wasSo = isSame(before.get(name) ?? null, theirs) || (theirs === null && isOwnSomewhere(name, earlier.get(name), publisher));
		if (isSame(mine, theirs)) {
			const reason = 'Someone else has already made this change.';
			if (!wasSo) adjustments.push({field: `set.${name}`, from: before.get(name) ?? null, to: theirs, reason});
		} else if (wasSo) fitting.set(name, mine);
		else conflicts.push({field: name, mine: given.get(name) ?? mine, theirs, gone: false});
	}
	// If the preset conflicts, so do the colours that come with it.
	if (conflicts.some(({field}) => field === 'theme.preset')) {
		conflicts = conflicts.filter(({field}) => !isColor(field));
		for (const name of wanted.keys()) if (isColor(name)) kept.add(name) && fitting.delete(name);
	}
	if (fitting.size === 0) return {content, conflicts, adjustments};
	for (const {field} of conflicts) kept.add(field);
	const agreed = [...wanted].filter(([name]) => !kept.has(name));
	return {content: withSettings(content, current, {agreed, fitting, kept}), conflicts, adjustments};
}

function isColor(name: string): boolean {
	return name.startsWith('theme.colors.');
}

/** True if these were the service's own words while the tour had another language. */
function isOwnSomewhere(name: string, value: unknown, publisher: Publisher): boolean {
	const [part, member] = name.split('.') as [string, string];
	const was = {[part]: {[member]: value}};
	return part === 'leadCapture' && PAGE_LANGUAGES.some(language => settingLeaves(plain(was, language, publisher)).get(name) === null);
}

/** Returns the settings of a tour; an empty text means the service's own words. */
function settingsOf(content: TourContent, publisher: Publisher): Plain {
	const language = pageLanguage(content.narrationSettings);
	const {link, whatsapp, ...card} = resolveEndCta(content.endCta, language);
	const values = {
		theme: resolveTheme(content.theme),
		leadCapture: resolveLeadCapture(content.leadCapture, language, publisher),
		endCta: {...card, link, whatsapp, linkFirst: content.endCta.linkFirst === true},
		narrationSettings: content.narrationSettings,
		pictures: resolvePictures(content.pictures),
	};
	return plain(values, language, publisher);
}

/** Returns the values in a normal form, in which equal meanings are equal. */
function plain({theme, leadCapture, endCta, narrationSettings, pictures}: Plain, language: string, publisher: Publisher): Plain {
	const words = cardsMessages(language);
	const own = (name: string, value: unknown) =>
		(name === 'consentText' && isOwnConsent(String(value), language, publisher)) ||
		(name === 'submitLabel' && value === words.submit) ||
		(name === 'skipLabel' && value === words.skip);
	const {colors, ...rest} = (theme ?? {}) as Plain;
	const {voices, ...narration} = (narrationSettings ?? {}) as Plain;
	const {whatsapp, link, ...card} = (endCta ?? {}) as Plain;
	return {
		theme: {...rest, ...(colors !== undefined && {colors: each(colors, value => String(value).toUpperCase())})},
		leadCapture: each(leadCapture, (value, name) => (own(name, value) ? null : value || value === false ? value : null)),
		endCta: {
			...each(card, value => (value === '' ? null : value)),
			...(whatsapp !== undefined && {whatsapp: button(whatsapp, words.whatsapp)}),
			...(link !== undefined && {link: button(link, words.link)}),
		},
		narrationSettings: {
			...each(narration, value => canonicalLanguage(String(value)) ?? value),
			...(voices !== undefined && {voices: renamed(each(voices, value => (typeof value === 'string' ? value.toLowerCase() : null)))}),
		},
		pictures: each(pictures, value => value || 'auto'),
	};
}

function each(values: unknown, change: (value: unknown, name: string) => unknown): Plain {
	return Object.fromEntries(Object.entries((values ?? {}) as Plain).map(([name, value]) => [name, change(value, name)]));
}

/** Returns voices by the canonical form of their languages. */
function renamed(voices: Plain): Plain {
	return Object.fromEntries(Object.entries(voices).map(([language, voice]) => [canonicalLanguage(language) ?? language, voice]));
}

/** Returns a button of the closing card without its defaults. */
function button(value: unknown, ownLabel: string): Plain | null {
	if (!value) return null;
	return Object.fromEntries(Object.entries(value).filter(([name, text]) => text && !(name === 'label' && text === ownLabel)));
}

/** `agreed`: all accepted values; `fitting`: those that differ from now; `kept`: names of values that the change does not get. */
function withSettings(
	content: TourContent,
	current: Leaves,
	{agreed, fitting, kept}: {agreed: Array<[string, unknown]>; fitting: Leaves; kept: Set<string>},
): TourContent {
	const leaves = new Map(current);
	const preset = fitting.get('theme.preset') as Preset | undefined;
	// Another preset brings its colours, except those that somebody else has chosen meanwhile.
	for (const [key, color] of Object.entries(preset ? THEMES[preset].colors : {}))
		if (!kept.has(`theme.colors.${key}`)) leaves.set(`theme.colors.${key}`, color);
	for (const [name, value] of agreed) leaves.set(name, value);
	const all = settingsFrom(leaves) as Required<{[Part in keyof SettingsValues]: Plain}>;
	const changes = (part: string) => [...fitting.keys()].some(name => name.startsWith(`${part}.`));
	const {pictures: _pictures, ...others} = content;
	return {
		...(changes('pictures') ? {...others, ...storedPictures(all.pictures)} : content),
		...(changes('theme') && {theme: storedTheme(all.theme)}),
		...(changes('leadCapture') && {leadCapture: withoutNothing(all.leadCapture)}),
		...(changes('endCta') && {endCta: storedCard(all.endCta)}),
		...(changes('narrationSettings') && {narrationSettings: storedNarration(all.narrationSettings)}),
	};
}

function storedTheme({preset, colors, font}: Plain): TourContent['theme'] {
	const own = THEMES[preset as Preset].colors as Record<string, string>;
	const others = Object.entries(colors as Record<string, string>).filter(([key, color]) => color !== own[key]!.toUpperCase());
	return {preset, colors: Object.fromEntries(others), font} as TourContent['theme'];
}

function storedCard({linkFirst, ...card}: Plain): TourContent['endCta'] {
	return withoutNothing({...card, ...(linkFirst && card.link && card.whatsapp ? {linkFirst} : {})});
}

function storedNarration({language, voices = {}}: Plain): TourContent['narrationSettings'] {
	return {language, voices: withoutNothing(voices as Plain)} as TourContent['narrationSettings'];
}

function withoutNothing<T>(values: Plain): T {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as T;
}

/** Returns the tour with what the change does to its chapters, scene by scene. Throws what `chaptersToKeep` throws. */
export function changeChapters(
	content: TourContent,
	{set, was}: EditOf<'settings'>,
	place: string,
): {content: TourContent; conflicts: Array<Omit<Conflict, 'index'>>} {
	if (!set.chapters) return {content, conflicts: []};
	const mine = chaptersToKeep(set.chapters, `${place}.set.`);
	const {chapters: theirs, ...rest} = content;
	const {chapters, clashes} = mergeChapters({theirs, was: was.chapters, mine});
	const conflicts = clashes.map(clash => ({...clash, gone: false}));
	if (isSame(chapters, theirs ?? [])) return {content, conflicts};
	return {content: {...rest, ...(chapters.length > 0 && {chapters})}, conflicts};
}
