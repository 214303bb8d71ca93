import {affected, type Db, queryOne} from '../database.ts';
import type {AccountRow} from '../entities/accounts.ts';
import type {Plan} from './accounts.ts';

/**
 * Makes the first account of an empty service its administrator, on the plan Pro or on `plan`. Returns false for every
 * later account, even after the first one's deletion; the mark's row lets one of two simultaneous accounts through.
 * Must run in the transaction that lets the account in.
 */
export async function claimAdministration(db: Db, id: string, plan: Plan = 'pro'): Promise<boolean> {
	const isFirst = await affected(db, "INSERT IGNORE INTO marks (name, at) VALUES ('administrator', UTC_TIMESTAMP(3))", []);
	if (isFirst !== 1) return false;
	await db.query('UPDATE accounts SET administrator = TRUE, plan = ? WHERE id = ?', [plan, id]);
	return true;
}

/** Makes an account an administrator, beside others; no first account becomes one then. Must run in a transaction. */
export async function makeAdministrator(db: Db, id: string): Promise<void> {
	await db.query("INSERT IGNORE INTO marks (name, at) VALUES ('administrator', UTC_TIMESTAMP(3))");
	await db.query('UPDATE accounts SET administrator = TRUE WHERE id = ?', [id]);
}

/** True if there is an administrator: coming first then makes no one an administrator. */
export async function isAdministrationClaimed(db: Db): Promise<boolean> {
	return (await queryOne(db, "SELECT 1 FROM marks WHERE name = 'administrator'", [])) !== null;
}

/** Gives an administrator the plan Pro. Returns false if the account is no administrator. */
export async function switchOnOwnPro(db: Db, id: string): Promise<boolean> {
	return (await affected(db, "UPDATE accounts SET plan = 'pro' WHERE id = ? AND administrator", [id])) === 1;
}

/**
 * Returns an administrator's account, preferably one with a password; the oldest account if there is no administrator;
 * null if there is no account.
 */
export function findOwner(db: Db): Promise<Pick<AccountRow, 'id' | 'email' | 'passwordHash'> | null> {
	return queryOne(
		db,
		`SELECT id, email, password_hash AS passwordHash FROM accounts WHERE deletion_due_at IS NULL
		 ORDER BY administrator DESC, password_hash IS NULL, created_at, id LIMIT 1`,
		[],
	);
}
