import type {MigrationInterface, QueryRunner} from 'typeorm';

/** How much is drawn where in an image: 16 x 10 hexadecimal digits. Null in what an earlier edition stored, until a page that shows it is built. */
export class Detail1764700000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		// A process that was killed after the statement and before its note left the column.
		if (await runner.hasColumn('media', 'detail')) return;
		await runner.query('ALTER TABLE media ADD COLUMN detail VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NULL');
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE media DROP COLUMN detail');
	}
}
