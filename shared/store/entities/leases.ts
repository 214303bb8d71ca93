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

/** The time of the service's last successful backup or sweep; `administrator`: the time at which it got its first one. */
export type MarkRow = {name: 'backup' | 'sweep' | 'administrator'; at: Date};
export const MarkEntity = new EntitySchema<MarkRow>({
	name: 'Mark',
	tableName: 'marks',
	columns: {name: ascii(40, {primary: true}), at: time('at')},
});
