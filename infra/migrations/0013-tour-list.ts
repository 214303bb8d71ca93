import type {MigrationInterface, QueryRunner} from 'typeorm';

/** The beginning of the name, as long as a name may be, so that a search reads an index and no document. */
const COLUMNS = `ADD COLUMN name_start VARCHAR(200) GENERATED ALWAYS AS (LEFT(name, 200)) VIRTUAL,
	ADD COLUMN first_image VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL`;
const INDEX = 'ADD KEY tours_list (account_id, deleted_at, updated_at, id, status, created_by, name_start)';
/** The first mediaId in the document: `["<64 digits>", …]` in the spelling of both servers. */
const FIRST_IMAGES = `UPDATE tours SET first_image = SUBSTRING(JSON_EXTRACT(document, '$.steps[*].image.mediaId'), 3, 64)
	WHERE first_image IS NULL AND JSON_EXTRACT(document, '$.steps[*].image.mediaId') IS NOT NULL`;

/** What the list of tours searches in, and which image stands for each. */
export class TourList1765300000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		// A process that was killed after a statement and before its note left what that had done.
		if (!(await runner.hasColumn('tours', 'first_image'))) await runner.query(`ALTER TABLE tours ${COLUMNS}`);
		const found: unknown[] = await runner.query(
			"SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = 'tours' AND index_name = 'tours_list'",
		);
		if (found.length === 0) await runner.query(`ALTER TABLE tours ${INDEX}`);
		await runner.query(FIRST_IMAGES);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE tours DROP KEY tours_list, DROP COLUMN name_start, DROP COLUMN first_image');
	}
}
