import type {Media} from '../contract/image.ts';
import type {ImageVariant} from '../contract/snapshot.ts';
import {AppError} from '../errors.ts';
import {mediaUrl} from '../tour/addresses.ts';
import type {StoredImage} from '../tour/document.ts';
import {affected, type Db} from './database.ts';
import {MediaEntity, type MediaRow} from './entities.ts';

export type NewMedia = Omit<MediaRow, 'createdAt' | 'referencedAt'>;

/** The account's image, or null. */
export function findMedia(db: Db, accountId: string, mediaId: string): Promise<MediaRow | null> {
	return db.getRepository(MediaEntity).findOneBy({accountId, mediaId});
}

/**
 * Stores an ingested image. The same bytes again change nothing but the day on which they were last seen; false then.
 */
export async function saveMedia(db: Db, media: NewMedia): Promise<boolean> {
	const now = new Date();
	// A changed row counts as two.
	const rows = await affected(
		db,
		`INSERT INTO media (account_id, media_id, name, width, height, format, bytes, color, variants, stills, avif, created_at, referenced_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE referenced_at = VALUES(referenced_at)`,
		[
			media.accountId,
			media.mediaId,
			media.name,
			media.width,
			media.height,
			media.format,
			media.bytes,
			media.color,
			JSON.stringify(media.variants),
			JSON.stringify(media.stills),
			JSON.stringify(media.avif),
			now,
			now,
		],
	);
	return rows === 1;
}

/** Adds the AVIF variants of an image, unless it is gone by now. */
export async function saveAvif(db: Db, accountId: string, mediaId: string, avif: ImageVariant[]): Promise<void> {
	await db.query('UPDATE media SET avif = ? WHERE account_id = ? AND media_id = ?', [JSON.stringify(avif), accountId, mediaId]);
}

/** The account's image, or null. Marks it as used, so that a sweep that runs at the same time leaves it: whichever of the two comes first wins the row. */
export async function touchMedia(db: Db, accountId: string, mediaId: string): Promise<MediaRow | null> {
	const now = new Date();
	const found = await affected(db, 'UPDATE media SET referenced_at = ? WHERE account_id = ? AND media_id = ?', [now, accountId, mediaId]);
	return found ? findMedia(db, accountId, mediaId) : null;
}

/** The account's image as a step takes it, marked as used. Throws `not_found`. */
export async function useMedia(db: Db, accountId: string, mediaId: string): Promise<StoredImage> {
	const media = await touchMedia(db, accountId, mediaId);
	if (!media) {
		throw new AppError('not_found', {
			errors: [
				{
					field: 'image.mediaId',
					message: 'There is no image with this mediaId.',
					hint: 'Upload the image first and pass the mediaId that the upload answers.',
				},
			],
		});
	}
	return storedImage(media);
}

export function storedImage(media: Pick<MediaRow, 'mediaId' | 'variants' | 'width' | 'height'>): StoredImage {
	return {mediaId: media.mediaId, file: media.variants.at(-1)!.file, width: media.width, height: media.height};
}

export function presentMedia(media: NewMedia, baseUrl: string): Media {
	const {mediaId, name, width, height, format, bytes} = media;
	return {mediaId, name, width, height, format, bytes, url: mediaUrl(baseUrl, media.variants.at(-1)!.file)};
}

/** Marks what tours and links use today, then answers what nobody has used since `before`, `limit` rows at most. */
export async function findUnreferencedMedia(db: Db, before: Date, limit: number): Promise<MediaRow[]> {
	await db.query(
		`UPDATE media JOIN (
			SELECT t.account_id, used.media_id FROM tours t,
				JSON_TABLE(t.document, '$.steps[*]' COLUMNS (media_id VARCHAR(64) PATH '$.image.mediaId')) used
			UNION
			SELECT p.account_id, used.media_id FROM publications p,
				JSON_TABLE(p.media, '$[*]' COLUMNS (media_id VARCHAR(64) PATH '$')) used
			WHERE p.taken_down_at IS NULL
		) in_use ON in_use.account_id = media.account_id AND in_use.media_id = media.media_id
		SET media.referenced_at = UTC_TIMESTAMP(3)`,
	);
	return db
		.getRepository(MediaEntity)
		.createQueryBuilder('media')
		.where('media.referencedAt < :before', {before})
		.orderBy('media.referencedAt')
		.limit(limit)
		.getMany();
}

/** Deletes the row where it is still unreferenced; answers whether it did. */
export async function deleteUnreferencedMedia(db: Db, {accountId, mediaId}: MediaRow, before: Date): Promise<boolean> {
	const deleted = await affected(db, 'DELETE FROM media WHERE account_id = ? AND media_id = ? AND referenced_at < ?', [
		accountId,
		mediaId,
		before,
	]);
	return deleted === 1;
}

/** True where any account has an image of these bytes. */
export function mediaExists(db: Db, mediaId: string): Promise<boolean> {
	return db.getRepository(MediaEntity).existsBy({mediaId});
}

/** Those of the public files that some image is made of: images of different bytes may have a variant in common. */
export async function filesInUse(db: Db, files: string[]): Promise<Set<string>> {
	if (files.length === 0) return new Set();
	const part = (column: 'variants' | 'stills' | 'avif') =>
		`SELECT used.file FROM media, JSON_TABLE(media.${column}, '$[*]' COLUMNS (file VARCHAR(80) PATH '$.file')) used WHERE used.file IN (?)`;
	const rows: Array<{file: string}> = await db.query(`${part('variants')} UNION ${part('stills')} UNION ${part('avif')}`, [
		files,
		files,
		files,
	]);
	return new Set(rows.map(row => row.file));
}

/** The account's images with these identifiers, by identifier. */
export async function mediaByIds(db: Db, accountId: string, mediaIds: string[]): Promise<Map<string, MediaRow>> {
	if (mediaIds.length === 0) return new Map();
	const rows = await db
		.getRepository(MediaEntity)
		.createQueryBuilder('media')
		.where('media.accountId = :accountId AND media.mediaId IN (:...mediaIds)', {accountId, mediaIds})
		.getMany();
	return new Map(rows.map(row => [row.mediaId, row]));
}
