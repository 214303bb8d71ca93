import {inLanguage} from '../contract/page-language.ts';
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import * as ptBr from './pt-br/index.ts';

/** Words for people, by part of the service: each function returns those of a language. Written by `npm run format`. */

export const accountMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.account, en: en.account, es: es.account});
export const accountEndMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.accountEnd, en: en.accountEnd, es: es.accountEnd});
export const cardsMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.cards, en: en.cards, es: es.cards});
export const consentMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.consent, en: en.consent, es: es.consent});
export const extensionMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.extension, en: en.extension, es: es.extension});
export const landingMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.landing, en: en.landing, es: es.landing});
export const mailMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.mail, en: en.mail, es: es.mail});
export const paperMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.paper, en: en.paper, es: es.paper});
export const playerMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.player, en: en.player, es: es.player});
export const statusMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.status, en: en.status, es: es.status});
