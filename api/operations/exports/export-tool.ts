import {presentTourExport} from '../../../shared/present/job.ts';
import {readJob} from '../../../shared/store/jobs/jobs.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {success} from '../responses.ts';
import {exportTourOperation} from './exports.ts';
import {orderExport} from './order-export.ts';

const {success: _ordered, ...declared} = exportTourOperation;

/** Exports for agents: waits for the file as long as a call may. A repeated call joins the work, or finds the file. */
export const exportAndWait = defineOperation({
	...declared,
	summary: 'Make the tour into a file, and answer its link',
	description: undefined,
	success: success(200, 'The export with its url.', exportTourOperation.success[201].body.properties),
	async: true,
	async handler(input, call) {
		const {ordered, job} = await orderExport(input, call);
		const underWay = job ?? (ordered.status === 'succeeded' ? null : await readJob(call.db, ordered.jobId));
		if (underWay) return {job: underWay};
		return respond(200, {export: presentTourExport(ordered, call.services.config.baseUrl)});
	},
});
