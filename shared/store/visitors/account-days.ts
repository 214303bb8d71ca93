import type {Db} from '../database.ts';
import type {TourDayRow} from '../entities/visitors.ts';

/**
 * Daily counts of all tours of an account, kept as a sum that changes with its parts, in one transaction. Tours
 * in the bin do not count: their days name no account. Code that changes days locks the tour, then its days, then
 * the account's.
 */

export type TourDayCounts = Omit<TourDayRow, 'accountId'>;

const COUNTS = ['views', 'completions', 'cta_clicks', 'leads'] as const;
const ADDED = COUNTS.map(count => `${count} = account_days.${count} + VALUES(${count})`).join(', ');
const NOTHING = COUNTS.map(count => `${count} = 0`).join(' AND ');

/** Adds these counts to the days of tours and of their accounts. Waits for moves of these tours into the bin, or out of it. */
export async function addDays(db: Db, rows: readonly TourDayCounts[]): Promise<void> {
	if (rows.length === 0) return;
	const owners = await holdOwners(db, [...new Set(rows.map(({tourId}) => tourId))]);
	await db.query(
		`INSERT INTO tour_days (tour_id, day, account_id, ${COUNTS.join(', ')}) VALUES ? ON DUPLICATE KEY UPDATE
			${COUNTS.map(count => `${count} = ${count} + VALUES(${count})`).join(', ')}, account_id = VALUES(account_id)`,
		[rows.map(row => [row.tourId, row.day, owners.get(row.tourId) ?? null, ...countsOf(row)])],
	);
	const sums = new Map<string, Array<string | number>>();
	for (const row of rows) {
		const accountId = owners.get(row.tourId);
		if (accountId === undefined) continue;
		const key = `${accountId} ${row.day}`;
		const [before, counts] = [sums.get(key)?.slice(2) as number[] | undefined, countsOf(row)];
		sums.set(key, [accountId, row.day, ...counts.map((count, index) => count + (before?.[index] ?? 0))]);
	}
	if (sums.size === 0) return;
	// All processes lock rows in this order, so that no two deadlock.
	const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
	await db.query(`INSERT INTO account_days (account_id, day, ${COUNTS.join(', ')}) VALUES ? ON DUPLICATE KEY UPDATE ${ADDED}`, [inOrder]);
}

/** Returns the accounts of these tours, without those in the bin. Until the transaction ends none enters or leaves the bin. */
async function holdOwners(db: Db, tourIds: string[]): Promise<Map<string, string>> {
	const tours: Array<{id: string; accountId: string; deletedAt: Date | null}> = await db.query(
		// A row that a condition excludes would not be locked, and could leave the bin meanwhile.
		'SELECT id, account_id AS accountId, deleted_at AS deletedAt FROM tours WHERE id IN (?) ORDER BY id LOCK IN SHARE MODE',
		[tourIds.toSorted()],
	);
	return new Map(tours.filter(({deletedAt}) => deletedAt === null).map(({id, accountId}) => [id, accountId]));
}

/** Subtracts the days of a locked tour that enters the bin from its account's. */
export async function takeDaysOut(db: Db, accountId: string, tourId: string): Promise<void> {
	await db.query(
		`UPDATE tour_days d STRAIGHT_JOIN account_days a ON a.account_id = ? AND a.day = d.day
		 SET ${COUNTS.map(count => `a.${count} = GREATEST(a.${count} - d.${count}, 0)`).join(', ')}
		 WHERE d.tour_id = ? AND d.account_id IS NOT NULL`,
		[accountId, tourId],
	);
	await db.query('UPDATE tour_days SET account_id = NULL WHERE tour_id = ?', [tourId]);
	// Days without counts are removed, so that the first day left is the first on which anything was counted.
	await db.query(`DELETE FROM account_days WHERE account_id = ? AND ${NOTHING} AND day IN (SELECT day FROM tour_days WHERE tour_id = ?)`, [
		accountId,
		tourId,
	]);
}

/** Adds the days of a tour that leaves the bin to its account's. */
export async function bringDaysBack(db: Db, accountId: string, tourId: string): Promise<void> {
	await db.query(
		`INSERT INTO account_days (account_id, day, ${COUNTS.join(', ')}) SELECT ?, day, ${COUNTS.join(', ')} FROM tour_days
		 WHERE tour_id = ? AND account_id IS NULL ORDER BY day ON DUPLICATE KEY UPDATE ${ADDED}`,
		[accountId, tourId],
	);
	await db.query('UPDATE tour_days SET account_id = ? WHERE tour_id = ?', [accountId, tourId]);
}

function countsOf({views, completions, ctaClicks, leads}: TourDayCounts): number[] {
	return [views, completions, ctaClicks, leads];
}
