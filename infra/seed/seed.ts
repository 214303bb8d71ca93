import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Config} from '../../shared/config/config.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/access.ts';
import type {EndCtaInput} from '../../shared/contract/cards.ts';
import type {StepInput} from '../../shared/contract/step.ts';
import type {ThemeInput} from '../../shared/contract/theme.ts';
import {createAccount, findOwner, listAccounts} from '../../shared/store/access/accounts.ts';
import {createApiKey, listApiKeys, revokeApiKey} from '../../shared/store/access/credentials.ts';
import {createLink, voidSignInLinks} from '../../shared/store/access/email-links.ts';
import {type Db, openDatabase, tx} from '../../shared/store/database.ts';

export type Demo = {
	/** Holds the demo account's API key; only its owner may read it. */
	keyFile: string;
	/** The public page of the sample tour, or null if it could not be made this time. */
	tourUrl: string | null;
};

const EMAIL = 'demo@roteiro.invalid';
const KEY_NAME = 'Demo';
/** A key of its own, revoked at the end: the calls that make the tour do not count against the demo key's. */
const SEED_KEY_NAME = 'Sample tour set-up';
const SEED_SCOPES: Scope[] = ['tours:read', 'tours:write', 'publish'];

const FOLDER = join(import.meta.dirname, '../..', 'docs', 'examples', 'first-flow');
const CALL_LIMIT_MS = 60_000;
const ATTEMPTS = 5;
/** End of the URL of a tour's page: the file keeps no more, for port, BASE_URL and machine may change. */
const PAGE_PATH = /\/p\/[^/]+$/;
const LONGEST_WAIT_SECONDS = 30;

type Example = {
	name: string;
	language: string;
	theme: ThemeInput;
	steps: (Omit<StepInput, 'position' | 'image'> & {file?: string})[];
	endCta: EndCtaInput;
};

type Loaded = {tour: {id: string; steps: unknown[]}};
type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

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
		if (demo && existsSync(doneFile)) return {keyFile, tourUrl: readTourUrl(doneFile, config.baseUrl)};

		const account = demo ?? (await createAccount(db, {email: EMAIL, name: 'Demo', plan: 'pro', language: 'en'}));
		if (!demo || !existsSync(keyFile)) {
			await revokeNamed(db, account.id, KEY_NAME);
			const {key} = await createApiKey(db, {accountId: account.id, name: KEY_NAME, scopes: ALL_SCOPES, days: 365});
			writeWhole(keyFile, `${key}\n`);
		}
		try {
			await revokeNamed(db, account.id, SEED_KEY_NAME);
			const {id, key} = await createApiKey(db, {accountId: account.id, name: SEED_KEY_NAME, scopes: SEED_SCOPES, days: 30});
			const tourUrl = await makeSampleTour(client(apiUrl, key, config.trustedProxies));
			await revokeApiKey(db, id);
			writeWhole(doneFile, JSON.stringify({tourPath: PAGE_PATH.exec(tourUrl)?.[0]}));
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

/** Also of a file that has the whole URL, as they once did. */
function readTourUrl(file: string, baseUrl: string): string | null {
	const {tourPath, tourUrl} = JSON.parse(readFileSync(file, 'utf8')) as {tourPath?: string; tourUrl?: string | null};
	const path = PAGE_PATH.exec(tourPath ?? tourUrl ?? '')?.[0];
	return path ? baseUrl + path : null;
}

/** All of it or nothing, and for its owner's eyes. */
function writeWhole(file: string, text: string): void {
	writeFileSync(`${file}.new`, text, {mode: 0o600});
	renameSync(`${file}.new`, file);
}

/**
 * Makes the sample tour as any client would, over HTTP with an API key, and returns its public URL. What an earlier call left half
 * done is read from the service itself, and finished.
 */
async function makeSampleTour(call: Call): Promise<string> {
	const example = JSON.parse(await readFile(join(FOLDER, 'tour.json'), 'utf8')) as Example;

	const {tours} = await call<{tours: {id: string; name: string}[]}>('GET', '/tours?limit=200');
	const begun = tours.find(tour => tour.name === example.name);
	const {tour} = begun
		? await call<Loaded>('GET', `/tours/${begun.id}`)
		: await call<Loaded>('POST', '/tours', {name: example.name, theme: example.theme});

	const missing = example.steps.slice(tour.steps.length);
	const mediaIds = await Promise.all(missing.map(step => step.file && upload(call, step.file)));
	for (const [index, {file: _, ...step}] of missing.entries()) {
		const mediaId = mediaIds[index];
		await call('POST', `/tours/${tour.id}/steps`, {...step, ...(mediaId && {image: {mediaId}})});
	}
	await call('PUT', `/tours/${tour.id}/end-cta`, example.endCta);
	await call('PUT', `/tours/${tour.id}/narration-settings`, {language: example.language});
	// Its screenshots were taken without the browser.
	const [set, was] = (['browser', 'auto'] as const).map(frame => ({pictures: {frame}}));
	await call('POST', `/tours/${tour.id}/changes`, {changes: [{kind: 'settings', set, was}]});
	const {publishedLink} = await call<{publishedLink: {url: string}}>('POST', `/tours/${tour.id}/publish`);
	return publishedLink.url;
}

async function upload(call: Call, file: string): Promise<string> {
	const bytes = await readFile(join(FOLDER, file));
	const {media} = await call<{media: {mediaId: string}}>('POST', '/media', {base64: bytes.toString('base64'), name: file});
	return media.mediaId;
}

/** Calls that a busy or starting service turned away are tried again, with the same Idempotency-Key. They come around the proxies, and say what these would. */
function client(apiUrl: string, key: string, trustedProxies: number): Call {
	return async (method, path, body) => {
		const headers: Record<string, string> = {authorization: `Bearer ${key}`};
		if (trustedProxies > 0) headers['x-forwarded-for'] = Array(trustedProxies).fill('127.0.0.1').join(', ');
		if (body) headers['content-type'] = 'application/json';
		if (method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
		for (let attempt = 1; ; attempt++) {
			const response = await fetch(`${apiUrl}/v1${path}`, {
				method,
				headers,
				...(body && {body: JSON.stringify(body)}),
				signal: AbortSignal.timeout(CALL_LIMIT_MS),
			});
			const result = await response.json();
			if (response.ok) return result as never;
			const waitSeconds = Number(response.headers.get('retry-after') ?? 1);
			const again = (response.status === 429 || response.status === 503) && attempt < ATTEMPTS && waitSeconds <= LONGEST_WAIT_SECONDS;
			if (!again) throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(result)}`);
			await sleep(waitSeconds * 1000);
		}
	};
}

/**
 * Returns a URL that opens the editor in the owner's account, once, within a day; links of earlier starts end. Returns
 * null if the account has a password, or if there is no account.
 */
export async function newSignInUrl(config: Config): Promise<string | null> {
	const database = await openDatabase({...config, databasePool: 2});
	try {
		return await tx(database, async db => {
			await voidSignInLinks(db);
			const owner = await findOwner(db, {mailed: config.smtpUrl !== ''});
			if (!owner || owner.passwordHash !== null) return null;
			const {path} = await createLink(db, {account: owner, purpose: 'sign-in'});
			return config.baseUrl + path;
		});
	} finally {
		await database.destroy();
	}
}
