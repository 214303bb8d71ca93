/** All messages, by the part of the service that shows them. English defines which exist, and their meaning. */

export {account, accountEnd, consent, mail} from './account.ts';
export {extension} from './extension.ts';
export {landing} from './landing.ts';
export {cards, paper, player, status} from './player.ts';
