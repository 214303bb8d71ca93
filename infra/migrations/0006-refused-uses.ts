import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Uses that were refused are counted in one row: `refusal` says of which, `calls` how many. A row of one use that was let in has neither. */
export class RefusedUses1764500000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(
			`ALTER TABLE uses
				ADD COLUMN calls INT NOT NULL DEFAULT 1,
				ADD COLUMN refusal BINARY(16) NULL,
				ADD UNIQUE KEY uses_refusal (refusal)`,
		);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE uses DROP KEY uses_refusal, DROP COLUMN refusal, DROP COLUMN calls');
	}
}
