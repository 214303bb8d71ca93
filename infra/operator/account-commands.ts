import {readConfig} from '../../shared/config/config.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {FACTS} from '../../shared/locales/languages.ts';
import {
	claimAdministration,
	createAccount,
	findOwner,
	listAccounts,
	makeAdministrator,
	PLANS,
	setPlan,
} from '../../shared/store/access/accounts.ts';
import {createLink} from '../../shared/store/access/email-links.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {type Command, languageOfTerminal, oneOf, readEmail, readName, requireAccount} from './command.ts';

const NAMES = new Intl.ListFormat('en', {type: 'disjunction'}).format(Object.values(FACTS).map(({englishName}) => englishName));

export const ACCOUNT_COMMANDS: Record<string, Command> = {
	'account create': {
		summary: `Creates an account, and a link with which its owner chooses a password. The first account of a service is its administrator's.\n      Without --language the account has that of the terminal: ${NAMES}, else English.`,
		options: {email: 'ADDRESS', name: 'NAME', plan: PLANS.join('|')},
		optional: {language: PAGE_LANGUAGES.join('|')},
		prepare(values) {
			const plan = oneOf('--plan', values.plan!, PLANS);
			const language = values.language ? oneOf('--language', values.language, PAGE_LANGUAGES) : languageOfTerminal(process.env);
			const asked = {email: readEmail(values.email!), name: readName(values.name!), plan, language};
			return database =>
				tx(database, async db => {
					const isFirst = (await findOwner(db)) === null;
					const created = await createAccount(db, asked);
					const administrator = isFirst && (await claimAdministration(db, created.id, plan));
					return {account: showAccount({...created, administrator}), passwordLink: await resetLink(db, created)};
				});
		},
	},
	'account list': {
		summary: 'Lists all accounts, oldest first.',
		options: {},
		prepare: () => async db => ({accounts: (await listAccounts(db)).map(showAccount)}),
	},
	'account set-plan': {
		summary: "Changes an account's plan; it counts within a second.",
		options: {email: 'ADDRESS', plan: PLANS.join('|')},
		prepare({email, plan}) {
			const word = oneOf('--plan', plan!, PLANS);
			return async db => {
				const account = await requireAccount(db, email!);
				await setPlan(db, account.id, word);
				return {account: showAccount({...account, plan: word})};
			};
		},
	},
	'account set-administrator': {
		summary: 'Makes an account an administrator; those that are one stay it.',
		options: {email: 'ADDRESS'},
		prepare:
			({email}) =>
			async database => {
				const account = await requireAccount(database, email!);
				await tx(database, db => makeAdministrator(db, account.id));
				return {account: showAccount({...account, administrator: true})};
			},
	},
	'account reset-link': {
		summary:
			'Makes a link with which an account chooses its password: without --email that of the administrator, or the oldest.\n      It works once, for a day; hand it over by a safe way.',
		options: {},
		optional: {email: 'ADDRESS'},
		prepare:
			({email}) =>
			async db => {
				const account = email ? await requireAccount(db, email) : await findOwner(db);
				if (!account) throw new Error('There is no account yet; account create makes one.');
				return {email: account.email, ...(await resetLink(db, account))};
			},
	},
};

async function resetLink(db: Db, account: Pick<AccountRow, 'id' | 'email'>) {
	const {path, expiresAt} = await createLink(db, {account, purpose: 'reset', byOperator: true});
	return {url: readConfig().baseUrl + path, expiresAt: expiresAt.toISOString()};
}

function showAccount({id, email, name, plan, language, administrator, createdAt}: AccountRow) {
	return {id, email, name, plan, language, administrator, createdAt};
}
