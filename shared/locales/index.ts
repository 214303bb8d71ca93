import {PAGE_LANGUAGES, type PageLanguage} from '../contract/page-language.ts';
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import * as ptBr from './pt-br/index.ts';

/** All words for people, in our languages: each function returns the messages of one part of the service. */

export type {Messages} from './messages.ts';

// Each part by itself, and free of side effects: what a page is made of, and so its edition, has the player's messages and no others in it.
export const accountMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.account, en: en.account, es: es.account});
export const cardMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.cards, en: en.cards, es: es.cards});
export const consentMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.consent, en: en.consent, es: es.consent});
export const landingMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.landing, en: en.landing, es: es.landing});
export const accountEndMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.accountEnd, en: en.accountEnd, es: es.accountEnd});
export const mailMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.mail, en: en.mail, es: es.mail});
export const paperMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.paper, en: en.paper, es: es.paper});
export const playerMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.player, en: en.player, es: es.player});
export const statusMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.status, en: en.status, es: es.status});

/** Picks words by the language (BCP 47) that is asked for; English if we do not write it. */
export function inLanguage<Part>(parts: Record<PageLanguage, Part>): (language: string) => Part {
	return language => parts[matchLanguage(language) ?? 'en'];
}

/** Returns our language for a tag (BCP 47) in any case, `pt` and `es-MX` included; null if we do not write it. */
export function matchLanguage(tag: string): PageLanguage | null {
	const [primary] = tag.toLowerCase().split(/[-_]/);
	return PAGE_LANGUAGES.find(language => language.split('-')[0] === primary) ?? null;
}
