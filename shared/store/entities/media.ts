import {EntitySchema} from 'typeorm';
import {ascii, time} from './columns.ts';

/** Rows about stored files: who uses them (unused ones may be removed), and which of them show a picture that was redacted. */

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

/** A picture of an account that was redacted in one of its tours. */
export type RedactionRow = {
	id: string;
	accountId: string;
	/** The picture as it was, and the one with its areas replaced. */
	mediaId: string;
	redactedId: string;
	tourId: string;
	/** The step; null if the redaction holds for the whole tour. */
	stepId: string | null;
	/** Tells if the tour's link shows the redacted picture at once. */
	live: 'replace' | 'keep';
	redactedAt: Date;
	/** Time at which no version of the tour named the picture any longer; null until then. */
	historyAt: Date | null;
	/** Time at which nothing in the account named the picture any longer, and its row went. */
	erasedAt: Date | null;
	/** Time of the next look; null if nothing is left to do. */
	dueAt: Date | null;
};
export const RedactionEntity = new EntitySchema<RedactionRow>({
	name: 'Redaction',
	tableName: 'redactions',
	columns: {
		id: ascii(40, {primary: true}),
		accountId: ascii(40, {name: 'account_id'}),
		mediaId: ascii(64, {name: 'media_id'}),
		redactedId: ascii(64, {name: 'redacted_id'}),
		tourId: ascii(40, {name: 'tour_id'}),
		stepId: ascii(40, {name: 'step_id', nullable: true}),
		live: ascii(8),
		redactedAt: time('redacted_at'),
		historyAt: time('history_at', {nullable: true}),
		erasedAt: time('erased_at', {nullable: true}),
		dueAt: time('due_at', {nullable: true}),
	},
});

/** A stored file with pixels of an image that the image's own row does not name: a drawn picture, a cover, AVIF on its way. */
export type DerivedFileRow = {accountId: string; mediaId: string; file: string; madeAt: Date};
export const DerivedFileEntity = new EntitySchema<DerivedFileRow>({
	name: 'DerivedFile',
	tableName: 'derived_files',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		mediaId: ascii(64, {name: 'media_id', primary: true}),
		file: ascii(80, {primary: true}),
		madeAt: time('made_at'),
	},
});
