import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import type {DataSource} from 'typeorm';
import {affected, type Db, queryOne} from './database.ts';
import type {MarkRow} from './entities/jobs.ts';

/**
 * Work that one process at a time does, whichever node of a database cluster it is connected to: a row says who and until when. Every clock
 * here is the database's. A lock of the server (GET_LOCK) holds on one node alone.
 */

/** A process that was killed keeps the others waiting this long at most. */
const LEASE_MS = 10_000;
/** Three times before it runs out. */
const RENEW_MS = 3000;
const LOOK_MS = 200;

/** Migrations need this table before any of them has run; `CREATE TABLE IF NOT EXISTS` is safe for many at once. */
export const LEASES_TABLE = `CREATE TABLE IF NOT EXISTS leases (
	name VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
	token BINARY(16) NOT NULL,
	until DATETIME(3) NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;

/** Thrown if a process comes back to a row that is no longer its own: everything that it wrote is rolled back. */
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
		// Where this fails, the lease runs out by itself.
		await affected(database.manager, 'DELETE FROM leases WHERE name = ? AND token = ?', [name, row.token]).catch(() => {});
	}
}

async function take(db: Db, {name, token}: Row, leaseMs: number): Promise<boolean> {
	// One that lasts ten times as long was taken by a clock that was ahead, and is set right by now.
	const over = `UPDATE leases SET token = ?, until = ${until} WHERE name = ? AND (until <= UTC_TIMESTAMP(3) OR until > UTC_TIMESTAMP(3) + INTERVAL ? SECOND)`;
	if ((await affected(db, over, [token, leaseMs, name, Math.ceil(leaseMs / 100)])) === 1) return true;
	const fresh = `INSERT IGNORE INTO leases (name, token, until) VALUES (?, ?, ${until})`;
	return (await affected(db, fresh, [name, token, leaseMs])) === 1;
}

/** Renews the lease until it is stopped. A database that is away for a moment costs nothing: the time limit is longer. */
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

/** Writes down that it has ended well now. */
export async function setMark(db: Db, name: MarkRow['name']): Promise<void> {
	await db.query('INSERT INTO marks (name, at) VALUES (?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE at = VALUES(at)', [name]);
}

/** Returns the time at which it last ended well; null if it never did. */
export async function readMark(db: Db, name: MarkRow['name']): Promise<Date | null> {
	return (await queryOne<{at: Date}>(db, 'SELECT at FROM marks WHERE name = ?', [name]))?.at ?? null;
}
