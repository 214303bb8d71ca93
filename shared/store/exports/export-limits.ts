import {HOUR_MS} from '../../contract/limits.ts';
import {AppError} from '../../errors.ts';
import {type Db, queryOne} from '../database.ts';

/** Limits the exports that an account may order in an hour. Counted by rows: failed and existing ones are free. */

export type ExportsLeft = {limit: number; remaining: number; resetsInSeconds: number};

/** Returns how many exports are left this hour. */
export async function exportsLeft(db: Db, accountId: string, limit: number): Promise<ExportsLeft> {
	// What was ordered while a clock was ahead is no part of any hour until that day.
	const [since, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
	const row = await queryOne<{ordered: string; oldest: Date | null}>(
		db,
		`SELECT COUNT(*) AS ordered, MIN(e.created_at) AS oldest FROM tour_exports e LEFT JOIN jobs j ON j.id = e.job_id
		 WHERE e.account_id = ? AND e.created_at > ? AND e.created_at < ? AND (j.state IS NULL OR j.state <> 'failed')`,
		[accountId, since, until],
	);
	const resetsInSeconds = row?.oldest ? Math.max(1, Math.ceil((row.oldest.getTime() + HOUR_MS - Date.now()) / 1000)) : 0;
	return {limit, remaining: Math.max(0, limit - Number(row?.ordered ?? 0)), resetsInSeconds};
}

/** Throws `exports_limited` if no exports are left. Orders at the same moment wait until the transaction ends. */
export async function requireExportsLeft(db: Db, accountId: string, limit: number): Promise<void> {
	await db.query('SELECT 1 FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
	const {remaining, resetsInSeconds} = await exportsLeft(db, accountId, limit);
	if (remaining > 0) return;
	throw new AppError('exports_limited', {
		message: `This account has ordered its ${limit} exports of an hour. Those that are there already can be asked for again at any time.`,
		retryAfter: resetsInSeconds,
	});
}
