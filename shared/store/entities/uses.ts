import {EntitySchema} from 'typeorm';
import {ascii} from './columns.ts';

/** Rows about the uses of stored files: unused ones may be removed. */

/** An image or a narration in use. */
export type MediaUseRow = {
	accountId: string;
	/** The mediaId of an image, the file name of a narration. */
	mediaId: string;
	/** `versions`: the versions of a tour together, under the tour's id. */
	userKind: 'tour' | 'publication' | 'versions';
	userId: string;
};
export const MediaUseEntity = new EntitySchema<MediaUseRow>({
	name: 'MediaUse',
	tableName: 'media_uses',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		mediaId: ascii(80, {name: 'media_id', primary: true}),
		userKind: ascii(12, {name: 'user_kind', primary: true}),
		userId: ascii(40, {name: 'user_id', primary: true}),
	},
});

/** A stored file that a row names: it saves reading all rows for each file, and is no proof; the rows are. */
export type FileUseRow = {
	file: string;
	userKind: 'media' | 'publication';
	/** For an image: its account, a slash and its mediaId. */
	userId: string;
};
export const FileUseEntity = new EntitySchema<FileUseRow>({
	name: 'FileUse',
	tableName: 'file_uses',
	columns: {
		file: ascii(80, {primary: true}),
		userKind: ascii(12, {name: 'user_kind', primary: true}),
		userId: ascii(110, {name: 'user_id', primary: true}),
	},
});

/** A part of a tour's name by which it is found: the characters from one place on. */
export type TourNamePartRow = {tourId: string; part: string; accountId: string};
export const TourNamePartEntity = new EntitySchema<TourNamePartRow>({
	name: 'TourNamePart',
	tableName: 'tour_name_parts',
	columns: {
		tourId: ascii(40, {name: 'tour_id', primary: true}),
		part: {type: 'varchar', length: 10, primary: true},
		accountId: ascii(40, {name: 'account_id'}),
	},
});
