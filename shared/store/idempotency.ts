import {LIMITS} from '../contract/limits.ts';
import {affected, type Db, queryOne} from './database.ts';
import {IdempotencyEntity, type IdempotencyRow} from './entities/jobs.ts';
import type {Outcome} from './jobs.ts';

/** What a repeated call finds: the outcome itself, or the operation that will have it. */
export type Remembered = {fingerprint: Buffer; operationId: string | null; outcome: Outcome | null};

/** The first use of a key within the last 24 hours, or null. `hash`: sha256 of account, method, path and key. */
export function findRemembered(db: Db, hash: Buffer): Promise<Remembered | null> {
	return queryOne<Remembered>(
		db,
		'SELECT fingerprint, operation_id AS operationId, outcome FROM idempotency WHERE hash = ? AND created_at > ?',
		[hash, new Date(Date.now() - LIMITS.idempotencyMs)],
	);
}

/**
 * Remembers an outcome under its key, in the transaction that brought it about: a call that was cut off midway left
 * nothing, and one that was committed can be repeated. Throws a duplicate-key error where the key was used before;
 * a call that runs at the same time waits here for the first one's commit.
 */
export async function remember(db: Db, hash: Buffer, {fingerprint, operationId, outcome}: Remembered): Promise<void> {
	await db.query('DELETE FROM idempotency WHERE hash = ? AND created_at <= ?', [hash, new Date(Date.now() - LIMITS.idempotencyMs)]);
	const row: Omit<IdempotencyRow, 'outcome'> & {outcome: Outcome | null} = {hash, fingerprint, operationId, outcome, createdAt: new Date()};
	await db.getRepository(IdempotencyEntity).insert(row);
}

/** Adds what is known only at the end of the transaction. */
export async function complete(db: Db, hash: Buffer, known: Pick<Remembered, 'operationId' | 'outcome'>): Promise<void> {
	await db.query('UPDATE idempotency SET operation_id = ?, outcome = ? WHERE hash = ?', [
		known.operationId,
		known.outcome && JSON.stringify(known.outcome),
		hash,
	]);
}

/** Frees the key of an operation that ended in a way that a retry may mend. */
export async function forget(db: Db, hash: Buffer, operationId: string): Promise<void> {
	await db.query('DELETE FROM idempotency WHERE hash = ? AND operation_id = ?', [hash, operationId]);
}

export function purgeRemembered(db: Db, before: Date): Promise<number> {
	return affected(db, 'DELETE FROM idempotency WHERE created_at < ?', [before]);
}
