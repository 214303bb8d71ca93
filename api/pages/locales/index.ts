import type {PageLanguage} from '../../../shared/contract/page-language.ts';
import {english, type Words} from './en.ts';
import {spanish} from './es.ts';
import {portuguese} from './pt-br.ts';

const WORDS: Record<PageLanguage, Words> = {'pt-BR': portuguese, en: english, es: spanish};

export function wordsOf(language: PageLanguage): Words {
	return WORDS[language];
}
