import type {JobInput} from '../../../shared/queue/job.ts';
import {renderCover} from '../../../shared/queue/jobs/publishing.ts';
import type {Db} from '../../../shared/store/database.ts';
import type {MediaRow, PublicationRow} from '../../../shared/store/entities/tours.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {mediaByIds} from '../../../shared/store/media/media.ts';
import {setCoverJob} from '../../../shared/store/publications.ts';
import {type Exchanged, exchangeLink} from '../../../shared/store/redactions/exchange-link.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import {redactSnapshot, showsImage} from '../../../shared/tour/redaction.ts';
import {addAvif} from '../../../shared/tour/snapshot.ts';
import type {Work} from '../../runtime/handler.ts';
import {countedBytes} from '../publishing/build-bundle.ts';
import {storePlainCover} from '../publishing/render-cover.ts';
import {renderAt, rendererVersionAt, storePage} from '../publishing/render-page.ts';
import {readSnapshot} from '../publishing/snapshot.ts';

type Facts = Pick<MediaRow, 'mediaId' | 'width' | 'height' | 'color' | 'variants' | 'stills' | 'detail' | 'avif'>;
/** The picture of a page to exchange: `stepId` in one step alone, null in all. */
export type PictureExchange = {from: Pick<MediaRow, 'mediaId' | 'variants'>; to: Facts; stepId: string | null};

/**
 * Renders the page of a link or a preview with the redacted picture, without later changes of the tour; null if it does not show the
 * picture.
 */
export async function exchangedPage(
	publication: PublicationRow,
	{from, to, stepId}: PictureExchange,
	{services, accountId}: Pick<Work, 'services' | 'accountId'>,
): Promise<Exchanged | null> {
	const {files, config, database} = services;
	const before = await readSnapshot(files, publication.snapshot);
	const file = from.variants.at(-1)!.file;
	const snapshot = redactSnapshot(before, file, to, stepId);
	// A slide keeps its picture and shows none.
	if (snapshot === before && showsImage(before, file)) return null;
	const keeps = showsImage(snapshot, file);
	const media = [...new Set([...publication.media.filter(id => keeps || id !== from.mediaId), to.mediaId])];
	const rows = await mediaByIds(database.manager, accountId, media);
	const images = [...rows.values()];
	const cover = await storePlainCover(snapshot, services, accountId);
	const name = await files.put('snapshots', Buffer.from(canonicalJson(snapshot)), '.json');
	const shown = addAvif(snapshot, images);
	const {html, csp, fonts} = renderAt({...publication, ...cover, snapshot: name}, shown, config);
	return {
		...cover,
		snapshot: name,
		page: await storePage(files, {html, fonts}),
		csp,
		renderer: rendererVersionAt(config),
		media,
		bytes: countedBytes(html, shown).bytes,
		avifSince: publication.avifSince,
	};
}

/** Puts that page in its place, and orders its cover; null where the link was published again meanwhile, else the jobs that follow. */
export async function exchangePage(db: Db, publication: PublicationRow, page: Exchanged, mediaId: string): Promise<StoredJob[] | null> {
	if (!(await exchangeLink(db, publication, page, mediaId))) return null;
	const {id, accountId, kind, takenDownAt} = publication;
	if (kind !== 'live' || takenDownAt) return [];
	const input: JobInput<typeof renderCover> = {publicationId: id, snapshot: page.snapshot};
	const job = await insertJob(db, {accountId, type: renderCover.name, input});
	await setCoverJob(db, id, job.id);
	return [job];
}
