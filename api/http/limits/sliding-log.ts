import type {Redis} from 'ioredis';
import {LRUCache} from 'lru-cache';
import {openBatches} from '../../../shared/concurrency.ts';

/**
 * Counts uses in the span that ends now, so that no span of that length has more than the limit. A fixed window would let
 * twice as many through around its edge. Only the times of allowed uses are stored, which are never more than the limit.
 */

/** The state of the last span. */
export type Standing = {used: number /** Milliseconds until the oldest use is out of it; 0 where there is none. */; freeInMs: number};
/** `use` identifies the counted use, so that it can be given back. */
export type Taken = Standing & {allowed: boolean; use: Use | null};
type Use = {at: number; from: 'redis' | 'memory'};

/** Milliseconds between a caller's view of the span and the moment in which a use is counted. */
const SLACK_MS = 250;
/** Keys that a process counts on its own while Redis is away. */
const KEYS_IN_MEMORY = 10_000;

/**
 * The uses' times are in a list, oldest first. If the clock was set back, time stands still until it has caught up; a time more than
 * a span ahead comes from a wrong clock, and is removed, since it would refuse calls until that day.
 */
const LOOK = `
local key, points, span = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest = tonumber(redis.call('LINDEX', key, -1) or now)
if newest > now + span then redis.call('DEL', key) elseif newest > now then now = newest end
local oldest = tonumber(redis.call('LINDEX', key, 0) or now)
while oldest <= now - span do
	redis.call('LPOP', key)
	oldest = tonumber(redis.call('LINDEX', key, 0) or now)
end
local used = redis.call('LLEN', key)
local allowed = math.max(0, math.min(points - used, tonumber(ARGV[3])))
if allowed > 0 then
	local at = string.format('%.0f', now)
	for _ = 1, allowed do redis.call('RPUSH', key, at) end
	redis.call('PEXPIRE', key, span)
end
return {allowed, used, used + allowed > 0 and oldest + span - now or 0, now}
`;

/** `wanted`: how many uses are counted at once, as far as that many are left. Returns how many were allowed, and how many there were before. */
type Look = (
	key: string,
	points: number,
	spanMs: number,
	wanted: number,
) => Promise<[allowed: number, before: number, freeInMs: number, at: number]>;

export type SlidingLog = ReturnType<typeof openSlidingLog>;

/** Kept in Redis under `prefix`, so that all processes count together; while Redis is away each counts alone. `seconds`: length of the span. */
export function openSlidingLog(redis: Redis, prefix: string, points: number, seconds: number) {
	redis.defineCommand('lookAtLog', {lua: LOOK, numberOfKeys: 1});
	const {lookAtLog} = redis as unknown as {lookAtLog: Look};
	const spanMs = 1000 * seconds + SLACK_MS;
	const name = (key: string) => `${prefix}:${key}`;
	const memory = openMemoryLog(points, spanMs);
	/** Calls of the same key that come while others are counted are counted together, as if one had come after the other. */
	const takeOf = openBatches(async (keys: string[]): Promise<Taken[]> => {
		const wanted = new Map<string, number>();
		for (const key of keys) wanted.set(key, (wanted.get(key) ?? 0) + 1);
		const taken = new Map<string, Taken[]>();
		await Promise.all([...wanted].map(async ([key, many]) => taken.set(key, await takeMany(key, many))));
		return keys.map(key => taken.get(key)!.shift()!);
	});

	async function takeMany(key: string, many: number): Promise<Taken[]> {
		try {
			const [allowed, before, freeInMs, at] = await lookAtLog.call(redis, name(key), points, spanMs, many);
			return Array.from({length: many}, (_, index) => {
				const isAllowed = index < allowed;
				const use = isAllowed ? ({at, from: 'redis'} as const) : null;
				return {allowed: isAllowed, used: before + Math.min(index + 1, allowed), freeInMs, use};
			});
		} catch {
			return Array.from({length: many}, () => memory.take(key, Date.now()));
		}
	}

	return {
		points,
		seconds,

		/** Counts one use where one is left. Never throws. */
		take: (key: string): Promise<Taken> => takeOf(key),

		/** Counts nothing. Never throws. */
		async look(key: string): Promise<Standing> {
			try {
				const [, used, freeInMs] = await lookAtLog.call(redis, name(key), points, spanMs, 0);
				return {used, freeInMs};
			} catch {
				return memory.look(key, Date.now());
			}
		},

		/** Takes back what was counted, or without its name what was counted last. Never throws. */
		async giveBack(key: string, use?: Use | null): Promise<void> {
			if (use?.from !== 'redis') memory.giveBack(key, use?.at);
			if (use?.from === 'memory') return;
			await (use ? redis.lrem(name(key), -1, String(use.at)) : redis.rpop(name(key))).catch(() => {});
		},

		/** Forgets all that was counted. Never throws. */
		async forget(key: string): Promise<void> {
			memory.forget(key);
			await redis.del(name(key)).catch(() => {});
		},
	};
}

/** Opens a log in this process's memory, which goes by the clock it is given. */
export function openMemoryLog(points: number, spanMs: number) {
	const logs = new LRUCache<string, number[]>({max: KEYS_IN_MEMORY, ttl: spanMs});
	const inSpan = (key: string, now: number) => (logs.get(key) ?? []).filter(at => at > now - spanMs && at <= now);
	const standing = (log: number[], now: number) => ({used: log.length, freeInMs: log.length > 0 ? log[0]! + spanMs - now : 0});
	return {
		take(key: string, now: number): Taken {
			const log = inSpan(key, now);
			const allowed = log.length < points;
			if (allowed) log.push(now);
			logs.set(key, log);
			return {allowed, ...standing(log, now), use: allowed ? {at: now, from: 'memory'} : null};
		},
		look: (key: string, now: number): Standing => standing(inSpan(key, now), now),
		giveBack(key: string, at?: number): void {
			const log = logs.get(key) ?? [];
			const index = at === undefined ? log.length - 1 : log.lastIndexOf(at);
			if (index >= 0) log.splice(index, 1);
		},
		forget: (key: string) => void logs.delete(key),
	};
}
