import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Adds what is known of a picture's window. Killed anywhere, it can be run again. */
export class Frameless1795800000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (await runner.hasColumn('media', 'frameless')) return;
		await runner.query('ALTER TABLE media ADD COLUMN frameless INT NOT NULL DEFAULT 0');
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE media DROP COLUMN frameless');
	}
}
