import type {MigrationInterface, QueryRunner} from 'typeorm';

const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const VERSIONS = `CREATE TABLE tour_versions (
	tour_id ${ASCII(40)} NOT NULL,
	number INT NOT NULL,
	account_id ${ASCII(40)} NOT NULL,
	cause ${ASCII(12)} NOT NULL,
	name VARCHAR(200) NULL,
	actor_type ${ASCII(8)} NOT NULL,
	actor_name VARCHAR(255) NULL,
	content MEDIUMBLOB NOT NULL,
	hash BINARY(32) NOT NULL,
	created_at DATETIME(3) NOT NULL,
	PRIMARY KEY (tour_id, number),
	KEY tour_versions_kept (tour_id, account_id, cause, created_at)
) ${TABLE}`;

/** What one table gets, in one statement that is done whole or not at all. */
const COLUMNS = [
	{
		table: 'tours',
		first: 'doc_key',
		change: `ADD COLUMN doc_key ${ASCII(64)} NULL, ADD COLUMN changed_by ${ASCII(120)} NULL, ADD COLUMN deleted_at DATETIME(3) NULL,
			ADD UNIQUE KEY tours_doc_key (account_id, doc_key), ADD KEY tours_bin (account_id, deleted_at, id), ADD KEY tours_deleted (deleted_at)`,
		back: 'DROP KEY tours_doc_key, DROP KEY tours_bin, DROP KEY tours_deleted, DROP COLUMN doc_key, DROP COLUMN changed_by, DROP COLUMN deleted_at',
	},
	{table: 'jobs', first: 'actor', change: 'ADD COLUMN actor JSON NULL', back: 'DROP COLUMN actor'},
];

const FORMS_OF_TOUR = 'lead_forms_tour';

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
	const found: unknown[] = await runner.query(
		'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
		[table, name],
	);
	return found.length > 0;
}

/** Versions of tours, the bin, the account's own names for tours, and who asked for a job. */
export class Versions1764800000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (!(await runner.hasTable('tour_versions'))) await runner.query(VERSIONS);
		for (const {table, first, change} of COLUMNS) {
			if (!(await runner.hasColumn(table, first))) await runner.query(`ALTER TABLE ${table} ${change}`);
		}
		// The forms of a tour go with it.
		if (!(await hasIndex(runner, 'lead_forms', FORMS_OF_TOUR)))
			await runner.query(`ALTER TABLE lead_forms ADD KEY ${FORMS_OF_TOUR} (tour_id)`);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query(`ALTER TABLE lead_forms DROP KEY ${FORMS_OF_TOUR}`);
		for (const {table, back} of COLUMNS.toReversed()) await runner.query(`ALTER TABLE ${table} ${back}`);
		await runner.query('DROP TABLE tour_versions');
	}
}
