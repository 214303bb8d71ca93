import {EntitySchema} from 'typeorm';
import {ascii, time} from './columns.ts';

/** When something of the whole service last ended well, or, `administrator`, when it got its first one. */
export type MarkRow = {name: 'backup' | 'sweep' | 'administrator'; at: Date};
export const MarkEntity = new EntitySchema<MarkRow>({
	name: 'Mark',
	tableName: 'marks',
	columns: {name: ascii(40, {primary: true}), at: time('at')},
});
