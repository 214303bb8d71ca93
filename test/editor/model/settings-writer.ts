import type {Change} from '../../../editor/saving/change.ts';
import {isLinkFirst, settingsChange} from '../../../editor/saving/settings.ts';
import type {SettingsValues} from '../../../shared/contract/edit.ts';
import {PRESETS} from '../../../shared/contract/theme.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {resolveTheme} from '../../../shared/tour/themes.ts';
import type {Random} from '../../helpers/random.ts';

type Doing = (tour: Tour) => Change[];
const OWN = cardsMessages('pt-BR');

/** What a person does to what of a tour is none of its steps. */
export function settingsGesture(random: Random, at: string): Doing[] {
	return random.pick([theme, form, card])(random, at);
}

function theme(random: Random): Doing[] {
	const preset = random.pick(PRESETS);
	const accent = random.pick(['#112233', '#AABBCC', '#D0D0D0']);
	const wanted = random.pick<(theme: Tour['theme']) => Tour['theme']>([
		({font}) => resolveTheme({preset, colors: {}, font}),
		now => ({...now, colors: {...now.colors, accent}}),
		now => ({...now, font: 'lato'}),
	]);
	return [({theme: now}) => settings({theme: now}, {theme: wanted(now)})];
}

function form(random: Random, at: string): Doing[] {
	const phone = random.pick(['required', 'optional', 'hidden'] as const);
	const own = random.pick(['', 'Vamos']);
	const typed = [...` ${at}`].map(
		(letter): Doing =>
			({leadCapture: {title}}) =>
				settings({leadCapture: {title: title ?? ''}}, {leadCapture: {title: (title ?? '') + letter}}),
	);
	return random.pick<Doing[]>([
		typed,
		[({leadCapture: {enabled}}) => settings({leadCapture: {enabled}}, {leadCapture: {enabled: !enabled}})],
		[({leadCapture: {fields}}) => settings({leadCapture: {fields}}, {leadCapture: {fields: {...fields, phone}}})],
		[
			({leadCapture: {submitLabel}}) =>
				settings({leadCapture: {submitLabel: without(submitLabel, OWN.submit)}}, {leadCapture: {submitLabel: own}}),
		],
	]);
}

function card(random: Random): Doing[] {
	const url = `https://example.com/${random.below(3)}`;
	const link = random.pick([null, {url}, {url, label: 'Look'}]);
	const whatsapp = random.pick([null, {phone: '+5511912345678', message: 'Oi'}]);
	const linkFirst = random.next() < 0.5;
	return random.pick<Doing[]>([
		[({endCta}) => settings({endCta: {link: button(endCta.link)}}, {endCta: {link}})],
		[({endCta}) => settings({endCta: {whatsapp: button(endCta.whatsapp)}}, {endCta: {whatsapp}})],
		// The order of two, where there are two.
		[({endCta}) => (endCta.link && endCta.whatsapp ? settings({endCta: {linkFirst: isLinkFirst(endCta)}}, {endCta: {linkFirst}}) : [])],
		[({endCta: {enabled}}) => settings({endCta: {enabled}}, {endCta: {enabled: !enabled}})],
	]);
}

function settings(before: SettingsValues, after: SettingsValues): Change[] {
	const change = settingsChange(before, after);
	return change ? [change] : [];
}

function button<T>(value: object | null): T | null {
	const ours: unknown[] = [OWN.link, OWN.whatsapp];
	return value && (Object.fromEntries(Object.entries(value).filter(([, text]) => text && !ours.includes(text))) as T);
}

function without(text: string, ours: string): string {
	return text === ours ? '' : text;
}
