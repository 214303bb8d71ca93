import {lead as en} from './en/lead.ts';
import {lead as es} from './es/lead.ts';
import {inLanguage} from './index.ts';
import {lead as ptBr} from './pt-br/lead.ts';

/** The words of an opening form: apart, because the editor of a tour shows none before its preview is opened. */
export const leadMessages = /* @__PURE__ */ inLanguage({'pt-BR': ptBr, en, es});
