import type {Worker} from 'bullmq';
import type {Log} from '../../shared/log.ts';
import type {Pool} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';
import {type Lease, renewLease} from '../../shared/store/jobs/jobs.ts';
import {LostLease} from '../../shared/store/leases.ts';

/**
 * Milliseconds that a silent worker keeps its work. A killed worker's call is served by another within this and the time between two looks
 * for stalled jobs: well inside the 25 s that the call waits.
 */
export const LEASE_MS = 8000;

/** Renews a lease by the clock, and with each report of progress, until it is stopped. `signal` is aborted with `LostLease` where it was lost. */
export function keepLease(lease: Lease, {database, log}: Services) {
	const lost = new AbortController();
	let fraction = 0;
	const renew = async () => {
		try {
			if (!(await renewLease(database.manager, lease, LEASE_MS, fraction))) lost.abort(new LostLease(`The lease on ${lease.id} was lost.`));
		} catch (error) {
			log.warn({jobId: lease.id, error}, 'lease not renewed');
		}
	};
	const timer = setInterval(renew, LEASE_MS / 3);
	return {
		signal: lost.signal,
		progress(done: number) {
			fraction = done;
			void renew();
		},
		stop: () => clearInterval(timer),
	};
}

/**
 * Logs the errors of a pool's worker. One that can no longer renew a job's lock in Redis says so every few seconds while the job runs, under its lease in
 * the database: that is logged once.
 */
export function logErrors(worker: Worker, pool: Pool, log: Log): void {
	const said = new Set<string>();
	/** Errors that follow at once, one for each of these jobs. */
	let following = 0;
	worker.on('active', ({id}) => said.delete(id!));
	worker.on('lockRenewalFailed', ids => {
		following = ids.length;
		for (const id of ids.filter(id => !said.has(id))) {
			said.add(id);
			log.warn({pool, queued: id}, 'the queue no longer knows a job under way, as after Redis was emptied; the work goes on');
		}
	});
	worker.on('error', error => {
		if (following > 0) following--;
		else log.warn({pool, error}, 'worker');
	});
}
