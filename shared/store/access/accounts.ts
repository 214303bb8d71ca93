import {DEFAULT_PAGE_LANGUAGE} from '../../contract/page-language.ts';
import {LEAD_RETENTION} from '../../contract/visitors/lead.ts';
import {newId} from '../../ids.ts';
import type {Publisher} from '../../tour/cards.ts';
import {affected, type Db, exists, isDuplicate, queryOne} from '../database.ts';
import {AccountEntity, type AccountRow} from '../entities/accounts.ts';
import {insertAccountTotals} from './account-totals.ts';

export const PLANS = ['pro', 'free'] as const;
export type Plan = (typeof PLANS)[number];

type NewAccount = Pick<AccountRow, 'email' | 'name' | 'plan'> & Partial<Pick<AccountRow, 'passwordHash' | 'language'>>;

/** Creates an account. Throws an `Error` in words where the e-mail address is taken. */
export async function createAccount(db: Db, account: NewAccount): Promise<AccountRow> {
	const created = await insertAccount(db, account);
	if (created) return created;
	throw new Error(`There is already an account with the e-mail address ${account.email}.`);
}

/** Creates an account and returns it; null if the e-mail address is taken. */
export async function insertAccount(db: Db, {email, name, plan, ...chosen}: NewAccount): Promise<AccountRow | null> {
	const account: AccountRow = {
		id: newId('acc'),
		email: plainEmail(email),
		name,
		plan,
		administrator: false,
		passwordHash: null,
		language: DEFAULT_PAGE_LANGUAGE,
		confirmedAt: null,
		leadRetentionMonths: LEAD_RETENTION.default,
		company: null,
		privacyUrl: null,
		pendingEmail: null,
		deletionAskedAt: null,
		deletionDueAt: null,
		deletionWarnedAt: null,
		createdAt: new Date(),
		...chosen,
	};
	try {
		await db.getRepository(AccountEntity).insert(account);
		await insertAccountTotals(db, account.id);
	} catch (error) {
		if (isDuplicate(error)) return null;
		throw error;
	}
	return account;
}

export function findAccount(db: Db, id: string): Promise<AccountRow | null> {
	return db.getRepository(AccountEntity).findOneBy({id});
}

/**
 * Returns the spelling by which an account's address is stored, looked for and counted: in lower case. Letters with accents are others, as for
 * mail servers.
 */
export function plainEmail(email: string): string {
	return email.normalize('NFC').toLowerCase();
}

export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | null> {
	return db.getRepository(AccountEntity).findOneBy({email: plainEmail(email)});
}

export function listAccounts(db: Db): Promise<AccountRow[]> {
	return db.getRepository(AccountEntity).find({order: {createdAt: 'ASC'}});
}

/** False where there is no such account. */
export async function setPlan(db: Db, id: string, plan: Plan): Promise<boolean> {
	const {affected} = await db.getRepository(AccountEntity).update({id}, {plan});
	return affected === 1;
}

/** Returns the company that offers the account's tours, and its privacy policy. */
export async function readPublisher(db: Db, id: string): Promise<Publisher> {
	const row = await queryOne<Publisher>(db, 'SELECT company, privacy_url AS privacyUrl FROM accounts WHERE id = ?', [id]);
	return row ?? {company: null, privacyUrl: null};
}

export async function changeProfile(
	db: Db,
	id: string,
	profile: Partial<Pick<AccountRow, 'name' | 'language' | 'company' | 'privacyUrl'>>,
): Promise<void> {
	if (Object.keys(profile).length > 0) await db.getRepository(AccountEntity).update({id}, profile);
}

/** Locks the account until the transaction ends, and tells if this is still its password. */
export async function stillHasPassword(db: Db, id: string, passwordHash: string | null): Promise<boolean> {
	const row = await queryOne<{passwordHash: string | null}>(
		db,
		'SELECT password_hash AS passwordHash FROM accounts WHERE id = ? FOR UPDATE',
		[id],
	);
	return row !== null && row.passwordHash === passwordHash;
}

export async function setPassword(db: Db, id: string, passwordHash: string): Promise<void> {
	await db.query('UPDATE accounts SET password_hash = ? WHERE id = ?', [passwordHash, id]);
}

/** Stores the address that the account will have once it is confirmed. */
export async function setPendingEmail(db: Db, id: string, email: string | null): Promise<void> {
	await db.query('UPDATE accounts SET pending_email = ? WHERE id = ?', [email && plainEmail(email), id]);
}

/** Changes the account's address, proved by its owner or not (`confirmed`). False if another account has it. */
export async function changeEmail(db: Db, id: string, email: string, confirmed: boolean): Promise<boolean> {
	try {
		const at = confirmed ? 'UTC_TIMESTAMP(3)' : 'NULL';
		await db.query(`UPDATE accounts SET email = ?, pending_email = NULL, confirmed_at = ${at} WHERE id = ?`, [plainEmail(email), id]);
		return true;
	} catch (error) {
		if (isDuplicate(error)) return false;
		throw error;
	}
}

/** Records that the owner has confirmed the account's address; keeps the time of the first confirmation. */
export async function confirmAccount(db: Db, id: string): Promise<void> {
	await db.query('UPDATE accounts SET confirmed_at = COALESCE(confirmed_at, UTC_TIMESTAMP(3)) WHERE id = ?', [id]);
}

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
	return exists(db, "SELECT 1 FROM marks WHERE name = 'administrator'", []);
}

/** Gives an administrator the plan Pro. Returns false if the account is no administrator. */
export async function switchOnOwnPro(db: Db, id: string): Promise<boolean> {
	return (await affected(db, "UPDATE accounts SET plan = 'pro' WHERE id = ? AND administrator", [id])) === 1;
}

/**
 * Returns an administrator's account, preferably one with a password; the oldest account if there is no administrator;
 * null if there is no account. `mailed`: addresses are confirmed by mail, so that those never confirmed come last:
 * a stranger may have written them down.
 */
export function findOwner(
	db: Db,
	{mailed = false}: {mailed?: boolean} = {},
): Promise<Pick<AccountRow, 'id' | 'email' | 'passwordHash'> | null> {
	return queryOne(
		db,
		`SELECT id, email, password_hash AS passwordHash FROM accounts WHERE deletion_due_at IS NULL
		 ORDER BY administrator DESC, ? AND password_hash IS NOT NULL AND confirmed_at IS NULL, password_hash IS NULL, created_at, id LIMIT 1`,
		[mailed],
	);
}
