export {words as lookWords} from '../words/appearance-words.ts';
export {cardWords} from '../words/card-words.ts';
export {CardsScreen} from './cards/cards-screen.tsx';
export {ThemeScreen} from './theme/theme-screen.tsx';
