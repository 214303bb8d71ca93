import {ReceivedReport} from '../../shared/contract/visitors/report.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {openReportStream, type ReportStream} from '../../shared/queue/report-stream.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import {withLease} from '../../shared/store/leases.ts';
import {addToStatistics} from '../../shared/store/visitors/statistics.ts';
import {repeat} from './repeat.ts';

const LOOK_MS = 1000;
/** Reports counted in one transaction: with 50 events in each the statements stay below half a megabyte. */
const BATCH = 200;

const faultsOf = compileSchema(ReceivedReport);

/**
 * Counts the reports of pages. Every worker process runs it, and one at a time counts: it reads the oldest reports, counts the new ones
 * among them in one transaction, and only then removes them. After a kill in between, another process reads the same again and counts none
 * twice.
 */
export function openReportCounter(services: Services) {
	const stream = openReportStream(services.redis, services.config.redisPrefix);
	let closing = false;
	const counter = repeat(LOOK_MS, async () => {
		try {
			while (!closing && (await countOldest(services, stream)) === BATCH);
		} catch (error) {
			services.log.warn({error}, 'reports are counted later');
		}
	});
	counter.run();
	return {
		async close() {
			closing = true;
			await counter.close();
		},
	};
}

/** Counts the oldest reports; returns how many it has taken from the stream, 0 also where another process is at it. */
export async function countOldest({database, log}: Pick<Services, 'database' | 'log'>, stream: ReportStream): Promise<number> {
	// Seeing that there is nothing to do needs no lease.
	if ((await stream.head(1)).length === 0) return 0;
	const taken = await withLease(database, 'count-reports', async lease => {
		const entries = await stream.head(BATCH);
		const reports = entries.map(({text}) => readReport(text)).filter(report => report !== null);
		// Invalid entries are not ours, and must not block valid ones.
		if (reports.length < entries.length) log.warn({entries: entries.length - reports.length}, 'reports dropped that cannot be read');
		if (reports.length > 0) {
			await tx(database, async db => {
				await lease.require(db);
				await addToStatistics(db, reports);
			});
		}
		metrics.reportsCounted.inc(reports.length);
		await stream.remove(entries.map(({id}) => id));
		return entries.length;
	});
	return taken ?? 0;
}

function readReport(text: string): ReceivedReport | null {
	let report: unknown;
	try {
		report = JSON.parse(text);
	} catch {
		return null;
	}
	return faultsOf(report).length === 0 ? (report as ReceivedReport) : null;
}
