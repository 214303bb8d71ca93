import {createWriteStream, statSync} from 'node:fs';
import {rename, rm, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {accountEntries} from '../../shared/account-end/account-entries.ts';
import {FILE_AGE_MS, purgeAccount, SETTLED_MS} from '../../shared/account-end/purge-account.ts';
import {zipOf} from '../../shared/account-end/zip.ts';
import {readConfig} from '../../shared/config/config.ts';
import {openKeys, openSecrets} from '../../shared/config/secret.ts';
import {utcDay} from '../../shared/contract/limits.ts';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {openStore} from '../../shared/files/open-store.ts';
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
import {closeAccount} from '../../shared/store/account-end/closing.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';
import {type Command, languageOfTerminal, oneOf, readEmail, readName, requireAccount, tell, writingTo} from './command.ts';

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
		summary: 'Lists all accounts, oldest first; one that is being deleted with the time until which its owner can keep it.',
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
				const account = email ? await requireAccount(db, email) : await findOwner(db, {mailed: readConfig().smtpUrl !== ''});
				if (!account) throw new Error('There is no account yet; account create makes one.');
				return {email: account.email, ...(await resetLink(db, account))};
			},
	},
};

const LOOK_MS = 5000;
/** Milliseconds until the youngest file of the account may be removed, and some more. */
const PATIENCE_MS = FILE_AGE_MS + 2 * SETTLED_MS;

export const LEAVING_COMMANDS: Record<string, Command> = {
	'account export': {
		summary:
			'Writes a copy of everything that an account has as a zip: to this file, or to a new file in this folder.\n      It holds personal data of visitors: pass it on safely.',
		options: {email: 'ADDRESS', to: 'FILE|FOLDER'},
		prepare:
			({email, to}) =>
			async db => {
				const {id} = await requireAccount(db, email!);
				const file = target(resolve(to!), id);
				return writingTo(file, () => writeCopy(db, id, file));
			},
	},
	'account delete': {
		summary:
			'Deletes an account: links, keys and sign-ins end at once, all else in 14 days; until then the owner can keep it.\n      With --now everything is removed at once and for good, which takes some minutes; if interrupted, the service continues.',
		options: {email: 'ADDRESS'},
		flags: ['now'],
		prepare:
			({email, now}) =>
			async db => {
				const {id} = await requireAccount(db, email!);
				const {until} = await tx(db, inside => closeAccount(inside, id, {now: now !== undefined}));
				if (now === undefined) return {id, deleted: false, until: until.toISOString()};
				return {id, ...(await purge(db, id))};
			},
	},
};

async function resetLink(db: Db, account: Pick<AccountRow, 'id' | 'email'>) {
	const {path, expiresAt} = await createLink(db, {account, purpose: 'reset', byOperator: true});
	return {url: readConfig().baseUrl + path, expiresAt: expiresAt.toISOString()};
}

/** With `deletionDueAt` where the account is being deleted: until then its owner can keep it. */
function showAccount({id, email, name, plan, language, administrator, createdAt, deletionDueAt}: AccountRow) {
	return {id, email, name, plan, language, administrator, createdAt, ...(deletionDueAt && {deletionDueAt})};
}

/** Returns the given file, or for a folder a file in it. Throws where the file's folder does not exist. */
function target(path: string, id: string): string {
	const isFolder = (place: string) => statSync(place, {throwIfNoEntry: false})?.isDirectory() ?? false;
	if (!isFolder(dirname(path))) throw new Error(`There is no folder ${dirname(path)}: make it, or give --to another one.`);
	return isFolder(path) ? join(path, `${id}-${utcDay(Date.now())}.zip`) : path;
}

/** Writes the copy; it gets its name only once it is complete. */
async function writeCopy(db: Db, accountId: string, path: string) {
	const config = readConfig();
	const files = openStore(config);
	const part = `${path}.part`;
	let printedAt = performance.now();
	const progress = (fraction: number) => {
		if (performance.now() - printedAt < LOOK_MS) return;
		printedAt = performance.now();
		tell(`${Math.floor(100 * fraction)} %`);
	};
	const source = {db, files, keys: openKeys(openSecrets(config)), baseUrl: config.baseUrl, accountId, progress};
	try {
		await pipeline(zipOf(accountEntries(source), new Date()), createWriteStream(part, {mode: 0o600, flush: true}));
		await rename(part, path);
	} catch (error) {
		await rm(part, {force: true});
		throw error;
	}
	return {file: path, bytes: (await stat(path)).size};
}

/** Repeats until nothing is left: files stored just now are removed once they cannot belong to another account's work. */
async function purge(db: Db, accountId: string) {
	const files = openStore(readConfig());
	const total = {deleted: false, rows: 0, files: 0};
	for (const end = performance.now() + PATIENCE_MS; ; ) {
		const {done, rows, files: removed, waiting} = await purgeAccount(db, {files, accountId});
		total.rows += rows;
		total.files += removed;
		if (done) return {...total, deleted: true};
		if (performance.now() > end) return {...total, hint: 'The service removes the rest.'};
		tell(
			`${total.rows} rows and ${total.files} files are gone; ${waiting > 0 ? `${waiting} files are too young yet` : 'waiting for calls under way'}.`,
		);
		await sleep(LOOK_MS);
	}
}
