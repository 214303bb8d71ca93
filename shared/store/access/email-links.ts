import {randomBytes} from 'node:crypto';
import {HOUR_MS} from '../../contract/limits.ts';
import {sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import {AccountLinkEntity, type AccountLinkRow, type AccountRow} from '../entities/accounts.ts';

type Purpose = AccountLinkRow['purpose'];

/** Lifetimes of links, milliseconds: of those sent by mail, and of the operator's, which is handed on and lasts a day. */
const LINK_MS: Record<Purpose, number> = {confirm: 72 * HOUR_MS, reset: HOUR_MS, email: 24 * HOUR_MS, 'sign-in': 24 * HOUR_MS};
const OPERATORS_LINK_MS = 24 * HOUR_MS;

/** Pages behind the links. */
const PATHS: Record<Purpose, string> = {
	confirm: '/account/confirm',
	reset: '/account/new-password',
	email: '/account/new-email',
	'sign-in': '/account/sign-in-link',
};

/** Makes a link that works once; `path`, below the base URL, holds its secret. Only the sha256 is stored. */
export async function createLink(
	db: Db,
	{account, purpose, byOperator = false}: {account: Pick<AccountRow, 'id' | 'email'>; purpose: Purpose; byOperator?: boolean},
): Promise<{path: string; expiresAt: Date}> {
	const token = randomBytes(32).toString('base64url');
	const createdAt = new Date();
	const expiresAt = new Date(createdAt.getTime() + (byOperator ? OPERATORS_LINK_MS : LINK_MS[purpose]));
	await db
		.getRepository(AccountLinkEntity)
		.insert({hash: sha256(token), accountId: account.id, purpose, email: account.email, createdAt, expiresAt, usedAt: null});
	return {path: `${PATHS[purpose]}?token=${token}`, expiresAt};
}

/** An account with the address to which the link was sent. */
type LinkedAccount = Pick<AccountRow, 'id' | 'email' | 'name' | 'plan' | 'language' | 'passwordHash' | 'confirmedAt'>;

/** Returns the account of a link; null if the link no longer works. */
export function findLink(db: Db, token: string, purpose: Purpose): Promise<LinkedAccount | null> {
	return queryOne(
		db,
		`SELECT a.id, l.email, a.name, a.plan, a.language, a.password_hash AS passwordHash, a.confirmed_at AS confirmedAt
		 FROM account_links l JOIN accounts a ON a.id = l.account_id AND l.email = IF(l.purpose = 'email', a.pending_email, a.email)
		 WHERE l.hash = ? AND l.purpose = ? AND l.used_at IS NULL AND l.expires_at > UTC_TIMESTAMP(3)`,
		[sha256(token), purpose],
	);
}

/** Marks a link as used. False if it was used already, or has expired. */
export async function useLink(db: Db, token: string, purpose: Purpose): Promise<boolean> {
	const used = await affected(
		db,
		`UPDATE account_links SET used_at = UTC_TIMESTAMP(3)
		 WHERE hash = ? AND purpose = ? AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)`,
		[sha256(token), purpose],
	);
	return used === 1;
}

/** Uses up the links that lead into an account without its password. */
export async function voidLinks(db: Db, accountId: string): Promise<void> {
	await db.query(
		"UPDATE account_links SET used_at = UTC_TIMESTAMP(3) WHERE account_id = ? AND purpose IN ('reset', 'sign-in') AND used_at IS NULL",
		[accountId],
	);
}

/** Uses up, for all accounts, the links that earlier starts of the service printed. */
export async function voidSignInLinks(db: Db): Promise<void> {
	await db.query("UPDATE account_links SET used_at = UTC_TIMESTAMP(3) WHERE purpose = 'sign-in' AND used_at IS NULL");
}

/** Deletes links that expired before `before`; returns how many. */
export function purgeLinks(db: Db, before: Date): Promise<number> {
	return affected(db, 'DELETE FROM account_links WHERE expires_at < ?', [before]);
}
