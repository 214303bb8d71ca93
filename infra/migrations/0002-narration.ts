import type {MigrationInterface, QueryRunner} from 'typeorm';
import {BYTEWISE} from '../bytewise.ts';

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const STATEMENTS = [
	`ALTER TABLE operations
		ADD COLUMN quota_kind VARCHAR(12) ${BYTEWISE} NULL,
		ADD COLUMN quota_period VARCHAR(7) ${BYTEWISE} NULL,
		ADD COLUMN quota_reserved INT NULL`,
	'ALTER TABLE publications ADD COLUMN audio JSON NOT NULL DEFAULT (JSON_ARRAY())',
	`CREATE TABLE speech (
		account_id VARCHAR(40) ${BYTEWISE} NOT NULL,
		hash BINARY(32) NOT NULL,
		file VARCHAR(80) ${BYTEWISE} NOT NULL,
		duration_ms INT NOT NULL,
		bytes INT NOT NULL,
		script MEDIUMTEXT NOT NULL,
		created_at DATETIME(3) NOT NULL,
		referenced_at DATETIME(3) NOT NULL,
		PRIMARY KEY (account_id, hash),
		KEY speech_file (file),
		KEY speech_unreferenced (referenced_at),
		CONSTRAINT speech_account FOREIGN KEY (account_id) REFERENCES accounts (id)
	) ${TABLE}`,
	`CREATE TABLE voices (
		id VARCHAR(36) ${BYTEWISE} PRIMARY KEY,
		provider VARCHAR(12) ${BYTEWISE} NOT NULL,
		voice_key VARCHAR(255) ${BYTEWISE} NOT NULL,
		name VARCHAR(255) NOT NULL,
		language VARCHAR(35) ${BYTEWISE} NOT NULL,
		quality VARCHAR(8) ${BYTEWISE} NOT NULL,
		position INT NOT NULL,
		offered_at DATETIME(3) NOT NULL,
		KEY voices_of_provider (provider, position)
	) ${TABLE}`,
];

type Document = {steps: Array<{narrations?: unknown[]}>};

/** Narration and quotas: steps keep a list of narrations, work under way holds what it may use. */
export class Narration1764100000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of STATEMENTS) await runner.query(statement);
		const tours: Array<{id: string}> = await runner.query('SELECT id FROM tours');
		for (const {id} of tours) {
			const [{document}]: [{document: Document | string}] = await runner.query('SELECT document FROM tours WHERE id = ?', [id]);
			const {steps, ...rest}: Document = typeof document === 'string' ? JSON.parse(document) : document;
			const narrated = {...rest, steps: steps.map(step => ({narrations: [], ...step}))};
			await runner.query('UPDATE tours SET document = ? WHERE id = ?', [JSON.stringify(narrated), id]);
		}
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE voices');
		await runner.query('DROP TABLE speech');
		await runner.query('ALTER TABLE publications DROP COLUMN audio');
		await runner.query('ALTER TABLE operations DROP COLUMN quota_kind, DROP COLUMN quota_period, DROP COLUMN quota_reserved');
	}
}
