import type {MigrationInterface, QueryRunner} from 'typeorm';

const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`;

const NAME_PARTS = `CREATE TABLE tour_name_parts (
	tour_id ${ASCII(40)},
	part VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL,
	account_id ${ASCII(40)},
	PRIMARY KEY (tour_id, part),
	KEY tour_name_parts_found (account_id, part, tour_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;

/** `tours_list` is named by the statements of the edition before, and keeps its name. */
const FILTERED = 'account_id, deleted_at, status, created_by';

/** What each table gets, in one statement that is done whole or not at all: `sign` is an index that is there once it is. */
const CHANGES = [
	{
		table: 'tours',
		sign: 'tours_by_name',
		// 0 is no version: a tour that the edition before adds or renames is seen to be missing among the parts of names.
		change: `ADD COLUMN parts_version INT NOT NULL DEFAULT 0,
			ADD COLUMN parts_due INT GENERATED ALWAYS AS (IF(parts_version = content_version, 0, 1)) VIRTUAL,
			DROP KEY tours_list, ADD KEY tours_list (${FILTERED}, updated_at, id, name_start),
			ADD KEY tours_by_creation (${FILTERED}, id, name_start), ADD KEY tours_by_name (${FILTERED}, name_start, id),
			ADD KEY tours_parts_due (parts_due, account_id)`,
		back: `DROP KEY tours_list, ADD KEY tours_list (account_id, deleted_at, updated_at, id, status, created_by, name_start),
			DROP KEY tours_by_creation, DROP KEY tours_by_name, DROP KEY tours_parts_due, DROP COLUMN parts_due, DROP COLUMN parts_version`,
	},
	{
		table: 'leads',
		sign: 'leads_of_visitor',
		change: `DROP KEY leads_of_person, ADD KEY leads_of_person (account_id, email_hash, created_at, id),
			ADD KEY leads_of_visitor (account_id, tour_id, email_hash, created_at, id)`,
		back: 'DROP KEY leads_of_visitor, DROP KEY leads_of_person, ADD KEY leads_of_person (account_id, email_hash)',
	},
];

/** An index for every order and filter of a list, and parts of names, by which a search finds tours. The sweep fills in those of the tours that are there. */
export class ListsAndSearch1766500000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (!(await runner.hasTable('tour_name_parts'))) await runner.query(NAME_PARTS);
		for (const {table, sign, change} of CHANGES) {
			if (!(await hasIndex(runner, table, sign))) await runner.query(`ALTER TABLE ${table} ${change}`);
		}
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const {table, back} of CHANGES.toReversed()) await runner.query(`ALTER TABLE ${table} ${back}`);
		await runner.query('DROP TABLE tour_name_parts');
	}
}

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
	const found: unknown[] = await runner.query(
		'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
		[table, name],
	);
	return found.length > 0;
}
