import type {Redis} from 'ioredis';
import type {ReceivedReport} from '../contract/report.ts';

/** More reports than this are not taken: what waits is kept in memory by Redis, some 300 bytes each, and nothing that was taken is dropped. */
const CAPACITY = 100_000;
/** Measured and added in one step, so that many processes keep to the capacity together. */
const APPEND = `if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('XADD', KEYS[1], '*', 'report', ARGV[2])
return 1`;

export type ReportStream = ReturnType<typeof openReportStream>;

/** The reports of pages on their way to being counted, oldest first. Every function throws while Redis is away. */
export function openReportStream(redis: Redis, prefix: string, capacity = CAPACITY) {
	const key = `${prefix}:reports`;
	return {
		/** True once Redis has it; false where too many wait already. */
		async append(report: ReceivedReport): Promise<boolean> {
			return (await redis.eval(APPEND, 1, key, capacity, JSON.stringify(report))) === 1;
		},

		/** The oldest `count` reports with the names under which they wait, as they came: whoever reads them checks them. */
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
