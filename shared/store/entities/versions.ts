import {EntitySchema} from 'typeorm';
import type {VersionCause} from '../../contract/version.ts';
import {ascii, hash, time} from './columns.ts';

/** A tour as it was. Its number is the tour's version after the change that made it so. */
export type TourVersionRow = {
	tourId: string;
	number: number;
	accountId: string;
	cause: VersionCause;
	/** A name given by a person; null without. */
	name: string | null;
	actorType: string;
	actorName: string | null;
	/** The whole content with its narrations, JSON, gzip. */
	content: Buffer;
	/** sha256 of the JSON. */
	hash: Buffer;
	createdAt: Date;
};
export const TourVersionEntity = new EntitySchema<TourVersionRow>({
	name: 'TourVersion',
	tableName: 'tour_versions',
	columns: {
		tourId: ascii(40, {name: 'tour_id', primary: true}),
		number: {type: 'int', primary: true},
		accountId: ascii(40, {name: 'account_id'}),
		cause: ascii(12),
		name: {type: 'varchar', length: 200, nullable: true},
		actorType: ascii(8, {name: 'actor_type'}),
		actorName: {type: 'varchar', length: 255, name: 'actor_name', nullable: true},
		content: {type: 'mediumblob'},
		hash: hash(),
		createdAt: time('created_at'),
	},
});
