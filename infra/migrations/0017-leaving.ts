import type {MigrationInterface, QueryRunner} from 'typeorm';

const ASCII = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const TABLES = {
	account_exports: `CREATE TABLE account_exports (
		id ${ASCII(40)} PRIMARY KEY,
		account_id ${ASCII(40)} NOT NULL,
		job_id ${ASCII(40)} NOT NULL,
		salt BINARY(32) NOT NULL,
		bytes BIGINT NULL,
		created_at DATETIME(3) NOT NULL,
		ready_at DATETIME(3) NULL,
		expires_at DATETIME(3) NOT NULL,
		KEY account_exports_newest (account_id, created_at),
		KEY account_exports_expiry (expires_at)
	) ${TABLE}`,
	export_pieces: `CREATE TABLE export_pieces (
		export_id ${ASCII(40)} NOT NULL,
		number INT NOT NULL,
		file ${ASCII(80)} NOT NULL,
		PRIMARY KEY (export_id, number),
		KEY export_pieces_file (file)
	) ${TABLE}`,
	retired_slugs: `CREATE TABLE retired_slugs (
		hash BINARY(32) PRIMARY KEY,
		language ${ASCII(35)} NOT NULL,
		retired_at DATETIME(3) NOT NULL,
		KEY retired_slugs_age (retired_at)
	) ${TABLE}`,
};

/** What one table gets, in one statement that is done whole or not at all: `sign` is there once it is. */
const CHANGES = [
	{
		table: 'accounts',
		sign: 'accounts_due',
		change: `ADD COLUMN deletion_asked_at DATETIME(3) NULL, ADD COLUMN deletion_due_at DATETIME(3) NULL,
			ADD COLUMN deletion_warned_at DATETIME(3) NULL, ADD KEY accounts_due (deletion_due_at)`,
		back: 'DROP KEY accounts_due, DROP COLUMN deletion_asked_at, DROP COLUMN deletion_due_at, DROP COLUMN deletion_warned_at',
	},
	{
		table: 'idempotency',
		sign: 'idempotency_of_account',
		change: `ADD COLUMN account_id ${ASCII(40)} NULL, ADD KEY idempotency_of_account (account_id)`,
		back: 'DROP KEY idempotency_of_account, DROP COLUMN account_id',
	},
	{table: 'jobs', sign: 'jobs_of_account', change: 'ADD KEY jobs_of_account (account_id, state)', back: 'DROP KEY jobs_of_account'},
	{table: 'uploads', sign: 'uploads_of_account', change: 'ADD KEY uploads_of_account (account_id)', back: 'DROP KEY uploads_of_account'},
	{
		table: 'publications',
		sign: 'publications_of_account',
		change: 'ADD KEY publications_of_account (account_id)',
		back: 'DROP KEY publications_of_account',
	},
];

async function hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean> {
	const found: unknown[] = await runner.query(
		'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?',
		[table, name],
	);
	return found.length > 0;
}

/** Accounts that are to be deleted, copies of all that an account has, links that are gone for good; and whatever belongs to an account is found by it. */
export class Leaving1765700000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const [name, statement] of Object.entries(TABLES)) if (!(await runner.hasTable(name))) await runner.query(statement);
		for (const {table, sign, change} of CHANGES) {
			if (!(await hasIndex(runner, table, sign))) await runner.query(`ALTER TABLE ${table} ${change}`);
		}
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const {table, back} of CHANGES.toReversed()) await runner.query(`ALTER TABLE ${table} ${back}`);
		for (const name of Object.keys(TABLES).toReversed()) await runner.query(`DROP TABLE ${name}`);
	}
}
