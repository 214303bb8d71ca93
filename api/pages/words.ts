import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {Scope} from '../../shared/contract/scopes.ts';
import {english} from './words-en.ts';
import {spanish} from './words-es.ts';
import {portuguese} from './words-pt.ts';

/** Everything that the account's pages say. */
export type Words = {
	email: string;
	password: string;
	name: string;
	language: string;
	save: string;
	newPassword: string;
	passwordHint: string;
	faults: {
		email: string;
		nameMissing: string;
		nameLong: string;
		passwordShort: string;
		passwordLong: string;
		passwordPersonal: string;
		passwordWrong: string;
		scopesMissing: string;
	};
	signIn: {
		title: string;
		button: string;
		forgotten: string;
		noAccount: string;
		failed: string;
		/** The same where addresses are confirmed by mail: whether this one is must not show. */
		failedOrUnconfirmed: string;
		leadsTo: string;
		/** After signing up where no mail is sent: the same for a new address and for a known one. */
		made: string;
		signedOut: string;
		signedOutEverywhere: string;
	};
	signUp: {title: string; intro: string; button: string; haveAccount: string; closedTitle: string; closed: string};
	mailSent: {title: string; text: (email: string) => string; nothing: string; back: string};
	forgotten: {title: string; intro: string; button: string; noMailTitle: string; noMail: string};
	choose: {title: string; intro: (email: string) => string; button: string};
	confirm: {title: string; intro: (email: string) => string; button: string};
	linkGone: {title: string; text: string; again: string};
	refusals: {
		foreignTitle: string;
		foreign: (address: string) => string;
		tooManyTitle: string;
		tooMany: (minutes: number) => string;
		failedTitle: string;
		failed: string;
		notFoundTitle: string;
		notFound: string;
		back: string;
	};
	home: {
		title: string;
		plan: string;
		plans: {pro: string; free: string};
		freeMeans: string;
		confirmed: string;
		unconfirmed: string;
		saved: string;
		passwordChanged: string;
		profile: string;
		changePassword: string;
		changePasswordMeans: string;
		currentPassword: string;
		change: string;
		access: string;
		accessMeans: string;
		sessions: string;
		sessionsMeans: string;
		signOut: string;
		signOutEverywhere: string;
	};
	access: {
		title: string;
		back: string;
		keys: string;
		keysMeans: string;
		noKeys: string;
		create: string;
		keyName: string;
		permissions: string;
		validity: string;
		days: (days: number) => string;
		createButton: string;
		created: (name: string) => string;
		once: string;
		revoke: string;
		revoked: string;
		validUntil: (date: string) => string;
		apps: string;
		appsMeans: string;
		noApps: string;
		connected: (date: string) => string;
		disconnect: string;
		disconnected: string;
		uses: string;
		usesMeans: string;
		noUses: string;
		older: string;
	};
	scopes: Record<Scope, string>;
};

const WORDS: Record<PageLanguage, Words> = {'pt-BR': portuguese, en: english, es: spanish};

export function wordsOf(language: PageLanguage): Words {
	return WORDS[language];
}
