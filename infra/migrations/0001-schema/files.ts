import {ASCII, TABLE, WORD} from './columns.ts';

/** Images, narrations and other files, who uses them, and what was redacted. */
export const FILES = [
	`CREATE TABLE IF NOT EXISTS media (
		account_id ${WORD(40)} NOT NULL,
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
		avif JSON NOT NULL DEFAULT (JSON_ARRAY()),
		unused_since DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
		detail ${ASCII(160)} NOT NULL,
		original ${ASCII(64)} NOT NULL DEFAULT '',
		frameless INT NOT NULL DEFAULT 0,
		PRIMARY KEY (account_id, media_id),
		KEY media_same_bytes (media_id),
		KEY media_unreferenced (referenced_at),
		KEY media_unused (unused_since),
		KEY media_same_original (original),
		CONSTRAINT media_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS media_elements (
		account_id ${ASCII(40)} NOT NULL,
		media_id ${ASCII(64)} NOT NULL,
		edition INT NOT NULL,
		elements JSON NOT NULL,
		read_at DATETIME(3) NOT NULL,
		PRIMARY KEY (account_id, media_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS media_uses (
		account_id ${ASCII(40)} NOT NULL,
		media_id ${ASCII(80)} NOT NULL,
		user_kind ${ASCII(12)} NOT NULL,
		user_id ${ASCII(40)} NOT NULL,
		PRIMARY KEY (account_id, media_id, user_kind, user_id),
		KEY media_uses_of_user (user_kind, user_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS file_uses (
		file ${ASCII(80)} NOT NULL,
		user_kind ${ASCII(12)} NOT NULL,
		user_id ${ASCII(110)} NOT NULL,
		PRIMARY KEY (file, user_kind, user_id),
		KEY file_uses_of_user (user_kind, user_id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS derived_files (
		account_id ${ASCII(40)} NOT NULL,
		media_id ${ASCII(64)} NOT NULL,
		file ${ASCII(80)} NOT NULL,
		made_at DATETIME(3) NOT NULL,
		PRIMARY KEY (account_id, media_id, file),
		KEY derived_files_file (file),
		KEY derived_files_age (made_at)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS redactions (
		id ${ASCII(40)} NOT NULL,
		account_id ${ASCII(40)} NOT NULL,
		media_id ${ASCII(64)} NOT NULL,
		redacted_id ${ASCII(64)} NOT NULL,
		tour_id ${ASCII(40)} NOT NULL,
		step_id ${ASCII(40)} NULL,
		live ${ASCII(8)} NOT NULL,
		redacted_at DATETIME(3) NOT NULL,
		history_at DATETIME(3) NULL,
		erased_at DATETIME(3) NULL,
		due_at DATETIME(3) NULL,
		PRIMARY KEY (id),
		KEY redactions_of_media (account_id, media_id),
		KEY redactions_due (due_at)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS speech (
		account_id ${WORD(40)} NOT NULL,
		hash BINARY(32) NOT NULL,
		file ${WORD(80)} NOT NULL,
		duration_ms INT NOT NULL,
		bytes INT NOT NULL,
		script MEDIUMTEXT NOT NULL,
		created_at DATETIME(3) NOT NULL,
		referenced_at DATETIME(3) NOT NULL,
		unused_since DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
		PRIMARY KEY (account_id, hash),
		KEY speech_file (file),
		KEY speech_unreferenced (referenced_at),
		KEY speech_unused (unused_since),
		CONSTRAINT speech_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS voices (
		id ${WORD(36)} NOT NULL,
		provider ${WORD(12)} NOT NULL,
		voice_key ${WORD(255)} NOT NULL,
		name VARCHAR(255) NOT NULL,
		language ${WORD(35)} NOT NULL,
		quality ${WORD(8)} NOT NULL,
		position INT NOT NULL,
		offered_at DATETIME(3) NOT NULL,
		PRIMARY KEY (id),
		KEY voices_of_provider (provider, position)
	) ${TABLE}`,
	`CREATE TABLE IF NOT EXISTS uploads (
		hash BINARY(32) NOT NULL,
		account_id ${WORD(40)} NOT NULL,
		name VARCHAR(255) NULL,
		content_type ${WORD(100)} NULL,
		bytes INT NULL,
		sha256 ${WORD(64)} NULL,
		expires_at DATETIME(3) NOT NULL,
		used_at DATETIME(3) NULL,
		PRIMARY KEY (hash),
		KEY uploads_expiry (expires_at),
		KEY uploads_of_account (account_id)
	) ${TABLE}`,
];
