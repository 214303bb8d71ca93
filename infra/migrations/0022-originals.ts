import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Adds the name of the file with an image's cleaned bytes; files of earlier editions stay unchanged. */
export class Originals1766200000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		// A process killed between the statement and its record has added the column already.
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
