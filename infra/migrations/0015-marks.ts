import type {MigrationInterface, QueryRunner} from 'typeorm';

/** When something of the whole service last ended well: a backup. */
export class Marks1765500000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(`CREATE TABLE IF NOT EXISTS marks (
			name VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
			at DATETIME(3) NOT NULL
		) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4`);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE IF EXISTS marks');
	}
}
