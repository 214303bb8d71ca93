import type {MigrationInterface, QueryRunner} from 'typeorm';
import {BYTEWISE} from '../bytewise.ts';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
const ACCOUNT = `account_id VARCHAR(40) ${BYTEWISE} NOT NULL`;
const TOUR = `tour_id VARCHAR(40) ${BYTEWISE} NOT NULL`;

const STATEMENTS = [
	'ALTER TABLE accounts ADD COLUMN lead_retention_months INT NOT NULL DEFAULT 12',
	'ALTER TABLE media ADD COLUMN avif JSON NOT NULL DEFAULT (JSON_ARRAY())',
	`ALTER TABLE publications ADD COLUMN lead_form VARCHAR(32) ${BYTEWISE} NULL`,
	`CREATE TABLE lead_forms (
		id VARCHAR(32) ${BYTEWISE} PRIMARY KEY,
		${ACCOUNT},
		${TOUR},
		language VARCHAR(35) ${BYTEWISE} NOT NULL,
		form JSON NOT NULL,
		created_at DATETIME(3) NOT NULL,
		CONSTRAINT lead_forms_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE leads (
		id VARCHAR(40) ${BYTEWISE} PRIMARY KEY,
		${ACCOUNT},
		${TOUR},
		publication_id VARCHAR(40) ${BYTEWISE} NOT NULL,
		form_id VARCHAR(32) ${BYTEWISE} NOT NULL,
		answers VARBINARY(4096) NOT NULL,
		content_hash BINARY(32) NOT NULL,
		email_hash BINARY(32) NULL,
		created_at DATETIME(3) NOT NULL,
		UNIQUE KEY leads_content (tour_id, content_hash),
		KEY leads_newest (account_id, created_at, id),
		KEY leads_of_tour (account_id, tour_id, created_at, id),
		KEY leads_of_person (account_id, email_hash),
		CONSTRAINT leads_account FOREIGN KEY (account_id) REFERENCES accounts (id),
		CONSTRAINT leads_form FOREIGN KEY (form_id) REFERENCES lead_forms (id)
	) ${TABLE}`,
	`CREATE TABLE tour_days (
		${TOUR},
		day DATE NOT NULL,
		views INT NOT NULL DEFAULT 0,
		completions INT NOT NULL DEFAULT 0,
		cta_clicks INT NOT NULL DEFAULT 0,
		leads INT NOT NULL DEFAULT 0,
		PRIMARY KEY (tour_id, day)
	) ${TABLE}`,
	`CREATE TABLE step_days (
		${TOUR},
		step_id VARCHAR(40) ${BYTEWISE} NOT NULL,
		day DATE NOT NULL,
		views INT NOT NULL DEFAULT 0,
		PRIMARY KEY (tour_id, day, step_id)
	) ${TABLE}`,
	`CREATE TABLE counted_events (
		id BINARY(16) PRIMARY KEY,
		at DATETIME(3) NOT NULL,
		KEY counted_events_age (at)
	) ${TABLE}`,
];

/** What visitors leave behind: leads, and counts of what was looked at. Smaller encodings of images. */
export class PublicSide1764300000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of STATEMENTS) await runner.query(statement);
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const table of ['counted_events', 'step_days', 'tour_days', 'leads', 'lead_forms']) await runner.query(`DROP TABLE ${table}`);
		await runner.query('ALTER TABLE publications DROP COLUMN lead_form');
		await runner.query('ALTER TABLE media DROP COLUMN avif');
		await runner.query('ALTER TABLE accounts DROP COLUMN lead_retention_months');
	}
}
