import type {MigrationInterface, QueryRunner} from 'typeorm';

/**
 * Adds the administrator. Only the first account of an empty service becomes it automatically. If there are accounts
 * already, the mark ends that, and the operator names the administrator.
 */
export class Administrators1766100000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (!(await runner.hasColumn('accounts', 'administrator'))) {
			await runner.query('ALTER TABLE accounts ADD COLUMN administrator INT NOT NULL DEFAULT 0');
		}
		// A service is empty if its only account is the unused demo account.
		await runner.query(
			`INSERT INTO marks (name, at)
			 SELECT 'administrator', UTC_TIMESTAMP(3) FROM accounts WHERE email <> 'demo@roteiro.invalid' OR password_hash IS NOT NULL LIMIT 1
			 ON DUPLICATE KEY UPDATE at = VALUES(at)`,
		);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query("DELETE FROM marks WHERE name = 'administrator'");
		await runner.query('ALTER TABLE accounts DROP COLUMN administrator');
	}
}
