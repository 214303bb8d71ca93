export {login} from './login.ts';
export {logout} from './logout.ts';
export {keptFetch} from './renew.ts';
