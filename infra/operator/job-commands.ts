import {JOBS} from '../../shared/queue/jobs.ts';
import {type ListedJob, listJobs, runJobAgain} from '../../shared/store/jobs/operator-jobs.ts';
import {type Command, oneOf, readCount} from './command.ts';

const STATES = ['queued', 'running', 'succeeded', 'failed'] as const;
const LIMIT = 20;
/** Parts of a job's input that are shown: those without text that callers wrote. */
const ABOUT = ['tourId', 'tourVersion', 'stepId', 'mediaId', 'publicationId', 'slug', 'snapshot', 'dryRun'];
/**
 * Jobs that may be run again long after their call: repeating one changes nothing more, and later requests win over it. A job that changes
 * steps, or holds a quota, is not among them: its caller calls again.
 */
const AGAIN = ['build-bundle', 'render-cover', 'rebuild-page', 'encode-avif', 'erase-redacted', 'send-mail'];

export const JOB_COMMANDS: Record<string, Command> = {
	'job list': {
		summary:
			'Lists jobs of the last week with their errors, newest first; 20, or as many as --limit says.\n      The log of the workers has the cause, under the id of the job.',
		options: {},
		optional: {id: 'JOB_ID', state: STATES.join('|'), type: 'TYPE', tour: 'TOUR_ID', limit: 'JOBS'},
		prepare({id, state, type, tour, limit}) {
			const wanted = {
				id,
				state: state === undefined ? undefined : oneOf('--state', state, STATES),
				type:
					type === undefined
						? undefined
						: oneOf(
								'--type',
								type,
								JOBS.map(job => job.name),
							),
				tourId: tour,
			};
			const count = limit === undefined ? LIMIT : readCount('--limit', limit);
			return async db => ({jobs: (await listJobs(db, wanted, count)).map(show)});
		},
	},
	'job again': {
		summary: `Runs a failed job again, after its cause is fixed: ${AGAIN.join(', ')}. A worker takes it within seconds.`,
		options: {id: 'JOB_ID'},
		prepare:
			({id}) =>
			async db => {
				const [job] = await listJobs(db, {id}, 1);
				if (!job) throw new Error(`There is no job ${id}; job list shows those of the last week.`);
				if (!AGAIN.includes(job.type)) {
					throw new Error(`A ${job.type} cannot be run again here: its caller repeats the call. These can: ${AGAIN.join(', ')}.`);
				}
				if (!(await runJobAgain(db, job.id))) throw new Error(`The job ${id} has not failed: it is ${job.state}.`);
				return {job: {...show(job), state: 'queued', error: undefined, finishedAt: null}};
			},
	},
};

function show({id, accountId, type, state, input, attempts, dueAt, createdAt, finishedAt, outcome}: ListedJob) {
	const error = outcome && 'error' in outcome ? {code: outcome.error.code, message: outcome.error.message} : undefined;
	const pool = JOBS.find(job => job.name === type)?.pool;
	const about = Object.fromEntries(ABOUT.filter(name => name in input).map(name => [name, input[name]]));
	return {id, type, pool, state, about, error, attempts, accountId, createdAt, dueAt: finishedAt ? undefined : dueAt, finishedAt};
}
