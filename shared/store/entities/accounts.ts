import {EntitySchema} from 'typeorm';
import type {Scope} from '../../contract/access.ts';
import type {PageLanguage} from '../../contract/page-language.ts';
import {accountId, flag, hash, id, time, word} from './columns.ts';

/** Rows about accounts and their permissions. */

export type AccountRow = {
	id: string;
	email: string;
	name: string;
	plan: 'pro' | 'free';
	/** True for an administrator of the service: the first account, or one that the operator named. */
	administrator: boolean;
	/** Hash as the password library writes it, its parameters included; null without a password. */
	passwordHash: string | null;
	/** Language of the pages and mails that the account gets. */
	language: PageLanguage;
	/** Time at which the owner of the address followed the link sent to it. */
	confirmedAt: Date | null;
	/** How long leads are kept. */
	leadRetentionMonths: number;
	/** The company that offers the tours, and its privacy policy. */
	company: string | null;
	privacyUrl: string | null;
	/** The address that it is to have, once its owner has followed the link sent there. */
	pendingEmail: string | null;
	/** Times at which deletion was asked for, falls due, and was last announced; null if the account stays. */
	deletionAskedAt: Date | null;
	deletionDueAt: Date | null;
	deletionWarnedAt: Date | null;
	createdAt: Date;
};
export const AccountEntity = new EntitySchema<AccountRow>({
	name: 'Account',
	tableName: 'accounts',
	columns: {
		id,
		email: {type: 'varchar', length: 254},
		name: {type: 'varchar', length: 200},
		plan: word(10),
		administrator: flag(),
		passwordHash: word(255, {name: 'password_hash', nullable: true}),
		language: word(5),
		confirmedAt: time('confirmed_at', {nullable: true}),
		leadRetentionMonths: {type: 'int', name: 'lead_retention_months'},
		company: {type: 'varchar', length: 200, nullable: true},
		privacyUrl: {type: 'varchar', length: 2048, name: 'privacy_url', nullable: true},
		pendingEmail: {type: 'varchar', length: 254, name: 'pending_email', nullable: true},
		deletionAskedAt: time('deletion_asked_at', {nullable: true}),
		deletionDueAt: time('deletion_due_at', {nullable: true}),
		deletionWarnedAt: time('deletion_warned_at', {nullable: true}),
		createdAt: time('created_at'),
	},
});

/** An account's totals; bytes of images as they were received. */
export type AccountTotalsRow = {accountId: string; tours: number; published: number; inBin: number; images: number; bytes: string};
export const AccountTotalsEntity = new EntitySchema<AccountTotalsRow>({
	name: 'AccountTotals',
	tableName: 'account_stock',
	columns: {
		accountId: {...accountId, primary: true},
		tours: {type: 'int'},
		published: {type: 'int'},
		inBin: {type: 'int', name: 'in_bin'},
		images: {type: 'int'},
		bytes: {type: 'bigint', name: 'image_bytes'},
	},
});

export type CredentialRow = {
	id: string;
	accountId: string;
	type: 'api_key' | 'oauth';
	name: string;
	scopes: Scope[];
	hash: Buffer;
	createdAt: Date;
	expiresAt: Date;
	revokedAt: Date | null;
};
export const CredentialEntity = new EntitySchema<CredentialRow>({
	name: 'Credential',
	tableName: 'credentials',
	columns: {
		id,
		accountId,
		type: word(10),
		name: {type: 'varchar', length: 200},
		scopes: {type: 'json'},
		hash: hash(),
		createdAt: time('created_at'),
		expiresAt: time('expires_at'),
		revokedAt: time('revoked_at', {nullable: true}),
	},
});

/** A person signed in with a browser. The cookie's value is kept as its hash alone. */
export type SessionRow = {
	hash: Buffer;
	id: string;
	accountId: string;
	/** Browser and system, in words of ours. */
	device: string | null;
	createdAt: Date;
	usedAt: Date;
	expiresAt: Date;
};
export const SessionEntity = new EntitySchema<SessionRow>({
	name: 'Session',
	tableName: 'sessions',
	columns: {
		hash: hash({primary: true}),
		id: word(40),
		accountId,
		device: {type: 'varchar', length: 60, nullable: true},
		createdAt: time('created_at'),
		usedAt: time('used_at'),
		expiresAt: time('expires_at'),
	},
});

/**
 * A link for an account that works once. It confirms an address, makes that address the account's, lets the owner
 * choose a password, or (if printed at a start) signs in.
 */
export type AccountLinkRow = {
	hash: Buffer;
	accountId: string;
	purpose: 'confirm' | 'reset' | 'email' | 'sign-in';
	/** The address to which it was sent. */
	email: string;
	createdAt: Date;
	expiresAt: Date;
	usedAt: Date | null;
};
export const AccountLinkEntity = new EntitySchema<AccountLinkRow>({
	name: 'AccountLink',
	tableName: 'account_links',
	columns: {
		hash: hash({primary: true}),
		accountId,
		purpose: word(10),
		email: {type: 'varchar', length: 254},
		createdAt: time('created_at'),
		expiresAt: time('expires_at'),
		usedAt: time('used_at', {nullable: true}),
	},
});

/**
 * A record of the authorization server: registered apps, sign-ins under way, grants, codes, tokens. `hash` is
 * of the identifier, which for a token is the token itself and is stored nowhere else.
 */
export type OauthRecordRow = {
	model: string;
	hash: Buffer;
	payload: Record<string, unknown>;
	accountId: string | null;
	clientHash: Buffer | null;
	grantHash: Buffer | null;
	createdAt: Date;
	/** Time at which a code or a refresh token was used up. */
	consumedAt: Date | null;
	expiresAt: Date;
};
export const OauthRecordEntity = new EntitySchema<OauthRecordRow>({
	name: 'OauthRecord',
	tableName: 'oauth_records',
	columns: {
		model: word(40, {primary: true}),
		hash: hash({primary: true}),
		payload: {type: 'json'},
		accountId: word(40, {name: 'account_id', nullable: true}),
		clientHash: hash({name: 'client_hash', nullable: true}),
		grantHash: hash({name: 'grant_hash', nullable: true}),
		createdAt: time('created_at'),
		consumedAt: time('consumed_at', {nullable: true}),
		expiresAt: time('expires_at'),
	},
});

/** An app with access to the account, under one identifier however often it signs in. Without its row none of its tokens works. */
export type ConnectedAppRow = {
	id: string;
	accountId: string;
	/** sha256 of the app's client_id, which may be a long URL. */
	clientHash: Buffer;
	name: string;
	/** Target of the app's sign-in, as it was shown: a host, or the scheme of a program. */
	host: string;
	connectedAt: Date;
};
export const ConnectedAppEntity = new EntitySchema<ConnectedAppRow>({
	name: 'ConnectedApp',
	tableName: 'connected_apps',
	columns: {
		id,
		accountId,
		clientHash: hash({name: 'client_hash'}),
		name: {type: 'varchar', length: 200},
		host: word(255),
		connectedAt: time('connected_at'),
	},
});

/** One call of a key or app in the usage log (`uses` on the wire), or all those of a minute that were refused in the same way, as its owner sees it for 90 days. */
export type LoggedCallRow = {
	id: number;
	accountId: string;
	credentialType: 'api_key' | 'oauth';
	credentialId: string;
	/** Name of the key or app at that time. */
	app: string;
	/** The operation's name. */
	action: string;
	status: number;
	/** Keyed hash of the IP: it tells IPs apart and reveals none. For refused calls, that of the first. */
	ipHash: Buffer;
	/** Time of the call; for refused calls, of the first. */
	at: Date;
	/** Number of calls that this row counts. */
	calls: number;
	/** Key of counted errors: a hash of credential, action, status and minute. Null for a call that was let in. */
	refusedKey: Buffer | null;
};
export const LoggedCallEntity = new EntitySchema<LoggedCallRow>({
	name: 'LoggedCall',
	tableName: 'uses',
	columns: {
		id: {type: 'bigint', primary: true, generated: 'increment'},
		accountId,
		credentialType: word(10, {name: 'credential_type'}),
		credentialId: word(40, {name: 'credential_id'}),
		app: {type: 'varchar', length: 200},
		action: word(40),
		status: {type: 'int'},
		ipHash: hash({name: 'ip_hash'}),
		at: time('at'),
		calls: {type: 'int'},
		refusedKey: {type: 'binary', length: 16, name: 'refused_key', nullable: true},
	},
});
