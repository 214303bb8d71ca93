import type {EndCta, EndCtaInput, LeadCapture, LeadCaptureInput} from '../contract/cards.ts';

/** The words that a card shows where its owner gave none. The consent texts are drafts that a lawyer should read. */
const WORDS = {
	pt: {
		consent:
			'Concordo com o tratamento dos dados que informei, nos termos da Lei Geral de Proteção de Dados (Lei nº 13.709/2018), para que eu receba contato sobre este conteúdo. Posso retirar este consentimento a qualquer momento.',
		submit: 'Continuar',
		skip: 'Pular',
		whatsapp: 'Conversar no WhatsApp',
		link: 'Saiba mais',
	},
	en: {
		consent:
			'I agree that the data I have given may be used to contact me about this content, in accordance with the applicable data protection law (LGPD, Law 13.709/2018). I can withdraw this consent at any time.',
		submit: 'Continue',
		skip: 'Skip',
		whatsapp: 'Chat on WhatsApp',
		link: 'Learn more',
	},
	es: {
		consent:
			'Acepto que los datos que he facilitado se utilicen para contactarme sobre este contenido, conforme a la ley de protección de datos aplicable (LGPD, Ley 13.709/2018). Puedo retirar este consentimiento en cualquier momento.',
		submit: 'Continuar',
		skip: 'Omitir',
		whatsapp: 'Hablar por WhatsApp',
		link: 'Más información',
	},
};

/** The form with every default resolved, in the language of the page (BCP 47). */
export function resolveLeadCapture(given: LeadCaptureInput, language: string): LeadCapture {
	const words = wordsFor(language);
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
	const words = wordsFor(language);
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

function wordsFor(language: string): (typeof WORDS)['en'] {
	const primary = language.toLowerCase().split('-')[0];
	return primary === 'pt' || primary === 'es' ? WORDS[primary] : WORDS.en;
}
