import {Type} from 'typebox';
import {JobWithOutcome} from '../../shared/contract/job.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {AppError} from '../../shared/errors.ts';
import {presentJobWithOutcome} from '../../shared/present/job.ts';
import {isEnded} from '../../shared/queue/dispatcher.ts';
import {stillValid} from '../../shared/store/access/credentials.ts';
import {readJob, type StoredJob} from '../../shared/store/jobs/jobs.ts';
import {openStreams} from '../pipeline/account-turns.ts';
import {type Call, defineOperation, respond} from '../pipeline/operation.ts';
import {success} from './responses.ts';

const jobId = Type.String({description: "The job's id, from the 202 or its Location."});
/** Progress is reported this often while a job runs; its end at once. */
const PROGRESS_MS = 400;
/** Milliseconds for which a revoked credential still gets what is new. */
const VALID_MS = 800;
/** A client that wants to know more after this connects again. */
const STREAM_MS = 10 * 60_000;

export const getJob = defineOperation({
	name: 'get_job',
	tag: 'Jobs',
	summary: 'Read the state of work in the background, and its result once there is one',
	route: 'GET /jobs/{id}',
	scopes: ['tours:read'],
	input: Closed({id: jobId}),
	success: success(200, 'The job as it is.', {job: JobWithOutcome}),
	async handler({id}, call) {
		return respond(200, {job: presentJobWithOutcome(await ownJob(id, call))});
	},
});

export const watchJob = defineOperation({
	name: 'watch_job',
	tag: 'Jobs',
	summary: 'Follow a job as server-sent events until it has ended',
	description: 'Each event is named job and carries what GET /jobs/{id} answers under job.',
	route: 'GET /jobs/{id}/events',
	stream: true,
	scopes: ['tours:read'],
	input: Closed({id: jobId}),
	success: {200: {description: 'A stream of server-sent events (text/event-stream).', body: Closed({job: JobWithOutcome})}},
	errors: ['too_many_at_once'],
	async handler({id}, call) {
		const first = await ownJob(id, call);
		return {events: follow(first, call, followed(call.accountId))};
	},
});

const followed = openStreams('jobs');

async function* follow(job: StoredJob, call: Call, end: () => void) {
	const until = performance.now() + STREAM_MS;
	let sent = '';
	let checked = performance.now();
	try {
		for (let now: StoredJob | null = job; now; now = await call.services.dispatcher.waitFor(job.id, PROGRESS_MS)) {
			if (performance.now() - checked > VALID_MS) {
				if ((await stillValid(call.db, [call.credential])).size === 0) return;
				checked = performance.now();
			}
			const data = presentJobWithOutcome(now);
			const text = JSON.stringify(data);
			yield text === sent ? null : {event: 'job', data};
			sent = text;
			if (isEnded(now) || performance.now() > until) return;
		}
	} finally {
		end();
	}
}

async function ownJob(id: string, call: Call): Promise<StoredJob> {
	const job = await readJob(call.db, id);
	if (job?.accountId !== call.accountId) throw new AppError('not_found');
	return job;
}
