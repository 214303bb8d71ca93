import type {LanguageFacts} from '../../language.ts';

export {COMMAND} from './command.ts';
export {DETECTION} from './detection.ts';
export {WORDING} from './wording.ts';

export const FACTS: LanguageFacts = {
	englishName: 'Portuguese',
	request: 'Brazilian Portuguese (pt-BR); address the reader as "você"',
	iso639: 'por',
	steps: ['passo', 'passos'],
};
