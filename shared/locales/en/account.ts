import type {Scope} from '../../contract/access.ts';

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
	email_asked: {
		subject: 'Your address is to be changed',
		before:
			'Somebody with the password of your account at Roteiro asked that it gets another e-mail address. If it was you, open the link that went there. If not, sign in and change your password now:',
		button: 'Sign in',
		after: 'This address remains that of the account until the new one is confirmed.',
	},
	password: {
		subject: 'Your password was changed',
		before:
			'The password of your account at Roteiro was changed, and all other browsers were signed out. If it was you, do nothing. If not, choose another one now:',
		button: 'Choose another password',
		after: 'Then look at the API keys and connected apps in the settings: they still work.',
	},
	export: {
		subject: 'Your copy is ready',
		before: 'The copy of your account at Roteiro that you requested is ready. You can download it for 24 hours:',
		button: 'Download the copy',
		after: 'You have to sign in first. If you did not request it, change your password.',
	},
	closing: {
		subject: 'Your account is being deleted',
		before: (date: string) =>
			`Your account at Roteiro will be deleted for good on ${date}; its links are down already. Until then you can keep it. Sign in:`,
		button: 'Sign in',
		after: 'If it was not you, sign in now, keep the account and change your password.',
	},
	closes_soon: {
		subject: 'Your account will be deleted soon',
		before: (date: string) => `On ${date} everything in your account at Roteiro is deleted for good. You can still keep it. Sign in:`,
		button: 'Sign in',
		after: 'If that is what you want, do nothing.',
	},
};

/** Everything that the pages under /account say. */
export const account = {
	email: 'E-mail address',
	password: 'Password',
	name: 'Name',
	language: 'Language',
	newPassword: 'New password',
	passwordHint: 'At least 10 characters. A few words in a row are easy to remember and hard to guess.',
	faults: {
		email: 'Write the whole address, like ana@example.com.',
		emailTaken: 'Another account has this address.',
		nameMissing: 'Write your name.',
		nameLong: 'A name has at most 200 characters.',
		passwordShort: 'A password needs at least 10 characters.',
		passwordLong: 'A password has at most 256 characters.',
		passwordCommon: 'Many people use this password, so it is guessed first. How about four or five words that only you would put together?',
		passwordPersonal: 'Your name, your e-mail address or the name of this service is what others guess first. Please choose other words.',
		passwordWrong: 'This is not your current password.',
	},
	signIn: {
		title: 'Sign in',
		button: 'Sign in',
		forgotten: 'Forgot your password?',
		noAccount: 'Create an account',
		failed: 'E-mail address and password do not match.',
		/** Shown instead if addresses are confirmed by mail: it must not reveal if this one is confirmed. */
		failedOrUnconfirmed: 'E-mail address and password do not match, or the address is not confirmed yet: our e-mail has the link for that.',
		leadsTo: 'Sign in to continue.',
		/** Shown after signing up without mails: new and known addresses get one text. */
		made: 'If this address had no account, it has one now. Sign in with the password that you chose.',
		signedOut: 'You are signed out.',
		signedOutEverywhere: 'You are signed out everywhere.',
		closing: 'The account is being deleted. For 14 days you can sign in and keep it.',
	},
	signUp: {
		title: 'Create an account',
		intro: 'Turn screenshots into tours that show each click.',
		plans: 'A new account is on the free plan, without tours. The administrator of this service switches on Pro.',
		button: 'Create account',
		haveAccount: 'I already have an account',
		closedTitle: 'Registration is closed',
		closed: 'The administrator of this service creates the accounts. Ask them for one.',
	},
	mailSent: {
		title: 'Check your e-mail',
		text: (email: string) => `We sent a message to ${email}. Open the link in it to continue.`,
		nothing: 'Nothing after a few minutes? Check your spam folder, and the address above.',
		back: 'Back to sign-in',
	},
	forgotten: {
		title: 'Forgot your password?',
		intro: 'Enter the e-mail address of your account. We send you a link to choose a new password.',
		button: 'Send the link',
		noMailTitle: 'This service sends no e-mail',
		noMail: 'Ask your administrator for a link with which you can choose a new password.',
		noMailOperator: 'You run this service yourself? This command prints the link for the administrator’s account:',
	},
	choose: {
		title: 'Choose a password',
		intro: (email: string) => `For the account ${email}. All other browsers will be signed out.`,
		button: 'Save and sign in',
	},
	confirm: {
		title: 'Confirm your address',
		intro: (email: string) => `Enter your password to show that you signed up with ${email}.`,
		button: 'Confirm and sign in',
	},
	signInLink: {
		title: 'Open the editor',
		text: 'This link signs you in. It works once.',
		button: 'Open the editor',
		goneTitle: 'This link no longer works',
		gone: 'It works once: it was already used, is older than a day, or the service has printed a newer one since.',
		another:
			'Sign in if you have chosen a password. If not, start the service again: it prints a new link. This command prints a link to choose a password:',
	},
	firstPassword: {
		later: 'Back to the editor',
		intro: 'You sign in again with it and your e-mail address. Pages and mails come in your language.',
		button: 'Save and open the editor',
	},
	linkGone: {title: 'This link no longer works', text: 'It was already used, or has expired.', again: 'Ask for a new one'},
	errors: {
		foreignTitle: 'This form was not sent from here',
		foreign: (address: string) =>
			`For your safety, only forms on ${address} are accepted. Open that address and try again. If you are there already, a proxy in between removes what the browser says of itself.`,
		tooManyTitle: 'Too many attempts',
		tooMany: (minutes: number) => (minutes <= 1 ? 'Try again in a minute.' : `Try again in ${minutes} minutes.`),
		failedTitle: 'That did not work',
		failed: 'Something went wrong on our side. Try again in a moment.',
		notFoundTitle: 'This page does not exist',
		notFound: 'The address may be incomplete.',
		back: 'To your account',
		home: 'To the start page',
	},
	scopes: {
		'tours:read': 'Read tours',
		'tours:write': 'Create and edit tours',
		publish: 'Publish and take down links',
		ai: 'Write texts and narration with AI',
		'analytics:read': 'Read statistics',
	} satisfies Record<Scope, string>,
};

/** Texts for exporting an account and for deleting it. */
export const accountEnd = {
	export: 'A copy of everything',
	exportMeans:
		'A zip with every tour as a document, also those in the bin, with pictures, narration, leads and statistics, and the data of your account. You can download it for 24 hours, and request one copy a day.',
	exportButton: 'Request a copy',
	ordered: 'The copy is being made. This page shows when it is ready.',
	tooSoon: 'You can request one copy a day. Try again tomorrow.',
	states: {queued: 'waiting', running: 'being made', ready: 'ready', failed: 'failed: request another'},
	fetch: (size: string) => `Download (${size})`,
	until: (date: string) => `until ${date}`,
	of: (date: string) => `of ${date}`,
	closingTitle: 'This account is being deleted',
	closing: (date: string) =>
		`On ${date} everything in it is deleted for good. Until then its links stay down, API keys stay revoked and apps disconnected.`,
	takeBack: 'Keep the account',
	takeBackMeans: 'Tours and links are as they were. You have to create API keys and connect apps again.',
	signOut: 'Sign out',
	readme: {
		title: 'A copy of your account at Roteiro',
		made: (date: string) => `Made on ${date}.`,
		files: [
			['account.json', 'your profile, sign-ins, API keys (without the keys themselves) and connected apps'],
			['tours.jsonl', 'a list of the tours, one a line'],
			['tours/ID/document.json', 'a tour as a document'],
			['tours/ID/about.json', 'its link, times, narration and versions, and when it was deleted if it is in the bin'],
			['tours/ID/statistics.json', 'views, completions, clicks and leads of each day, and how often each step was seen'],
			['images/, images.jsonl', 'every picture without its metadata, and a list of them'],
			['narration/, narration.jsonl', 'the narrations, and their texts'],
			['leads.jsonl', 'what visitors entered in opening forms, with what they agreed to'],
			['uses.jsonl', 'the activity of keys and apps in the last 90 days'],
			['SHA256SUMS', 'checksums of all files: sha256sum -c SHA256SUMS'],
		] as Array<[string, string]>,
		again:
			'To restore a tour, here or in another Roteiro: send its pictures (POST /v1/media with the bytes), then its document (PUT /v1/documents/KEY with {"document": …}, where KEY is a name of your choice). The pictures are found by their names, which are checksums of their bytes.',
		care: 'leads.jsonl holds personal data of others. Keep this file where nobody else can read it.',
	},
};

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
	documentUnread:
		'This service could not fetch the description that the app keeps on the Internet. Connect again in a moment. Where the service cannot reach the Internet, its operator sets CLIENT_DOCUMENTS=false; then remove the service from the app and add it again. A key works without. The detail:',
	unknownApp:
		'This service does not know the app, or no longer: it forgets apps that nobody has signed in to, and all of them when it is set up again. In the app, sign out of this service or remove it, then add it again. Its developers will understand this detail:',
};
