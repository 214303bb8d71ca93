import {EntitySchema, type EntitySchemaColumnOptions} from 'typeorm';
import type {Scope} from '../contract/scopes.ts';
import type {ImageVariant} from '../contract/snapshot.ts';
import type {TourContent} from '../tour/document.ts';

/**
 * The tables, one entity each. Migrations create them (`infra/migrations`); a test compares the two.
 * Identifiers, addresses and file names are compared bytewise, secrets are kept as BINARY hashes.
 */

const word = (length: number, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'varchar',
	length,
	charset: 'utf8mb4',
	// NO PAD: elsewhere a blank at the end compares as nothing.
	collation: 'utf8mb4_nopad_bin',
	...more,
});
const hash = (more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({type: 'binary', length: 32, ...more});
const time = (name: string, more: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
	type: 'datetime',
	precision: 3,
	name,
	...more,
});
const id = word(40, {primary: true});
const accountId = word(40, {name: 'account_id'});

export type AccountRow = {id: string; email: string; name: string; plan: 'pro' | 'free'; createdAt: Date};
export const AccountEntity = new EntitySchema<AccountRow>({
	name: 'Account',
	tableName: 'accounts',
	columns: {
		id,
		email: {type: 'varchar', length: 254},
		name: {type: 'varchar', length: 200},
		plan: word(10),
		createdAt: time('created_at'),
	},
});

export type CredentialRow = {
	id: string;
	accountId: string;
	type: 'api_key' | 'oauth';
	name: string;
	scopes: Scope[];
	hash: Buffer;
	createdAt: Date;
	expiresAt: Date;
	revokedAt: Date | null;
};
export const CredentialEntity = new EntitySchema<CredentialRow>({
	name: 'Credential',
	tableName: 'credentials',
	columns: {
		id,
		accountId,
		type: word(10),
		name: {type: 'varchar', length: 200},
		scopes: {type: 'json'},
		hash: hash(),
		createdAt: time('created_at'),
		expiresAt: time('expires_at'),
		revokedAt: time('revoked_at', {nullable: true}),
	},
});

export type TourRow = {
	id: string;
	accountId: string;
	name: string;
	createdBy: 'agent' | 'editor';
	status: 'unpublished' | 'published';
	stepCount: number;
	version: number;
	/** The version of the last change of the content: publishing and unpublishing are none. */
	contentVersion: number;
	publishedVersion: number | null;
	slug: string | null;
	document: Omit<TourContent, 'name'>;
	createdAt: Date;
	updatedAt: Date;
};
export const TourEntity = new EntitySchema<TourRow>({
	name: 'Tour',
	tableName: 'tours',
	columns: {
		id,
		accountId,
		name: {type: 'mediumtext'},
		createdBy: word(10, {name: 'created_by'}),
		status: word(12),
		stepCount: {type: 'int', name: 'step_count'},
		version: {type: 'int'},
		contentVersion: {type: 'int', name: 'content_version'},
		publishedVersion: {type: 'int', name: 'published_version', nullable: true},
		slug: word(22, {nullable: true}),
		document: {type: 'json'},
		createdAt: time('created_at'),
		updatedAt: time('updated_at'),
	},
});

export type MediaRow = {
	accountId: string;
	mediaId: string;
	name: string | null;
	width: number;
	height: number;
	format: 'png' | 'jpeg' | 'webp' | 'gif';
	bytes: number;
	color: string;
	variants: ImageVariant[];
	/** At most one: the first frame of an animated image. A list because JSON columns hold only objects and arrays. */
	stills: ImageVariant[];
	createdAt: Date;
	/** When a tour or a link was last seen to use it. */
	referencedAt: Date;
};
export const MediaEntity = new EntitySchema<MediaRow>({
	name: 'Media',
	tableName: 'media',
	columns: {
		accountId: {...accountId, primary: true},
		mediaId: word(64, {name: 'media_id', primary: true}),
		name: {type: 'varchar', length: 255, nullable: true},
		width: {type: 'int'},
		height: {type: 'int'},
		format: word(5),
		bytes: {type: 'int'},
		color: word(7),
		variants: {type: 'json'},
		stills: {type: 'json'},
		createdAt: time('created_at'),
		referencedAt: time('referenced_at'),
	},
});

export type PublicationRow = {
	id: string;
	tourId: string;
	accountId: string;
	kind: 'live' | 'preview';
	/** The slug of a link, the token of a preview. */
	address: string;
	title: string;
	language: string;
	snapshot: string;
	/** File names in the room `pages`: the page as it is, and compressed. */
	page: {html: string; gzip: string; br: string};
	csp: string;
	media: string[];
	bytes: number;
	cover: string | null;
	coverJob: string | null;
	plainCover: string;
	tourVersion: number;
	width: number;
	height: number;
	publishedAt: Date;
	expiresAt: Date | null;
	takenDownAt: Date | null;
};
export const PublicationEntity = new EntitySchema<PublicationRow>({
	name: 'Publication',
	tableName: 'publications',
	columns: {
		id,
		tourId: word(40, {name: 'tour_id'}),
		accountId,
		kind: word(8),
		address: word(22),
		title: {type: 'mediumtext'},
		language: word(35),
		snapshot: word(80),
		page: {type: 'json'},
		csp: {type: 'text'},
		media: {type: 'json'},
		bytes: {type: 'int'},
		cover: word(80, {nullable: true}),
		coverJob: word(40, {name: 'cover_job', nullable: true}),
		plainCover: word(80, {name: 'plain_cover'}),
		tourVersion: {type: 'int', name: 'tour_version'},
		width: {type: 'int'},
		height: {type: 'int'},
		publishedAt: time('published_at'),
		expiresAt: time('expires_at', {nullable: true}),
		takenDownAt: time('taken_down_at', {nullable: true}),
	},
});

export type OperationRow = {
	id: string;
	accountId: string;
	type: string;
	state: 'queued' | 'running' | 'succeeded' | 'failed';
	input: Record<string, unknown>;
	outcome: Record<string, unknown> | null;
	progress: number;
	token: Buffer | null;
	attempts: number;
	/** When somebody must look again: the end of the lease while it runs, the next relay while it waits. */
	dueAt: Date;
	createdAt: Date;
	finishedAt: Date | null;
};
export const OperationEntity = new EntitySchema<OperationRow>({
	name: 'Operation',
	tableName: 'operations',
	columns: {
		id,
		accountId,
		type: word(40),
		state: word(10),
		input: {type: 'json'},
		outcome: {type: 'json', nullable: true},
		progress: {type: 'double'},
		token: {type: 'binary', length: 16, nullable: true},
		attempts: {type: 'int'},
		dueAt: time('due_at'),
		createdAt: time('created_at'),
		finishedAt: time('finished_at', {nullable: true}),
	},
});

export type IdempotencyRow = {
	hash: Buffer;
	fingerprint: Buffer;
	operationId: string | null;
	outcome: Record<string, unknown> | null;
	createdAt: Date;
};
export const IdempotencyEntity = new EntitySchema<IdempotencyRow>({
	name: 'Idempotency',
	tableName: 'idempotency',
	columns: {
		hash: hash({primary: true}),
		fingerprint: hash(),
		operationId: word(40, {name: 'operation_id', nullable: true}),
		outcome: {type: 'json', nullable: true},
		createdAt: time('created_at'),
	},
});

export type UploadRow = {
	hash: Buffer;
	accountId: string;
	name: string | null;
	contentType: string | null;
	bytes: number | null;
	sha256: string | null;
	expiresAt: Date;
	usedAt: Date | null;
};
export const UploadEntity = new EntitySchema<UploadRow>({
	name: 'Upload',
	tableName: 'uploads',
	columns: {
		hash: hash({primary: true}),
		accountId,
		name: {type: 'varchar', length: 255, nullable: true},
		contentType: word(100, {name: 'content_type', nullable: true}),
		bytes: {type: 'int', nullable: true},
		sha256: word(64, {nullable: true}),
		expiresAt: time('expires_at'),
		usedAt: time('used_at', {nullable: true}),
	},
});

export type QuotaRow = {accountId: string; kind: 'aiTexts' | 'narrationMs'; period: string; used: number; reserved: number};
export const QuotaEntity = new EntitySchema<QuotaRow>({
	name: 'Quota',
	tableName: 'quotas',
	columns: {
		accountId: {...accountId, primary: true},
		kind: word(12, {primary: true}),
		period: word(7, {primary: true}),
		used: {type: 'int'},
		reserved: {type: 'int'},
	},
});

export const ENTITIES = [
	AccountEntity,
	CredentialEntity,
	TourEntity,
	MediaEntity,
	PublicationEntity,
	OperationEntity,
	IdempotencyEntity,
	UploadEntity,
	QuotaEntity,
];
