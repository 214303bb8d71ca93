import type {MigrationInterface, QueryRunner} from 'typeorm';
import {BYTEWISE} from '../bytewise.ts';

const ID = `VARCHAR(40) ${BYTEWISE} NOT NULL`;
const WORD = (length: number) => `VARCHAR(${length}) ${BYTEWISE}`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const TABLES = [
	`CREATE TABLE accounts (
		id ${ID} PRIMARY KEY,
		email VARCHAR(254) NOT NULL,
		name VARCHAR(200) NOT NULL,
		plan ${WORD(10)} NOT NULL,
		created_at DATETIME(3) NOT NULL,
		UNIQUE KEY accounts_email (email)
	) ${TABLE}`,
	`CREATE TABLE credentials (
		id ${ID} PRIMARY KEY,
		account_id ${ID},
		type ${WORD(10)} NOT NULL,
		name VARCHAR(200) NOT NULL,
		scopes JSON NOT NULL,
		hash BINARY(32) NOT NULL,
		created_at DATETIME(3) NOT NULL,
		expires_at DATETIME(3) NOT NULL,
		revoked_at DATETIME(3) NULL,
		UNIQUE KEY credentials_hash (hash),
		CONSTRAINT credentials_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE tours (
		id ${ID} PRIMARY KEY,
		account_id ${ID},
		name MEDIUMTEXT NOT NULL,
		created_by ${WORD(10)} NOT NULL,
		status ${WORD(12)} NOT NULL,
		step_count INT NOT NULL,
		version INT NOT NULL,
		content_version INT NOT NULL,
		published_version INT NULL,
		slug ${WORD(22)} NULL,
		document JSON NOT NULL,
		created_at DATETIME(3) NOT NULL,
		updated_at DATETIME(3) NOT NULL,
		UNIQUE KEY tours_slug (slug),
		KEY tours_newest (account_id, updated_at, id),
		CONSTRAINT tours_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE media (
		account_id ${ID},
		media_id ${WORD(64)} NOT NULL,
		name VARCHAR(255) NULL,
		width INT NOT NULL,
		height INT NOT NULL,
		format ${WORD(5)} NOT NULL,
		bytes INT NOT NULL,
		color ${WORD(7)} NOT NULL,
		variants JSON NOT NULL,
		stills JSON NOT NULL,
		created_at DATETIME(3) NOT NULL,
		referenced_at DATETIME(3) NOT NULL,
		PRIMARY KEY (account_id, media_id),
		KEY media_same_bytes (media_id),
		KEY media_unreferenced (referenced_at),
		CONSTRAINT media_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE publications (
		id ${ID} PRIMARY KEY,
		tour_id ${ID},
		account_id ${ID},
		kind ${WORD(8)} NOT NULL,
		address ${WORD(22)} NOT NULL,
		title MEDIUMTEXT NOT NULL,
		language ${WORD(35)} NOT NULL,
		snapshot ${WORD(80)} NOT NULL,
		page JSON NOT NULL,
		csp TEXT NOT NULL,
		media JSON NOT NULL,
		bytes INT NOT NULL,
		cover ${WORD(80)} NULL,
		cover_job ${WORD(40)} NULL,
		plain_cover ${WORD(80)} NOT NULL,
		tour_version INT NOT NULL,
		width INT NOT NULL,
		height INT NOT NULL,
		published_at DATETIME(3) NOT NULL,
		expires_at DATETIME(3) NULL,
		taken_down_at DATETIME(3) NULL,
		UNIQUE KEY publications_address (address),
		KEY publications_tour (tour_id, kind),
		KEY publications_expiry (expires_at),
		CONSTRAINT publications_of_tour FOREIGN KEY (tour_id) REFERENCES tours (id)
	) ${TABLE}`,
	`CREATE TABLE operations (
		id ${ID} PRIMARY KEY,
		account_id ${ID},
		type ${WORD(40)} NOT NULL,
		state ${WORD(10)} NOT NULL,
		input JSON NOT NULL,
		outcome JSON NULL,
		progress DOUBLE NOT NULL,
		token BINARY(16) NULL,
		attempts INT NOT NULL,
		due_at DATETIME(3) NOT NULL,
		created_at DATETIME(3) NOT NULL,
		finished_at DATETIME(3) NULL,
		KEY operations_due (state, due_at),
		KEY operations_finished (finished_at)
	) ${TABLE}`,
	`CREATE TABLE idempotency (
		hash BINARY(32) PRIMARY KEY,
		fingerprint BINARY(32) NOT NULL,
		operation_id ${WORD(40)} NULL,
		outcome JSON NULL,
		created_at DATETIME(3) NOT NULL,
		KEY idempotency_age (created_at)
	) ${TABLE}`,
	`CREATE TABLE uploads (
		hash BINARY(32) PRIMARY KEY,
		account_id ${ID},
		name VARCHAR(255) NULL,
		content_type ${WORD(100)} NULL,
		bytes INT NULL,
		sha256 ${WORD(64)} NULL,
		expires_at DATETIME(3) NOT NULL,
		used_at DATETIME(3) NULL,
		KEY uploads_expiry (expires_at)
	) ${TABLE}`,
	`CREATE TABLE quotas (
		account_id ${ID},
		kind ${WORD(12)} NOT NULL,
		period ${WORD(7)} NOT NULL,
		used INT NOT NULL,
		reserved INT NOT NULL,
		PRIMARY KEY (account_id, kind, period)
	) ${TABLE}`,
];

export class FirstEdition1764000000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of TABLES) await runner.query(statement);
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const statement of TABLES.toReversed()) {
			await runner.query(`DROP TABLE ${statement.split(' ')[2]}`);
		}
	}
}
