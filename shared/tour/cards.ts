import type {EndCta, EndCtaInput, LeadCapture, LeadCaptureInput} from '../contract/cards.ts';
import {cardMessages} from '../locales/index.ts';

/** The form with every default resolved, in the language of the page (BCP 47). */
export function resolveLeadCapture(given: LeadCaptureInput, language: string): LeadCapture {
	const words = cardMessages(language);
	return {
		enabled: given.enabled ?? false,
		title: given.title ?? null,
		text: given.text ?? null,
		fields: {name: 'optional', email: 'required', phone: 'hidden', ...given.fields},
		consentText: given.consentText || words.consent,
		allowSkip: given.allowSkip ?? true,
		submitLabel: given.submitLabel || words.submit,
		skipLabel: given.skipLabel || words.skip,
	};
}

/** The closing card as it is kept: a database may give the keys of an object back in another order. */
export type StoredEndCta = EndCtaInput & {linkFirst?: true};

/** Keeps the order in which the two buttons were given. */
export function storeEndCta(given: EndCtaInput): StoredEndCta {
	const order = Object.keys(given);
	const linkFirst = given.link && given.whatsapp && order.indexOf('link') < order.indexOf('whatsapp');
	return linkFirst ? {...given, linkFirst} : given;
}

/** The closing card with every default resolved, in the language of the page (BCP 47). */
export function resolveEndCta(given: EndCtaInput, language: string): EndCta {
	const words = cardMessages(language);
	const {whatsapp, link} = given;
	return {
		enabled: given.enabled ?? false,
		title: given.title ?? null,
		text: given.text ?? null,
		whatsapp: whatsapp ? {phone: whatsapp.phone, message: whatsapp.message ?? null, label: whatsapp.label || words.whatsapp} : null,
		link: link ? {url: link.url, label: link.label || words.link} : null,
		showReplay: given.showReplay ?? true,
	};
}
