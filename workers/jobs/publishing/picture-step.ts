import {stepPictureRendererVersion} from '../../../renderers/code-version.ts';
import {contactSheet, SHEET_COLUMNS} from '../../../renderers/step-picture/contact-sheet.ts';
import {drawStepPicture, type Jpeg} from '../../../renderers/step-picture/step-picture.ts';
import {AppError} from '../../../shared/errors.ts';
import {type FileStore, fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import {sha256} from '../../../shared/ids.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {pictureStep as job, pictureSheet as sheetJob} from '../../../shared/queue/jobs/publishing.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {findIdempotencyRecord, keepOutcome} from '../../../shared/store/idempotency.ts';
import type {StoredResponse} from '../../../shared/store/jobs/jobs.ts';
import {noteDerived} from '../../../shared/store/media/derived-files.ts';
import {canonicalJson} from '../../../shared/tour/document/canonical-json.ts';
import {type Bases, mediaUrl} from '../../../shared/tour/urls.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {readSnapshot} from './snapshot.ts';

type Input = JobInput<typeof job>;
type Drawn = {url: string; width: number; height: number};

/** Milliseconds for which a drawing is reused. Its files last twelve hours longer, until `sweepFiles` removes them. */
const AGAIN_MS = 12 * 3_600_000;
const RETRY_S = 10;

/** Draws a step in the player and judges it, unless the same version of the renderer has drawn the same. */
export const pictureStep: Handler<typeof job> = async (input, work) => {
	const {response, keep} = await pictureOf(input, work);
	return async db => {
		await keep(db);
		return {response};
	};
};

/** Returns the job's response, and the note that lets later jobs reuse it. */
async function pictureOf(input: Input, work: Work): Promise<{response: StoredResponse; keep: (db: Db) => Promise<void>}> {
	const {services, accountId} = work;
	const {snapshot, index, viewport} = input;
	const hash = sha256(canonicalJson(['step-picture', accountId, snapshot, index, viewport, stepPictureRendererVersion()]));
	const earlier = await drawnBefore(hash, work);
	if (earlier) return {response: earlier, keep: async () => {}};
	const {findings, ...made} = await draw(input, work);
	const picture = own(made.picture, accountId);
	const crop = made.crop && own(made.crop, accountId);
	const {files, config, database} = services;
	const drawn = [picture, ...(crop ? [crop] : [])].map(({bytes}) => fileName('media', bytes, '.jpg'));
	const {mediaId} = input;
	// A picture that was redacted meanwhile is not shown in what was drawn of it.
	if (mediaId !== null && (await tx(database, db => noteDerived(db, accountId, [mediaId], drawn))).length === 0)
		throw new AppError('not_found');
	const body = {
		viewport,
		picture: await stored(picture, files, config),
		crop: crop && (await stored(crop, files, config)),
		findings,
	};
	const response: StoredResponse = {status: 200, body};
	return {response, keep: db => keepOutcome(db, accountId, hash, {response})};
}

async function drawnBefore(hash: Buffer, {services}: Work): Promise<StoredResponse | null> {
	const outcome = (await findIdempotencyRecord(services.database.manager, hash))?.outcome;
	if (!outcome || !('response' in outcome)) return null;
	const {picture, crop} = outcome.response.body as {picture: Drawn; crop: Drawn | null};
	for (const {url} of [picture, ...(crop ? [crop] : [])]) {
		const storedAt = await services.files.storedAt('media', url.split('/').at(-1)!);
		if (!storedAt || Date.now() - storedAt.getTime() > AGAIN_MS) return null;
	}
	return outcome.response;
}

async function draw({snapshot: name, index, viewport}: Input, {services, browser}: Work) {
	const {files, log} = services;
	const snapshot = await readSnapshot(files, name);
	return drawStepPicture(browser, {snapshot, index, viewport}, file => files.read('media', file)).catch(error => {
		log.warn({error}, 'a step was not drawn');
		const message = 'The step could not be drawn: the browser failed or took too long. Nothing was changed.';
		throw new AppError('unavailable', {message, retryAfter: RETRY_S, cause: error});
	});
}

function own(picture: Jpeg, accountId: string): Jpeg {
	return {...picture, bytes: ownBytes(picture.bytes, accountId)};
}

async function stored({bytes, width, height}: Jpeg, files: FileStore, bases: Bases): Promise<Drawn> {
	return {url: mediaUrl(bases, await files.put('media', bytes, '.jpg')), width, height};
}

/** Draws each step like a single one, reuses earlier drawings, and puts them on one picture in their order. */
export const pictureSheet: Handler<typeof sheetJob> = async ({steps, of, viewport}, work) => {
	const {services, accountId} = work;
	const {files, config, database} = services;
	const drawn: Array<{seen: {stepId: string; position: number; findings: unknown[]}; keep: (db: Db) => Promise<void>}> = [];
	const pictures: Buffer[] = [];
	for (const {stepId, ...step} of steps) {
		work.signal.throwIfAborted();
		const {response, keep} = await pictureOf({...step, viewport}, work);
		const {picture, findings} = response.body as {picture: {url: string}; findings: unknown[]};
		const bytes = await files.read('media', picture.url.split('/').at(-1)!);
		if (!bytes) throw new AppError('unavailable', {message: 'A step that was drawn is not there any more.', retryAfter: 1});
		pictures.push(bytes);
		drawn.push({seen: {stepId, position: step.index, findings}, keep});
	}
	const {bytes, width, height} = await contactSheet(pictures, viewport);
	const sheet = ownBytes(bytes, accountId);
	const mediaIds = [...new Set(steps.flatMap(({mediaId}) => mediaId ?? []))];
	const noted = await tx(database, db => noteDerived(db, accountId, mediaIds, [fileName('media', sheet, '.jpg')]));
	// A drawing of a picture that was redacted meanwhile must not be shown.
	if (noted.length < mediaIds.length) throw new AppError('not_found');
	const behind = (steps.at(-1)?.index ?? 0) + 1;
	const body = {
		viewport,
		picture: {url: mediaUrl(config, await files.put('media', sheet, '.jpg')), width, height},
		columns: SHEET_COLUMNS[viewport],
		steps: drawn.map(({seen}) => seen),
		next: behind < of ? behind : null,
	};
	return async db => {
		for (const {keep} of drawn) await keep(db);
		return {response: {status: 200, body}};
	};
};
