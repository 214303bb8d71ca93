import type {LanguageFacts} from '../../language.ts';

export const FACTS: LanguageFacts = {
	englishName: 'Portuguese',
	request: 'Brazilian Portuguese (pt-BR); address the reader as "você"',
	iso639: 'por',
	steps: ['passo', 'passos'],
};
