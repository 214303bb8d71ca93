export {account} from './account.ts';
export {accountEnd} from './account-end.ts';
export {consent} from './consent.ts';
export {extension} from './extension.ts';
export {landing} from './landing.ts';
export {mail} from './mail.ts';
export {cards, paper, player, status} from './player.ts';
