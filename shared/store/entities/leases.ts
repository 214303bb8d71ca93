import {EntitySchema} from 'typeorm';
import {ascii, time} from './columns.ts';

type LeaseRow = {name: string; token: Buffer; until: Date};

/** A lease on work that only one process at a time may do. Its table is there before any migration. */
export const LeaseEntity = new EntitySchema<LeaseRow>({
	name: 'Lease',
	tableName: 'leases',
	columns: {
		name: ascii(60, {primary: true}),
		token: {type: 'binary', length: 16},
		until: time('until'),
	},
});
