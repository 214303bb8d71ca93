import {purgeAccount} from '../../../shared/account-end/purge-account.ts';
import {dequeueJobs, forgetInRedis} from '../../../shared/account-end/purge-files.ts';
import {writeExport} from '../../../shared/account-end/stored-export.ts';
import {metrics} from '../../../shared/metrics/metrics.ts';
import {type exportAccount as job, sendMail} from '../../../shared/queue/jobs/accounts.ts';
import type {Services} from '../../../shared/services/services.ts';
import {accountsDue, takeUnwarned} from '../../../shared/store/account-end/closing.ts';
import {finishExport} from '../../../shared/store/account-end/exports.ts';
import {tx} from '../../../shared/store/database.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import type {Dependencies, Handler} from '../../runtime/handler.ts';

const BATCH = 100;
/** Milliseconds of one run, since other jobs wait for the slot: a large account continues in the next run. */
const RUN_MS = 2 * 60_000;

class TimeIsUp extends Error {}

/** Purges accounts whose time is over, within the time of a run, and reminds owners of those that are due soon. Returns counts. */
export async function purgeAccounts({services}: Pick<Dependencies, 'services'>): Promise<Record<string, number>> {
	const {database, files, log} = services;
	const done = {reminded: await remind(services), purged: 0, rows: 0, files: 0};
	const end = performance.now() + RUN_MS;
	const pause = async () => {
		if (performance.now() > end) throw new TimeIsUp();
	};
	for (const accountId of await accountsDue(database.manager, BATCH)) {
		try {
			const purged = await purgeAccount(database.manager, {files, accountId, pause, dequeue: ids => dequeueJobs(services, ids)});
			done.rows += purged.rows;
			done.files += purged.files;
			if (!purged.done) continue;
			done.purged++;
			await forgetInRedis(services, accountId);
			metrics.accountsPurged.inc();
			log.info({rows: purged.rows, files: purged.files}, 'account purged');
		} catch (error) {
			if (error instanceof TimeIsUp) break;
			// The other accounts go on without it.
			log.error({error}, 'an account is purged later');
		}
	}
	return done;
}

async function remind({config, database, dispatcher}: Services): Promise<number> {
	if (!config.smtpUrl) return 0;
	const jobs = await tx(database, async db => {
		const accounts = await takeUnwarned(db, BATCH);
		const ordered: StoredJob[] = [];
		for (const {id} of accounts) ordered.push(await insertJob(db, {accountId: id, type: sendMail.name, input: {purpose: 'closes_soon'}}));
		return ordered;
	});
	for (const job of jobs) await dispatcher.enqueue(job);
	return jobs.length;
}

/** Writes the copy, and tells its owner by mail where mail is sent. What a worker that died had written is removed first. */
export const exportAccount: Handler<typeof job> = async ({exportId}, {services, accountId, lease, progress, signal}) => {
	const {config, database, files, keyFor, keysFor} = services;
	const source = {...{files, keyFor, keysFor, accountId, progress, signal}, db: database.manager, keys: services, baseUrl: config.baseUrl};
	const bytes = await writeExport(exportId, source, lease);
	return async db => {
		await finishExport(db, exportId, bytes);
		const next = config.smtpUrl ? [await insertJob(db, {accountId, type: sendMail.name, input: {purpose: 'export'}})] : [];
		return {response: {status: 200, body: {bytes}}, next};
	};
};
