import type {MigrationInterface, QueryRunner} from 'typeorm';

/** What a secret is known by, beside the rows that were written with it. */
export class KeptSecret1766800000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(`CREATE TABLE IF NOT EXISTS kept_secret (
			id INT PRIMARY KEY,
			fingerprint BINARY(32) NOT NULL
		) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4`);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE IF EXISTS kept_secret');
	}
}
