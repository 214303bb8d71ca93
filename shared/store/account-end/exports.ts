import {randomBytes} from 'node:crypto';
import {DAY_MS, LIMITS} from '../../contract/limits.ts';
import {AppError} from '../../errors.ts';
import {newId} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import type {AccountExportRow} from '../entities/account-end.ts';
import {insertJob, type Lease, type StoredJob} from '../jobs/jobs.ts';
import {LostLease} from '../leases.ts';

/** Copies of accounts, each a zip in pieces that are files of their own. */

/** A copy as its owner sees it. */
export type FoundExport = {
	id: string;
	status: 'queued' | 'running' | 'ready' | 'failed';
	/** 0..1 */
	progress: number;
	bytes: number | null;
	createdAt: Date;
	readyAt: Date | null;
	expiresAt: Date;
};

/** However long it takes to be written: what is not ready by then is given up. */
const WRITING_MS = 7 * DAY_MS;

/**
 * Orders a copy of the account, one a day: one that failed does not count. Must run in a transaction. Throws `attempts_limited` with the
 * seconds until the next one.
 */
export async function orderExport(db: Db, accountId: string, jobType: string): Promise<{ordered: FoundExport; job: StoredJob}> {
	// Two at the same moment take turns.
	await db.query('SELECT 1 FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
	const last = (await listExports(db, accountId)).find(({status}) => status !== 'failed');
	const againAt = last ? last.createdAt.getTime() + LIMITS.exportEveryMs : 0;
	// One that was made while a clock was ahead keeps nobody waiting until that day.
	if (againAt > Date.now() && againAt < Date.now() + 2 * LIMITS.exportEveryMs) {
		throw new AppError('attempts_limited', {
			message: 'One copy a day is made; GET /app/v1/account/exports lists those that there are.',
			retryAfter: Math.ceil((againAt - Date.now()) / 1000),
		});
	}
	const id = newId('exp');
	const job = await insertJob(db, {accountId, type: jobType, input: {exportId: id}});
	const createdAt = new Date();
	const expiresAt = new Date(createdAt.getTime() + WRITING_MS);
	await db.query(
		'INSERT INTO account_exports (id, account_id, job_id, salt, bytes, created_at, ready_at, expires_at) VALUES (?, ?, ?, ?, NULL, ?, NULL, ?)',
		[id, accountId, job.id, randomBytes(32), createdAt, expiresAt],
	);
	return {ordered: {id, status: 'queued', progress: 0, bytes: null, createdAt, readyAt: null, expiresAt}, job};
}

/** The account's copies that have not expired, newest first. */
export async function listExports(db: Db, accountId: string): Promise<FoundExport[]> {
	type Row = Omit<FoundExport, 'status' | 'bytes'> & Pick<AccountExportRow, 'bytes'> & {state: string | null};
	const rows: Row[] = await db.query(
		`SELECT e.id, j.state, COALESCE(j.progress, 1) AS progress, e.bytes, e.created_at AS createdAt, e.ready_at AS readyAt,
			e.expires_at AS expiresAt
		 FROM account_exports e LEFT JOIN jobs j ON j.id = e.job_id
		 WHERE e.account_id = ? AND e.expires_at > ? ORDER BY e.created_at DESC`,
		[accountId, new Date()],
	);
	return rows.map(({state, bytes, ...row}) => ({
		...row,
		status: row.readyAt ? 'ready' : state === 'queued' || state === 'running' ? state : 'failed',
		bytes: bytes === null ? null : Number(bytes),
	}));
}

/** One of them, or null. */
export async function findExport(db: Db, accountId: string, id: string): Promise<FoundExport | null> {
	return (await listExports(db, accountId)).find(found => found.id === id) ?? null;
}

/** Returns the salt of a copy's pieces, and their files in order; null if there is no such copy. */
export async function readPieces(db: Db, id: string): Promise<{salt: Buffer; files: string[]} | null> {
	const found = await queryOne<{salt: Buffer}>(db, 'SELECT salt FROM account_exports WHERE id = ?', [id]);
	if (!found) return null;
	const rows: Array<{file: string}> = await db.query('SELECT file FROM export_pieces WHERE export_id = ? ORDER BY number', [id]);
	return {salt: found.salt, files: rows.map(({file}) => file)};
}

/** Records a piece that is about to be stored. Throws `LostLease` if another worker has the job by now. */
export async function insertPiece(
	db: Db,
	lease: Pick<Lease, 'id' | 'token'>,
	exportId: string,
	number: number,
	file: string,
): Promise<void> {
	const inserted = await affected(
		db,
		`INSERT INTO export_pieces (export_id, number, file)
		 SELECT ?, ?, ? FROM jobs WHERE id = ? AND token = ? AND state = 'running'`,
		[exportId, number, file, lease.id, lease.token],
	);
	if (inserted === 0) throw new LostLease(`The lease on ${lease.id} was lost.`);
}

/** Forgets the pieces of a copy, once their files are gone. */
export async function deletePieces(db: Db, id: string): Promise<void> {
	await db.query('DELETE FROM export_pieces WHERE export_id = ?', [id]);
}

/** The copy is whole, and can be fetched for a day. */
export async function finishExport(db: Db, id: string, bytes: number): Promise<void> {
	const now = Date.now();
	await db.query('UPDATE account_exports SET bytes = ?, ready_at = ?, expires_at = ? WHERE id = ?', [
		bytes,
		new Date(now),
		new Date(now + LIMITS.exportMs),
		id,
	]);
}

/** Ends the time of the account's whole copies, which hold data that must go. Their pieces go as those of others. */
export async function expireExports(db: Db, accountId: string): Promise<void> {
	const now = new Date();
	await db.query('UPDATE account_exports SET expires_at = ? WHERE account_id = ? AND ready_at IS NOT NULL AND expires_at > ?', [
		now,
		accountId,
		now,
	]);
}

/** Copies whose time is over, `limit` at most, or all of an account. */
export async function exportsToRemove(db: Db, of: {expiredBefore: Date} | {accountId: string}, limit: number): Promise<string[]> {
	const [condition, value] = 'accountId' in of ? ['account_id = ?', of.accountId] : ['expires_at < ?', of.expiredBefore];
	const rows: Array<{id: string}> = await db.query(`SELECT id FROM account_exports WHERE ${condition} LIMIT ?`, [value, limit]);
	return rows.map(({id}) => id);
}

export async function deleteExport(db: Db, id: string): Promise<void> {
	await db.query('DELETE FROM account_exports WHERE id = ?', [id]);
}

/** Returns those of the files that are a piece of some copy. */
export async function piecesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	if (files.length === 0) return new Set();
	const rows: Array<{file: string}> = await db.query('SELECT file FROM export_pieces WHERE file IN (?)', [files]);
	return new Set(rows.map(({file}) => file));
}
