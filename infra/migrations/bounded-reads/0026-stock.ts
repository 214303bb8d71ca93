import type {MigrationInterface, QueryRunner} from 'typeorm';
import {BYTEWISE} from '../../bytewise.ts';

const STOCK = `CREATE TABLE account_stock (
	account_id VARCHAR(40) ${BYTEWISE} PRIMARY KEY,
	tours INT NOT NULL DEFAULT 0,
	published INT NOT NULL DEFAULT 0,
	in_bin INT NOT NULL DEFAULT 0,
	images INT NOT NULL DEFAULT 0,
	image_bytes BIGINT NOT NULL DEFAULT 0
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;

const FILL = `REPLACE INTO account_stock (account_id, tours, published, in_bin, images, image_bytes)
	SELECT a.id, COALESCE(t.tours, 0), COALESCE(t.published, 0), COALESCE(t.in_bin, 0), COALESCE(m.images, 0), COALESCE(m.bytes, 0) FROM accounts a
	LEFT JOIN (SELECT account_id, SUM(deleted_at IS NULL) AS tours, SUM(status = 'published' AND deleted_at IS NULL) AS published,
		SUM(deleted_at IS NOT NULL) AS in_bin FROM tours GROUP BY account_id) t ON t.account_id = a.id
	LEFT JOIN (SELECT account_id, COUNT(*) AS images, SUM(bytes) AS bytes FROM media GROUP BY account_id) m ON m.account_id = a.id`;

/** How many tours and images an account has. */
export class Stock1766700000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (!(await runner.hasTable('account_stock'))) await runner.query(STOCK);
		await runner.query(FILL);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE account_stock');
	}
}
