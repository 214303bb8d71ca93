import {ASCII, TABLE, WORD} from './columns.ts';

/** Leads, and counts of what visitors did. */
export const VISITORS = [
	`CREATE TABLE IF NOT EXISTS lead_forms (
		id ${WORD(32)} NOT NULL,
		account_id ${WORD(40)} NOT NULL,
		tour_id ${WORD(40)} NOT NULL,
		language ${WORD(35)} NOT NULL,
		form JSON NOT NULL,
		created_at DATETIME(3) NOT NULL,
		PRIMARY KEY (id),
		KEY lead_forms_account (account_id),
		KEY lead_forms_tour (tour_id),
		CONSTRAINT lead_forms_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS leads (
		id ${WORD(40)} NOT NULL,
		account_id ${WORD(40)} NOT NULL,
		tour_id ${WORD(40)} NOT NULL,
		publication_id ${WORD(40)} NOT NULL,
		form_id ${WORD(32)} NOT NULL,
		answers VARBINARY(4096) NOT NULL,
		content_hash BINARY(32) NOT NULL,
		email_hash BINARY(32) NULL,
		created_at DATETIME(3) NOT NULL,
		PRIMARY KEY (id),
		UNIQUE KEY leads_content (tour_id, content_hash),
		KEY leads_newest (account_id, created_at, id),
		KEY leads_of_tour (account_id, tour_id, created_at, id),
		KEY leads_form (form_id),
		KEY leads_of_person (account_id, email_hash, created_at, id),
		KEY leads_of_visitor (account_id, tour_id, email_hash, created_at, id),
		CONSTRAINT leads_account FOREIGN KEY (account_id) REFERENCES accounts (id),
		CONSTRAINT leads_form FOREIGN KEY (form_id) REFERENCES lead_forms (id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS visits (
		day DATE NOT NULL,
		id BINARY(16) NOT NULL,
		events VARBINARY(5000) NOT NULL,
		shown INT NOT NULL DEFAULT 0,
		step_id ${WORD(40)} NULL,
		PRIMARY KEY (day, id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS tour_days (
		tour_id ${WORD(40)} NOT NULL,
		day DATE NOT NULL,
		views INT NOT NULL DEFAULT 0,
		completions INT NOT NULL DEFAULT 0,
		cta_clicks INT NOT NULL DEFAULT 0,
		leads INT NOT NULL DEFAULT 0,
		account_id ${ASCII(40)} NULL,
		PRIMARY KEY (tour_id, day),
		KEY tour_days_viewed (account_id, day, views, tour_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS step_days (
		tour_id ${WORD(40)} NOT NULL,
		step_id ${WORD(40)} NOT NULL,
		day DATE NOT NULL,
		views INT NOT NULL DEFAULT 0,
		PRIMARY KEY (tour_id, day, step_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS path_days (
		tour_id ${WORD(40)} NOT NULL,
		day DATE NOT NULL,
		kind ${ASCII(8)} NOT NULL,
		step_id ${WORD(40)} NOT NULL,
		action_id ${WORD(64)} NOT NULL,
		visits INT NOT NULL DEFAULT 0,
		PRIMARY KEY (tour_id, day, kind, step_id, action_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS account_days (
		account_id ${ASCII(40)} NOT NULL,
		day DATE NOT NULL,
		views INT NOT NULL DEFAULT 0,
		completions INT NOT NULL DEFAULT 0,
		cta_clicks INT NOT NULL DEFAULT 0,
		leads INT NOT NULL DEFAULT 0,
		PRIMARY KEY (account_id, day)
	) ${TABLE}`,
];

/** Jobs, what calls with an idempotency key returned, and when something of the whole service last ended well. */
export const WORK = [
	`CREATE TABLE IF NOT EXISTS jobs (
		id ${WORD(40)} NOT NULL,
		account_id ${WORD(40)} NOT NULL,
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
		quota_kind ${WORD(12)} NULL,
		quota_period ${WORD(7)} NULL,
		quota_reserved INT NULL,
		actor JSON NULL,
		PRIMARY KEY (id),
		KEY jobs_due (state, due_at),
		KEY jobs_finished (finished_at),
		KEY jobs_of_account (account_id, state)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS idempotency (
		hash BINARY(32) NOT NULL,
		fingerprint BINARY(32) NOT NULL,
		job_id ${WORD(40)} NULL,
		outcome JSON NULL,
		created_at DATETIME(3) NOT NULL,
		account_id ${ASCII(40)} NOT NULL,
		PRIMARY KEY (hash),
		KEY idempotency_age (created_at),
		KEY idempotency_of_account (account_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS marks (
		name ${ASCII(40)} NOT NULL,
		at DATETIME(3) NOT NULL,
		PRIMARY KEY (name)
	) ${TABLE}`,
];
