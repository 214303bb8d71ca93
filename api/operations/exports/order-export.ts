import {VERSION} from '../../../shared/config/version.ts';
import {completeOptions, type ExportFormat, factsOf} from '../../../shared/contract/exports/index.ts';
import type {ExportTourSource} from '../../../shared/contract/exports/tour-export.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {sha256} from '../../../shared/ids.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {exportTour} from '../../../shared/queue/jobs/exporting.ts';
import {docKeyOf} from '../../../shared/store/documents/documents.ts';
import {
	dropRecipe,
	type FoundTourExport,
	findTourExport,
	insertTourExport,
	newTourExport,
	renewTourExport,
	requireExportsLeft,
	tourExportOf,
} from '../../../shared/store/exports/tour-exports.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {mediaByIds} from '../../../shared/store/media/media.ts';
import {findPublication} from '../../../shared/store/publications.ts';
import {reserveQuota} from '../../../shared/store/quotas.ts';
import type {StoredTour} from '../../../shared/store/tour-list.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import {contentAt} from '../../../shared/store/versions.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import type {TourContent} from '../../../shared/tour/document/document.ts';
import {documentOf} from '../../../shared/tour/document/from-document.ts';
import {
	asShown,
	countedLengthMs,
	exportName,
	outdatedNarrations,
	spokenLanguages,
	spokenTag,
	withoutAvif,
} from '../../../shared/tour/export-source.ts';
import {publishFaults} from '../../../shared/tour/readiness.ts';
import {makeSnapshot} from '../../../shared/tour/snapshot.ts';
import {tourUrl} from '../../../shared/tour/urls.ts';
import type {Call} from '../../pipeline/operation.ts';

export type Asked = {
	id: string;
	format: ExportFormat;
	language?: string;
	options?: Record<string, unknown>;
	source?: ExportTourSource;
};

/** The content of an export, before a language is chosen. */
type Material = {snapshot: Snapshot; media: string[]; content: TourContent | null};

/** The export that was asked for; `job` where it is to be made, null where the same is there or on its way. Throws what stands in the way. */
export async function orderExport(asked: Asked, call: Call): Promise<{ordered: FoundTourExport; job: StoredJob | null}> {
	const {db, accountId, services} = call;
	const {id, format, source = 'draft'} = asked;
	// Another call for this export at the same moment finds this one, and so does the redaction of one of its pictures.
	const tour = await lockTour(db, accountId, id, null);
	const options = completeOptions(format, asked.options);
	const material = source === 'draft' ? await draftOf(tour, call) : await publishedOf(tour, call);
	const {snapshot, content, media} = material;
	const language = spoken(snapshot, asked.language);
	const files = {
		snapshot: await services.files.put('snapshots', Buffer.from(canonicalJson(snapshot)), '.json'),
		document: factsOf(format).takesDocument ? await storeDocument(tour, material, call) : null,
		url: tour.link && tourUrl(services.config.baseUrl, tour.link.slug),
	};
	const shown = asShown(format, snapshot, options).snapshot;
	const outdated = content ? outdatedNarrations(format, shown, {options, language, content}) : [];
	const made = [VERSION, format, factsOf(format).version, files, outdated, language, options, source];
	const recipe = sha256(canonicalJson(['tour export', accountId, id, ...made]));
	const there = await foundAgain(recipe, call);
	if (there) return {ordered: there, job: null};
	await dropRecipe(db, recipe);
	await requireExportsLeft(db, accountId, services.config.exportsPerHour);
	const ms = countedLengthMs(format, shown, options, language);
	const quota = ms > 0 ? await reserveQuota(db, services.config, {accountId, kind: 'videoMs', least: ms, most: ms}) : null;
	const row = newTourExport();
	const input: JobInput<typeof exportTour> = {exportId: row.id, ...files, outdated};
	const job = await insertJob(db, {accountId, type: exportTour.name, input, quota, actor: call.actor});
	const name = exportName(snapshot.title);
	await insertTourExport(db, row, {accountId, tourId: id, jobId: job.id, recipe, format, language, options, source, media, name});
	return {ordered: (await findTourExport(db, accountId, row.id))!, job};
}

/** Returns an earlier export of the recipe, renewed; null if there is none, it failed, or its file is gone. */
async function foundAgain(recipe: Buffer, {db, services}: Call): Promise<FoundTourExport | null> {
	const there = await tourExportOf(db, recipe);
	if (!there || there.status === 'failed') return null;
	if (there.status !== 'succeeded') return there;
	if ((await services.files.size('tour-exports', there.file)) === null) return null;
	return {...there, expiresAt: await renewTourExport(db, there.id)};
}

async function draftOf({content, publisher}: StoredTour, {db, accountId}: Call): Promise<Material> {
	if (content.steps.length === 0) throw new AppError('tour_not_exportable', {errors: publishFaults(content)});
	const ids = [...new Set(content.steps.flatMap(({image}) => image?.mediaId ?? []))];
	const media = await mediaByIds(db, accountId, ids);
	return {snapshot: withoutAvif(makeSnapshot(content, content.name, media, publisher)), media: ids, content};
}

async function publishedOf({id, link, publishedVersion}: StoredTour, {db, services}: Call): Promise<Material> {
	const publication = link && (await findPublication(db, link.slug));
	if (!publication) {
		const hint = 'Publish it first, or leave source out to export the draft.';
		throw new AppError('tour_not_exportable', {errors: [{field: 'source', message: 'The tour is not published.', hint}]});
	}
	const bytes = await services.files.read('snapshots', publication.snapshot);
	if (!bytes) throw new Error(`The snapshot ${publication.snapshot} of a publication is not stored.`);
	const content = publishedVersion === null ? null : await contentAt(db, id, publishedVersion);
	const snapshot: Snapshot = JSON.parse(bytes.toString());
	return {snapshot: withoutAvif(snapshot), media: publication.media, content};
}

function spoken(snapshot: Snapshot, asked: string | undefined): string | null {
	if (asked === undefined) return null;
	const found = spokenTag(snapshot, asked);
	if (found) return found;
	throw invalid([
		{
			field: 'language',
			message: `No step of this tour speaks ${asked}.`,
			hint: `It speaks ${spokenLanguages(snapshot).join(', ')}; generate_narration with lang adds another.`,
		},
	]);
}

async function storeDocument(tour: StoredTour, {content}: Material, {db, services}: Call): Promise<string> {
	if (!content) {
		const hint = 'Leave source out to export the draft, or publish the tour again.';
		throw new AppError('tour_not_exportable', {
			errors: [{field: 'source', message: 'What was published is not kept as a version.', hint}],
		});
	}
	const spoken = content.steps.filter(step => step.narrations.length > 0).map(({id, narrations}) => [id, narrations]);
	const document = {
		key: (await docKeyOf(db, tour.id)) ?? tour.id,
		...documentOf(content),
		...(spoken.length > 0 && {narrations: Object.fromEntries(spoken)}),
	};
	return services.files.put('snapshots', Buffer.from(canonicalJson(document)), '.json');
}
