import type {MigrationInterface, QueryRunner} from 'typeorm';

/** What is renamed, a table at a time: a column or a table of the old name is the sign that it is still to be done. */
const COLUMNS = [
	{table: 'idempotency', from: 'operation_id', to: 'job_id'},
	{table: 'publications', from: 'address', to: 'slug'},
	{table: 'uses', from: 'address_hash', to: 'ip_hash'},
	{table: 'uses', from: 'refusal', to: 'refused_key'},
];

/**
 * A job is called a job, the last part of a page's URL its slug, and an IP an IP. API and workers of the edition before do not run on this
 * schema: they are stopped before it is migrated.
 */
export class Jobs1764600000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		if (await runner.hasTable('operations')) await runner.query('RENAME TABLE operations TO jobs');
		for (const {table, from, to} of COLUMNS) {
			if (await runner.hasColumn(table, from)) await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
		}
		await renameInput(runner, 'address', 'slug');
	}

	async down(runner: QueryRunner): Promise<void> {
		await renameInput(runner, 'slug', 'address');
		for (const {table, from, to} of COLUMNS) await runner.query(`ALTER TABLE ${table} RENAME COLUMN ${to} TO ${from}`);
		await runner.query('RENAME TABLE jobs TO operations');
	}
}

/** Publishing that was asked for and is not done yet. */
async function renameInput(runner: QueryRunner, from: string, to: string): Promise<void> {
	await runner.query(
		`UPDATE jobs SET input = JSON_REMOVE(JSON_SET(input, '$.${to}', JSON_EXTRACT(input, '$.${from}')), '$.${from}')
		 WHERE type = 'build-bundle' AND state IN ('queued', 'running') AND JSON_EXTRACT(input, '$.${from}') IS NOT NULL`,
	);
}
