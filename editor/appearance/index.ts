export {cardWords} from './cards/card-words.ts';
export {CardsScreen} from './cards/cards-screen.tsx';
export {ThemeScreen} from './theme/theme-screen.tsx';
export {words as lookWords} from './words.ts';
