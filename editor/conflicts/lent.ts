import type {cardWords} from '../look/cards/card-words.ts';
import type {words} from '../look/words.ts';

/** Words of the screens for theme and cards, which these fetch: a part that is seldom needed takes nothing of theirs along. */
export const lent = {} as {cardWords: typeof cardWords; lookWords: typeof words};
