import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Stands for a migration that a later version brings: a table, a column, and rows filled from those that are there. */
export class Shelves9000000000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(
			'CREATE TABLE IF NOT EXISTS shelves (id INT AUTO_INCREMENT PRIMARY KEY, plan VARCHAR(10) NOT NULL UNIQUE) ENGINE=InnoDB',
		);
		if (!(await runner.hasColumn('accounts', 'shelf'))) await runner.query('ALTER TABLE accounts ADD COLUMN shelf INT NULL');
		await runner.query('INSERT INTO shelves (plan) SELECT DISTINCT plan FROM accounts ON DUPLICATE KEY UPDATE plan = VALUES(plan)');
		await runner.query('UPDATE accounts a JOIN shelves s ON s.plan = a.plan SET a.shelf = s.id WHERE a.shelf IS NULL');
	}

	async down(): Promise<void> {}
}
