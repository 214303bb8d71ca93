import type {MigrationInterface, QueryRunner} from 'typeorm';

/** What each table gets, in one statement that is done whole or not at all. */
const COLUMNS = [
	{
		table: 'accounts',
		first: 'company',
		change: 'ADD COLUMN company VARCHAR(200) NULL, ADD COLUMN privacy_url VARCHAR(2048) NULL, ADD COLUMN pending_email VARCHAR(254) NULL',
		back: 'DROP COLUMN company, DROP COLUMN privacy_url, DROP COLUMN pending_email',
	},
	{table: 'sessions', first: 'device', change: 'ADD COLUMN device VARCHAR(60) NULL', back: 'DROP COLUMN device'},
];

/** Company and privacy policy of an account, the address that it is to have, and on what its owner signed in. */
export class Owners1765400000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const {table, first, change} of COLUMNS) {
			if (!(await runner.hasColumn(table, first))) await runner.query(`ALTER TABLE ${table} ${change}`);
		}
	}

	async down(runner: QueryRunner): Promise<void> {
		for (const {table, back} of COLUMNS) await runner.query(`ALTER TABLE ${table} ${back}`);
	}
}
