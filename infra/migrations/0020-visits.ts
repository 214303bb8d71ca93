import type {MigrationInterface, QueryRunner} from 'typeorm';

/**
 * What was counted of visits, a row each, where `counted_events` has one for each event. That table stays for one edition: what stands in it is
 * known for as long as it was to be. The day comes first, so that rows are read and deleted where they lie together.
 */
export class Visits1766000000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (await runner.hasTable('visits')) return;
		await runner.query(`CREATE TABLE visits (
			day DATE NOT NULL,
			id BINARY(16) NOT NULL,
			events VARBINARY(5000) NOT NULL,
			PRIMARY KEY (day, id)
		) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('DROP TABLE visits');
	}
}
