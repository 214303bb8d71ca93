import type {words} from '../words/appearance-words.ts';
import type {cardWords} from '../words/card-words.ts';

/** Words of the screens for theme and cards, lent by these when they are open, so that this rare part does not load them. */
export const lent = {} as {cardWords: typeof cardWords; lookWords: typeof words};
