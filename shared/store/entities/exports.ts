import {EntitySchema} from 'typeorm';
import type {ExportFormat} from '../../contract/exports/index.ts';
import type {ExportTourSource, TourExport} from '../../contract/exports/tour-export.ts';
import {ascii, hash, time} from './columns.ts';

/** Tours as files in other formats, and the parts that these have in common. */

export type TourExportRow = {
	id: string;
	accountId: string;
	tourId: string;
	/** The job that makes it. */
	jobId: string;
	/** Hash of all that it is made of; null once no later order may get this export. */
	recipe: Buffer | null;
	/** Token of the download URL: everyone who knows it may download the file. */
	token: string;
	format: ExportFormat;
	language: string | null;
	options: Record<string, unknown>;
	source: ExportTourSource;
	/** The mediaIds that it shows. */
	media: string[];
	/** Its name in the folder `tour-exports`. */
	file: string;
	/** Name of the download, without its extension. */
	name: string;
	/** Size of the file; null until it is stored. */
	bytes: string | number | null;
	warnings: TourExport['warnings'] | null;
	createdAt: Date;
	readyAt: Date | null;
	expiresAt: Date;
};
export const TourExportEntity = new EntitySchema<TourExportRow>({
	name: 'TourExport',
	tableName: 'tour_exports',
	columns: {
		id: ascii(40, {primary: true}),
		accountId: ascii(40, {name: 'account_id'}),
		tourId: ascii(40, {name: 'tour_id'}),
		jobId: ascii(40, {name: 'job_id'}),
		recipe: hash({nullable: true}),
		token: ascii(40),
		format: ascii(20),
		language: ascii(35, {nullable: true}),
		options: {type: 'json'},
		source: ascii(10),
		media: {type: 'json'},
		file: ascii(80),
		name: {type: 'varchar', length: 200},
		bytes: {type: 'bigint', nullable: true},
		warnings: {type: 'json', nullable: true},
		createdAt: time('created_at'),
		readyAt: time('ready_at', {nullable: true}),
		expiresAt: time('expires_at'),
	},
});

/** A part that several exports share, such as the video of one step. */
type TourExportPartRow = {
	accountId: string;
	/** Its name in the folder `tour-export-parts`. */
	file: string;
	/** The mediaIds of the tour that it was made of: it shows no others. */
	media: string[];
	usedAt: Date;
};
export const TourExportPartEntity = new EntitySchema<TourExportPartRow>({
	name: 'TourExportPart',
	tableName: 'tour_export_parts',
	columns: {
		accountId: ascii(40, {name: 'account_id', primary: true}),
		file: ascii(80, {primary: true}),
		media: {type: 'json'},
		usedAt: time('used_at'),
	},
});

// Rows about the end of accounts: copies of all data, and links that are gone for good.

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
type ExportPieceRow = {exportId: string; number: number; file: string};
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
type RetiredSlugRow = {hash: Buffer; language: string; retiredAt: Date};
export const RetiredSlugEntity = new EntitySchema<RetiredSlugRow>({
	name: 'RetiredSlug',
	tableName: 'retired_slugs',
	columns: {
		hash: hash({primary: true}),
		language: ascii(35),
		retiredAt: time('retired_at'),
	},
});
