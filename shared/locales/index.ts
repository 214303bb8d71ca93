import {inLanguage} from '../contract/page-language.ts';
import * as enAccount from './en/account.ts';
import * as enExtension from './en/extension.ts';
import * as enLanding from './en/landing.ts';
import * as enPlayer from './en/player.ts';
import * as esAccount from './es/account.ts';
import * as esExtension from './es/extension.ts';
import * as esLanding from './es/landing.ts';
import * as esPlayer from './es/player.ts';
import * as ptBrAccount from './pt-br/account.ts';
import * as ptBrExtension from './pt-br/extension.ts';
import * as ptBrLanding from './pt-br/landing.ts';
import * as ptBrPlayer from './pt-br/player.ts';

/** Words for people, by part of the service: each function returns those of a language. Written by `npm run format`. */

export const accountEndMessages = /* @__PURE__ */ inLanguage({
	'pt-BR': ptBrAccount.accountEnd,
	en: enAccount.accountEnd,
	es: esAccount.accountEnd,
});
export const accountMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrAccount.account, en: enAccount.account, es: esAccount.account});
export const cardsMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrPlayer.cards, en: enPlayer.cards, es: esPlayer.cards});
export const consentMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrAccount.consent, en: enAccount.consent, es: esAccount.consent});
export const extensionMessages = /* @__PURE__ */ inLanguage({
	'pt-BR': ptBrExtension.extension,
	en: enExtension.extension,
	es: esExtension.extension,
});
export const landingMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrLanding.landing, en: enLanding.landing, es: esLanding.landing});
export const mailMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrAccount.mail, en: enAccount.mail, es: esAccount.mail});
export const paperMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrPlayer.paper, en: enPlayer.paper, es: esPlayer.paper});
export const playerMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrPlayer.player, en: enPlayer.player, es: esPlayer.player});
export const statusMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBrPlayer.status, en: enPlayer.status, es: esPlayer.status});
