import type {words} from '../../shared/locales/en/editor/appearance.ts';
import type {cardWords} from '../../shared/locales/en/editor/cards.ts';

/** Words of the screens for theme and cards, lent by these when they are open, so that this rare part does not load them. */
export const lent = {} as {cardWords: typeof cardWords; lookWords: typeof words};
