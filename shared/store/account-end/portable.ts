import type {TourContent} from '../../tour/document/document.ts';
import {type Db, queryOne} from '../database.ts';
import type {SpeechRow} from '../entities/narration.ts';
import type {MediaRow, TourRow} from '../entities/tours.ts';
import {type ListedVersion, listVersions} from '../versions.ts';

/** Data of an account for its export, a page at a time. */

/** A tour with what is known of it, also from the bin. */
export type PortableTour = Pick<
	TourRow,
	'id' | 'createdBy' | 'status' | 'slug' | 'docKey' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'
> & {
	content: TourContent;
};

const VERSIONS_MAX = 1000;

/** The account's tour, or null where it is gone by now. */
export async function readPortableTour(db: Db, accountId: string, id: string): Promise<PortableTour | null> {
	const row = await queryOne<Omit<PortableTour, 'content'> & Pick<TourRow, 'name' | 'document'>>(
		db,
		`SELECT id, name, document, created_by AS createdBy, status, slug, doc_key AS docKey, version, created_at AS createdAt,
			updated_at AS updatedAt, deleted_at AS deletedAt
		 FROM tours WHERE id = ? AND account_id = ?`,
		[id, accountId],
	);
	if (!row) return null;
	const {name, document, ...rest} = row;
	return {...rest, content: {name, ...document}};
}

/** Lists the tour's stored versions, newest first. */
export function portableVersions(db: Db, tourId: string): Promise<ListedVersion[]> {
	return listVersions(db, tourId, {limit: VERSIONS_MAX, before: null});
}

export type PortableImage = Pick<MediaRow, 'mediaId' | 'original' | 'name' | 'width' | 'height' | 'format' | 'bytes' | 'createdAt'>;

/** The account's images, those after `after`. */
export function portableImages(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<PortableImage[]> {
	return db.query(
		`SELECT media_id AS mediaId, original, name, width, height, format, bytes, created_at AS createdAt FROM media
		 WHERE account_id = ? AND media_id > ? ORDER BY media_id LIMIT ?`,
		[accountId, after, limit],
	);
}

export type PortableSound = Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script' | 'createdAt'>;

/** Lists the account's speech, files after `after`. */
export function portableSounds(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<PortableSound[]> {
	return db.query(
		`SELECT file, MIN(duration_ms) AS durationMs, MIN(bytes) AS bytes, MIN(script) AS script, MIN(created_at) AS createdAt FROM speech
		 WHERE account_id = ? AND file > ? GROUP BY file ORDER BY file LIMIT ?`,
		[accountId, after, limit],
	);
}

/** How many tours, images and sounds there are: by these the work is measured. */
export async function countPortable(db: Db, accountId: string): Promise<number> {
	const row = await queryOne<{items: string}>(
		db,
		`SELECT (SELECT COUNT(*) FROM tours WHERE account_id = ?) + (SELECT COUNT(*) FROM media WHERE account_id = ?)
			+ (SELECT COUNT(*) FROM speech WHERE account_id = ?) AS items`,
		[accountId, accountId, accountId],
	);
	return Number(row?.items ?? 0);
}
