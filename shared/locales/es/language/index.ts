import type {LanguageFacts} from '../../language.ts';

export {COMMAND} from './command.ts';
export {DETECTION} from './detection.ts';
export {WORDING} from './wording.ts';

export const FACTS: LanguageFacts = {
	englishName: 'Spanish',
	request: 'Spanish (es); neutral, understood in every country',
	iso639: 'spa',
	steps: ['paso', 'pasos'],
};
