import type {MigrationInterface, QueryRunner} from 'typeorm';

/** Bytewise, and known to MariaDB and MySQL alike; what it holds is ours, and ASCII. */
const WORD = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';

const TABLES = {
	media_uses: `CREATE TABLE media_uses (
		account_id ${WORD(40)} NOT NULL,
		media_id ${WORD(80)} NOT NULL,
		user_kind ${WORD(12)} NOT NULL,
		user_id ${WORD(40)} NOT NULL,
		PRIMARY KEY (account_id, media_id, user_kind, user_id),
		KEY media_uses_of_user (user_kind, user_id)
	) ${TABLE}`,
	file_uses: `CREATE TABLE file_uses (
		file ${WORD(80)} NOT NULL,
		user_kind ${WORD(12)} NOT NULL,
		user_id ${WORD(110)} NOT NULL,
		PRIMARY KEY (file, user_kind, user_id),
		KEY file_uses_of_user (user_kind, user_id)
	) ${TABLE}`,
};

/** What one table gets, in one statement that is done whole or not at all. */
const COLUMNS: Array<{table: string; first: string; change: string; back: string}> = [
	{
		table: 'tours',
		first: 'uses_version',
		// 0 is no version: what the previous edition adds or changes is seen to be missing in `media_uses`.
		change: 'ADD COLUMN uses_version INT NOT NULL DEFAULT 0, ADD KEY tours_uses (uses_version, content_version)',
		back: 'DROP KEY tours_uses, DROP COLUMN uses_version',
	},
	{
		table: 'media',
		first: 'unused_since',
		// An image that the previous edition stores is looked at in its time.
		change: 'ADD COLUMN unused_since DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3), ADD KEY media_unused (unused_since)',
		back: 'DROP KEY media_unused, DROP COLUMN unused_since',
	},
	{
		table: 'speech',
		first: 'unused_since',
		change: 'ADD COLUMN unused_since DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3), ADD KEY speech_unused (unused_since)',
		back: 'DROP KEY speech_unused, DROP COLUMN unused_since',
	},
	{
		table: 'publications',
		first: 'recorded_at',
		change: `ADD COLUMN recorded_at DATETIME(3) NULL, ADD COLUMN plain_recipe BINARY(32) NULL,
			ADD COLUMN renderer ${WORD(64)} NULL, ADD COLUMN asked_renderer ${WORD(64)} NULL, ADD COLUMN avif_since DATETIME(3) NULL,
			ADD KEY publications_recorded (recorded_at, published_at), ADD KEY publications_plain (plain_recipe),
			ADD KEY publications_asked (asked_renderer), ADD KEY publications_avif (avif_since)`,
		back: `DROP KEY publications_recorded, DROP KEY publications_plain, DROP KEY publications_asked, DROP KEY publications_avif,
			DROP COLUMN recorded_at, DROP COLUMN plain_recipe, DROP COLUMN renderer, DROP COLUMN asked_renderer, DROP COLUMN avif_since`,
	},
];

const BATCH = 1000;

/**
 * Who uses which image, narration and file; what a page was rendered by. Killed anywhere, it can be run again. Which tours and
 * links use what is filled in by the sweep before it removes anything, in the way in which it mends what the previous edition writes later.
 */
export class Uses1764400000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const [name, statement] of Object.entries(TABLES)) if (!(await runner.hasTable(name))) await runner.query(statement);
		for (const {table, first, change} of COLUMNS) {
			if (!(await runner.hasColumn(table, first))) await runner.query(`ALTER TABLE ${table} ${change}`);
		}
		// The time when it was last seen in use is the one from which 30 days are counted, not today's.
		for (const table of ['media', 'speech']) {
			const older = `UPDATE ${table} SET unused_since = referenced_at WHERE unused_since > referenced_at LIMIT ${BATCH}`;
			while ((await runner.query(older)).affectedRows > 0);
		}
		await fillFiles(runner);
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const {table, back} of COLUMNS.toReversed()) await runner.query(`ALTER TABLE ${table} ${back}`);
		for (const name of Object.keys(TABLES)) await runner.query(`DROP TABLE ${name}`);
	}
}

/** The files of which the stored images are made. */
async function fillFiles(runner: QueryRunner): Promise<void> {
	for (let after = ['', '']; ; ) {
		const images: Array<{account: string; media: string}> = await runner.query(
			`SELECT account_id AS account, media_id AS media FROM media WHERE account_id > ? OR (account_id = ? AND media_id > ?)
			 ORDER BY account_id, media_id LIMIT ${BATCH}`,
			[after[0], ...after],
		);
		const last = images.at(-1);
		if (!last) return;
		for (const column of ['variants', 'stills', 'avif']) {
			await runner.query(
				`INSERT INTO file_uses (file, user_kind, user_id)
				 SELECT DISTINCT used.file, 'media', CONCAT(m.account_id, '/', m.media_id)
				 FROM media m, JSON_TABLE(m.${column}, '$[*]' COLUMNS (file VARCHAR(80) PATH '$.file')) used
				 WHERE (m.account_id > ? OR (m.account_id = ? AND m.media_id > ?)) AND (m.account_id < ? OR (m.account_id = ? AND m.media_id <= ?))
				 ON DUPLICATE KEY UPDATE user_kind = 'media'`,
				[after[0], ...after, last.account, last.account, last.media],
			);
		}
		after = [last.account, last.media];
	}
}
