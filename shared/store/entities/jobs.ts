import {EntitySchema} from 'typeorm';
import type {CredentialType} from '../../contract/access.ts';
import type {Actor} from '../../contract/version.ts';
import {accountId, ascii, hash, id, time, word} from './columns.ts';

/** Rows of jobs, idempotency records, uploads, quotas, leases and marks. */

export type JobRow = {
	id: string;
	accountId: string;
	type: string;
	state: 'queued' | 'running' | 'succeeded' | 'failed';
	input: Record<string, unknown>;
	/** The caller; null for the service itself. */
	actor: Actor | null;
	outcome: Record<string, unknown> | null;
	progress: number;
	token: Buffer | null;
	attempts: number;
	/** The share of a quota that it holds until it has ended; null without. */
	quotaKind: QuotaRow['kind'] | null;
	quotaPeriod: string | null;
	quotaReserved: number | null;
	/** Time of the next look: the end of the lease while the job runs, the next relay while it waits. */
	dueAt: Date;
	createdAt: Date;
	finishedAt: Date | null;
};
export const JobEntity = new EntitySchema<JobRow>({
	name: 'Job',
	tableName: 'jobs',
	columns: {
		id,
		accountId,
		type: word(40),
		state: word(10),
		input: {type: 'json'},
		actor: {type: 'json', nullable: true},
		outcome: {type: 'json', nullable: true},
		progress: {type: 'double'},
		token: {type: 'binary', length: 16, nullable: true},
		attempts: {type: 'int'},
		quotaKind: word(12, {name: 'quota_kind', nullable: true}),
		quotaPeriod: word(7, {name: 'quota_period', nullable: true}),
		quotaReserved: {type: 'int', name: 'quota_reserved', nullable: true},
		dueAt: time('due_at'),
		createdAt: time('created_at'),
		finishedAt: time('finished_at', {nullable: true}),
	},
});

export type IdempotencyRow = {
	hash: Buffer;
	fingerprint: Buffer;
	accountId: string;
	jobId: string | null;
	outcome: Record<string, unknown> | null;
	createdAt: Date;
};
export const IdempotencyEntity = new EntitySchema<IdempotencyRow>({
	name: 'Idempotency',
	tableName: 'idempotency',
	columns: {
		hash: hash({primary: true}),
		fingerprint: hash(),
		accountId: ascii(40, {name: 'account_id'}),
		jobId: word(40, {name: 'job_id', nullable: true}),
		outcome: {type: 'json', nullable: true},
		createdAt: time('created_at'),
	},
});

export type UploadRow = {
	hash: Buffer;
	accountId: string;
	/** The credential that asked for the URL, which works as long as that does. */
	credentialType: CredentialType;
	credentialId: string;
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
		credentialType: word(10, {name: 'credential_type'}),
		credentialId: word(40, {name: 'credential_id'}),
		name: {type: 'varchar', length: 255, nullable: true},
		contentType: word(100, {name: 'content_type', nullable: true}),
		bytes: {type: 'int', nullable: true},
		sha256: word(64, {nullable: true}),
		expiresAt: time('expires_at'),
		usedAt: time('used_at', {nullable: true}),
	},
});

export type QuotaRow = {accountId: string; kind: 'aiTexts' | 'narrationMs' | 'videoMs'; period: string; used: number; reserved: number};
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

type LeaseRow = {name: string; token: Buffer; until: Date};

/** A lease on work that only one process at a time may do. Its table exists before any migration runs. */
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
export type MarkRow = {name: 'backup' | 'sweep' | 'administrator' | 'installation'; at: Date};
export const MarkEntity = new EntitySchema<MarkRow>({
	name: 'Mark',
	tableName: 'marks',
	columns: {name: ascii(40, {primary: true}), at: time('at')},
});
