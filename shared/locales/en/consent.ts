/** Words of the page on which a person lets an app in. Permissions are worded as under /account. */
export const consent = {
	/** Comes after the app's name. */
	asks: 'asks for access to your account',
	leadsTo: 'Redirects to',
	describedAt: 'Described at',
	account: 'Account',
	notYou: 'Not you? Sign out',
	/** Location of an app that is no web site. */
	places: {program: 'A program on a computer', extension: 'A browser extension'},
	warning: {
		program: 'A program on this computer is asking, and any program can use that name. Continue only if you have just started it yourself.',
		extension:
			'An extension of this browser is asking, and any extension can use that name. Continue only if you have just asked for this in it yourself.',
		site: 'Continue only if you have just asked for this at that address yourself.',
	},
	free: 'Your account is on the free plan. You can connect the app now, but its calls will be refused (402) until the account has the Pro plan.',
	permissions: 'What it may do',
	permissionMissing: 'Choose at least one permission, or cancel.',
	later: 'You can disconnect it at any time, in your account.',
	allow: 'Allow',
	cancel: 'Cancel',
	refusedTitle: 'This connection cannot continue',
	expired: "The app's request has expired or was already answered. Go back to the app and connect again.",
	refused:
		'The app asked for something that this service cannot do. Go back to it and connect again; if the problem stays, its developers will understand this detail:',
};
