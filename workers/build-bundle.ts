import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import {plainCover} from '../renderers/cover.ts';
import {type Page, renderPage} from '../renderers/player/page.ts';
import {LIMITS} from '../shared/contract/limits.ts';
import type {Snapshot} from '../shared/contract/snapshot.ts';
import {AppError} from '../shared/errors.ts';
import type {FileStore} from '../shared/files.ts';
import type {JobInput} from '../shared/queue/job.ts';
import {type buildBundle as job, renderCover} from '../shared/queue/jobs.ts';
import type {Db} from '../shared/store/database.ts';
import type {PublicationRow} from '../shared/store/entities.ts';
import {leadFormId, saveLeadForm} from '../shared/store/lead-forms.ts';
import {insertOperation, type OperationState} from '../shared/store/operations.ts';
import {findPublication, insertPublication, type NewPublication, replacePublication, setCoverJob} from '../shared/store/publications.ts';
import {lockTour, publishTour} from '../shared/store/tours.ts';
import {coverUrl, mediaUrl, oembedUrl, previewUrl, publishedLink, tourUrl} from '../shared/tour/addresses.ts';
import type {Finished, Handler, Work} from './handler.ts';
import {coverImage, readSnapshot} from './snapshot.ts';

type Input = JobInput<typeof job>;

/** What an embedded frame is shaped like where the tour has no screenshot. */
const SLIDES_SHAPE = {width: 1440, height: 900};
/** Nearly as small as the best quality (11) in a tenth of its time. */
const BROTLI_QUALITY = 9;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Renders the snapshot's page and swaps it in: a visitor sees the page before or the page after, never a mix. */
export const buildBundle: Handler<typeof job> = async (input, work) => {
	const {services, accountId} = work;
	const {baseUrl} = services.config;
	const snapshot = await readSnapshot(services.files, input.snapshot);
	const plain = plainCover(snapshot, await coverImage(services.files, snapshot));
	const plainCoverFile = await services.files.put('media', await plain, '.jpg');
	work.progress(0.3);
	const pageUrl = input.dryRun ? previewUrl(baseUrl, input.address) : tourUrl(baseUrl, input.address);
	const pagePath = new URL(pageUrl).pathname;
	const form = leadFormId(input.tourId, snapshot);
	const {html, csp, fonts} = renderPage(snapshot, {
		pageUrl,
		coverUrl: input.dryRun ? mediaUrl(baseUrl, plainCoverFile) : coverUrl(baseUrl, input.address, input.snapshot),
		oembedUrl: input.dryRun ? null : oembedUrl(baseUrl, pageUrl),
		basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
		preview: input.dryRun,
		lead: form === null ? null : {id: form, action: `${pagePath}/lead`, preview: input.dryRun},
		reportPath: input.dryRun ? null : `${pagePath}/events`,
	});
	const bytes = publishedBytes(html, snapshot);
	const [page] = await Promise.all([storePage(services.files, html), storeFonts(services.files, fonts)]);
	const shown = snapshot.steps.find(step => step.image)?.image ?? SLIDES_SHAPE;
	const publication: NewPublication = {
		tourId: input.tourId,
		accountId,
		kind: input.dryRun ? 'preview' : 'live',
		address: input.address,
		title: snapshot.title,
		language: snapshot.language,
		snapshot: input.snapshot,
		page,
		csp,
		media: input.media,
		audio: snapshot.steps.flatMap(step => step.narrations.map(({file}) => file)),
		leadForm: form,
		bytes,
		coverJob: null,
		plainCover: plainCoverFile,
		tourVersion: input.tourVersion,
		width: shown.width,
		height: shown.height,
		expiresAt: input.dryRun ? new Date(Date.now() + LIMITS.previewMs) : null,
	};
	return async db => {
		if (form) await saveLeadForm(db, {id: form, accountId, tourId: input.tourId, language: snapshot.language, form: snapshot.leadCapture});
		return input.dryRun ? showPreview(db, input, publication, work) : swap(db, input, publication, work);
	};
};

async function showPreview(db: Db, input: Input, publication: NewPublication, {services}: Work): Promise<Finished> {
	const {expiresAt, bytes} = await insertPublication(db, publication);
	const preview = {url: previewUrl(services.config.baseUrl, input.address), expiresAt: expiresAt!.toISOString()};
	return {answer: {status: 200, body: {dryRun: true, preview, bytes, warnings: input.warnings}}};
}

async function swap(db: Db, input: Input, publication: NewPublication, {services, accountId}: Work): Promise<Finished> {
	const tour = await lockTour(db, accountId, input.tourId, null);
	const before = await findPublication(db, input.address);
	const wasUp = before !== null && before.takenDownAt === null;
	const body = (row: PublicationRow) => ({
		publishedLink: publishedLink(services.config.baseUrl, {...row, slug: row.address}),
		warnings: input.warnings,
	});
	if (before?.takenDownAt && before.takenDownAt > new Date(input.askedAt)) {
		// Published and taken down again, in the order in which it was asked for: the link stays down.
		return {answer: {status: 201, body: body({...before, ...publication, publishedAt: new Date(input.askedAt)}), version: tour.version}};
	}
	if (before && wasUp && before.tourVersion > input.tourVersion) {
		// A newer version was published while this one waited: the link never goes back.
		return {answer: {status: 200, body: body(before), version: tour.version}};
	}
	const row = before ? await replacePublication(db, before, publication) : await insertPublication(db, publication);
	const version = await publishTour(db, tour, input.tourVersion);
	const answer = {status: wasUp ? 200 : 201, body: body(row), version};
	return {answer, next: row.cover ? [] : [await orderCover(db, accountId, row)]};
}

async function orderCover(db: Db, accountId: string, {id, snapshot}: PublicationRow): Promise<OperationState> {
	const input: JobInput<typeof renderCover> = {publicationId: id, snapshot};
	const operation = await insertOperation(db, {accountId, type: renderCover.name, input});
	await setCoverJob(db, id, operation.id);
	return operation;
}

/** What counts against the 12 MB. Throws `tour_too_large` with the figures. */
function publishedBytes(html: string, {steps}: Snapshot): number {
	const page = Buffer.byteLength(html);
	const images = steps.reduce((sum, {image}) => sum + (image?.variants.at(-1)?.bytes ?? 0), 0);
	const audio = steps.flatMap(({narrations}) => narrations).reduce((sum, narration) => sum + narration.bytes, 0);
	const bytes = page + images + audio;
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

async function storePage(files: FileStore, html: string): Promise<PublicationRow['page']> {
	const bytes = Buffer.from(html);
	const brotli = {params: {[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length}};
	const [br, gz] = await Promise.all([compressBrotli(bytes, brotli), compressGzip(bytes, {level: 9})]);
	const [html_, gzip_, br_] = await Promise.all([
		files.put('pages', bytes, '.html'),
		files.put('pages', gz, '.gz'),
		files.put('pages', br, '.br'),
	]);
	return {html: html_, gzip: gzip_, br: br_};
}

/** Fonts live beside the images, named by their content, so that any store and any cache serves them alike. */
const storedFonts = new Set<string>();

async function storeFonts(files: FileStore, fonts: Page['fonts']): Promise<void> {
	for (const {name, bytes} of fonts) {
		if (storedFonts.has(name)) continue;
		await files.put('media', bytes, '.woff2');
		storedFonts.add(name);
	}
}
