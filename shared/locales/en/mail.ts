/** The mails. They name nobody: whoever signs up could write anything as a name. */
export const mail = {
	confirm: {
		subject: 'Confirm your address',
		before: 'Somebody made an account at Roteiro with this address. If it was you, confirm it:',
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
		subject: 'You have an account already',
		before: 'Somebody tried to make an account at Roteiro with this address, which has one. If it was you, sign in:',
		button: 'Sign in',
		after: 'Forgotten your password? The same page sends you a link to choose another. If it was not you, do nothing.',
	},
	email: {
		subject: 'Confirm your new address',
		before: 'Somebody wants to use this address for their account at Roteiro. If it was you, confirm it with your password:',
		button: 'Confirm the new address',
		after: 'The link works for a day. If it was not you, do nothing: the account keeps the address that it has.',
	},
};
