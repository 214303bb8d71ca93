import type {MigrationInterface, QueryRunner} from 'typeorm';

const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const TABLES = [
	`CREATE TABLE IF NOT EXISTS redactions (
		id ${ASCII(40)} PRIMARY KEY,
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
		KEY redactions_of_media (account_id, media_id),
		KEY redactions_due (due_at)
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
];

/** Which pictures were redacted, and what is still to be removed of them; which files were made of a picture that its row does not name. */
export class Redactions1765600000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of TABLES) await runner.query(statement);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE IF EXISTS derived_files');
		await runner.query('DROP TABLE IF EXISTS redactions');
	}
}
