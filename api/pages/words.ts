import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {english, type Words} from './words-en.ts';
import {spanish} from './words-es.ts';
import {portuguese} from './words-pt.ts';

const WORDS: Record<PageLanguage, Words> = {'pt-BR': portuguese, en: english, es: spanish};

export function wordsOf(language: PageLanguage): Words {
	return WORDS[language];
}
