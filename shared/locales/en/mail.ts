/** The mails. They contain no names: people who sign up could write anything as a name. */
export const mail = {
	confirm: {
		subject: 'Confirm your address',
		before: 'Somebody created an account at Roteiro with this address. If it was you, confirm it:',
		button: 'Confirm the address',
		after: 'The link works for 3 days. If it was not you, do nothing: nobody uses the account unless it is confirmed.',
	},
	reset: {
		subject: 'Choose a new password',
		before: 'Somebody asked for a new password of your account at Roteiro. If it was you, choose one:',
		button: 'Choose a new password',
		after: 'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
	},
	exists: {
		subject: 'You already have an account',
		before: 'Somebody tried to create an account at Roteiro with this address, which has one. If it was you, sign in:',
		button: 'Sign in',
		after: 'Forgot your password? The same page sends you a link to choose another. If it was not you, do nothing.',
	},
	email: {
		subject: 'Confirm your new address',
		before: 'Somebody wants to use this address for their account at Roteiro. If it was you, confirm it with your password:',
		button: 'Confirm the new address',
		after: 'The link works for a day. If it was not you, do nothing: the account keeps its present address.',
	},
	export: {
		subject: 'Your copy is ready',
		before: 'The copy of your account at Roteiro that you requested is ready. You can download it for 24 hours:',
		button: 'Download the copy',
		after: 'You have to sign in first. If you did not request it, change your password.',
	},
	closing: {
		subject: 'Your account is being deleted',
		before: 'Your account at Roteiro will be deleted for good in 14 days; its links are down already. Until then you can keep it. Sign in:',
		button: 'Sign in',
		after: 'If it was not you, sign in now, keep the account and change your password.',
	},
	closes_soon: {
		subject: 'Your account is deleted in two days',
		before: 'In two days everything in your account at Roteiro is deleted for good. You can still keep it. Sign in:',
		button: 'Sign in',
		after: 'If that is what you want, do nothing.',
	},
};
