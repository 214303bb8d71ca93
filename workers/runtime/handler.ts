import type {Browser} from '../../renderers/browser/browser.ts';
import type {Actor} from '../../shared/contract/version.ts';
import type {JobDefinition, JobInput} from '../../shared/queue/job.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Db} from '../../shared/store/database.ts';
import type {Lease, StoredJob, StoredResponse} from '../../shared/store/jobs/jobs.ts';
import type {TextProvider} from '../providers/text/provider.ts';
import type {VoiceProvider} from '../providers/voice/provider.ts';

/** Services that every worker process has, for any job. */
export type Dependencies = {services: Services; browser: Browser; textProvider: TextProvider; voiceProvider: VoiceProvider};

/** The means and facts of a handler's work. */
export type Work = Dependencies & {
	accountId: string;
	/** The person or program it works for; null for the service itself. */
	actor: Actor | null;
	/** The job that it works on. */
	lease: Lease;
	/** Reports how much is done, 0..1, to those who follow the job. */
	progress(fraction: number): void;
	/** Aborted if this worker lost the job: stop, since the rest of the work would not count. */
	signal: AbortSignal;
};

/** Thrown if another attempt would fail too: the job ends, however many attempts are left. */
export class Hopeless extends Error {}

/** The result of a job. `next`: jobs that follow from it; they are enqueued once it is committed. */
export type Finished = {response: StoredResponse; next?: StoredJob[]};

/** Writes the result. */
export type Finish = (db: Db) => Promise<Finished>;

/** Returned to turn the job into another one, in another pool, with this input. */
export class PassedOn {
	readonly to: {type: string; input: Record<string, unknown>};

	constructor(job: string, input: Record<string, unknown>) {
		this.to = {type: job, input};
	}
}

/**
 * Does the work outside of any transaction (and may therefore do it twice), then returns what writes the result:
 * this runs in the transaction that also ends the job, fenced by its token. Or returns the result if there is nothing to write, or `PassedOn` if it is the
 * work of another job.
 */
export type Handler<Job extends JobDefinition> = (input: JobInput<Job>, work: Work) => Promise<Finish | Finished | PassedOn>;

/** Runs by the clock, for no account in particular; returns what it did, for the dashboard. */
export type ScheduledHandler = (dependencies: Dependencies) => Promise<Record<string, number>>;

export type Handlers = Record<string, {work: Handler<never>} | {scheduled: ScheduledHandler}>;
