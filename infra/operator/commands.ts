import {resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type ParseArgsOptionsConfig, parseArgs} from 'node:util';
import {readS3Location} from '../../shared/config/addresses.ts';
import {readConfig} from '../../shared/config/config.ts';
import {openKeys, openSecrets} from '../../shared/config/secret.ts';
import {copyFiles} from '../../shared/files/copy-files.ts';
import type {FileStore} from '../../shared/files/file-store.ts';
import {openFolderStore} from '../../shared/files/folder-store.ts';
import {openStore} from '../../shared/files/open-store.ts';
import {openS3Store} from '../../shared/files/s3-store.ts';
import {createApiKey, KEY_VALIDITY_DAYS, listApiKeys, revokeApiKey} from '../../shared/store/access/credentials.ts';
import type {Db} from '../../shared/store/database.ts';
import {setMark} from '../../shared/store/leases.ts';
import {askRebuilds, rebuildProgress} from '../../shared/store/rebuilds.ts';
import {isSecretKnown, UnknownSecret} from '../../shared/store/visitors/kept-secret.ts';
import {createBackup} from '../backup/create-backup.ts';
import {restoreBackup, verifyBackup} from '../backup/restore-backup.ts';
import {ACCOUNT_COMMANDS, LEAVING_COMMANDS} from './account-commands.ts';
import {
	type Command,
	oneOf,
	readCount,
	readName,
	readOtherFolder,
	readScopes,
	requireAccount,
	tell,
	UsageError,
	usage,
	type Work,
	writingTo,
} from './command.ts';
import {JOB_COMMANDS} from './job-commands.ts';
import {acceptLoss, rotateSecret} from './rotate-secret.ts';

const TELL_MS = 5000;

const LOOK_MS = 500;
/** Milliseconds without progress after which no worker runs: workers take the next pages every 2 s. */
const PATIENCE_MS = 60_000;

/** Copies files that the target lacks, and reports the progress every few seconds. */
export async function copyStore(from: FileStore, to: FileStore, tell: (line: string) => void) {
	const done = {files: 0, bytes: 0, copied: 0};
	let printedAt = performance.now();
	for await (const {bytes, isNew} of copyFiles(from, to)) {
		done.files++;
		done.bytes += bytes;
		if (isNew) done.copied++;
		if (performance.now() - printedAt < TELL_MS) continue;
		printedAt = performance.now();
		tell(`${done.files} files, ${done.copied} of them copied.`);
	}
	return done;
}

type ReadyWork = {run: Work; needsSchema: boolean};

/** Commands of the operator. The values beside the options are what the help shows. */
export const COMMANDS: Record<string, Command> = {
	...ACCOUNT_COMMANDS,
	...LEAVING_COMMANDS,
	...JOB_COMMANDS,
	'key create': {
		summary: 'Creates an API key. It is shown only once; the service keeps its hash.',
		options: {email: 'ADDRESS', name: 'NAME', scopes: 'SCOPE,…|all', days: KEY_VALIDITY_DAYS.join('|')},
		prepare({email, ...values}) {
			const name = readName(values.name!);
			const scopes = readScopes(values.scopes!);
			const days = Number(oneOf('--days', values.days!, KEY_VALIDITY_DAYS.map(String))) as (typeof KEY_VALIDITY_DAYS)[number];
			return async db => {
				const {id} = await requireAccount(db, email!);
				const created = await createApiKey(db, {accountId: id, name, scopes, days});
				return {key: created.key, id: created.id, expiresAt: created.expiresAt.toISOString()};
			};
		},
	},
	'key list': {
		summary: "Lists an account's API keys without the keys themselves.",
		options: {email: 'ADDRESS'},
		prepare:
			({email}) =>
			async db => {
				const {id} = await requireAccount(db, email!);
				const keys = await listApiKeys(db, id);
				return {
					keys: keys.map(key => ({
						id: key.id,
						name: key.name,
						scopes: key.scopes,
						createdAt: key.createdAt,
						expiresAt: key.expiresAt,
						revokedAt: key.revokedAt,
					})),
				};
			},
	},
	'key revoke': {
		summary: 'Revokes an API key; it stops working within a second.',
		options: {id: 'KEY_ID'},
		prepare:
			({id}) =>
			async db => {
				if (!(await revokeApiKey(db, id!))) throw new Error(`There is no valid key with the id ${id}; key list shows the ids.`);
				return {revoked: true, id};
			},
	},
	'pages rebuild': {
		summary: 'Re-renders published pages and previews (upgrades do this automatically).',
		options: {},
		optional: {tour: 'TOUR_ID'},
		prepare:
			({tour}) =>
			db =>
				rebuildPages(db, tour ?? null, tell),
	},
	'backup create': {
		summary:
			'Takes a backup of database and files, while the service runs; the next one into the same folder copies only the files that are new.\n      The secret (DATA_DIR/secret.txt, or SECRET) is not in it: keep it elsewhere, no lead can be read without it.',
		options: {to: 'FOLDER'},
		optional: {keep: 'SNAPSHOTS'},
		prepare({to, keep}) {
			const kept = keep === undefined ? undefined : readCount('--keep', keep);
			const config = readConfig();
			const folder = readOtherFolder(to!, config.dataDir);
			return async (db, databaseUrl) => {
				const backup = {databaseUrl, files: openStore(config), to: folder, keep: kept, tell};
				const report = await writingTo(folder, () => createBackup(backup));
				await setMark(db, 'backup');
				return report;
			};
		},
	},
	'backup verify': {
		summary: 'Checks the newest backup, or the named one: checksums, names, and that every file which the database names is there.',
		options: {from: 'FOLDER'},
		optional: {snapshot: 'NAME'},
		prepare:
			({from, snapshot}) =>
			() =>
				verifyBackup(resolve(from!), snapshot),
	},
	'backup restore': {
		summary:
			'Restores a backup into an empty database and DATA_DIR, also a backup of an earlier version. Stop the service before; start it after.',
		options: {from: 'FOLDER'},
		optional: {snapshot: 'NAME'},
		anySchema: true,
		prepare:
			({from, snapshot}) =>
			async (db, databaseUrl) => {
				const config = readConfig();
				const backup = {databaseUrl, files: openStore(config), from: resolve(from!), snapshot, tell};
				const restored = await writingTo(config.dataDir, () => restoreBackup(backup));
				const secretKnown = await isSecretKnown(db, config, openKeys(openSecrets(config)));
				if (!secretKnown) tell(new UnknownSecret().message);
				return {...restored, secretKnown};
			},
	},
	'files copy': {
		summary:
			'Copies the stored files that another store lacks, while the service runs: into s3://bucket/prefix?endpoint=…, or a folder.\n      Run it again just before FILES is changed, and once after: later runs copy only new files.',
		options: {to: 'STORE'},
		prepare({to}) {
			const target = to!.startsWith('s3:') ? openS3Store(readS3Location(to!)) : openFolderStore(resolve(to!));
			return () => writingTo(to!, () => copyStore(openStore(readConfig()), target, tell));
		},
	},
	'secret rotate': {
		summary:
			'Re-encrypts all leads: with a new secret if DATA_DIR keeps it, else with SECRET, where SECRET_PREVIOUS has the old one.\n      The service may run. An interrupted command continues when it is run again. Sessions, keys and tokens stay.',
		options: {},
		prepare: () => db => rotateSecret(db, readConfig()),
	},
	'secret accept-loss': {
		summary:
			'Goes on without the secret that leads were written with, where it is lost for good and the service refuses to start.\n      Leads from before stay unreadable; they are listed and can be erased.',
		options: {},
		prepare: () => db => acceptLoss(db, readConfig()),
	},
};

/** Returns what the words of a command line ask for. Throws `UsageError` where they ask for nothing that there is. */
export function readCommand(argv: string[]): ReadyWork {
	const name = argv.slice(0, 2).join(' ');
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined;
	if (!command) throw unknownCommand(argv);
	const names = Object.keys({...command.options, ...command.optional});
	const known: ParseArgsOptionsConfig = {
		...Object.fromEntries(names.map(option => [option, {type: 'string'}])),
		...Object.fromEntries((command.flags ?? []).map(flag => [flag, {type: 'boolean'}])),
	};
	const fail = (why: string) => new UsageError(`${why}\n\n${usage({[name]: command})}`);
	let values: Record<string, unknown>;
	try {
		({values} = parseArgs({args: argv.slice(2), options: known, strict: true, allowPositionals: false}));
	} catch (error) {
		throw fail((error as Error).message);
	}
	const missing = Object.keys(command.options).filter(option => !values[option]);
	if (missing.length > 0) throw fail(`Missing: ${missing.map(option => `--${option}`).join(', ')}.`);
	return {run: command.prepare(values as Record<string, string>), needsSchema: !command.anySchema};
}

/** An error with the commands that begin with the same word, or with all where none does. */
function unknownCommand(argv: string[]): UsageError {
	const [family = '', verb = '-'] = argv;
	const related = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${family} `));
	if (related.length > 0 && verb.startsWith('-'))
		return new UsageError(`Several commands begin with "${family}":\n\n${usage(Object.fromEntries(related))}`);
	const shown = related.length > 0 ? Object.fromEntries(related) : COMMANDS;
	return new UsageError(`There is no command "${argv.slice(0, 2).join(' ')}".\n\n${usage(shown)}`);
}

/**
 * Has the workers render the pages of one tour or of all, and waits for them: `tell` hears the progress. Workers do the work also if this is
 * interrupted, or if they are started later.
 */
export async function rebuildPages(db: Db, tourId: string | null, tell: (line: string) => void, patienceMs = PATIENCE_MS) {
	const begun = new Date();
	const pages = await askRebuilds(db, tourId);
	if (tourId !== null && pages === 0) throw new Error(`No page of a tour ${tourId} is shown: it is not published, or it does not exist.`);
	let movedAt = performance.now();
	let printedAt = movedAt;
	let before = '';
	for (;;) {
		const {waiting, open, done, failed} = await rebuildProgress(db, begun);
		const now = `${waiting} to look at, ${open} being rendered, ${done} rendered, ${failed} failed`;
		if (waiting === 0 && open === 0) return {pages, rebuilt: done, failed, left: 0};
		if (now !== before) movedAt = performance.now();
		if (before === '' || performance.now() - printedAt >= TELL_MS) {
			tell(`${pages} pages: ${now}.`);
			printedAt = performance.now();
		}
		before = now;
		if (performance.now() - movedAt > patienceMs) {
			tell('No worker is at work on them. Whichever starts next does the rest.');
			return {pages, rebuilt: done, failed, left: waiting + open};
		}
		await sleep(LOOK_MS);
	}
}
