import type {FileStore, Folder} from '../files/file-store.ts';
import {queuedId} from '../queue/dispatcher.ts';
import {POOLS} from '../queue/job.ts';
import {taggedPrefix, untaggedPrefix} from '../queue/keys.ts';
import {redisNodes} from '../services/redis-cluster.ts';
import type {Services} from '../services/services.ts';
import {derivedOfOthers, imageFilesOfOthers, linkFilesOfOthers, originalsOfOthers, soundsOfOthers} from '../store/account-end/purge.ts';
import type {Db} from '../store/database.ts';

/** Files that are removed at the same time. */
const AT_ONCE = 16;

type Removal = {
	/** Files that are gone now. */
	removed: number;
	/** Names of files that may belong to uncommitted work of others: they are looked at again later. */
	waiting: Set<string>;
};

type Named = {folder: Folder; name: string};
export type Purge = {db: Db; files: FileStore; accountId: string; before: Date};

const SCAN = 1000;

/**
 * Removes stored files of the account, by name, unless another account has them too or they were stored since `before`. Must run before the
 * rows that name them are deleted: after a worker is killed in between, the next one finds the files by these rows.
 */
export async function removeFiles(purge: Purge, names: Iterable<string>, kind: 'originals' | 'links' | 'any'): Promise<Removal> {
	const all = [...new Set(names)];
	const kept = await usedByOthers(purge, all, kind);
	const due = all.filter(name => !kept.has(name)).flatMap(name => placesOf(name, kind));
	const removal: Removal = {removed: 0, waiting: new Set()};
	for (let start = 0; start < due.length; start += AT_ONCE) {
		await Promise.all(due.slice(start, start + AT_ONCE).map(file => removeOne(purge, file, removal)));
	}
	return removal;
}

async function removeOne({files, before}: Purge, {folder, name}: Named, removal: Removal): Promise<void> {
	// A thumbnail can be removed at any age: it is made again when somebody asks for it.
	const until = folder === 'thumbnails' ? new Date(Date.now() + 60_000) : before;
	if (await files.remove(folder, name, until)) removal.removed++;
	else if ((await files.storedAt(folder, name)) !== null) removal.waiting.add(name);
}

/** Lists the folders in which a file of this name may be stored. */
function placesOf(name: string, kind: 'originals' | 'links' | 'any'): Named[] {
	const at = (...folders: Folder[]) => folders.map(folder => ({folder, name}));
	if (kind === 'originals') return at('originals');
	if (name.endsWith('.webp')) return at('media', 'thumbnails');
	if (/\.(avif|mp3|jpg)$/.test(name)) return at('media');
	return at('pages', 'snapshots');
}

async function usedByOthers({db, accountId}: Purge, names: string[], kind: 'originals' | 'links' | 'any'): Promise<Set<string>> {
	if (kind === 'originals') return originalsOfOthers(db, accountId, names);
	const pictures = names.filter(name => /\.(webp|avif)$/.test(name));
	const sounds = names.filter(name => name.endsWith('.mp3'));
	const links = names.filter(name => !/\.(webp|avif|mp3)$/.test(name));
	return new Set([
		...(await derivedOfOthers(db, accountId, names)),
		...(await imageFilesOfOthers(db, accountId, pictures)),
		...(await soundsOfOthers(db, accountId, sounds)),
		...(await linkFilesOfOthers(db, accountId, links)),
	]);
}

/** Takes jobs out of the queues, whichever they are in. Workers pass over one that stays. Never throws. */
export async function dequeueJobs({dispatcher, log}: Pick<Services, 'dispatcher' | 'log'>, jobIds: string[]): Promise<void> {
	try {
		for (const queue of dispatcher.queues.values()) await Promise.all(jobIds.map(id => queue.remove(queuedId(id))));
	} catch (error) {
		log.warn({error}, 'jobs stay in their queues');
	}
}

/** Removes all of the account's keys in Redis: shares, lines, hourly limits. They would expire within a day. Never throws. */
export async function forgetInRedis({config, redis, log}: Pick<Services, 'config' | 'redis' | 'log'>, accountId: string): Promise<void> {
	const name = untaggedPrefix(config.redisPrefix);
	const isOurs = (key: string) => [`${name}:`, `{${name}:`, `${config.redisPrefix}:`].some(beginning => key.startsWith(beginning));
	try {
		for (const node of redisNodes(redis)) {
			for await (const keys of node.scanStream({match: `*${accountId}*`, count: SCAN})) {
				for (const key of (keys as string[]).filter(isOurs)) await redis.del(key);
			}
		}
		for (const pool of POOLS) await redis.srem(`${taggedPrefix(config.redisPrefix, pool)}:share:lines`, accountId);
	} catch (error) {
		log.warn({error}, 'Redis forgets an account by itself within a day');
	}
}
