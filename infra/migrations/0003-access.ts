import type {MigrationInterface, QueryRunner} from 'typeorm';
import {BYTEWISE} from '../bytewise.ts';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const ACCOUNT = `account_id VARCHAR(40) ${BYTEWISE} NOT NULL`;

const STATEMENTS = [
	`ALTER TABLE accounts
		ADD COLUMN password_hash VARCHAR(255) ${BYTEWISE} NULL,
		ADD COLUMN language VARCHAR(5) ${BYTEWISE} NOT NULL DEFAULT 'pt-BR',
		ADD COLUMN confirmed_at DATETIME(3) NULL`,
	`CREATE TABLE sessions (
		hash BINARY(32) PRIMARY KEY,
		id VARCHAR(40) ${BYTEWISE} NOT NULL,
		${ACCOUNT},
		created_at DATETIME(3) NOT NULL,
		used_at DATETIME(3) NOT NULL,
		expires_at DATETIME(3) NOT NULL,
		UNIQUE KEY sessions_id (id),
		KEY sessions_expiry (expires_at),
		CONSTRAINT sessions_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE account_links (
		hash BINARY(32) PRIMARY KEY,
		${ACCOUNT},
		purpose VARCHAR(10) ${BYTEWISE} NOT NULL,
		email VARCHAR(254) NOT NULL,
		created_at DATETIME(3) NOT NULL,
		expires_at DATETIME(3) NOT NULL,
		used_at DATETIME(3) NULL,
		KEY account_links_expiry (expires_at),
		CONSTRAINT account_links_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE oauth_records (
		model VARCHAR(40) ${BYTEWISE} NOT NULL,
		hash BINARY(32) NOT NULL,
		payload JSON NOT NULL,
		account_id VARCHAR(40) ${BYTEWISE} NULL,
		client_hash BINARY(32) NULL,
		grant_hash BINARY(32) NULL,
		created_at DATETIME(3) NOT NULL,
		consumed_at DATETIME(3) NULL,
		expires_at DATETIME(3) NOT NULL,
		PRIMARY KEY (model, hash),
		KEY oauth_records_grant (grant_hash, model),
		KEY oauth_records_app (account_id, client_hash),
		KEY oauth_records_expiry (expires_at)
	) ${TABLE}`,
	`CREATE TABLE connected_apps (
		id VARCHAR(40) ${BYTEWISE} PRIMARY KEY,
		${ACCOUNT},
		client_hash BINARY(32) NOT NULL,
		name VARCHAR(200) NOT NULL,
		host VARCHAR(255) ${BYTEWISE} NOT NULL,
		connected_at DATETIME(3) NOT NULL,
		UNIQUE KEY connected_apps_client (account_id, client_hash),
		CONSTRAINT connected_apps_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE uses (
		id BIGINT AUTO_INCREMENT PRIMARY KEY,
		${ACCOUNT},
		credential_type VARCHAR(10) ${BYTEWISE} NOT NULL,
		credential_id VARCHAR(40) ${BYTEWISE} NOT NULL,
		app VARCHAR(200) NOT NULL,
		action VARCHAR(40) ${BYTEWISE} NOT NULL,
		status INT NOT NULL,
		address_hash BINARY(32) NOT NULL,
		at DATETIME(3) NOT NULL,
		KEY uses_newest (account_id, at, id),
		KEY uses_of_credential (account_id, credential_id, at),
		KEY uses_age (at)
	) ${TABLE}`,
];

/** Passwords, sessions, apps that sign in by OAuth, and the log of their uses. */
export class Access1764200000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of STATEMENTS) await runner.query(statement);
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const table of ['uses', 'connected_apps', 'oauth_records', 'account_links', 'sessions']) await runner.query(`DROP TABLE ${table}`);
		await runner.query('ALTER TABLE accounts DROP COLUMN password_hash, DROP COLUMN language, DROP COLUMN confirmed_at');
	}
}
