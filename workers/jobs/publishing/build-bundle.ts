import type {Browser} from '../../../renderers/browser/browser.ts';
import {drawableTexts} from '../../../renderers/cover/glyphs.ts';
import type {Warning} from '../../../shared/contract/geometry.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {RETENTION} from '../../../shared/contract/retention.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentLink} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {type buildBundle as job, renderCover} from '../../../shared/queue/jobs/publishing.ts';
import type {Db} from '../../../shared/store/database.ts';
import type {PublicationRow} from '../../../shared/store/entities/tours.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {lockMedia} from '../../../shared/store/media/media.ts';
import {
	findPublication,
	insertPublication,
	type NewPublication,
	publishTour,
	replacePublication,
	setCoverJob,
} from '../../../shared/store/publications.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import {markVersion} from '../../../shared/store/versions.ts';
import {leadFormId, saveLeadForm} from '../../../shared/store/visitors/lead-forms.ts';
import {addAvif, lacksAvif} from '../../../shared/tour/snapshot.ts';
import {previewUrl} from '../../../shared/tour/urls.ts';
import type {Finished, Handler, Work} from '../../runtime/handler.ts';
import {storePlainCover} from './render-cover.ts';
import {type Place, renderAt, rendererVersionAt, storePage} from './render-page.ts';
import {readSnapshot} from './snapshot.ts';

/** Counts bytes against the 12 MB: the page, the largest variant of each step's image, the audio. */
export function countedBytes(html: string, {steps}: Snapshot): {bytes: number; page: number; images: number; audio: number} {
	const page = Buffer.byteLength(html);
	const images = steps.reduce((sum, {image}) => sum + (image?.variants.at(-1)?.bytes ?? 0), 0);
	const audio = steps.flatMap(({narrations}) => narrations).reduce((sum, narration) => sum + narration.bytes, 0);
	return {bytes: page + images + audio, page, images, audio};
}

type Input = JobInput<typeof job>;

/** Shape of an embedded frame if the tour has no screenshot. */
const SLIDES_SHAPE = {width: 1440, height: 900};
/** Renders the snapshot's page and swaps it in: a visitor sees the page before or the page after, never a mix. */
export const buildBundle: Handler<typeof job> = async (input, work) => {
	const {services, accountId, browser} = work;
	const snapshot = await readSnapshot(services.files, input.snapshot);
	const warnings = [...input.warnings, ...(await titleWarnings(browser, snapshot))];
	const cover = await storePlainCover(snapshot, services, accountId);
	const form = leadFormId(input.tourId, snapshot);
	const kind = input.dryRun ? 'preview' : 'live';
	const place: Place = {kind, slug: input.slug, snapshot: input.snapshot, plainCover: cover.plainCover, leadForm: form};
	const {html, csp, fonts} = renderAt(place, snapshot, services.config);
	const bytes = publishedBytes(html, snapshot);
	const shown = snapshot.steps.find(step => step.image)?.image ?? SLIDES_SHAPE;
	const publication: NewPublication = {
		...place,
		...cover,
		tourId: input.tourId,
		accountId,
		title: snapshot.title,
		language: snapshot.language,
		page: await storePage(services.files, {html, fonts}),
		csp,
		renderer: rendererVersionAt(services.config),
		media: input.media,
		audio: snapshot.steps.flatMap(step => step.narrations.map(({file}) => file)),
		bytes,
		coverJob: null,
		avifSince: null,
		tourVersion: input.tourVersion,
		width: shown.width,
		height: shown.height,
		expiresAt: input.dryRun ? new Date(Date.now() + RETENTION.previewMs) : null,
	};
	return async db => {
		if (form) await saveLeadForm(db, {id: form, accountId, tourId: input.tourId, language: snapshot.language, form: snapshot.leadCapture});
		const said = {...input, warnings};
		return input.dryRun ? showPreview(db, said, publication, work) : swap(db, said, snapshot, publication, work);
	};
};

async function showPreview(db: Db, input: Input, publication: NewPublication, {services}: Work): Promise<Finished> {
	const {expiresAt, bytes} = await insertPublication(db, publication);
	const preview = {url: previewUrl(services.config.baseUrl, input.slug), expiresAt: expiresAt!.toISOString()};
	return {response: {status: 200, body: {dryRun: true, preview, bytes, warnings: input.warnings}}};
}

async function swap(db: Db, input: Input, snapshot: Snapshot, publication: NewPublication, {services, accountId}: Work): Promise<Finished> {
	const tour = await lockTour(db, accountId, input.tourId, null);
	const before = await findPublication(db, input.slug);
	const wasUp = before !== null && before.takenDownAt === null;
	const body = (row: PublicationRow) => ({
		publishedLink: presentLink(row, services.config.baseUrl),
		version: row.tourVersion,
		warnings: input.warnings,
	});
	if (before?.takenDownAt && before.takenDownAt > new Date(input.askedAt)) {
		// The link was taken down after this publish was ordered, so it stays down.
		return {response: {status: 201, body: body({...before, ...publication, publishedAt: new Date(input.askedAt)}), version: tour.version}};
	}
	if (before && wasUp && before.tourVersion > input.tourVersion) {
		// A newer version was published meanwhile: the link never goes back.
		return {response: {status: 200, body: body(before), version: tour.version}};
	}
	const shown = {...publication, avifSince: await avifSince(db, accountId, input.media, snapshot)};
	const row = before ? await replacePublication(db, before, shown) : await insertPublication(db, shown);
	await markVersion(db, tour.id, input.tourVersion, 'publish');
	const version = await publishTour(db, tour, input.tourVersion);
	const response = {status: wasUp ? 200 : 201, body: body(row), version};
	return {response, next: row.cover ? [] : [await orderCover(db, accountId, row)]};
}

/** Returns the present time if AVIF was made while the page was being rendered: it is not in this page. Else null. */
async function avifSince(db: Db, accountId: string, mediaIds: string[], snapshot: Snapshot): Promise<Date | null> {
	if (!lacksAvif(snapshot)) return null;
	const media = await lockMedia(db, accountId, mediaIds);
	return addAvif(snapshot, media) === snapshot ? null : new Date();
}

async function orderCover(db: Db, accountId: string, {id, snapshot}: PublicationRow): Promise<StoredJob> {
	const input: JobInput<typeof renderCover> = {publicationId: id, snapshot};
	const job = await insertJob(db, {accountId, type: renderCover.name, input});
	await setCoverJob(db, id, job.id);
	return job;
}

/** Returns the bytes that count against the 12 MB. Throws `tour_too_large` with the figures. */
function publishedBytes(html: string, snapshot: Snapshot): number {
	const {bytes, page, images, audio} = countedBytes(html, snapshot);
	if (bytes <= LIMITS.tourBytes) return bytes;
	throw new AppError('tour_too_large', {
		message: `The published tour would have ${bytes} bytes; ${LIMITS.tourBytes} (12 MB) is the most.`,
		errors: [
			{
				field: 'steps',
				message: `The page has ${page} bytes, its images ${images}, its narration ${audio} (8,000 a second).`,
				hint: 'Remove steps, crop screenshots, shorten the narration, or split the tour in two.',
			},
		],
	});
}

/**
 * Warns where this machine has no font for letters of the title: its cover, which is what a link's preview shows, has no words then, or not all signs.
 * Visitors read it all the same, in fonts of their own. A browser that cannot be asked delays no publish: the cover is drawn later.
 */
async function titleWarnings(browser: Browser, {title}: Pick<Snapshot, 'title'>): Promise<Warning[]> {
	const drawn = await drawableTexts(browser, [title]).catch(() => [title]);
	const [shown, wanted] = [drawn[0]!, title].map(text => text.replaceAll(/\s+/g, ' ').trim());
	if (shown === wanted || !/[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u.test(title)) return [];
	const loss = shown ? 'leaves out signs of the title' : 'shows the picture without the title';
	return [
		{
			field: 'title',
			message: `The machine that draws covers has no font for some letters: the preview of the link ${loss}. The page itself shows them.`,
			hint: 'Publish with a title in other letters, or have the operator install fonts: on Debian fonts-noto-core for most scripts, fonts-noto-cjk for Chinese, Japanese and Korean.',
		},
	];
}
