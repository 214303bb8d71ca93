import type {Db} from './database.ts';
import {QuotaEntity, type QuotaRow} from './entities.ts';

export type QuotaUse = Pick<QuotaRow, 'used' | 'reserved'>;

/** The calendar month (UTC) to which a quota belongs, YYYY-MM, and the moment at which the next one begins. */
export function quotaPeriod(now: Date): {period: string; resetsAt: Date} {
	return {period: now.toISOString().slice(0, 7), resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))};
}

/** What the account has used and reserved of each quota in the period. */
export async function readQuotas(db: Db, accountId: string, period: string): Promise<Record<QuotaRow['kind'], QuotaUse>> {
	const rows = await db.getRepository(QuotaEntity).findBy({accountId, period});
	const use = (kind: QuotaRow['kind']) => {
		const row = rows.find(candidate => candidate.kind === kind);
		return {used: row?.used ?? 0, reserved: row?.reserved ?? 0};
	};
	return {aiTexts: use('aiTexts'), narrationMs: use('narrationMs')};
}
