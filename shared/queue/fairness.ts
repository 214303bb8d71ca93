import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {Pool} from './job.ts';
import {taggedPrefix} from './keys.ts';

/** Decides which of an account's jobs are in a pool's queue, and their turns. */

export type Queued = {id: string; type: string; accountId: string};
/** A job to be put into the queue now. Its turn is the BullMQ priority: lower turns go first, equal ones in order. */
export type Admitted = Queued & {turn: number};

/** Milliseconds after its last offer of slots until a process counts as gone. */
const OFFER_MS = 10_000;
/** Seconds after which Redis drops keys that a failure left behind. */
const FORGET_S = 24 * 3600;
/** BullMQ's highest priority, reached after two million turns without an idle moment; from there on jobs go in order. */
const MAX_TURN = 2 ** 21 - 1;

/**
 * Removes jobs from an account's share, admits one, and fills the free places with those of its waiting list that have waited
 * longest (their ids begin with the time). Returns what belongs in the queue: members and turns, alternating.
 *
 * The turn is that of start-time fair queueing: the virtual time, which is the last turn begun, plus the account's jobs in
 * the queue. So an account with one job is next, and an account with many gets a turn in each round.
 */
const TAKE_TURNS = `
local queued, waitingList, waitingAccounts, offers, clock, prioritized = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local account, entering = ARGV[1], ARGV[2]
for i = 3, #ARGV do
	redis.call('ZREM', queued, ARGV[i])
	redis.call('ZREM', waitingList, ARGV[i])
end
local admitted = {}
if entering ~= '' then
	local turn = redis.call('ZSCORE', queued, entering)
	if turn then admitted = {entering, tonumber(turn)} else redis.call('ZADD', waitingList, 0, entering) end
end
if redis.call('EXISTS', waitingList) == 1 then
	local time = redis.call('TIME')
	local now = time[1] * 1000 + math.floor(time[2] / 1000)
	local share = 0
	for _, offer in ipairs(redis.call('ZRANGEBYSCORE', offers, now, '+inf')) do
		share = share + tonumber(string.match(offer, '%d+$'))
	end
	local virtual = 1
	local head = redis.call('ZRANGE', prioritized, 0, 0, 'WITHSCORES')[2]
	if head then
		local first = math.floor(head / 0x100000000)
		virtual = math.max(1, math.min(tonumber(redis.call('GET', clock) or first), first))
	end
	local held = redis.call('ZCARD', queued)
	while held < math.max(share, 1) do
		local member = redis.call('ZPOPMIN', waitingList)[1]
		if not member then break end
		local turn = math.min(virtual + held, ${MAX_TURN})
		redis.call('ZADD', queued, turn, member)
		table.insert(admitted, member)
		table.insert(admitted, turn)
		held = held + 1
	end
end
redis.call('EXPIRE', queued, ${FORGET_S})
if redis.call('EXPIRE', waitingList, ${FORGET_S}) == 1 then redis.call('SADD', waitingAccounts, account) else redis.call('SREM', waitingAccounts, account) end
return admitted
`;

/**
 * Uses the clock of the server that has the key: others in a Redis Cluster may differ. Also removes offers that
 * were made while that clock was ahead.
 */
const OFFER = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + ${2 * OFFER_MS}, '+inf')
redis.call('ZADD', KEYS[1], now + ${OFFER_MS}, ARGV[1])
`;

type TakeTurns = (...keysAndArguments: string[]) => Promise<Array<string | number>>;

/**
 * Opens the shares of all accounts in all pools. Their state in Redis follows from the jobs' rows and may be lost: the relay
 * brings the rows again. Every function throws while Redis is away.
 */
export function openShares(redis: Redis, prefix: string) {
	redis.defineCommand('takeTurns', {lua: TAKE_TURNS, numberOfKeys: 6});
	redis.defineCommand('offerSlots', {lua: OFFER, numberOfKeys: 1});
	const {takeTurns, offerSlots} = redis as unknown as {takeTurns: TakeTurns; offerSlots: (key: string, offer: string) => Promise<void>};
	const me = randomUUID();
	const key = (pool: Pool, ...names: string[]) => [taggedPrefix(prefix, pool), 'share', ...names].join(':');
	const take = async (pool: Pool, accountId: string, entering: string, leaving: string[]): Promise<Admitted[]> => {
		const own = ['queued', 'line'].map(name => key(pool, name, accountId));
		const common = ['lines', 'offers', 'clock'].map(name => key(pool, name));
		const prioritized = `${taggedPrefix(prefix, pool)}:${pool}:prioritized`;
		const reply = await takeTurns.call(redis, ...own, ...common, prioritized, accountId, entering, ...leaving);
		return pairs(reply).map(([member, turn]) => ({...read(String(member), accountId), turn: Number(turn)}));
	};

	return {
		/** Admits a job to the share, or to the waiting list. Returns what belongs in the queue now, even if it was admitted before. */
		enter: (pool: Pool, job: Queued) => take(pool, job.accountId, write(job), []),

		/** Removes an account's ended jobs; returns those of its waiting list that follow. */
		leave: (pool: Pool, accountId: string, jobs: Queued[]) => take(pool, accountId, '', jobs.map(write)),

		/** Records that work on this turn has begun. */
		begin: (pool: Pool, turn: number) => redis.set(key(pool, 'clock'), turn),

		/** Offers this many slots of this process to each account. */
		async offer(pool: Pool, slots: number): Promise<void> {
			await offerSlots.call(redis, key(pool, 'offers'), `${me}:${slots}`);
		},

		async withdraw(pool: Pool, slots: number): Promise<void> {
			await redis.zrem(key(pool, 'offers'), `${me}:${slots}`);
		},

		/** Returns `count` of the accounts with waiting jobs, chosen at random. */
		waitingAccounts: (pool: Pool, count: number) => redis.srandmember(key(pool, 'lines'), count),

		/** Lists the account's jobs in the queue. */
		async queued(pool: Pool, accountId: string): Promise<Queued[]> {
			return (await redis.zrange(key(pool, 'queued', accountId), 0, -1)).map(member => read(member, accountId));
		},
	};
}

function write({id, type}: Queued): string {
	return `${id} ${type}`;
}

function read(member: string, accountId: string): Queued {
	const [id = '', type = ''] = member.split(' ');
	return {id, type, accountId};
}

function pairs<T>(list: T[]): Array<[T, T]> {
	return Array.from({length: list.length / 2}, (_, index) => [list[2 * index]!, list[2 * index + 1]!]);
}
