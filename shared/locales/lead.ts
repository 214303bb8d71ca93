import {inLanguage} from '../contract/page-language.ts';
import * as en from './en/lead.ts';
import * as es from './es/lead.ts';
import * as ptBr from './pt-br/lead.ts';

/** The words of an opening form: apart, because the editor of a tour shows none before its preview is opened. Written by `npm run format`. */

export const leadMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr.lead, en: en.lead, es: es.lead});
