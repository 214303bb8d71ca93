import {writeExport} from '../../../shared/account-end/stored-export.ts';
import {type exportAccount as job, sendMail} from '../../../shared/queue/jobs/maintenance.ts';
import {finishExport} from '../../../shared/store/account-end/exports.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import type {Handler} from '../../runtime/handler.ts';

/** Writes the copy, and tells its owner by mail where mail is sent. What a worker that died had written is removed first. */
export const exportAccount: Handler<typeof job> = async ({exportId}, {services, accountId, lease, progress, signal}) => {
	const {config, database, files, keyFor, keysFor} = services;
	const leaver = {...{files, keyFor, keysFor, accountId, progress, signal}, db: database.manager, keys: services, baseUrl: config.baseUrl};
	const bytes = await writeExport(exportId, leaver, lease);
	return async db => {
		await finishExport(db, exportId, bytes);
		const next = config.smtpUrl ? [await insertJob(db, {accountId, type: sendMail.name, input: {purpose: 'export'}})] : [];
		return {response: {status: 200, body: {bytes}}, next};
	};
};
