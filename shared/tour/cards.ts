import type {EndCta, EndCtaInput, LeadCapture, LeadCaptureInput} from '../contract/cards.ts';
import {oneLine} from '../html.ts';
import {cardsMessages} from '../locales/index.ts';

/** The company that offers a tour, and its privacy policy, as far as the account has them. */
export type Publisher = {company: string | null; privacyUrl: string | null};
const NOBODY: Publisher = {company: null, privacyUrl: null};

/** The form with every default resolved, in the language of the page (BCP 47). */
export function resolveLeadCapture(given: LeadCaptureInput, language: string, publisher = NOBODY): LeadCapture {
	const words = cardsMessages(language);
	return {
		enabled: given.enabled ?? false,
		title: given.title ?? null,
		text: given.text ?? null,
		fields: {name: 'optional', email: 'required', phone: 'hidden', ...given.fields},
		consentText: given.consentText || defaultConsent(language, publisher),
		allowSkip: given.allowSkip ?? true,
		submitLabel: given.submitLabel || words.submit,
		skipLabel: given.skipLabel || words.skip,
	};
}

/** Returns the consent for forms without one of their own: names the company and its privacy policy. */
export function defaultConsent(language: string, {company, privacyUrl}: Publisher): string {
	const words = cardsMessages(language);
	const consent = words.consent(company === null ? null : oneLine(company) || null, language);
	return privacyUrl === null ? consent : `${consent} ${words.privacy(privacyUrl)}`;
}

/** True if the consent is the service's own, with or without the account's company and policy. */
export function isOwnConsent(text: string, language: string, publisher: Publisher): boolean {
	const ours = [publisher, {...publisher, privacyUrl: null}, {...publisher, company: null}, NOBODY];
	return ours.some(one => defaultConsent(language, one) === text);
}

/** True if the consent is the service's own, of any company and with any policy. */
export function looksOwnConsent(text: string, language: string): boolean {
	const {consent} = cardsMessages(language);
	const [before, after] = consent('\0', language).split('\0');
	return text.startsWith(consent(null, language)) || (text.startsWith(before!) && text.includes(after!));
}

/** The closing card as stored: `linkFirst` keeps the order of the buttons, since a database may reorder keys. */
export type StoredEndCta = EndCtaInput & {linkFirst?: true};

/** Keeps the order in which the two buttons were given. */
export function storeEndCta(given: EndCtaInput): StoredEndCta {
	const order = Object.keys(given);
	const linkFirst = given.link && given.whatsapp && order.indexOf('link') < order.indexOf('whatsapp');
	return linkFirst ? {...given, linkFirst} : given;
}

/** Returns the card as it was given, its two buttons in their order. */
export function givenEndCta({linkFirst, whatsapp, link, ...rest}: StoredEndCta): EndCtaInput {
	const [one, other] = [whatsapp && {whatsapp}, link && {link}];
	return linkFirst ? {...rest, ...other, ...one} : {...rest, ...one, ...other};
}

/** Returns the closing card with all defaults, in the page's language (BCP 47); buttons keep their order. */
export function resolveEndCta(given: StoredEndCta, language: string): EndCta {
	const words = cardsMessages(language);
	const whatsapp = given.whatsapp
		? {phone: given.whatsapp.phone, message: given.whatsapp.message ?? null, label: given.whatsapp.label || words.whatsapp}
		: null;
	const link = given.link ? {url: given.link.url, label: given.link.label || words.link} : null;
	return {
		enabled: given.enabled ?? false,
		title: given.title ?? null,
		text: given.text ?? null,
		// In the given order of the buttons, so that sending back the response changes nothing.
		...(given.linkFirst ? {link, whatsapp} : {whatsapp, link}),
		showReplay: given.showReplay ?? true,
	};
}
