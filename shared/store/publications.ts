import {LRUCache} from 'lru-cache';
import type {EndCta} from '../contract/cards.ts';
import type {Snapshot} from '../contract/snapshot.ts';
import type {FileStore} from '../files/file-store.ts';
import {newId, randomToken, sha256} from '../ids.ts';
import {type CountedPaths, countedPaths} from '../tour/paths/flow.ts';
import {changeAccountTotals} from './access/account-totals.ts';
import {readClosing} from './account-end/closing.ts';
import {affected, type Db, deleteInBatches, exists, outlastReaders, queryOne} from './database.ts';
import {PublicationEntity, type PublicationRow} from './entities/tours.ts';
import {publicationFiles, recordFiles, recordUses, replaceFiles} from './media/uses.ts';
import type {LockedTour} from './tour-list.ts';

/** A link or a preview, as the job `build-bundle` makes it. */
export type NewPublication = Omit<PublicationRow, 'id' | 'publishedAt' | 'takenDownAt' | 'cover' | 'askedRenderer'>;

/** The facts about a published page that statistics need. */
export type PublishedContent = {
	steps: Array<{id: string; title: string | null}>;
	/** Place of each step, from 1. */
	places: ReadonlyMap<string, number>;
	paths: CountedPaths;
	/** The buttons of the closing card, as the page names them. */
	buttons: ReadonlySet<'whatsapp' | 'link'>;
};

/** Facts by snapshot. Snapshots are named by their content, so the facts stay true. Sized by steps and ways between them. */
const read = new LRUCache<string, PublishedContent>({
	maxSize: 50_000,
	sizeCalculation: ({steps, paths}) => 1 + steps.length + paths.edges.length,
});

/** Returns the publication under a slug, or null if there never was one. */
export function findPublication(db: Db, slug: string): Promise<PublicationRow | null> {
	return db.getRepository(PublicationEntity).findOneBy({slug});
}

/** Returns the publication as visitors see it: taken down if its account is to be deleted. */
export async function findShownPublication(db: Db, slug: string): Promise<PublicationRow | null> {
	const row = await findPublication(db, slug);
	if (!row || row.takenDownAt) return row;
	return {...row, takenDownAt: (await readClosing(db, row.accountId))?.askedAt ?? null};
}

/** The facts about a link or a preview that a visit needs. */
export type PublishedPage = Pick<PublicationRow, 'slug' | 'kind' | 'language' | 'snapshot' | 'page' | 'csp' | 'expiresAt' | 'takenDownAt'>;

/** Returns the pages under these slugs, by slug. */
export async function findPages(db: Db, slugs: string[]): Promise<Map<string, PublishedPage>> {
	const rows: PublishedPage[] = await db.query(
		`SELECT p.slug, p.kind, p.language, p.snapshot, p.page, p.csp, p.expires_at AS expiresAt,
			COALESCE(p.taken_down_at, a.deletion_asked_at) AS takenDownAt
		 FROM publications p JOIN accounts a ON a.id = p.account_id WHERE p.slug IN (?)`,
		[slugs],
	);
	return new Map(rows.map(row => [row.slug, row]));
}

/** Returns the plain cover of this recipe, if any link or preview has one; else null. */
export async function findPlainCover(db: Db, recipe: Buffer): Promise<string | null> {
	const row = await queryOne<{file: string}>(db, 'SELECT plain_cover AS file FROM publications WHERE plain_recipe = ? LIMIT 1', [recipe]);
	return row?.file ?? null;
}

/** Puts a link or a preview under its new slug. */
export async function insertPublication(db: Db, publication: NewPublication): Promise<PublicationRow> {
	const row = published(publication, newId('pub'), null);
	await db.getRepository(PublicationEntity).insert(row);
	await recordPublication(db, row, []);
	return row;
}

/** Replaces the publication under a link's slug, in one row. An unchanged content keeps its cover. The tour must be locked. */
export async function replacePublication(db: Db, before: PublicationRow, publication: NewPublication): Promise<PublicationRow> {
	const row = published(publication, before.id, before.snapshot === publication.snapshot ? before.cover : null);
	await db.getRepository(PublicationEntity).update({id: before.id}, row);
	outlastReaders(db);
	await recordPublication(db, row, usesOfPublication(before));
	return row;
}

function published(publication: NewPublication, id: string, cover: string | null): PublicationRow {
	const now = new Date();
	return {...publication, id, cover, publishedAt: now, takenDownAt: null, askedRenderer: publication.renderer};
}

/** Returns the uses to record. A link that is down keeps its few files, but no images. */
function usesOfPublication({media, audio, takenDownAt}: Pick<PublicationRow, 'media' | 'audio' | 'takenDownAt'>): string[] {
	return takenDownAt ? [] : [...media, ...audio];
}

async function recordPublication(db: Db, row: PublicationRow, before: string[]): Promise<void> {
	const {id, accountId} = row;
	await recordUses(db, {accountId, kind: 'publication', id}, before, usesOfPublication(row));
	await replaceFiles(db, {kind: 'publication', id}, publicationFiles(row));
}

/** Takes a tour's link down: it answers 410 from now on. False if it was not up. The tour must be locked. */
export async function takeDown(db: Db, tourId: string): Promise<boolean> {
	const row = await queryOne<Pick<PublicationRow, 'id' | 'accountId'>>(
		db,
		"SELECT id, account_id AS accountId FROM publications WHERE tour_id = ? AND kind = 'live' AND taken_down_at IS NULL FOR UPDATE",
		[tourId],
	);
	if (!row) return false;
	await db.query('UPDATE publications SET taken_down_at = ?, avif_since = NULL WHERE id = ?', [new Date(), row.id]);
	await recordUses(db, {accountId: row.accountId, kind: 'publication', id: row.id}, null, []);
	outlastReaders(db);
	return true;
}

/** Records the job that renders the cover, for those who wait for it. */
export async function setCoverJob(db: Db, publicationId: string, jobId: string): Promise<void> {
	await db.getRepository(PublicationEntity).update({id: publicationId}, {coverJob: jobId});
}

/** True if the link shows this content; it stays so until the transaction ends. */
export async function showsSnapshot(db: Db, publicationId: string, snapshot: string): Promise<boolean> {
	return exists(db, 'SELECT 1 FROM publications WHERE id = ? AND snapshot = ? LOCK IN SHARE MODE', [publicationId, snapshot]);
}

/** A link or a preview by its id, or null. */
export function readPublication(db: Db, id: string): Promise<PublicationRow | null> {
	return db.getRepository(PublicationEntity).findOneBy({id});
}

/** Attaches a rendered cover, unless the link shows another content by now. */
export async function attachCover(db: Db, publicationId: string, snapshot: string, cover: string): Promise<void> {
	const attached = await affected(db, 'UPDATE publications SET cover = ? WHERE id = ? AND snapshot = ?', [cover, publicationId, snapshot]);
	if (attached) await recordFiles(db, {kind: 'publication', id: publicationId}, [cover]);
}

/**
 * Deletes previews that expired before `before`, `limit` at most; returns how many. Until then they return 410.
 * Must run in a transaction.
 */
export async function purgePreviews(db: Db, before: Date, limit: number): Promise<number> {
	const rows: Array<Pick<PublicationRow, 'id' | 'accountId'>> = await db.query(
		"SELECT id, account_id AS accountId FROM publications WHERE kind = 'preview' AND expires_at < ? ORDER BY expires_at LIMIT ? FOR UPDATE",
		[before, limit],
	);
	for (const {id, accountId} of rows) {
		await recordUses(db, {accountId, kind: 'publication', id}, null, []);
		await replaceFiles(db, {kind: 'publication', id}, []);
		await db.query('DELETE FROM publications WHERE id = ?', [id]);
	}
	return rows.length;
}

/** The content of a publication by the name of its snapshot. */
export async function publishedContent(files: FileStore, snapshot: string): Promise<PublishedContent> {
	const known = read.get(snapshot);
	if (known) return known;
	const bytes = await files.read('snapshots', snapshot);
	if (!bytes) throw new Error(`The snapshot ${snapshot} of a publication is not stored.`);
	const {steps, endCta}: Snapshot = JSON.parse(bytes.toString());
	const content: PublishedContent = {
		steps: steps.map(({id, title}) => ({id, title})),
		places: new Map(steps.map(({id}, index) => [id, index + 1])),
		paths: countedPaths(steps),
		buttons: new Set(buttonsOf(endCta)),
	};
	read.set(snapshot, content);
	return content;
}

/** Returns the buttons as a page names them: by their target, so a link to WhatsApp counts as `whatsapp`. */
function buttonsOf({enabled, whatsapp, link}: EndCta): Array<'whatsapp' | 'link'> {
	if (!enabled) return [];
	return [
		...(whatsapp ? ['whatsapp' as const] : []),
		...(link ? ([URL.parse(link.url)?.hostname === 'wa.me' ? 'whatsapp' : 'link'] as const) : []),
	];
}

// Changes of a tour's row when it is published and unpublished.

/** Gives the tour its slug, which it keeps for ever. The tour must be locked. */
export async function reserveSlug(db: Db, id: string): Promise<string> {
	const slug = randomToken();
	await db.query('UPDATE tours SET slug = ? WHERE id = ?', [slug, id]);
	return slug;
}

/** Marks a locked tour as published. `shownVersion`: the content's version on its link. Returns the tour's new version. */
export async function publishTour(db: Db, tour: LockedTour, shownVersion: number): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'published', published_version = ?, version = ?, updated_at = ? WHERE id = ?", [
		shownVersion,
		version,
		new Date(),
		tour.id,
	]);
	await changeAccountTotals(db, tour.accountId, {published: tour.status === 'published' ? 0 : 1});
	return version;
}

/** Records that the link of a locked, published tour shows the content of this version. */
export async function showVersion(db: Db, id: string, version: number): Promise<void> {
	await db.query('UPDATE tours SET published_version = ? WHERE id = ?', [version, id]);
}

/** Marks a locked tour as unpublished. Returns its new version. */
export async function unpublishTour(db: Db, tour: LockedTour): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'unpublished', published_version = NULL, version = ?, updated_at = ? WHERE id = ?", [
		version,
		new Date(),
		tour.id,
	]);
	await changeAccountTotals(db, tour.accountId, {published: tour.status === 'published' ? -1 : 0});
	return version;
}

// Links of deleted accounts: for a year they still say that they were taken down. Only hashes of slugs are kept.

export async function retireSlug(db: Db, slug: string, language: string): Promise<void> {
	await db.query(
		'INSERT INTO retired_slugs (hash, language, retired_at) VALUES (?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE language = language',
		[sha256(slug), language],
	);
}

/** Language of the page that stood there; null where nothing is remembered. */
export async function findRetired(db: Db, slug: string): Promise<string | null> {
	const row = await queryOne<{language: string}>(db, 'SELECT language FROM retired_slugs WHERE hash = ?', [sha256(slug)]);
	return row?.language ?? null;
}

export function purgeRetired(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM retired_slugs WHERE retired_at < ? ORDER BY retired_at LIMIT ?', [before]);
}
