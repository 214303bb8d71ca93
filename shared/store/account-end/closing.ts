import {RETENTION} from '../../contract/retention.ts';
import {AppError} from '../../errors.ts';
import {affected, type Db, findAmong, outlastReaders, queryColumn, queryOne} from '../database.ts';
import type {AccountRow} from '../entities/accounts.ts';

/**
 * Accounts that are to be deleted. Their data stays for some days, hidden from everyone: code that reads links, keys or sign-ins must check
 * `deletion_due_at`. Every clock here is the database's.
 */

/** Times at which deletion was asked for, and until which it can be taken back. */
export type Closing = {askedAt: Date; until: Date};

/** Jobs that continue: their results stay hidden, and would be missing if the deletion were taken back. */
const KEPT_JOBS = ['export-account', 'encode-avif', 'render-cover', 'rebuild-page'];

/** Returns when deletion of the account was asked for and falls due; null if it stays. */
export async function readClosing(db: Db, accountId: string): Promise<Closing | null> {
	const row = await queryOne<{askedAt: Date | null; until: Date | null}>(
		db,
		'SELECT deletion_asked_at AS askedAt, deletion_due_at AS until FROM accounts WHERE id = ?',
		[accountId],
	);
	return row?.askedAt && row.until ? {askedAt: row.askedAt, until: row.until} : null;
}

/**
 * Schedules the account's deletion after some days of grace, or for now. At once its links and previews go down, and its keys, apps, sign-ins, mailed links, upload
 * URLs and jobs end. A second request can only advance the date. Must run in a transaction.
 */
export async function closeAccount(db: Db, accountId: string, {now = false}: {now?: boolean} = {}): Promise<Closing> {
	await db.query(
		`UPDATE accounts SET deletion_asked_at = COALESCE(deletion_asked_at, UTC_TIMESTAMP(3)),
			deletion_due_at = LEAST(COALESCE(deletion_due_at, '9999-01-01'), UTC_TIMESTAMP(3) + INTERVAL ? SECOND) WHERE id = ?`,
		[now ? 0 : RETENTION.closingMs / 1000, accountId],
	);
	outlastReaders(db);
	await endCredentials(db, accountId);
	await endJobs(db, accountId, now ? [] : KEPT_JOBS);
	const closing = await readClosing(db, accountId);
	if (!closing) throw new Error('The account is not there.');
	return closing;
}

/** Takes the deletion back. False if none was asked for, or its time is over. Must run in a transaction. */
export async function reopenAccount(db: Db, accountId: string): Promise<boolean> {
	const reopened = await affected(
		db,
		`UPDATE accounts SET deletion_asked_at = NULL, deletion_due_at = NULL, deletion_warned_at = NULL
		 WHERE id = ? AND deletion_due_at > UTC_TIMESTAMP(3)`,
		[accountId],
	);
	if (reopened === 0) return false;
	outlastReaders(db);
	// A renderer that was deployed meanwhile has skipped the account's pages.
	await db.query('UPDATE publications SET asked_renderer = NULL WHERE account_id = ?', [accountId]);
	return true;
}

async function endCredentials(db: Db, accountId: string): Promise<void> {
	await db.query('DELETE FROM sessions WHERE account_id = ?', [accountId]);
	await db.query('UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3) WHERE account_id = ? AND revoked_at IS NULL', [accountId]);
	await db.query('DELETE FROM connected_apps WHERE account_id = ?', [accountId]);
	await db.query('DELETE FROM oauth_records WHERE account_id = ?', [accountId]);
	await db.query('UPDATE account_links SET used_at = UTC_TIMESTAMP(3) WHERE account_id = ? AND used_at IS NULL', [accountId]);
	await db.query('UPDATE uploads SET used_at = UTC_TIMESTAMP(3) WHERE account_id = ? AND used_at IS NULL', [accountId]);
}

/** Ends the account's open jobs except the types `kept`; their workers lose the lease. Must run in a transaction. */
export async function endJobs(db: Db, accountId: string, kept: readonly string[]): Promise<void> {
	// The caller's credential is revoked by now.
	const outcome = JSON.stringify({error: new AppError('invalid_credential').toJSON()});
	await db.query(
		`UPDATE jobs SET state = 'failed', outcome = ?, token = NULL, quota_reserved = NULL, finished_at = UTC_TIMESTAMP(3)
		 WHERE account_id = ? AND state IN ('queued', 'running') AND type NOT IN (?)`,
		[outcome, accountId, ['', ...kept]],
	);
	await db.query('UPDATE quotas SET reserved = 0 WHERE account_id = ?', [accountId]);
}

/** Returns the accounts among these that are to be deleted. */
export async function closingAmong(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
	return findAmong(db, [...new Set(accountIds)], 'SELECT id FROM accounts WHERE id IN (?) AND deletion_due_at IS NOT NULL');
}

/**
 * Has accounts purged that people made before `before` and never confirmed by the link that was mailed to them: the address may be somebody else's.
 * An account without such a link, or with a sign-in, a key or a tour, stays. Returns how many are due.
 */
export function closeUnconfirmed(db: Db, before: Date): Promise<number> {
	const without = ['sessions', 'credentials', 'tours'].map(table => `NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.account_id = a.id)`);
	return affected(
		db,
		`UPDATE accounts a SET a.deletion_asked_at = UTC_TIMESTAMP(3), a.deletion_due_at = UTC_TIMESTAMP(3)
		 WHERE a.confirmed_at IS NULL AND a.created_at < ? AND a.deletion_due_at IS NULL AND a.administrator = FALSE
		   AND ${without.join(' AND ')} AND ${isLinkOver('confirm', 'a.email')}`,
		[before],
	);
}

/** Forgets new addresses of accounts that nobody confirmed while the link sent there worked. Returns how many. */
export function forgetPendingEmails(db: Db): Promise<number> {
	return affected(db, `UPDATE accounts a SET a.pending_email = NULL WHERE ${isLinkOver('email', 'a.pending_email')}`, []);
}

/** The condition that a link of this purpose was sent to the address, and no link of the account can be used any more. */
function isLinkOver(purpose: 'confirm' | 'email', email: string): string {
	const links = 'SELECT 1 FROM account_links l WHERE l.account_id = a.id';
	return `EXISTS (${links} AND l.purpose = '${purpose}' AND l.email = ${email})
		AND NOT EXISTS (${links} AND l.used_at IS NULL AND l.expires_at > UTC_TIMESTAMP(3))`;
}

/** Returns the accounts to purge, the longest overdue first. */
export function accountsDue(db: Db, limit: number): Promise<string[]> {
	return queryColumn(db, 'SELECT id FROM accounts WHERE deletion_due_at <= UTC_TIMESTAMP(3) ORDER BY deletion_due_at LIMIT ?', [limit]);
}

/** Takes accounts that will be deleted soon and whose owners were not reminded; each once. Must run in a transaction. */
export async function takeUnwarned(db: Db, limit: number): Promise<Array<Pick<AccountRow, 'id'>>> {
	const rows: Array<{id: string}> = await db.query(
		`SELECT id FROM accounts WHERE deletion_due_at BETWEEN UTC_TIMESTAMP(3) AND UTC_TIMESTAMP(3) + INTERVAL ? SECOND
		   AND deletion_warned_at IS NULL LIMIT ? FOR UPDATE SKIP LOCKED`,
		[RETENTION.closingReminderMs / 1000, limit],
	);
	if (rows.length > 0) {
		await db.query('UPDATE accounts SET deletion_warned_at = UTC_TIMESTAMP(3) WHERE id IN (?)', [rows.map(({id}) => id)]);
	}
	return rows;
}

/** Returns the milliseconds since the deletion was asked for; null if it is not due. */
export async function closedForMs(db: Db, accountId: string): Promise<number | null> {
	const row = await queryOne<{seconds: string | null}>(
		db,
		`SELECT TIMESTAMPDIFF(SECOND, deletion_asked_at, UTC_TIMESTAMP(3)) AS seconds FROM accounts
		 WHERE id = ? AND deletion_due_at <= UTC_TIMESTAMP(3)`,
		[accountId],
	);
	return row?.seconds == null ? null : 1000 * Number(row.seconds);
}
