import {affected, type Db, outlastReaders} from '../database.ts';
import type {PublicationRow} from '../entities/tours.ts';
import {insertDerived} from '../media/derived-files.ts';
import {publicationFiles, recordUses, replaceFiles} from '../media/uses.ts';

/** The columns of a link or a preview that change with one of its pictures. */
export type Exchanged = Pick<
	PublicationRow,
	'snapshot' | 'page' | 'csp' | 'renderer' | 'media' | 'bytes' | 'plainCover' | 'plainRecipe' | 'avifSince'
>;

/**
 * Replaces a page by the one with the redacted picture, and records that its covers are made of `mediaId`. False if
 * the link was published again meanwhile.
 */
export async function exchangeLink(db: Db, before: PublicationRow, after: Exchanged, mediaId: string): Promise<boolean> {
	const {id, accountId, cover, plainCover} = before;
	const exchanged = await affected(
		db,
		`UPDATE publications SET snapshot = ?, page = ?, csp = ?, renderer = ?, asked_renderer = ?, media = ?, bytes = ?, plain_cover = ?,
			plain_recipe = ?, avif_since = ?, cover = NULL, cover_job = NULL
		 WHERE id = ? AND snapshot = ? AND published_at = ?`,
		[
			after.snapshot,
			JSON.stringify(after.page),
			after.csp,
			after.renderer,
			after.renderer,
			JSON.stringify(after.media),
			after.bytes,
			after.plainCover,
			after.plainRecipe,
			after.avifSince,
			id,
			before.snapshot,
			before.publishedAt,
		],
	);
	if (exchanged === 0) return false;
	outlastReaders(db);
	const uses = before.takenDownAt ? [] : [...after.media, ...before.audio];
	await recordUses(db, {accountId, kind: 'publication', id}, null, uses);
	await replaceFiles(db, {kind: 'publication', id}, publicationFiles({...before, ...after, cover: null}));
	const covers = [plainCover, ...(cover ? [cover] : [])];
	await insertDerived(
		db,
		covers.map(file => ({accountId, mediaId, file})),
	);
	return true;
}
