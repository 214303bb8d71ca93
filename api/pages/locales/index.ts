import type {PageLanguage} from '../../../shared/contract/page-language.ts';
import {english, type Messages} from './en.ts';
import {spanish} from './es.ts';
import {portuguese} from './pt-br.ts';

const MESSAGES: Record<PageLanguage, Messages> = {'pt-BR': portuguese, en: english, es: spanish};

export function messagesFor(language: PageLanguage): Messages {
	return MESSAGES[language];
}
