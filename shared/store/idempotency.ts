import {RETENTION} from '../contract/retention.ts';
import {affected, type Db, queryOne} from './database.ts';
import {IdempotencyEntity, type IdempotencyRow} from './entities/jobs.ts';
import {fromColumn, type Outcome, type OutcomeColumn, toColumn} from './jobs/jobs.ts';

/** The record of a call with a key: its outcome, or the job that will have one. */
export type IdempotencyRecord = {fingerprint: Buffer; jobId: string | null; outcome: Outcome | null};

/** Returns the first use of a key within the last 24 hours, or null. `hash`: sha256 of account, method, path and key. */
export async function findIdempotencyRecord(db: Db, hash: Buffer): Promise<IdempotencyRecord | null> {
	const row = await queryOne<IdempotencyRecord>(
		db,
		'SELECT fingerprint, job_id AS jobId, outcome FROM idempotency WHERE hash = ? AND created_at > ?',
		[hash, new Date(Date.now() - RETENTION.idempotencyMs)],
	);
	return row && {...row, outcome: fromColumn(row.outcome)};
}

/**
 * Remembers an outcome under its key, in the transaction that brought it about: a call that was cut off midway left
 * nothing, and one that was committed can be repeated. Throws a duplicate-key error where the key was used before;
 * a call that runs at the same time waits here for the first one's commit.
 */
export async function insertIdempotencyRecord(
	db: Db,
	hash: Buffer,
	{accountId, fingerprint, jobId, outcome}: IdempotencyRecord & {accountId: string},
): Promise<void> {
	await db.query('DELETE FROM idempotency WHERE hash = ? AND created_at <= ?', [hash, new Date(Date.now() - RETENTION.idempotencyMs)]);
	const row: Omit<IdempotencyRow, 'outcome'> & {outcome: OutcomeColumn | null} = {
		...{hash, fingerprint, accountId, jobId},
		outcome: outcome && toColumn(outcome),
		createdAt: new Date(),
	};
	await db.getRepository(IdempotencyEntity).insert(row);
}

/** Completes the record with facts that are known only at the end of the transaction. */
export async function completeIdempotencyRecord(db: Db, hash: Buffer, known: Pick<IdempotencyRecord, 'jobId' | 'outcome'>): Promise<void> {
	await db.query('UPDATE idempotency SET job_id = ?, outcome = ? WHERE hash = ?', [
		known.jobId,
		known.outcome && JSON.stringify(toColumn(known.outcome)),
		hash,
	]);
}

/** Stores an outcome for repetitions of the call; the last one counts. */
export async function keepOutcome(db: Db, accountId: string, hash: Buffer, outcome: Outcome): Promise<void> {
	await db.query(
		`INSERT INTO idempotency (hash, fingerprint, account_id, job_id, outcome, created_at) VALUES (?, ?, ?, NULL, ?, ?)
		 ON DUPLICATE KEY UPDATE outcome = VALUES(outcome), created_at = VALUES(created_at)`,
		[hash, hash, accountId, JSON.stringify(toColumn(outcome)), new Date()],
	);
}

/** Frees the key of a job that ended with an error that a retry may avoid. */
export async function deleteIdempotencyRecord(db: Db, hash: Buffer, jobId: string): Promise<void> {
	await db.query('DELETE FROM idempotency WHERE hash = ? AND job_id = ?', [hash, jobId]);
}

export function purgeIdempotencyRecords(db: Db, before: Date): Promise<number> {
	return affected(db, 'DELETE FROM idempotency WHERE created_at < ?', [before]);
}
