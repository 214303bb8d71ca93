import type {ImageVariant} from '../../contract/snapshot.ts';
import {AppError} from '../../errors.ts';
import type {StoredImage} from '../../tour/document/document.ts';
import {changeAccountTotals} from '../access/account-totals.ts';
import {affected, type Db, findAmong} from '../database.ts';
import {MediaEntity, type MediaRow} from '../entities/tours.ts';
import {type Asked, redactedStandIns} from '../redactions/redactions.ts';
import {deleteElements} from './elements.ts';
import {imageFiles, imageUser, lockUnused, recordFiles, replaceFiles} from './uses.ts';

/** An image as it comes in. */
export type NewMedia = Omit<MediaRow, 'createdAt' | 'referencedAt' | 'unusedSince'>;

/** An image's id: the sha256 of its bytes. */
const MEDIA_ID = /^[0-9a-f]{64}$/;
/** Restarts the time of an unused image that was asked for: the caller may be about to use it. */
const PUT_OFF = 'unused_since = IF(unused_since IS NULL, NULL, UTC_TIMESTAMP(3))';

/** The account's image, or null. */
export function findMedia(db: Db, accountId: string, mediaId: string): Promise<MediaRow | null> {
	return db.getRepository(MediaEntity).findOneBy({accountId, mediaId});
}

/** Stores an ingested image. Returns false for known bytes, of which only the time of the last use changes. */
export async function saveMedia(db: Db, media: NewMedia): Promise<boolean> {
	const now = new Date();
	// The server counts a changed row as two.
	const rows = await affected(
		db,
		`INSERT INTO media (account_id, media_id, original, name, width, height, format, bytes, color, variants, stills, avif, detail, frameless, created_at, referenced_at, unused_since)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		 ON DUPLICATE KEY UPDATE referenced_at = VALUES(referenced_at), ${PUT_OFF}`,
		[
			media.accountId,
			media.mediaId,
			media.original,
			media.name,
			media.width,
			media.height,
			media.format,
			media.bytes,
			media.color,
			JSON.stringify(media.variants),
			JSON.stringify(media.stills),
			JSON.stringify(media.avif),
			media.detail,
			Number(media.frameless),
			now,
			now,
			now,
		],
	);
	if (rows !== 1) return false;
	await recordFiles(db, imageUser(media.accountId, media.mediaId), imageFiles(media));
	await changeAccountTotals(db, media.accountId, {images: 1, bytes: media.bytes});
	return true;
}

export type NamedImages = ReadonlyMap<string, string[]>;

/**
 * Returns the mediaIds of the account's images with these hashes: the sha256 of the upload, which is the mediaId, or of
 * the file without metadata that the service hands out. Several uploads may share such a file.
 */
export async function imagesNamed(db: Db, accountId: string, hashes: readonly string[]): Promise<NamedImages> {
	const named = [...new Set(hashes)].filter(hash => MEDIA_ID.test(hash));
	if (named.length === 0) return new Map();
	const rows: Array<{mediaId: string; original: string}> = await db.query(
		`SELECT media_id AS mediaId, original FROM media WHERE account_id = ? AND media_id IN (?)
		 UNION SELECT media_id, original FROM media WHERE account_id = ? AND original IN (?) ORDER BY mediaId`,
		[accountId, named, accountId, named],
	);
	const found = named.map(
		hash => [hash, rows.filter(row => row.mediaId === hash || row.original === hash).map(({mediaId}) => mediaId)] as const,
	);
	return new Map(found.filter(([, mediaIds]) => mediaIds.length > 0));
}

/** Returns one mediaId for each hash: that of the upload with the hash, else the first. */
export async function knownAs(db: Db, accountId: string, hashes: readonly string[]): Promise<Map<string, string>> {
	const found = await imagesNamed(db, accountId, hashes);
	return new Map([...found].map(([hash, mediaIds]) => [hash, mediaIds.includes(hash) ? hash : mediaIds[0]!]));
}

/** Adds the AVIF variants of an image, unless it is gone by now. */
export async function saveAvif(db: Db, accountId: string, mediaId: string, avif: ImageVariant[]): Promise<void> {
	const found = await affected(db, 'UPDATE media SET avif = ? WHERE account_id = ? AND media_id = ?', [
		JSON.stringify(avif),
		accountId,
		mediaId,
	]);
	if (!found) return;
	await recordFiles(
		db,
		imageUser(accountId, mediaId),
		avif.map(({file}) => file),
	);
}

/** Returns the account's image, or null. Marks it as used, so that a later sweep leaves it. */
export async function touchMedia(db: Db, accountId: string, mediaId: string): Promise<MediaRow | null> {
	const now = new Date();
	const found = await affected(db, `UPDATE media SET referenced_at = ?, ${PUT_OFF} WHERE account_id = ? AND media_id = ?`, [
		now,
		accountId,
		mediaId,
	]);
	return found ? findMedia(db, accountId, mediaId) : null;
}

/** Returns the account's image for a step, marked as used; a redacted one is replaced by its successor. Throws `not_found`. */
export async function useMedia(db: Db, accountId: string, mediaId: string, place: Asked = {}): Promise<StoredImage> {
	const known = (await knownAs(db, accountId, [mediaId])).get(mediaId) ?? mediaId;
	const standIn = (await redactedStandIns(db, accountId, [known], place)).get(known);
	const media = await touchMedia(db, accountId, standIn ?? known);
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

/**
 * Returns the account's images with these identifiers, as steps take them; those that exist. Marks them as used,
 * unless the call is a dry run. A redacted image, in this tour or everywhere, is replaced by its redacted one.
 */
export async function useImages(
	db: Db,
	accountId: string,
	named: string[],
	mark: boolean,
	tourId: string | null = null,
): Promise<Map<string, StoredImage>> {
	if (named.length === 0) return new Map();
	const standIns = await redactedStandIns(db, accountId, named, {tourId});
	const mediaIds = [...new Set(named.map(mediaId => standIns.get(mediaId) ?? mediaId))].sort();
	if (mark) {
		await db.query(`UPDATE media SET referenced_at = ?, ${PUT_OFF} WHERE account_id = ? AND media_id IN (?)`, [
			new Date(),
			accountId,
			mediaIds,
		]);
	}
	const media = await mediaByIds(db, accountId, mediaIds);
	return new Map(
		named.flatMap(mediaId => {
			const row = media.get(standIns.get(mediaId) ?? mediaId);
			return row ? [[mediaId, storedImage(row)] as const] : [];
		}),
	);
}

type Stored = Pick<MediaRow, 'mediaId' | 'variants' | 'width' | 'height' | 'frameless'>;

export function storedImage({mediaId, variants, width, height, frameless}: Stored): StoredImage {
	return {mediaId, file: variants.at(-1)!.file, width, height, ...(frameless && {frameless: true})};
}

/** Returns the largest variants' files of all accounts' images whose mediaId begins with these two digits. */
export async function largestVariants(db: Db, part: string): Promise<string[]> {
	const rows: Array<Pick<MediaRow, 'variants'>> = await db.query('SELECT variants FROM media WHERE media_id LIKE ?', [`${part}%`]);
	return [...new Set(rows.map(({variants}) => variants.at(-1)!.file))];
}

/** Finds images that have been unused since `before`, the longest unused first, `limit` at most. */
export function findUnusedMedia(db: Db, before: Date, limit: number): Promise<MediaRow[]> {
	return db
		.getRepository(MediaEntity)
		.createQueryBuilder('media')
		.where('media.unusedSince < :before', {before})
		.orderBy('media.unusedSince')
		.limit(limit)
		.getMany();
}

/**
 * Deletes the row if it has no users and was not asked for since `before`; returns whether it did. Must run in a
 * transaction: a step that takes the image at this moment waits for the row or is waited for, and keeps it or is
 * refused.
 */
export async function deleteUnusedMedia(db: Db, {accountId, mediaId, bytes}: MediaRow, before: Date): Promise<boolean> {
	if (!(await lockUnused(db, ['media', 'media_id'], [accountId, mediaId], mediaId, before))) return false;
	await db.query('DELETE FROM media WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
	await replaceFiles(db, imageUser(accountId, mediaId), []);
	await deleteElements(db, accountId, mediaId);
	await changeAccountTotals(db, accountId, {images: -1, bytes: -bytes});
	return true;
}

/** Returns those of these original files that an image of any account uses. */
export function originalsInUse(db: Db, names: readonly string[]): Promise<Set<string>> {
	return findAmong(db, names, 'SELECT DISTINCT original AS name FROM media WHERE original IN (?)');
}

/** Returns the public files of an image, in all accounts. */
export async function filesOfImage(db: Db, mediaId: string): Promise<Set<string>> {
	const rows: Array<Pick<MediaRow, 'variants' | 'stills' | 'avif'>> = await db.query(
		'SELECT variants, stills, avif FROM media WHERE media_id = ?',
		[mediaId],
	);
	return new Set(rows.flatMap(imageFiles));
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

/** Reads and locks the account's images with these identifiers, after waiting for changes under way. */
export function lockMedia(db: Db, accountId: string, mediaIds: string[]): Promise<Array<Pick<MediaRow, 'variants' | 'avif'>>> {
	if (mediaIds.length === 0) return Promise.resolve([]);
	return db.query('SELECT variants, avif FROM media WHERE account_id = ? AND media_id IN (?) ORDER BY media_id LOCK IN SHARE MODE', [
		accountId,
		mediaIds,
	]);
}
