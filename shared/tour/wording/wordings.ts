import type {TextLanguage} from '../../contract/ai/text.ts';
import type {Wording} from './wording.ts';
import {english} from './wording-en.ts';
import {spanish} from './wording-es.ts';
import {portuguese} from './wording-pt.ts';

export const WORDINGS: Record<TextLanguage, Wording> = {en: english, es: spanish, 'pt-BR': portuguese};
