import type {Redis} from 'ioredis';
import type {ReceivedReport} from '../contract/visitors/report.ts';

/** The most reports that wait: each takes some 300 bytes of Redis' memory. More are refused, none is dropped. */
const CAPACITY = 100_000;
const HOUR_S = 3600;
/**
 * Measured and added in one step, so that many processes keep to capacity and allowance together. Returns 1 for what was taken, 0 where the
 * stream is full, or less than 0: the seconds after which the allowance begins again. A visit that was let in before is let in again.
 */
const APPEND = `if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
if KEYS[2] and redis.call('SISMEMBER', KEYS[2], ARGV[3]) == 0 then
	local seen = redis.call('SCARD', KEYS[2])
	if seen >= tonumber(ARGV[4]) then return -math.max(1, redis.call('TTL', KEYS[2])) end
	redis.call('SADD', KEYS[2], ARGV[3])
	if seen == 0 then redis.call('EXPIRE', KEYS[2], ${HOUR_S}) end
end
redis.call('XADD', KEYS[1], '*', 'report', ARGV[2])
return 1`;

/** A sender's allowance of visits in an hour: `sender` and `visit` are names that reveal nothing. */
export type Allowance = {sender: string; visit: string; visitsPerHour: number};
export type Appended = {taken: true} | {taken: false; why: 'full' | 'allowance'; retryS: number};

/** The counter empties a full stream within seconds once it runs. */
const FULL_RETRY_S = 5;

export type ReportStream = ReturnType<typeof openReportStream>;

/** The reports of pages on their way to being counted, oldest first. Every function throws while Redis is away. */
export function openReportStream(redis: Redis, prefix: string, capacity = CAPACITY) {
	const key = `${prefix}:reports`;
	return {
		/** Appends a report. Tells if Redis has stored it, or why it was refused. */
		async append(report: ReceivedReport, allowance?: Allowance): Promise<Appended> {
			const keys = allowance ? [key, `${prefix}:visits:${allowance.sender}`] : [key];
			const limits = allowance ? [allowance.visit, allowance.visitsPerHour] : [];
			const response = Number(await redis.eval(APPEND, keys.length, ...keys, capacity, JSON.stringify(report), ...limits));
			if (response === 1) return {taken: true};
			return response === 0 ? {taken: false, why: 'full', retryS: FULL_RETRY_S} : {taken: false, why: 'allowance', retryS: -response};
		},

		/** The oldest `count` reports with the names under which they wait, as they came, not validated: the reader checks them. */
		async head(count: number): Promise<Array<{id: string; text: string}>> {
			const entries = await redis.xrange(key, '-', '+', 'COUNT', count);
			return entries.map(([id, fields]) => ({id, text: fields[1] ?? ''}));
		},

		async remove(ids: string[]): Promise<void> {
			if (ids.length > 0) await redis.xdel(key, ...ids);
		},

		length: (): Promise<number> => redis.xlen(key),
	};
}
