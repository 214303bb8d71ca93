import {randomBytes} from 'node:crypto';
import type {Actor} from '../../contract/version.ts';
import {AppError} from '../../errors.ts';
import {newId} from '../../ids.ts';
import {traceParent} from '../../tracing/tracing.ts';
import {affected, type Db, queryOne} from '../database.ts';
import {JobEntity, type JobRow} from '../entities/jobs.ts';
import {LostLease} from '../leases.ts';
import {type Reservation, releaseQuota} from '../quotas.ts';

/** The outbox: a row for each job of a worker. The row is the truth; the queue holds only its id. Every clock here is the database's. */

/** The stored response of a call. `version` becomes the ETag; `unchanged`: the call does not count. */
export type StoredResponse = {status: number; body: Record<string, unknown>; version?: number; unchanged?: boolean};
/** The end of a job: a response or an error. */
export type Outcome = {response: StoredResponse} | {error: ReturnType<AppError['toJSON']>};

/** Returns the response of an outcome, or throws its error. */
export function responseOf(outcome: Outcome): StoredResponse {
	if ('error' in outcome) throw AppError.restore(outcome.error);
	return outcome.response;
}

/** An outcome as the rows of jobs and idempotency records have it. */
export type OutcomeColumn = {answer: StoredResponse} | {error: ReturnType<AppError['toJSON']>};
/** A job's row as callers see it. */
export type StoredJob = Pick<JobRow, 'id' | 'accountId' | 'type' | 'state' | 'progress' | 'createdAt'> & {
	/** The outcome; null until the job has ended. */
	outcome: Outcome | null;
};

type JobRef = Pick<JobRow, 'id' | 'type' | 'accountId'>;

/** A worker's hold on a job's row. */
export type Lease = {
	id: string;
	accountId: string;
	type: string;
	input: Record<string, unknown>;
	/** The caller; null for the service itself. */
	actor: Actor | null;
	/** The month from which it holds something of a quota, or null. */
	quotaPeriod: string | null;
	attempts: number;
	createdAt: Date;
	/** The span of the call that enqueued it; null without tracing. */
	traceParent: string | null;
	token: Buffer;
};

/** Milliseconds that a committed row may wait before the relay puts it into the queue again. */
const RELAY_AFTER_MS = 5000;

const at = 'UTC_TIMESTAMP(3) + INTERVAL ? * 1000 MICROSECOND';
/** The longest delay and the longest lease, in seconds. A row that is due later was written while a clock was ahead, and counts as due. */
const LONGEST_S = {queued: 900, running: 120};

const isDue = (state: keyof typeof LONGEST_S) =>
	`(state = '${state}' AND (due_at <= UTC_TIMESTAMP(3) OR due_at > UTC_TIMESTAMP(3) + INTERVAL ${LONGEST_S[state]} SECOND))`;

/** `actor`: on whose behalf a worker changes a tour. */
type NewJob = {accountId: string; type: string; input: Record<string, unknown>; quota?: Reservation | null; actor?: Actor | null};

/** Inserts a job's row, in the transaction of the call that orders it. */
export async function insertJob(db: Db, {accountId, type, input, quota = null, actor = null}: NewJob): Promise<StoredJob> {
	const id = newId('job');
	const createdAt = new Date();
	await db.query(
		`INSERT INTO jobs
			(id, account_id, type, state, input, actor, progress, attempts, quota_kind, quota_period, quota_reserved, due_at, created_at)
		 VALUES (?, ?, ?, 'queued', ?, ?, 0, 0, ?, ?, ?, ${at}, ?)`,
		[
			id,
			accountId,
			type,
			inputWithTrace(input),
			actor && JSON.stringify(actor),
			quota?.kind ?? null,
			quota?.period ?? null,
			quota?.amount ?? null,
			RELAY_AFTER_MS,
			createdAt,
		],
	);
	return {id, accountId, type, state: 'queued', progress: 0, createdAt, outcome: null};
}

/** Property of the stored input, beside the job's own. */
const TRACE = 'traceparent';

function inputWithTrace(input: Record<string, unknown>): string {
	const parent = traceParent();
	return JSON.stringify(parent ? {...input, [TRACE]: parent} : input);
}

/** Returns the job, or null. */
export async function readJob(db: Db, id: string): Promise<StoredJob | null> {
	const row = await queryOne<StoredJob>(
		db,
		'SELECT id, account_id AS accountId, type, state, progress, created_at AS createdAt, outcome FROM jobs WHERE id = ?',
		[id],
	);
	return row && {...row, outcome: fromColumn(row.outcome)};
}

/** Leases the row for `leaseMs`; null if the job has ended or another worker's lease still runs. */
export async function leaseJob(db: Db, id: string, leaseMs: number): Promise<Lease | null> {
	const token = randomBytes(16);
	// The row's other columns never change, so they are read at the same time; LAST_INSERT_ID returns the one that does.
	const [{affectedRows, insertId}, row] = await Promise.all([
		db.query(
			`UPDATE jobs SET state = 'running', token = ?, attempts = LAST_INSERT_ID(attempts + 1), due_at = ${at}
			 WHERE id = ? AND (state = 'queued' OR ${isDue('running')})`,
			[token, leaseMs, id],
		) as Promise<{affectedRows: number; insertId: number}>,
		queryOne<Omit<Lease, 'attempts' | 'token' | 'traceParent'>>(
			db,
			'SELECT id, account_id AS accountId, type, input, actor, quota_period AS quotaPeriod, created_at AS createdAt FROM jobs WHERE id = ?',
			[id],
		),
	]);
	if (affectedRows !== 1 || !row) return null;
	const {[TRACE]: traceParent = null, ...input} = row.input;
	return {...row, input, traceParent: traceParent as string | null, attempts: insertId, token};
}

/** Extends the lease and reports progress (0..1). False if the lease was lost. */
export async function renewLease(db: Db, lease: Lease, leaseMs: number, progress: number): Promise<boolean> {
	const renewed = await affected(db, `UPDATE jobs SET due_at = ${at}, progress = ? WHERE id = ? AND token = ? AND state = 'running'`, [
		leaseMs,
		progress,
		lease.id,
		lease.token,
	]);
	return renewed === 1;
}

/**
 * Ends the row with its outcome, and releases what it still holds of a quota; fenced by the token. Must run in a
 * transaction if it holds something or anything else is written. Throws `LostLease`.
 */
export async function finishJob(db: Db, lease: Lease, outcome: Outcome): Promise<void> {
	if (lease.quotaPeriod) await releaseQuota(db, lease);
	const state = 'response' in outcome ? 'succeeded' : 'failed';
	const columns = 'state = ?, outcome = ?, progress = 1, token = NULL, finished_at = UTC_TIMESTAMP(3)';
	await updateFenced(db, lease, columns, [state, JSON.stringify(toColumn(outcome))]);
}

/** Gives the row back for another attempt after `delayMs`. Throws `LostLease`. */
export async function releaseJob(db: Db, lease: Lease, delayMs: number): Promise<void> {
	await updateFenced(db, lease, `state = 'queued', token = NULL, due_at = ${at}`, [delayMs]);
}

/** Bounds of a delay, in seconds: a job is put off for as long as it has waited. */
const PUT_OFF_SECONDS = {least: 5, most: 300};

/** Gives the row back without counting an attempt, if the obstacle is not the job's own. Throws `LostLease`. */
export async function postponeJob(db: Db, lease: Lease): Promise<void> {
	const {least, most} = PUT_OFF_SECONDS;
	const columns = `state = 'queued', token = NULL, attempts = attempts - 1,
		due_at = UTC_TIMESTAMP(3) + INTERVAL LEAST(GREATEST(TIMESTAMPDIFF(SECOND, created_at, UTC_TIMESTAMP(3)), ?), ?) SECOND`;
	await updateFenced(db, lease, columns, [least, most]);
}

/**
 * Turns the row into another job, which starts from the beginning; fenced by the token. Callers who wait notice nothing.
 * Throws `LostLease`.
 */
export async function passJob(db: Db, lease: Lease, to: {type: string; input: Record<string, unknown>}): Promise<void> {
	const columns = `type = ?, input = ?, state = 'queued', attempts = 0, token = NULL, due_at = ${at}`;
	await updateFenced(db, lease, columns, [to.type, inputWithTrace(to.input), RELAY_AFTER_MS]);
}

/** Updates the row of a job while the lease holds, and throws `LostLease` once it does not. */
async function updateFenced(db: Db, {id, token}: Lease, columns: string, values: unknown[]): Promise<void> {
	const updated = await affected(db, `UPDATE jobs SET ${columns} WHERE id = ? AND token = ? AND state = 'running'`, [...values, id, token]);
	if (updated === 0) throw new LostLease(`The lease on ${id} was lost.`);
}

/**
 * Returns rows that need another look: committed and never enqueued, or running on a lease that ended. Each is put
 * off for a while, so that several relays do not all take the same ones.
 */
export async function takeOverdue(db: Db, types: string[], limit: number): Promise<JobRef[]> {
	if (types.length === 0) return [];
	const rows: JobRef[] = [];
	// One state after the other: an index gives the first rows of each; for both together the server would sort all.
	for (const state of ['running', 'queued'] as const) {
		const due: JobRef[] = await db.query(
			`SELECT id, type, account_id AS accountId FROM jobs
			 WHERE ${isDue(state)} AND type IN (?) ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED`,
			[types, limit - rows.length],
		);
		rows.push(...due);
	}
	if (rows.length === 0) return rows;
	// A running row keeps its due_at, which is what lets the next worker lease it.
	await db.query(`UPDATE jobs SET due_at = ${at} WHERE id IN (?) AND state = 'queued'`, [RELAY_AFTER_MS, rows.map(row => row.id)]);
	return rows;
}

/**
 * Returns the jobs that no queue should have now: they have ended, have become another job, or were put off for longer than the
 * relay waits.
 */
export async function notInQueue<Ref extends JobRef>(db: Db, jobs: Ref[]): Promise<Ref[]> {
	if (jobs.length === 0) return [];
	const open: Array<Pick<JobRow, 'id' | 'type'>> = await db.query(
		`SELECT id, type FROM jobs WHERE id IN (?) AND (state = 'running' OR (state = 'queued' AND due_at <= ${at}))`,
		[jobs.map(({id}) => id), RELAY_AFTER_MS],
	);
	return jobs.filter(({id, type}) => !open.some(row => row.id === id && row.type === type));
}

/** Deletes jobs that ended before `before`; returns how many. */
export async function purgeJobs(db: Db, before: Date): Promise<number> {
	const {affected: purged} = await db.createQueryBuilder().delete().from(JobEntity).where('finished_at < :before', {before}).execute();
	return purged ?? 0;
}

export function toColumn(outcome: Outcome): OutcomeColumn {
	return 'response' in outcome ? {answer: outcome.response} : outcome;
}

export function fromColumn(column: unknown): Outcome | null {
	const {answer, error} = (column ?? {}) as {answer?: StoredResponse; error?: ReturnType<AppError['toJSON']>};
	if (answer) return {response: answer};
	return error ? {error} : null;
}
