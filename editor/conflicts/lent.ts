import type {cardWords} from '../appearance/cards/card-words.ts';
import type {words} from '../appearance/words.ts';

/** Words of the screens for theme and cards, lent by these when they are open, so that this rare part does not load them. */
export const lent = {} as {cardWords: typeof cardWords; lookWords: typeof words};
