import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import type {DataSource} from 'typeorm';
import {affected, type Db, queryOne} from './database.ts';
import type {MarkRow} from './entities/jobs.ts';

/**
 * Leases for work that one process at a time does, on whichever node of a database cluster: a row tells who and until when. Every clock
 * here is the database's. A server lock (GET_LOCK) would hold on one node only.
 */

/** Milliseconds of a lease: the longest that a killed process keeps the others waiting. */
const LEASE_MS = 10_000;
/** Milliseconds between renewals: three before a lease runs out. */
const RENEW_MS = 3000;
const LOOK_MS = 200;

/** Migrations need this table before any of them has run; `CREATE TABLE IF NOT EXISTS` is safe for many at once. */
export const LEASES_TABLE = `CREATE TABLE IF NOT EXISTS leases (
	name VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
	token BINARY(16) NOT NULL,
	until DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;

/** Thrown if a process no longer has the lease of its row: its transaction is rolled back. */
export class LostLease extends Error {}

export type HeldLease = {
	/** Aborted once another process may have the lease. */
	lost: AbortSignal;
	/** Throws `LostLease` if this process lost the lease; in a transaction no other can take it before the commit. */
	require(db: Db): Promise<void>;
};

type Row = {name: string; token: Buffer};

const until = 'UTC_TIMESTAMP(3) + INTERVAL ? * 1000 MICROSECOND';

/** Runs `work` while no other process holds this lease. Returns null if another one has held it for `waitMs`. */
export async function withLease<T>(
	database: DataSource,
	name: string,
	work: (lease: HeldLease) => Promise<T>,
	{waitMs = 0, leaseMs = LEASE_MS}: {waitMs?: number; leaseMs?: number} = {},
): Promise<T | null> {
	const row = {name, token: randomBytes(16)};
	const start = performance.now();
	while (!(await take(database.manager, row, leaseMs))) {
		const rest = waitMs - (performance.now() - start);
		if (rest <= 0) return null;
		await sleep(Math.min(rest, LOOK_MS));
	}
	const kept = keep(database.manager, row, leaseMs);
	try {
		return await work({lost: kept.lost, require: db => requireHeld(db, row)});
	} finally {
		await kept.stop();
		// If this fails, the lease runs out by itself.
		await affected(database.manager, 'DELETE FROM leases WHERE name = ? AND token = ?', [name, row.token]).catch(() => {});
	}
}

async function take(db: Db, {name, token}: Row, leaseMs: number): Promise<boolean> {
	// A lease that lasts ten times as long was dated by a clock that was ahead and has been corrected.
	const over = `UPDATE leases SET token = ?, until = ${until} WHERE name = ? AND (until <= UTC_TIMESTAMP(3) OR until > UTC_TIMESTAMP(3) + INTERVAL ? SECOND)`;
	if ((await affected(db, over, [token, leaseMs, name, Math.ceil(leaseMs / 100)])) === 1) return true;
	const fresh = `INSERT IGNORE INTO leases (name, token, until) VALUES (?, ?, ${until})`;
	return (await affected(db, fresh, [name, token, leaseMs])) === 1;
}

/** Renews the lease until stopped. A short outage of the database does no harm: the lease lasts longer. */
function keep(db: Db, {name, token}: Row, leaseMs: number) {
	const lost = new AbortController();
	let renewedAt = performance.now();
	let underWay: Promise<void> = Promise.resolve();
	const renew = async () => {
		const askedAt = performance.now();
		try {
			const renewed = await affected(db, `UPDATE leases SET until = ${until} WHERE name = ? AND token = ?`, [leaseMs, name, token]);
			if (renewed === 1) renewedAt = askedAt;
			else lost.abort(lostLease(name));
		} catch {
			if (performance.now() - renewedAt > leaseMs) lost.abort(lostLease(name));
		}
	};
	let isBusy = false;
	const timer = setInterval(
		() => {
			if (isBusy || lost.signal.aborted) return;
			isBusy = true;
			underWay = renew().finally(() => {
				isBusy = false;
			});
		},
		Math.min(RENEW_MS, leaseMs / 3),
	);
	return {
		lost: lost.signal,
		stop: () => {
			clearInterval(timer);
			return underWay;
		},
	};
}

async function requireHeld(db: Db, {name, token}: Row): Promise<void> {
	const held = await queryOne(db, 'SELECT name FROM leases WHERE name = ? AND token = ? FOR UPDATE', [name, token]);
	if (!held) throw lostLease(name);
}

function lostLease(name: string): LostLease {
	return new LostLease(`The lease ${name} was lost.`);
}

/** Records that the named work succeeded now. */
export async function setMark(db: Db, name: MarkRow['name']): Promise<void> {
	await db.query('INSERT INTO marks (name, at) VALUES (?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE at = VALUES(at)', [name]);
}

/** Returns the time at which the named work last succeeded; null if it never did. */
export async function readMark(db: Db, name: MarkRow['name']): Promise<Date | null> {
	return (await queryOne<{at: Date}>(db, 'SELECT at FROM marks WHERE name = ?', [name]))?.at ?? null;
}

/** Returns the millisecond at which this database was first worked on, which tells it from any other; a backup of it has the same one. */
export async function installationId(db: Db): Promise<string> {
	await db.query("INSERT IGNORE INTO marks (name, at) VALUES ('installation', UTC_TIMESTAMP(3))");
	return (await readMark(db, 'installation'))!.toISOString();
}
