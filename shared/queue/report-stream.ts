import type {Redis} from 'ioredis';
import type {ReceivedReport} from '../contract/visitors/report.ts';

/** Most reports that wait, each some 300 bytes of Redis' memory. Further ones are refused; none is dropped. */
const CAPACITY = 100_000;
const HOUR_S = 3600;
/**
 * Measures and appends in one step, so that all processes together keep to capacity and allowance. Returns 1 for a stored report, 0 if the
 * stream is full, or a negative number: the seconds until the allowance begins again. A known visit never counts twice.
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

/** Seconds to wait if the stream is full: once the counter runs, it empties the stream within seconds. */
const FULL_RETRY_S = 5;

export type ReportStream = ReturnType<typeof openReportStream>;

/** Opens the stream of pages' reports that wait to be counted. Every function throws while Redis is away. */
export function openReportStream(redis: Redis, prefix: string) {
	const key = `${prefix}:reports`;
	return {
		/** Appends a report. Returns whether Redis stored it, or why it was refused. */
		async append(report: ReceivedReport, allowance?: Allowance): Promise<Appended> {
			const keys = allowance ? [key, `${prefix}:visits:${allowance.sender}`] : [key];
			const limits = allowance ? [allowance.visit, allowance.visitsPerHour] : [];
			const response = Number(await redis.eval(APPEND, keys.length, ...keys, CAPACITY, JSON.stringify(report), ...limits));
			if (response === 1) return {taken: true};
			return response === 0 ? {taken: false, why: 'full', retryS: FULL_RETRY_S} : {taken: false, why: 'allowance', retryS: -response};
		},

		/** Returns the oldest `count` reports with their ids in the stream, as received: the reader validates them. */
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
