import {createHmac} from 'node:crypto';
import {LRUCache} from 'lru-cache';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {insertLoggedCalls, type NewLoggedCall, refusedKey} from '../../shared/store/access/usage-log.ts';

/** Milliseconds that a call may wait for others to be written with it. */
const FLUSH_MS = 500;
const BATCH = 500;
/** Calls that wait for a database that is away; the oldest go first. */
const KEEP = 20_000;
const APP_CHARACTERS = 200;
/** Hashes of IPs kept in memory: most callers call again from the same IP. */
const HASHES = 1000;

/**
 * Keeps the calls of keys and apps for their owner to see: app, action, time, result, and a keyed hash of the IP. Writes them in batches that
 * no call waits for, and once more before the services close. Refused calls are counted, not listed, so that a caller who goes on fills
 * neither memory nor table.
 */
export function openUsageLog(services: Pick<Services, 'database' | 'keyFor' | 'beforeClose' | 'log'>) {
	const hashOf = ipHasher(services.keyFor('addresses'));
	let waiting: NewLoggedCall[] = [];
	/** Refused calls in `waiting`, by their key: equal ones only raise a count. */
	const refused = new Map<string, NewLoggedCall>();
	let timer: NodeJS.Timeout | undefined;
	let writing: Promise<void> | undefined;
	/** True if the last attempt failed: then the next one waits for its time, however many calls wait. */
	let failed = false;

	async function write(): Promise<void> {
		while (waiting.length > 0) {
			const batch = waiting.splice(0, BATCH);
			refused.clear();
			try {
				await insertLoggedCalls(services.database.manager, batch);
				failed = false;
			} catch (error) {
				services.log.warn({error, waiting: waiting.length + batch.length}, 'usage log not written; tried again later');
				failed = true;
				waiting = [...batch, ...waiting].slice(-KEEP);
				return;
			}
		}
	}

	function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		writing ??= write().finally(() => {
			writing = undefined;
			if (waiting.length > 0) later();
		});
		return writing;
	}

	function later(): void {
		timer ??= setTimeout(flush, FLUSH_MS).unref();
	}

	services.beforeClose(() => flush().finally(() => clearTimeout(timer)));

	return {
		/** Records a call of a key or app; calls from an owner's own browser are not recorded. */
		note({type, id, name, account}: Credential, action: string, status: number, ip: string): void {
			if (type === 'session') return;
			const at = new Date();
			const key = refusedKey({credentialId: id, action, status, at})?.toString('base64');
			const same = key && refused.get(key);
			if (same) return void same.calls++;
			const app = name.length > APP_CHARACTERS ? [...name].slice(0, APP_CHARACTERS).join('') : name;
			const [accountId, ipHash] = [account.id, hashOf(account.id, ip)];
			const call: NewLoggedCall = {accountId, credentialType: type, credentialId: id, app, action, status, ipHash, at, calls: 1};
			waiting.push(call);
			if (key) refused.set(key, call);
			if (waiting.length > KEEP) {
				waiting.shift();
				refused.clear();
			}
			if (waiting.length >= BATCH && !failed) void flush();
			else later();
		},
	};
}

/** Returns a hash of IPs that differs by account: an IP in one account's log cannot be found in another's. */
function ipHasher(key: Buffer): (accountId: string, ip: string) => Buffer {
	const hashes = new LRUCache<string, Buffer>({max: HASHES});
	return (accountId, ip) => {
		const from = `${accountId}\n${ip}`;
		const known = hashes.get(from) ?? createHmac('sha256', key).update(from).digest();
		hashes.set(from, known);
		return known;
	};
}
