import {RETENTION} from '../../contract/retention.ts';
import {randomToken, sha256} from '../../ids.ts';
import {type Credential, stillValid} from '../access/credentials.ts';
import {affected, type Db} from '../database.ts';
import {UploadEntity, type UploadRow} from '../entities/jobs.ts';

/** The client's facts about the bytes that it will send; those that it gave are checked. */
export type Announced = Pick<UploadRow, 'name' | 'contentType' | 'bytes' | 'sha256'>;

/** A new single-use upload; its token is returned once and only its hash is kept. */
export async function createUpload(
	db: Db,
	{accountId, credential}: {accountId: string; credential: Pick<Credential, 'id' | 'type'>},
	announced: Announced,
): Promise<{token: string; expiresAt: Date}> {
	const by = {accountId, credentialType: credential.type, credentialId: credential.id};
	const token = randomToken();
	const expiresAt = new Date(Date.now() + RETENTION.uploadUrlMs);
	await db.getRepository(UploadEntity).insert({hash: sha256(token), ...by, ...announced, expiresAt, usedAt: null});
	return {token, expiresAt};
}

/** Returns the upload behind a token, used or not, or null where it never was, or has expired with its time or its credential. */
export async function findUpload(db: Db, token: string): Promise<UploadRow | null> {
	const upload = await db
		.getRepository(UploadEntity)
		.createQueryBuilder('upload')
		.where('upload.hash = :hash AND upload.expiresAt > :now', {hash: sha256(token), now: new Date()})
		.getOne();
	if (!upload) return null;
	const valid = await stillValid(db, [{id: upload.credentialId, type: upload.credentialType}]);
	return valid.size > 0 ? upload : null;
}

/**
 * Uses the upload up for the bytes with this sha256. True also where the same bytes have used it up: a client that did not
 * hear the answer sends them again.
 */
export async function useUpload(db: Db, upload: UploadRow, sha256: string): Promise<boolean> {
	const now = new Date();
	const used = await affected(
		db,
		'UPDATE uploads SET used_at = ?, sha256 = ? WHERE hash = ? AND (used_at IS NULL OR sha256 = ?) AND expires_at > ?',
		[now, sha256, upload.hash, sha256, now],
	);
	return used === 1;
}

/** Gives the upload back, as it was before it was used, after an image that was refused. */
export async function releaseUpload(db: Db, upload: UploadRow): Promise<void> {
	await db.query('UPDATE uploads SET used_at = NULL, sha256 = ? WHERE hash = ?', [upload.sha256, upload.hash]);
}

export function purgeUploads(db: Db, before: Date): Promise<number> {
	return affected(db, 'DELETE FROM uploads WHERE expires_at < ?', [before]);
}
