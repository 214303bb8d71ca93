import * as en from './en/language/index.ts';
import * as es from './es/language/index.ts';
import * as ptBr from './pt-br/language/index.ts';

/** Facts of each language, and the words that no page shows. Written by `npm run format`. */

export const COMMAND = {'pt-BR': ptBr.COMMAND, en: en.COMMAND, es: es.COMMAND};
export const DETECTION = {'pt-BR': ptBr.DETECTION, en: en.DETECTION, es: es.DETECTION};
export const FACTS = {'pt-BR': ptBr.FACTS, en: en.FACTS, es: es.FACTS};
export const WORDING = {'pt-BR': ptBr.WORDING, en: en.WORDING, es: es.WORDING};
