import type {TextLanguage} from '../../../shared/contract/text.ts';
import type {Wording} from '../text/local-writer/wording.ts';
import {english} from '../text/local-writer/wording-en.ts';
import {spanish} from '../text/local-writer/wording-es.ts';
import {portuguese} from '../text/local-writer/wording-pt.ts';

export const WORDINGS: Record<TextLanguage, Wording> = {en: english, es: spanish, 'pt-BR': portuguese};
