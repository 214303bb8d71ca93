import type {Command} from '../../language.ts';

export const COMMAND: Command = {
	signedIn: {
		done: {title: 'You are signed in', text: 'The command roteiro continues in the terminal. You may close this page.'},
		denied: {title: 'Access was not allowed', text: 'Nothing is kept. You may close this page.'},
		failed: {title: 'That did not work', text: 'The terminal says why. You may close this page.'},
		foreign: {
			title: 'This belongs to another sign-in',
			text: 'Nothing was done. Close this page, and continue where the terminal asked you to.',
		},
	},
	page: 'Page',
};
