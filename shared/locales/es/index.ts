export {account, accountEnd, consent, mail} from './account.ts';
export {extension} from './extension.ts';
export {landing} from './landing.ts';
export {cards, paper, player, status} from './player.ts';
