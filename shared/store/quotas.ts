import type {Config} from '../config/config.ts';
import {DAY_MS, utcDay} from '../contract/limits.ts';
import type {Quota, QuotaUsage} from '../contract/quota.ts';
import {AppError} from '../errors.ts';
import {type Db, queryOne} from './database.ts';
import type {JobRow, QuotaRow} from './entities/jobs.ts';
import {LostLease} from './leases.ts';

/**
 * Quotas of a month, and of a day. Work reserves what it may use in the transaction that asks for it, and settles what it has used in the
 * one that ends it. The row is locked before it is read; otherwise simultaneous calls would get too much.
 */

export type QuotaKind = QuotaRow['kind'];

/** The share of a quota that work under way reserves: 1 text, or milliseconds of speech or video. */
export type Reservation = {kind: QuotaKind; period: string; amount: number};

type Holding = Pick<QuotaRow, 'used' | 'reserved'>;

/** Returns the day (UTC) against which seconds of video count, as YYYYDDD, and the time at which it ends. */
function dayPeriod(now: Date): {period: string; resetsAt: Date} {
	const [year, midnight] = [now.getUTCFullYear(), Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())];
	const day = Math.round((midnight - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
	return {period: `${year}${String(day).padStart(3, '0')}`, resetsAt: new Date(midnight + DAY_MS)};
}

/** Returns a quota's calendar month (UTC) as YYYY-MM, or for videos the day, and the time at which the next one begins. */
export function quotaPeriod(now: Date, kind: QuotaKind = 'aiTexts'): {period: string; resetsAt: Date} {
	if (kind === 'videoMs') return dayPeriod(now);
	return {period: now.toISOString().slice(0, 7), resetsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))};
}

/** Returns an account's limit for a month or a day: texts, or milliseconds. */
function quotaLimit(config: Pick<Config, 'aiTextsPerMonth' | 'narrationMinutesPerMonth' | 'videoSecondsPerDay'>, kind: QuotaKind): number {
	if (kind === 'videoMs') return config.videoSecondsPerDay * 1000;
	return kind === 'aiTexts' ? config.aiTextsPerMonth : config.narrationMinutesPerMonth * 60_000;
}

/** All quotas as the account sees them in the month, and on the day, of `now`. */
export async function readQuotas(db: Db, config: Config, accountId: string, now: Date): Promise<Record<QuotaKind, Quota>> {
	const quota = (kind: QuotaKind) => readQuota(db, config, accountId, kind, now);
	// One after the other: all at once would take more of the connections that other accounts need.
	return {aiTexts: await quota('aiTexts'), narrationMs: await quota('narrationMs'), videoMs: await quota('videoMs')};
}

/** A quota as the account sees it in the month, or on the day, of `now`. */
export async function readQuota(db: Db, config: Config, accountId: string, kind: QuotaKind, now: Date): Promise<Quota> {
	const {period, resetsAt} = quotaPeriod(now, kind);
	const {used, reserved} = (await holding(db, accountId, kind, period)) ?? {used: 0, reserved: 0};
	return {used, reserved, limit: quotaLimit(config, kind), resetsAt: resetsAt.toISOString()};
}

/** The quota as a response that draws on it shows it, in the period of the reservation. */
export async function readUsage(db: Db, config: Config, accountId: string, kind: QuotaKind, period: string): Promise<QuotaUsage> {
	const {used, reserved, limit, resetsAt} = await readQuota(db, config, accountId, kind, new Date(`${period}-01T00:00:00Z`));
	return {used, limit, remaining: Math.max(0, limit - used - reserved), resetsAt};
}

/**
 * Holds `most` of the account's quota for the month, or what remains of it where that is less. Throws `quota_exceeded` where
 * not even `least` remains. Part of the transaction that asks for the work.
 */
export async function reserveQuota(
	db: Db,
	config: Config,
	{accountId, kind, least, most}: {accountId: string; kind: QuotaKind; least: number; most: number},
): Promise<Reservation> {
	const now = new Date();
	const {period} = quotaPeriod(now, kind);
	const limit = quotaLimit(config, kind);
	const remains = ({used, reserved}: Holding) => {
		const remaining = limit - used - reserved;
		if (remaining < least) throw exceeded(kind, {limit, remaining: Math.max(0, remaining), wanted: least}, now);
		return remaining;
	};
	// Checked before locking, so that a caller who is refused anyway does not wait for the row.
	remains((await holding(db, accountId, kind, period)) ?? {used: 0, reserved: 0});
	const amount = Math.min(most, remains(await lockHolding(db, accountId, kind, period)));
	await change(db, accountId, {kind, period}, {used: 0, reserved: amount});
	return {kind, period, amount};
}

/**
 * Ends a reservation with what was used of it. What goes beyond it is taken from what remains; throws `quota_exceeded`
 * where that is not enough, so that nothing is charged.
 */
export async function settleQuota(db: Db, config: Config, job: ReservingJob, used: number): Promise<void> {
	const held = await takeReservation(db, job);
	if (!held) throw new LostLease(`The job ${job.id} holds nothing of a quota any more.`);
	const {kind, period, amount} = held;
	await change(db, job.accountId, {kind, period}, {used, reserved: -amount});
	const limit = quotaLimit(config, kind);
	const now = (await holding(db, job.accountId, kind, period))!;
	if (used <= amount || now.used + now.reserved <= limit) return;
	throw exceeded(kind, {limit, remaining: Math.max(0, limit - now.used - now.reserved + used), wanted: used}, new Date());
}

/** Ends a reservation that was used up; does nothing if the job has none, as when an operator ran it again. */
export async function useReservation(db: Db, job: ReservingJob): Promise<void> {
	const held = await takeReservation(db, job);
	if (held) await change(db, job.accountId, held, {used: held.amount, reserved: -held.amount});
}

/** Ends an unused reservation; does nothing if the job has none any more. */
export async function releaseQuota(db: Db, job: ReservingJob): Promise<void> {
	const held = await takeReservation(db, job);
	if (held) await change(db, job.accountId, held, {used: 0, reserved: -held.amount});
}

type ReservingJob = {id: string; accountId: string};

async function takeReservation(db: Db, {id}: ReservingJob): Promise<Reservation | null> {
	const row = await queryOne<Pick<JobRow, 'quotaKind' | 'quotaPeriod' | 'quotaReserved'>>(
		db,
		`SELECT quota_kind AS quotaKind, quota_period AS quotaPeriod, quota_reserved AS quotaReserved
		 FROM jobs WHERE id = ? FOR UPDATE`,
		[id],
	);
	if (row?.quotaReserved == null) return null;
	await db.query('UPDATE jobs SET quota_reserved = NULL WHERE id = ?', [id]);
	return {kind: row.quotaKind!, period: row.quotaPeriod!, amount: row.quotaReserved};
}

/** Returns the quota's row, locked until the transaction ends; inserts it at the first use in a period. */
async function lockHolding(db: Db, accountId: string, kind: QuotaKind, period: string): Promise<Holding> {
	const found = await holding(db, accountId, kind, period, 'FOR UPDATE');
	if (found) return found;
	await db.query(
		'INSERT INTO quotas (account_id, kind, period, used, reserved) VALUES (?, ?, ?, 0, 0) ON DUPLICATE KEY UPDATE used = used',
		[accountId, kind, period],
	);
	return (await holding(db, accountId, kind, period, 'FOR UPDATE'))!;
}

function holding(db: Db, accountId: string, kind: QuotaKind, period: string, lock = ''): Promise<Holding | null> {
	return queryOne<Holding>(db, `SELECT used, reserved FROM quotas WHERE account_id = ? AND kind = ? AND period = ? ${lock}`, [
		accountId,
		kind,
		period,
	]);
}

async function change(db: Db, accountId: string, {kind, period}: Pick<Reservation, 'kind' | 'period'>, by: Holding): Promise<void> {
	await db.query('UPDATE quotas SET used = used + ?, reserved = reserved + ? WHERE account_id = ? AND kind = ? AND period = ?', [
		by.used,
		by.reserved,
		accountId,
		kind,
		period,
	]);
}

/** Returns the error of an exhausted quota; `Retry-After` points to the beginning of the next month or day. */
function exceeded(kind: QuotaKind, {limit, remaining, wanted}: {limit: number; remaining: number; wanted: number}, now: Date): AppError {
	const {resetsAt} = quotaPeriod(now, kind);
	const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
	const messages: Record<QuotaKind, string> = {
		aiTexts: `The ${limit} AI texts of this month are used up.`,
		narrationMs: `This narration takes at least ${seconds(wanted)}; of this month's ${seconds(limit)} remain ${seconds(remaining)}.`,
		videoMs: `This video is ${seconds(wanted)} long; of today's ${seconds(limit)} remain ${seconds(remaining)}.`,
	};
	return new AppError('quota_exceeded', {
		message: `${messages[kind]} The quota renews on ${utcDay(resetsAt)}.`,
		retryAfter: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000),
	});
}
