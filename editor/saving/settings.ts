import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {settingLeaves, settingsFrom} from '../../shared/tour/changes/setting-leaves.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {mergeChapters} from '../../shared/tour/paths/merge.ts';

/** Changes of the tour's settings: each value by itself; an empty text stands for the service's own words. */

/** Returns a change of the values that differ; null if none does. Another preset names all its colours. */
export function settingsChange(
	before: SettingsValues,
	after: SettingsValues,
): {kind: 'settings'; set: SettingsValues; was: SettingsValues} | null {
	const [was, set] = [settingLeaves(before), settingLeaves(after)];
	const differs = (name: string) => !isSame(was.get(name) ?? null, set.get(name) ?? null);
	const names = [...set.keys()].filter(name => differs(name) || (name.startsWith('theme.') && differs('theme.preset')));
	if (!names.some(differs)) return null;
	const only = (leaves: Map<string, unknown>) =>
		settingsFrom(names.map(name => [name, leaves.get(name) ?? null] as const)) as SettingsValues;
	return {kind: 'settings', set: only(set), was: only(was)};
}

/** Returns the change without the parts of the theme that are no longer as it found them; null if nothing is left. After another preset no colour is. */
export function themeWhereMet<C extends {set: SettingsValues; was: SettingsValues}>(change: C, theme: Tour['theme']): C | null {
	if (!change.was.theme) return change;
	const now = settingLeaves({theme});
	const was = settingLeaves(change.was);
	const isMet = (name: string) => !was.has(name) || isSame(lowerCase(was.get(name)), lowerCase(now.get(name)));
	const left = [...was.keys()].filter(
		name => !name.startsWith('theme.') || (isMet(name) && (isMet('theme.preset') || !/preset|colors/.test(name))),
	);
	const only = (values: SettingsValues) =>
		settingsFrom([...settingLeaves(values)].filter(([name]) => left.includes(name))) as SettingsValues;
	return left.length > 0 ? {...change, set: only(change.set), was: only(change.was)} : null;
}

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** Returns the first values, overwritten by the second. */
export function bothSettings(one: SettingsValues, other: SettingsValues): SettingsValues {
	return settingsFrom([...settingLeaves(one), ...settingLeaves(other)]) as SettingsValues;
}

/** True if two changes name the same values. */
export function namesSame(one: SettingsValues, other: SettingsValues): boolean {
	return isSame([...settingLeaves(one).keys()], [...settingLeaves(other).keys()]);
}

/** Returns the values as the service takes them: an empty text as none, a button by what is set. */
export function toValues(values: SettingsValues): SettingsValues {
	return settingsFrom(
		[...settingLeaves(values)].map(([name, value]) => {
			if (/^endCta\.(?:whatsapp|link)$/.test(name))
				return [name, value && Object.fromEntries(Object.entries(value).filter(([, text]) => text))];
			return [name, value === null && !name.startsWith('narrationSettings.voices.') ? '' : value];
		}),
	) as SettingsValues;
}

export function withSettings(tour: Tour, {set, was}: {set: SettingsValues; was: SettingsValues}): Tour {
	const next: Record<string, unknown> = {...tour};
	for (const [part, values] of Object.entries(settingsFrom([...settingLeaves({...settingsOf(tour)}), ...settingLeaves(set)])))
		if (part in set) next[part] = {...(tour[part as keyof Tour] as object), ...values};
	const {voices} = next.narrationSettings as Tour['narrationSettings'];
	if (set.narrationSettings?.voices)
		next.narrationSettings = {
			...(next.narrationSettings as object),
			voices: Object.fromEntries(Object.entries(voices).filter(([, id]) => id)),
		};
	if (set.chapters) {
		const {chapters} = mergeChapters({theirs: tour.chapters, was: was.chapters ?? tour.chapters, mine: set.chapters}, 'mine');
		next.chapters = chapters.length > 0 ? chapters : undefined;
	}
	if (set.endCta) next.endCta = inOrder(next.endCta as Card, set.endCta.linkFirst ?? isLinkFirst(tour.endCta));
	return next as Tour;
}

type Card = Tour['endCta'] & {linkFirst?: boolean};

/** True if the link is the first of the two buttons: a card has them in their order. */
export function isLinkFirst(card: Tour['endCta']): boolean {
	const order = Object.keys(card);
	return order.indexOf('link') < order.indexOf('whatsapp');
}

function inOrder({linkFirst: _linkFirst, link, whatsapp, ...card}: Card, linkFirst: boolean): Tour['endCta'] {
	return {...card, ...(linkFirst ? {link, whatsapp} : {whatsapp, link})};
}

function settingsOf({theme, leadCapture, endCta, narrationSettings, pictures}: Tour) {
	return {theme, leadCapture, endCta, narrationSettings, pictures};
}
