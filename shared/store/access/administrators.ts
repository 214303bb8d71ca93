import {affected, type Db, queryOne} from '../database.ts';
import type {AccountRow} from '../entities/accounts.ts';
import type {Plan} from './accounts.ts';

/**
 * Makes an account the administrator, on the plan Pro unless `plan` says another, where nobody has ever been it: the first who comes into an
 * empty service. False for everybody after that, also where that account is deleted. Of two at once the mark's row lets one through. Must run in
 * the transaction in which the account comes in.
 */
export async function claimAdministration(db: Db, id: string, plan: Plan = 'pro'): Promise<boolean> {
	const isFirst = await affected(db, "INSERT IGNORE INTO marks (name, at) VALUES ('administrator', UTC_TIMESTAMP(3))", []);
	if (isFirst !== 1) return false;
	await db.query('UPDATE accounts SET administrator = TRUE, plan = ? WHERE id = ?', [plan, id]);
	return true;
}

/** Makes an account an administrator, whoever else is one, and nobody becomes it by coming first any more. Must run in a transaction. */
export async function makeAdministrator(db: Db, id: string): Promise<void> {
	await db.query("INSERT IGNORE INTO marks (name, at) VALUES ('administrator', UTC_TIMESTAMP(3))");
	await db.query('UPDATE accounts SET administrator = TRUE WHERE id = ?', [id]);
}

/** True where the administrator is known: nobody becomes it by coming first any more. */
export async function isAdministrationClaimed(db: Db): Promise<boolean> {
	return (await queryOne(db, "SELECT 1 FROM marks WHERE name = 'administrator'", [])) !== null;
}

/** Gives an administrator the plan Pro. False where the account is none. */
export async function switchOnOwnPro(db: Db, id: string): Promise<boolean> {
	return (await affected(db, "UPDATE accounts SET plan = 'pro' WHERE id = ? AND administrator", [id])) === 1;
}

/** The account of the administrator, of several one with a password; the oldest where there is none yet; null where nobody has an account. */
export function findOwner(db: Db): Promise<Pick<AccountRow, 'id' | 'email' | 'passwordHash'> | null> {
	return queryOne(
		db,
		`SELECT id, email, password_hash AS passwordHash FROM accounts WHERE deletion_due_at IS NULL
		 ORDER BY administrator DESC, password_hash IS NULL, created_at, id LIMIT 1`,
		[],
	);
}
