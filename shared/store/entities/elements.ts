import {EntitySchema} from 'typeorm';
import type {ReadElement} from '../../contract/pictures/element.ts';
import {ascii, time} from './columns.ts';

/** Elements that the reader of screenshots found on an image; `edition` is the reader's. */
export type ElementsRow = {accountId: string; mediaId: string; edition: number; elements: ReadElement[]; readAt: Date};
export const ElementsEntity = new EntitySchema<ElementsRow>({
	name: 'MediaElements',
	tableName: 'media_elements',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		mediaId: ascii(64, {name: 'media_id', primary: true}),
		edition: {type: 'int'},
		elements: {type: 'json'},
		readAt: time('read_at'),
	},
});
