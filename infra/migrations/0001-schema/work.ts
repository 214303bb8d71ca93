import {ASCII, TABLE, WORD} from './columns.ts';

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
