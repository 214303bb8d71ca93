export {cardWords, words as lookWords} from '../../shared/locales/en/editor/appearance.ts';
export {CardsScreen} from './cards/cards-screen.tsx';
export {ThemeScreen} from './theme/theme-screen.tsx';
