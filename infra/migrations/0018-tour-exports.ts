import type {MigrationInterface, QueryRunner} from 'typeorm';

const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const TABLES = {
	tour_exports: `CREATE TABLE tour_exports (
		id ${ASCII(40)} PRIMARY KEY,
		account_id ${ASCII(40)} NOT NULL,
		tour_id ${ASCII(40)} NOT NULL,
		job_id ${ASCII(40)} NOT NULL,
		recipe BINARY(32) NULL,
		token ${ASCII(40)} NOT NULL,
		format ${ASCII(20)} NOT NULL,
		language ${ASCII(35)} NULL,
		options JSON NOT NULL,
		source ${ASCII(10)} NOT NULL,
		media JSON NOT NULL,
		file ${ASCII(80)} NOT NULL,
		name VARCHAR(200) NOT NULL,
		bytes BIGINT NULL,
		warnings JSON NULL,
		created_at DATETIME(3) NOT NULL,
		ready_at DATETIME(3) NULL,
		expires_at DATETIME(3) NOT NULL,
		UNIQUE KEY tour_exports_recipe (recipe),
		UNIQUE KEY tour_exports_token (token),
		KEY tour_exports_newest (tour_id, created_at),
		KEY tour_exports_of_account (account_id, created_at),
		KEY tour_exports_expiry (expires_at),
		KEY tour_exports_file (file)
	) ${TABLE}`,
	tour_export_parts: `CREATE TABLE tour_export_parts (
		account_id ${ASCII(40)} NOT NULL,
		file ${ASCII(80)} NOT NULL,
		media JSON NOT NULL,
		used_at DATETIME(3) NOT NULL,
		PRIMARY KEY (account_id, file),
		KEY tour_export_parts_file (file),
		KEY tour_export_parts_age (used_at)
	) ${TABLE}`,
};

/** Tours as files in other formats, and the parts that these have in common. */
export class TourExports1765800000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const [name, statement] of Object.entries(TABLES)) if (!(await runner.hasTable(name))) await runner.query(statement);
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const name of Object.keys(TABLES).toReversed()) await runner.query(`DROP TABLE ${name}`);
	}
}
