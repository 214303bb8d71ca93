import type {MigrationInterface, QueryRunner} from 'typeorm';
import {LEASES_TABLE} from '../../shared/store/leases.ts';

/** Which process does what only one at a time may do. Whoever migrates has made the table before; this writes down that it is there. */
export class Leases1765900000000 implements MigrationInterface {
	async up(runner: QueryRunner): Promise<void> {
		await runner.query(LEASES_TABLE);
	}

	/** Leaves the table: whoever migrates holds a lease in it. */
	async down(): Promise<void> {}
}
