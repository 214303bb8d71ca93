import {newId} from '../ids.ts';
import {affected, type Db} from './database.ts';
import {PublicationEntity, type PublicationRow} from './entities.ts';

/** A link or a preview as the bundle job makes it. */
export type NewPublication = Omit<PublicationRow, 'id' | 'publishedAt' | 'takenDownAt' | 'cover'>;

/** What stands under a public address, or null where nothing ever did. */
export function findPublication(db: Db, address: string): Promise<PublicationRow | null> {
	return db.getRepository(PublicationEntity).findOneBy({address});
}

/** What a visit needs to know of a link or a preview. */
export type PublishedPage = Pick<
	PublicationRow,
	'address' | 'kind' | 'language' | 'snapshot' | 'page' | 'csp' | 'expiresAt' | 'takenDownAt'
>;

/** What stands under these public addresses, by address. */
export async function findPages(db: Db, addresses: string[]): Promise<Map<string, PublishedPage>> {
	const rows: PublishedPage[] = await db.query(
		`SELECT address, kind, language, snapshot, page, csp, expires_at AS expiresAt, taken_down_at AS takenDownAt
		 FROM publications WHERE address IN (?)`,
		[addresses],
	);
	return new Map(rows.map(row => [row.address, row]));
}

/** Puts a preview under its new address. */
export async function insertPublication(db: Db, publication: NewPublication): Promise<PublicationRow> {
	const row: PublicationRow = {...publication, id: newId('pub'), cover: null, publishedAt: new Date(), takenDownAt: null};
	await db.getRepository(PublicationEntity).insert(row);
	return row;
}

/** Swaps what stands under the link's address, in one row. The cover stays where the content is the same. */
export async function replacePublication(db: Db, before: PublicationRow, publication: NewPublication): Promise<PublicationRow> {
	const cover = before.snapshot === publication.snapshot ? before.cover : null;
	const row: PublicationRow = {...publication, id: before.id, cover, publishedAt: new Date(), takenDownAt: null};
	await db.getRepository(PublicationEntity).update({id: before.id}, row);
	return row;
}

/** The link of a tour answers 410 from now on. False where it was not up. */
export async function takeDown(db: Db, tourId: string): Promise<boolean> {
	const down = await affected(
		db,
		"UPDATE publications SET taken_down_at = ? WHERE tour_id = ? AND kind = 'live' AND taken_down_at IS NULL",
		[new Date(), tourId],
	);
	return down === 1;
}

/** Names the operation that renders the cover, for those who wait for it. */
export async function setCoverJob(db: Db, publicationId: string, operationId: string): Promise<void> {
	await db.getRepository(PublicationEntity).update({id: publicationId}, {coverJob: operationId});
}

/** Attaches a rendered cover, unless the link shows another content by now. */
export async function attachCover(db: Db, publicationId: string, snapshot: string, cover: string): Promise<void> {
	await db.query('UPDATE publications SET cover = ? WHERE id = ? AND snapshot = ?', [cover, publicationId, snapshot]);
}

/** Deletes previews that expired before `before`; answers how many. An expired one answers 410 until then. */
export function purgePreviews(db: Db, before: Date): Promise<number> {
	return affected(db, "DELETE FROM publications WHERE kind = 'preview' AND expires_at < ?", [before]);
}

/** Names of all stored files that links, previews and publishes under way are made of. */
export async function publicationFiles(db: Db): Promise<Set<string>> {
	const publications: Array<Pick<PublicationRow, 'page' | 'snapshot' | 'cover' | 'plainCover'>> = await db.query(
		'SELECT page, snapshot, cover, plain_cover AS plainCover FROM publications',
	);
	const underWay: Array<{snapshot: string}> = await db.query(
		"SELECT JSON_VALUE(input, '$.snapshot') AS snapshot FROM operations WHERE state IN ('queued', 'running')",
	);
	return new Set([
		...publications.flatMap(({page, snapshot, cover, plainCover}) => [
			...Object.values(page),
			snapshot,
			plainCover,
			...(cover ? [cover] : []),
		]),
		...underWay.map(({snapshot}) => snapshot),
	]);
}
