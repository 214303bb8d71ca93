export {CardsScreen} from './cards/cards-screen.tsx';
export {ThemeScreen} from './theme/theme-screen.tsx';
