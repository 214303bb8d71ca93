import type {EndCta, EndCtaInput, LeadCapture, LeadCaptureInput} from '../../../shared/contract/cards.ts';
import {matchLanguage} from '../../../shared/contract/page-language.ts';
import {cardsMessages} from '../../../shared/locales/index.ts';
import {defaultConsent, isOwnConsent, type Publisher, resolveEndCta, resolveLeadCapture} from '../../../shared/tour/cards.ts';
import {isHttpsUrl} from '../../../shared/tour/urls.ts';

/** The two cards as they are written: an empty text stands for the service's own words, which follow the language of the page. */

export type FormDraft = Required<Omit<LeadCapture, 'title' | 'text'>> & {title: string; text: string};
export type CardDraft = {
	enabled: boolean;
	title: string;
	text: string;
	whatsapp: {on: boolean; phone: string; message: string; label: string};
	link: {on: boolean; url: string; label: string};
	first: 'whatsapp' | 'link';
	showReplay: boolean;
};
/** Faults of a card, by field: it is not sent until they are mended. */
export type CardFault = 'phone' | 'url';
export type CardWarning = 'off' | 'noSkip' | 'noPrivacy' | 'inEnglish' | 'asksNothing' | 'empty';

/** E.164, as the contract has it. */
const PHONE = /^\+[1-9][0-9]{6,14}$/;

export function formDraftOf(form: LeadCapture, language: string, publisher: Publisher): FormDraft {
	const words = cardsMessages(language);
	return {
		...form,
		title: form.title ?? '',
		text: form.text ?? '',
		consentText: isOwnConsent(form.consentText, language, publisher) ? '' : form.consentText,
		submitLabel: form.submitLabel === words.submit ? '' : form.submitLabel,
		skipLabel: form.skipLabel === words.skip ? '' : form.skipLabel,
	};
}

export function formInput({enabled, fields, allowSkip, ...texts}: FormDraft): LeadCaptureInput {
	return {enabled, fields, allowSkip, ...filled(texts)};
}

export function cardDraftOf(card: EndCta, language: string): CardDraft {
	const words = cardsMessages(language);
	const {whatsapp, link, title, text, enabled, showReplay} = card;
	const order = Object.keys(card);
	const own = (label: string | undefined, ours: string) => (!label || label === ours ? '' : label);
	return {
		enabled,
		title: title ?? '',
		text: text ?? '',
		whatsapp: {
			on: whatsapp !== null,
			phone: whatsapp?.phone ?? '',
			message: whatsapp?.message ?? '',
			label: own(whatsapp?.label, words.whatsapp),
		},
		link: {on: link !== null, url: link?.url ?? '', label: own(link?.label, words.link)},
		first: whatsapp && link && order.indexOf('link') < order.indexOf('whatsapp') ? 'link' : 'whatsapp',
		showReplay,
	};
}

/** The button that is given first stands first. */
export function cardInput({enabled, title, text, whatsapp, link, first, showReplay}: CardDraft): EndCtaInput {
	const chat = whatsapp.on
		? {whatsapp: {phone: plainPhone(whatsapp.phone), ...filled({message: whatsapp.message, label: whatsapp.label})}}
		: {};
	const open = link.on ? {link: {url: link.url.trim(), ...filled({label: link.label})}} : {};
	return {enabled, ...filled({title, text}), ...(first === 'link' ? {...open, ...chat} : {...chat, ...open}), showReplay};
}

/** Returns the form without what is not sent: two drafts that come to the same are the same. */
export function settledForm(draft: FormDraft): FormDraft {
	const {title, text, consentText, submitLabel, skipLabel} = draft;
	return {...draft, ...withoutBlanks({title, text, consentText, submitLabel, skipLabel})};
}

/** Returns the card without blanks around its texts, and with its addresses in their stored form. */
export function settledCard(draft: CardDraft): CardDraft {
	const {whatsapp, link, first} = draft;
	return {
		...draft,
		...withoutBlanks({title: draft.title, text: draft.text}),
		whatsapp: whatsapp.on
			? {on: true, phone: plainPhone(whatsapp.phone), ...withoutBlanks({message: whatsapp.message, label: whatsapp.label})}
			: {on: false, phone: '', message: '', label: ''},
		link: link.on ? {on: true, url: link.url.trim(), ...withoutBlanks({label: link.label})} : {on: false, url: '', label: ''},
		first: whatsapp.on && link.on ? first : 'whatsapp',
	};
}

export function cardFaults({whatsapp, link}: CardDraft): CardFault[] {
	const wrongPhone = whatsapp.on && !PHONE.test(plainPhone(whatsapp.phone));
	const wrongUrl = link.on && !isHttpsUrl(link.url.trim());
	return [...(wrongPhone ? (['phone'] as const) : []), ...(wrongUrl ? (['url'] as const) : [])];
}

/** Returns a typed link with `https://`, which it gets if it has no scheme or plain http. */
export function completeUrl(typed: string): string {
	const url = typed.trim();
	return url === '' || /^[a-z][a-z0-9+.-]*:/i.test(url) ? url.replace(/^http:/i, 'https:') : `https://${url}`;
}

/** Returns the form as the page shows it. */
export function shownForm(draft: FormDraft, language: string, publisher: Publisher): LeadCapture {
	return resolveLeadCapture(formInput(draft), language, publisher);
}

/** Returns the card as the page shows it, without a button that leads nowhere yet. */
export function shownCard(draft: CardDraft, language: string): EndCta & {linkFirst?: true} {
	const faults = cardFaults(draft);
	const whatsapp = {...draft.whatsapp, on: draft.whatsapp.on && !faults.includes('phone')};
	const link = {...draft.link, on: draft.link.on && !faults.includes('url')};
	const linkFirst = draft.first === 'link';
	return {...resolveEndCta(cardInput({...draft, whatsapp, link}), language), ...(linkFirst && {linkFirst})};
}

export function formWarnings(draft: FormDraft, language: string, publisher: Publisher): CardWarning[] {
	const {enabled, allowSkip, fields, title, text, consentText} = draft;
	if (!enabled) return title || text || consentText ? ['off'] : [];
	const warnings: CardWarning[] = [];
	if (Object.values(fields).every(demand => demand === 'hidden')) warnings.push('asksNothing');
	if (!allowSkip) warnings.push('noSkip');
	if (!/https?:\/\/\S/i.test(consentText || defaultConsent(language, publisher))) warnings.push('noPrivacy');
	if (!matchLanguage(language) && consentText.trim() === '') warnings.push('inEnglish');
	return warnings;
}

export function cardWarnings({enabled, title, text, whatsapp, link}: CardDraft): CardWarning[] {
	const said = title.trim() || text.trim() || whatsapp.on || link.on;
	if (!enabled) return said ? ['off'] : [];
	return said ? [] : ['empty'];
}

/** People write numbers with blanks, brackets and dots, and 00 in place of the +. */
function plainPhone(typed: string): string {
	return typed.replace(/[\s().\-/\u00a0\u200e\u202a-\u202c]/g, '').replace(/^00/, '+');
}

/** A text of blanks alone is none. */
function withoutBlanks<T extends Record<string, string>>(texts: T): T {
	return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() === '' ? '' : text])) as T;
}

function filled<T extends Record<string, string>>(texts: T): Partial<T> {
	return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>;
}
