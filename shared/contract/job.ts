import {type Static, Type} from 'typebox';
import {ErrorBody} from './error.ts';
import {Choice, Closed, Timestamp} from './schema.ts';

const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;

const jobFields = {
	id: Type.String(),
	type: Type.String({description: 'What is done, for example build-bundle.'}),
	status: Choice(JOB_STATUSES),
	progress: Type.Number({description: '0..1'}),
	createdAt: Timestamp,
};

/** A job as the 202 returns it. */
export const Job = Closed(jobFields, {title: 'Job', description: 'Work in the background.'});
export type Job = Static<typeof Job>;

/** A job as `GET /v1/jobs/{id}` returns it. */
export const JobWithOutcome = Closed(
	{
		...jobFields,
		result: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
			description: 'What the synchronous call would have answered; null until then.',
		}),
		error: Type.Union([ErrorBody, Type.Null()], {
			description: 'The error that the synchronous call would have answered; null without one.',
		}),
	},
	{title: 'JobWithOutcome', description: 'Work in the background with its outcome.'},
);
export type JobWithOutcome = Static<typeof JobWithOutcome>;
