import {EntitySchema} from 'typeorm';
import {ascii, time} from './columns.ts';

/** The time of the service's last successful backup or sweep; `administrator`: the time at which it got its first one. */
export type MarkRow = {name: 'backup' | 'sweep' | 'administrator'; at: Date};
export const MarkEntity = new EntitySchema<MarkRow>({
	name: 'Mark',
	tableName: 'marks',
	columns: {name: ascii(40, {primary: true}), at: time('at')},
});
