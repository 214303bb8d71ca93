import {createWriteStream} from 'node:fs';
import {rename, rm, stat} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {accountEntries} from '../../shared/account-end/account-entries.ts';
import {FILE_AGE_MS, purgeAccount, SETTLED_MS} from '../../shared/account-end/purge-account.ts';
import {zipOf} from '../../shared/account-end/zip.ts';
import {readConfig} from '../../shared/config/config.ts';
import {openKeys, openSecrets} from '../../shared/config/secret.ts';
import {openStore} from '../../shared/files/open-store.ts';
import {closeAccount} from '../../shared/store/account-end/closing.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {type Command, requireAccount, tell} from './command.ts';

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
				return writeCopy(db, id, await target(resolve(to!), id));
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

/** A file that is given, or one in the folder that is. */
async function target(path: string, id: string): Promise<string> {
	const isFolder = (await stat(path).catch(() => null))?.isDirectory();
	return isFolder ? join(path, `${id}-${new Date().toISOString().slice(0, 10)}.zip`) : path;
}

/** Writes the copy, under its name only once it is whole. */
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
	const leaver = {db, files, keys: openKeys(openSecrets(config)), baseUrl: config.baseUrl, accountId, progress};
	try {
		await pipeline(zipOf(accountEntries(leaver), new Date()), createWriteStream(part, {mode: 0o600, flush: true}));
		await rename(part, path);
	} catch (error) {
		await rm(part, {force: true});
		throw error;
	}
	return {file: path, bytes: (await stat(path)).size};
}

/** Again and again until nothing is left: files that were stored just now are removed when they cannot belong to anybody else's work any more. */
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
