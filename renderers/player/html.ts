export {type Html, html, oneLine, trusted} from '../../shared/html.ts';
