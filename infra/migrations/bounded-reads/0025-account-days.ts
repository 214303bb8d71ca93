import type {MigrationInterface, QueryRunner} from 'typeorm';

const ACCOUNT = 'account_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin';
const COUNTS = ['views', 'completions', 'cta_clicks', 'leads'];

const ACCOUNT_DAYS = `CREATE TABLE account_days (
	${ACCOUNT} NOT NULL,
	day DATE NOT NULL,
	${COUNTS.map(count => `${count} INT NOT NULL DEFAULT 0,`).join(' ')}
	PRIMARY KEY (account_id, day)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci`;

const BATCH = 1000;

/**
 * The sums of an account's days, and the tours that were viewed most on each of them. The days of tours in the bin name no account. Each part may be
 * done again after a kill.
 */
export class AccountDays1766600000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (!(await runner.hasTable('account_days'))) await runner.query(ACCOUNT_DAYS);
		if (!(await runner.hasColumn('tour_days', 'account_id')))
			await runner.query(`ALTER TABLE tour_days ADD COLUMN ${ACCOUNT} NULL, ADD KEY tour_days_viewed (account_id, day, views, tour_id)`);
		await nameAccounts(runner);
		await sumAccounts(runner);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE tour_days DROP KEY tour_days_viewed, DROP COLUMN account_id');
		await runner.query('DROP TABLE account_days');
	}
}

async function nameAccounts(runner: QueryRunner): Promise<void> {
	for (let after = ''; ; ) {
		const [end]: Array<{id: string | null}> = await runner.query(
			'SELECT MAX(id) AS id FROM (SELECT id FROM tours WHERE id > ? ORDER BY id LIMIT ?) part',
			[after, BATCH],
		);
		if (!end?.id) return;
		await runner.query(
			`UPDATE tour_days d JOIN tours t ON t.id = d.tour_id SET d.account_id = t.account_id
			 WHERE d.tour_id > ? AND d.tour_id <= ? AND t.deleted_at IS NULL AND d.account_id IS NULL`,
			[after, end.id],
		);
		after = end.id;
	}
}

async function sumAccounts(runner: QueryRunner): Promise<void> {
	for (let after = ''; ; ) {
		const [account]: Array<{id: string}> = await runner.query('SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT 1', [after]);
		if (!account) return;
		await runner.query(
			`REPLACE INTO account_days (account_id, day, ${COUNTS.join(', ')})
			 SELECT account_id, day, ${COUNTS.map(count => `SUM(${count})`).join(', ')} FROM tour_days WHERE account_id = ? GROUP BY account_id, day`,
			[account.id],
		);
		after = account.id;
	}
}
