import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Which file has what is kept of an image; what an earlier edition stored is kept as it came. */
export class Originals1766200000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		// A process that was killed after a statement and before its note left what that had done.
		if (!(await runner.hasColumn('media', 'original'))) {
			await runner.query(
				"ALTER TABLE media ADD COLUMN original VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '', ADD KEY media_same_original (original)",
			);
		}
		await runner.query("UPDATE media SET original = media_id WHERE original = ''");
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE media DROP KEY media_same_original, DROP COLUMN original');
	}
}
