import type {CredentialType, Scope} from '../../contract/access.ts';
import {DAY_MS} from '../../contract/limits.ts';
import {newApiKey, newId, sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import {CredentialEntity, type CredentialRow} from '../entities/accounts.ts';

export const KEY_VALIDITY_DAYS = [30, 90, 365] as const;

/** A valid credential together with the account that it opens. */
export type Credential = {
	id: string;
	type: CredentialType;
	/** Name of the key or app. */
	name: string;
	scopes: Scope[];
	expiresAt: Date;
	account: {id: string; name: string; email: string; plan: 'pro' | 'free'};
};

/** Creates a personal API key; `key` is shown to its owner once and never stored, only its sha256 is. */
export async function createApiKey(
	db: Db,
	{accountId, name, scopes, days}: {accountId: string; name: string; scopes: Scope[]; days: (typeof KEY_VALIDITY_DAYS)[number]},
): Promise<{id: string; key: string; expiresAt: Date}> {
	const key = newApiKey();
	const createdAt = new Date();
	const row: CredentialRow = {
		id: newId('cred'),
		accountId,
		type: 'api_key',
		name,
		scopes,
		hash: sha256(key),
		createdAt,
		expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
		revokedAt: null,
	};
	await db.getRepository(CredentialEntity).insert(row);
	return {id: row.id, key, expiresAt: row.expiresAt};
}

/** Returns the credential with this hash; null if there is no valid one. */
export async function findCredential(db: Db, hash: Buffer): Promise<Credential | null> {
	type Row = Omit<Credential, 'account'> & {accountId: string; accountName: string; email: string; plan: 'pro' | 'free'};
	const row = await queryOne<Row>(
		db,
		`SELECT c.id, c.type, c.name, c.scopes, c.expires_at AS expiresAt, a.id AS accountId, a.name AS accountName, a.email, a.plan
		 FROM credentials c JOIN accounts a ON a.id = c.account_id
		 WHERE c.hash = ? AND c.revoked_at IS NULL AND c.expires_at > UTC_TIMESTAMP(3) AND a.deletion_due_at IS NULL`,
		[hash],
	);
	if (!row) return null;
	const {accountId, accountName, email, plan, ...credential} = row;
	return {...credential, account: {id: accountId, name: accountName, email, plan}};
}

export function listApiKeys(db: Db, accountId: string): Promise<CredentialRow[]> {
	return db.getRepository(CredentialEntity).find({where: {accountId, type: 'api_key'}, order: {createdAt: 'ASC'}});
}

/** Revokes a key. False if there is none, it was revoked before, or it is not of the account, if one is given. */
export async function revokeApiKey(db: Db, id: string, accountId: string | null = null): Promise<boolean> {
	const revoked = await affected(
		db,
		`UPDATE credentials SET revoked_at = UTC_TIMESTAMP(3)
		 WHERE id = ? AND type = 'api_key' AND revoked_at IS NULL AND account_id = COALESCE(?, account_id)`,
		[id, accountId],
	);
	return revoked === 1;
}

const VALID: Record<CredentialType, string> = {
	session: 'SELECT id FROM sessions WHERE id IN (?) AND expires_at > UTC_TIMESTAMP(3)',
	api_key: 'SELECT id FROM credentials WHERE id IN (?) AND revoked_at IS NULL AND expires_at > UTC_TIMESTAMP(3)',
	oauth: 'SELECT id FROM connected_apps WHERE id IN (?)',
};

/** Returns the ids of the credentials that are still valid. */
export async function stillValid(db: Db, credentials: ReadonlyArray<Pick<Credential, 'id' | 'type'>>): Promise<Set<string>> {
	const valid = new Set<string>();
	for (const [type, group] of Map.groupBy(credentials, ({type}) => type)) {
		const rows: Array<{id: string}> = await db.query(VALID[type], [[...new Set(group.map(({id}) => id))]]);
		for (const {id} of rows) valid.add(id);
	}
	return valid;
}
