import type {MigrationInterface, QueryRunner} from 'typeorm';

/** What stands on a screenshot, once it was read; `edition` names the reader, for a better one reads anew. */
export class Elements1765100000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(`CREATE TABLE IF NOT EXISTS media_elements (
			account_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
			media_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
			edition INT NOT NULL,
			elements JSON NOT NULL,
			read_at DATETIME(3) NOT NULL,
			PRIMARY KEY (account_id, media_id)
		) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE IF EXISTS media_elements');
	}
}
