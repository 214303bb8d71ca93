import type {MigrationInterface, QueryRunner} from 'typeorm';
import {ACCOUNTS} from './0001-schema/accounts.ts';
import {FILES} from './0001-schema/files.ts';
import {TOURS} from './0001-schema/tours.ts';
import {VISITORS, WORK} from './0001-schema/visitors.ts';

/** All tables, those first to which others refer. */
const TABLES = [...ACCOUNTS, ...TOURS, ...FILES, ...VISITORS, ...WORK];

/** Makes all tables, each in one statement that is done whole or not at all; killed anywhere, it can be run again. */
export class Schema1767000000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		for (const statement of TABLES) await runner.query(statement);
	}

	/** Leaves the tables: no earlier schema exists. */
	async down(): Promise<void> {}
}
