import {EntitySchema} from 'typeorm';
import {ascii, hash, time} from './columns.ts';

/** Rows about the end of accounts: copies of all data, and links that are gone for good. */

/** A copy of an account, as a zip in pieces that are encrypted. */
export type AccountExportRow = {
	id: string;
	accountId: string;
	/** The job that writes it. */
	jobId: string;
	/** Salt of the key of its pieces. */
	salt: Buffer;
	/** Size of the zip; null until it is written. */
	bytes: string | number | null;
	createdAt: Date;
	readyAt: Date | null;
	expiresAt: Date;
};
export const AccountExportEntity = new EntitySchema<AccountExportRow>({
	name: 'AccountExport',
	tableName: 'account_exports',
	columns: {
		id: ascii(40, {primary: true}),
		accountId: ascii(40, {name: 'account_id'}),
		jobId: ascii(40, {name: 'job_id'}),
		salt: hash(),
		bytes: {type: 'bigint', nullable: true},
		createdAt: time('created_at'),
		readyAt: time('ready_at', {nullable: true}),
		expiresAt: time('expires_at'),
	},
});

/** A piece of the zip: a file in the folder `exports`. */
export type ExportPieceRow = {exportId: string; number: number; file: string};
export const ExportPieceEntity = new EntitySchema<ExportPieceRow>({
	name: 'ExportPiece',
	tableName: 'export_pieces',
	columns: {
		exportId: ascii(40, {name: 'export_id', primary: true}),
		number: {type: 'int', primary: true},
		file: ascii(80),
	},
});

/** The slug of a link whose account is gone: its sha256, which says nothing of whose it was. */
export type RetiredSlugRow = {hash: Buffer; language: string; retiredAt: Date};
export const RetiredSlugEntity = new EntitySchema<RetiredSlugRow>({
	name: 'RetiredSlug',
	tableName: 'retired_slugs',
	columns: {
		hash: hash({primary: true}),
		language: ascii(35),
		retiredAt: time('retired_at'),
	},
});
