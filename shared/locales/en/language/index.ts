import type {LanguageFacts} from '../../language.ts';

export {COMMAND} from './command.ts';
export {DETECTION} from './detection.ts';
export {WORDING} from './wording.ts';

export const FACTS: LanguageFacts = {englishName: 'English', request: 'English (en)', iso639: 'eng', steps: ['step', 'steps']};
