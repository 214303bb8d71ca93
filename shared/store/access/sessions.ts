import {randomBytes} from 'node:crypto';
import {RETENTION} from '../../contract/retention.ts';
import {newId, sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import {type AccountRow, SessionEntity, type SessionRow} from '../entities/accounts.ts';

/** A person signed in with a browser, and the account that they are in. */
export type SessionInfo = {
	id: string;
	expiresAt: Date;
	account: Pick<AccountRow, 'id' | 'name' | 'email' | 'plan' | 'administrator' | 'language' | 'confirmedAt'> & {
		/** False if the owner came in by a link and has no password yet. */
		hasPassword: boolean;
		/** End of the time in which its deletion can be taken back; null if it stays. */
		deletionDueAt: Date | null;
	};
};

/** Signs an account in; `token` is the cookie's value. Only its sha256 is stored. */
export async function createSession(db: Db, accountId: string, device: string | null = null): Promise<{token: string; expiresAt: Date}> {
	const token = randomBytes(32).toString('base64url');
	const createdAt = new Date();
	const expiresAt = new Date(createdAt.getTime() + RETENTION.sessionMs);
	await db
		.getRepository(SessionEntity)
		.insert({hash: sha256(token), id: newId('sess'), accountId, device, createdAt, usedAt: createdAt, expiresAt});
	return {token, expiresAt};
}

/** Returns the session behind a cookie's value, or null where there is none that is valid now. */
export async function findSession(db: Db, token: string): Promise<SessionInfo | null> {
	type Row = Omit<SessionInfo['account'], 'id' | 'administrator' | 'hasPassword'> & {
		administrator: number;
		hasPassword: number;
		id: string;
		accountId: string;
		expiresAt: Date;
	};
	const row = await queryOne<Row>(
		db,
		`SELECT s.id, s.expires_at AS expiresAt, a.id AS accountId, a.name, a.email, a.plan, a.administrator, a.password_hash IS NOT NULL AS hasPassword, a.language, a.confirmed_at AS confirmedAt,
			a.deletion_due_at AS deletionDueAt
		 FROM sessions s JOIN accounts a ON a.id = s.account_id
		 WHERE s.hash = ? AND s.expires_at > UTC_TIMESTAMP(3)`,
		[sha256(token)],
	);
	if (!row) return null;
	const {id, expiresAt, accountId, administrator, hasPassword, ...account} = row;
	// The database returns a boolean as a number.
	return {id, expiresAt, account: {id: accountId, ...account, administrator: administrator === 1, hasPassword: hasPassword === 1}};
}

/** False where it had ended before. */
export async function endSession(db: Db, token: string): Promise<boolean> {
	return (await affected(db, 'DELETE FROM sessions WHERE hash = ?', [sha256(token)])) === 1;
}

/** Ends an account's sessions; returns how many. */
export function endSessions(db: Db, accountId: string): Promise<number> {
	return affected(db, 'DELETE FROM sessions WHERE account_id = ?', [accountId]);
}

/** The account's sessions, newest first. */
export function listSessions(db: Db, accountId: string): Promise<Array<Pick<SessionRow, 'id' | 'device' | 'createdAt' | 'expiresAt'>>> {
	return db.query(
		`SELECT id, device, created_at AS createdAt, expires_at AS expiresAt FROM sessions
		 WHERE account_id = ? AND expires_at > UTC_TIMESTAMP(3) ORDER BY created_at DESC, id`,
		[accountId],
	);
}

/** Ends one of the account's sessions. False where it has no such one. */
export async function endSessionOf(db: Db, accountId: string, id: string): Promise<boolean> {
	return (await affected(db, 'DELETE FROM sessions WHERE id = ? AND account_id = ?', [id, accountId])) === 1;
}

/** Deletes sessions that ended before `before`; returns how many. */
export function purgeSessions(db: Db, before: Date): Promise<number> {
	return affected(db, 'DELETE FROM sessions WHERE expires_at < ?', [before]);
}
