import type {ReadElement} from '../../contract/pictures/element.ts';
import type {Db} from '../database.ts';
import {ElementsEntity} from '../entities/tours.ts';

/** Raised when the reader finds more: images read by an earlier version are read again. */
const READER_VERSION = 8;

/** Returns the elements found on the account's image; null if it has not been read. */
export async function findElements(db: Db, accountId: string, mediaId: string): Promise<ReadElement[] | null> {
	const row = await db.getRepository(ElementsEntity).findOneBy({accountId, mediaId, readerVersion: READER_VERSION});
	return row?.elements ?? null;
}

/** Stores the elements if the image exists, which then stays until the transaction ends. */
export async function saveElements(db: Db, accountId: string, mediaId: string, elements: ReadElement[]): Promise<void> {
	const found = await db.query('SELECT media_id FROM media WHERE account_id = ? AND media_id = ? LOCK IN SHARE MODE', [accountId, mediaId]);
	if (found.length === 0) return;
	await db.query(
		`INSERT INTO media_elements (account_id, media_id, edition, elements, read_at) VALUES (?, ?, ?, ?, ?)
		 ON DUPLICATE KEY UPDATE edition = VALUES(edition), elements = VALUES(elements), read_at = VALUES(read_at)`,
		[accountId, mediaId, READER_VERSION, JSON.stringify(elements), new Date()],
	);
}

/** Deletes the elements of an image that is removed. */
export async function deleteElements(db: Db, accountId: string, mediaId: string): Promise<void> {
	await db.query('DELETE FROM media_elements WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
}
