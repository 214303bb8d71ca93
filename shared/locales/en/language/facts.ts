import type {LanguageFacts} from '../../language.ts';

export const FACTS: LanguageFacts = {englishName: 'English', request: 'English (en)', iso639: 'eng', steps: ['step', 'steps']};
