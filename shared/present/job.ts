import type {ErrorBody} from '../contract/error.ts';
import {factsOf} from '../contract/exports/index.ts';
import type {TourExport} from '../contract/exports/tour-export.ts';
import type {Job, JobWithOutcome} from '../contract/job.ts';
import {AppError} from '../errors.ts';
import type {FoundTourExport} from '../store/exports/tour-exports.ts';
import type {StoredJob} from '../store/jobs/jobs.ts';
import {exportUrl} from '../tour/urls.ts';

export function presentJob(job: StoredJob): Job {
	return {
		id: job.id,
		type: job.type,
		status: job.state,
		progress: job.progress,
		createdAt: job.createdAt.toISOString(),
	};
}

export function presentJobWithOutcome(job: StoredJob): JobWithOutcome {
	const {outcome} = job;
	return {
		...presentJob(job),
		result: outcome && 'response' in outcome ? {ok: true, ...outcome.response.body} : null,
		error: outcome && 'error' in outcome ? errorBody(outcome) : null,
	};
}

function errorBody(outcome: {error: ReturnType<AppError['toJSON']>}): ErrorBody {
	return AppError.restore(outcome.error).body;
}

export function presentTourExport(found: FoundTourExport, baseUrl: string): TourExport {
	const {token, file: _file, name, accountId: _account, readyAt: _readyAt, createdAt, expiresAt, ...rest} = found;
	const isThere = found.status === 'succeeded';
	return {
		...rest,
		url: isThere ? exportUrl(baseUrl, token) : null,
		fileName: isThere ? exportFileName(found) : null,
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	};
}

/** Returns the download's name. Three formats are zips: one folder can hold them all. */
export function exportFileName({name, format}: Pick<FoundTourExport, 'name' | 'format'>): string {
	const {extension} = factsOf(format);
	return extension === '.zip' && format !== 'bundle' ? `${name}.${format}${extension}` : `${name}${extension}`;
}
