import type {MigrationInterface, QueryRunner} from 'typeorm';

const FOUND = `SELECT 1 FROM information_schema.statistics
	WHERE table_schema = DATABASE() AND table_name = 'publications' AND index_name = 'publications_up'`;

/** The links of an account that are up in the order of their publishing, so that a page of them reads no other. */
export class LinksByAccount1766300000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		// A process that was killed after the statement and before its note left what that had done.
		const found: unknown[] = await runner.query(FOUND);
		if (found.length > 0) return;
		await runner.query(
			`ALTER TABLE publications ADD KEY publications_up (account_id, kind, taken_down_at, published_at, tour_id),
			 DROP KEY publications_of_account`,
		);
	}

	async down(runner: QueryRunner): Promise<void> {
		await runner.query('ALTER TABLE publications ADD KEY publications_of_account (account_id), DROP KEY publications_up');
	}
}
