import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Config} from '../../shared/config/config.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/scopes.ts';
import {createAccount, listAccounts} from '../../shared/store/access/accounts.ts';
import {createApiKey, listApiKeys, revokeApiKey} from '../../shared/store/access/credentials.ts';
import {type Db, openDatabase} from '../../shared/store/database.ts';
import {makeSampleTour} from './demo-tour.ts';

export type Demo = {
	/** Holds the demo account's API key; only its owner may read it. */
	keyFile: string;
	/** The public page of the sample tour, or null where it could not be made this time. */
	tourUrl: string | null;
};

const EMAIL = 'demo@roteiro.invalid';
const KEY_NAME = 'Demo';
/** A key of its own, revoked at the end: the calls that make the tour do not count against the demo key's. */
const SEED_KEY_NAME = 'Sample tour set-up';
const SEED_SCOPES: Scope[] = ['tours:read', 'tours:write', 'publish'];

/**
 * Gives an empty service a demo account, its key and a published sample tour. Where other accounts came first: null, and nothing is done.
 * Interrupted anywhere, the next start finishes it; once finished, it is never done again. To be called while the service runs.
 */
export async function seed(config: Config, apiUrl: string, report: (sentence: string) => void): Promise<Demo | null> {
	const keyFile = join(config.dataDir, 'demo-key.txt');
	const doneFile = join(config.dataDir, 'demo.json');
	const database = await openDatabase({...config, databasePool: 2});
	try {
		const db = database.manager;
		const accounts = await listAccounts(db);
		const demo = accounts.find(account => account.email === EMAIL);
		if (!demo && accounts.length > 0) return null;
		if (demo && existsSync(doneFile)) return {keyFile, tourUrl: readTourUrl(doneFile)};

		const account = demo ?? (await createAccount(db, {email: EMAIL, name: 'Demo', plan: 'pro', language: 'en'}));
		if (!demo || !existsSync(keyFile)) {
			await revokeNamed(db, account.id, KEY_NAME);
			const {key} = await createApiKey(db, {accountId: account.id, name: KEY_NAME, scopes: ALL_SCOPES, days: 365});
			writeWhole(keyFile, `${key}\n`);
		}
		try {
			await revokeNamed(db, account.id, SEED_KEY_NAME);
			const {id, key} = await createApiKey(db, {accountId: account.id, name: SEED_KEY_NAME, scopes: SEED_SCOPES, days: 30});
			const tourUrl = await makeSampleTour(apiUrl, key);
			await revokeApiKey(db, id);
			writeWhole(doneFile, JSON.stringify({tourUrl}));
			return {keyFile, tourUrl};
		} catch (error) {
			report(`The sample tour could not be made; the next start tries again. ${error instanceof Error ? error.message : error}`);
			return {keyFile, tourUrl: null};
		}
	} finally {
		await database.destroy();
	}
}

async function revokeNamed(db: Db, accountId: string, name: string): Promise<void> {
	for (const key of await listApiKeys(db, accountId)) if (key.name === name) await revokeApiKey(db, key.id);
}

function readTourUrl(file: string): string | null {
	return (JSON.parse(readFileSync(file, 'utf8')) as {tourUrl: string | null}).tourUrl;
}

/** All of it or nothing, and for its owner's eyes. */
function writeWhole(file: string, text: string): void {
	writeFileSync(`${file}.new`, text, {mode: 0o600});
	renameSync(`${file}.new`, file);
}
