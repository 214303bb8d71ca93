import {mkdir, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExportQuestion, ExportReply} from '../../../renderers/export/messages.ts';
import type {Exported, ExportWarning} from '../../../renderers/exporter.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentTourExport} from '../../../shared/present/job.ts';
import {inTemporaryFolder} from '../../../shared/process/temporary-folder.ts';
import {exportTour as job} from '../../../shared/queue/jobs/exporting.ts';
import type {Services} from '../../../shared/services/services.ts';
import type {TourExportRow} from '../../../shared/store/entities/exports.ts';
import {isPartWanted, notePart, partFile, usePart} from '../../../shared/store/exports/export-parts.ts';
import {findTourExport, finishTourExport, isTourExportWanted, readTourExportRow} from '../../../shared/store/exports/tour-exports.ts';
import {useReservation} from '../../../shared/store/quotas.ts';
import {asShown, exportLengthMs, type NarrationName, type Shown} from '../../../shared/tour/export-source.ts';
import type {Handler, Work} from '../../runtime/handler.ts';
import {repeat} from '../../runtime/repeat.ts';
import {originalBytes} from '../images/store-image.ts';
import {readSnapshot} from '../publishing/snapshot.ts';
import {runExporter} from './run-exporter.ts';

/** Names of programs that hang, by the error code with which they were ended. */
const HUNG: Record<string, string> = {BROWSER_HUNG: 'browser that draws it', ENCODER_HUNG: 'encoder'};
const RETRY_AFTER_SECONDS = 300;

/** A part of exports: `name` is of all that it is made of. */
type Part = {
	accountId: string;
	/** The mediaIds that it may show. */
	media: readonly string[];
	/** The folder in which the exporter finds it. */
	folder: string;
	name: string;
	extension: string;
};

const NAME = /^[0-9a-f]{64}$/;
const EXTENSION = /^\.[a-z0-9]{1,10}$/;

/**
 * Returns the error with which the export ends. A browser or an encoder that hung is tried again, like any unexpected error; the last
 * attempt names what hung instead of `internal_error`.
 */
export function orHung(error: unknown, {isLast}: {isLast: boolean}): unknown {
	const what = error instanceof Error && HUNG[String((error as {code?: unknown}).code)];
	if (!what || !isLast) return error;
	const message = `The ${what} did not respond in time, twice, and was ended. Nothing was counted. The machine may be overloaded: try again later.`;
	return new AppError('unavailable', {message, retryAfter: RETRY_AFTER_SECONDS, cause: error});
}

/** Milliseconds between two records of the progress, each with a check that the export is still wanted. */
const PROGRESS_MS = 500;
const WANTED_MS = 2000;
/** The exporter is done; the rest is storing. */
const EXPORTED = 0.95;
/** The time that an exporter gets, milliseconds: a base, and more for each second of a film and each step beyond a minute's worth. */
const WORK = {baseMs: 60_000, perSecondMs: 5000, perStepMs: 1000, stepsAMinute: 60};

/** Makes an export in a process of its own and stores it. One whose tour, account or picture went meanwhile is given up. */
export const exportTour: Handler<typeof job> = async (input, work) => {
	const {services, accountId, lease} = work;
	const db = services.database.manager;
	const row = await readTourExportRow(db, input.exportId);
	if (!row || !(await isTourExportWanted(db, row.id))) throw gone();
	try {
		const exported = await inTemporaryFolder('exporting', async folder => {
			const snapshot = await readSnapshot(services.files, input.snapshot);
			const shown = asShown(row.format, snapshot, row.options);
			const made = await make(row, {...input, shown}, folder, work);
			const warnings = [...shown.leftOut.map(notOnMainPath), ...input.outdated.map(narrationOutdated), ...made.warnings];
			return {warnings, bytes: await store(row, made, work)};
		});
		return async ending => {
			if (!(await finishTourExport(ending, row.id, exported))) {
				await discard(row, work);
				throw gone();
			}
			await useReservation(ending, lease);
			const found = (await findTourExport(ending, accountId, row.id))!;
			return {response: {status: 200, body: {export: presentTourExport(found, services.config.baseUrl)}}};
		};
	} catch (error) {
		throw orHung(error, {isLast: lease.attempts >= job.attempts});
	}
};

function notOnMainPath({id, title}: SnapshotStep): ExportWarning {
	return {code: 'not_on_main_path', message: `Left out: ${title ? `“${title}”` : 'a step'} is not on the main path.`, stepId: id};
}

function narrationOutdated({stepId, language}: NarrationName): ExportWarning {
	const message = `The narration (${language}) of this step says what stood here before its words were changed.`;
	return {code: 'narration_outdated', message, stepId};
}

type Source = {shown: Shown; document: string | null; url: string | null};

async function make(row: TourExportRow, source: Source, scratch: string, work: Work): Promise<Exported> {
	const {config, files} = work.services;
	const [folder, tmp, parts] = ['work', 'tmp', 'parts'].map(name => join(scratch, name)) as [string, string, string];
	await Promise.all([folder, tmp, parts].map(path => mkdir(path)));
	const document = source.document && (await files.read('snapshots', source.document));
	if (source.document && !document) throw new Error(`The document ${source.document} is not stored.`);
	const unwanted = new AbortController();
	const watch = repeat(WANTED_MS, async () => {
		const wanted = await isTourExportWanted(work.services.database.manager, row.id).catch(() => true);
		if (!wanted) unwanted.abort(gone());
	});
	const {format, options, language} = row;
	// They are stored in the document, where there are any.
	const {narrations, ...whole} = document ? JSON.parse(document.toString()) : {};
	const {chromium, ffmpeg} = config;
	const {snapshot, sections, led} = source.shown;
	try {
		return await runExporter(
			{
				...{format, options, folder, chromium, ffmpeg},
				source: {
					...{snapshot, url: source.url},
					...(sections && {sections}),
					...(led && {led}),
					...(language && {language}),
					...(document && {document: source.shown.document(whole), narrations: narrations ?? {}}),
					...(document && (sections || led) && {allSteps: whole.steps}),
				},
			},
			{
				...{tmp, limitMs: limitMs(row, snapshot), signal: AbortSignal.any([work.signal, unwanted.signal])},
				progress: slowly(fraction => work.progress(EXPORTED * fraction)),
				reply: question => replied(question, {row, parts, work}),
			},
		);
	} finally {
		await watch.close();
	}
}

/** Returns the answer to a question of the exporter's process. */
async function replied(
	question: ExportQuestion,
	{row, parts, work}: {row: TourExportRow; parts: string; work: Work},
): Promise<Omit<ExportReply, 'id'>> {
	const {files} = work.services;
	if (question.ask === 'file') return {bytes: await files.read('media', question.name)};
	// Only pictures of the tour itself.
	if (question.ask === 'original') return {bytes: row.media.includes(question.name) ? await originalBytes(question.name, work) : null};
	const part = {accountId: row.accountId, media: row.media, folder: parts, name: question.name, extension: question.extension};
	if (question.ask === 'put') return putPart(part, work.services);
	const {path, bytes} = await findPart(part, work.services);
	if (bytes) await writeFile(path, bytes);
	return {path, isThere: bytes !== null};
}

/** Stores the file under the export's own name. Returns its bytes. */
async function store(row: TourExportRow, {path}: Exported, {services, signal}: Work): Promise<number> {
	const {size} = await stat(path);
	signal.throwIfAborted();
	await services.files.putFile('tour-exports', row.file, path);
	return size;
}

async function discard({file}: TourExportRow, {services}: Work): Promise<void> {
	await services.files.remove('tour-exports', file, new Date(Date.now() + 60_000));
}

function limitMs({format, options, language}: TourExportRow, snapshot: Snapshot): number {
	const moving = (exportLengthMs(format, snapshot, options, language) / 1000) * WORK.perSecondMs;
	return WORK.baseMs + moving + Math.max(0, snapshot.steps.length - WORK.stepsAMinute) * WORK.perStepMs;
}

function slowly(tell: (fraction: number) => void): (fraction: number) => void {
	let last = Number.NEGATIVE_INFINITY;
	return fraction => {
		if (performance.now() - last < PROGRESS_MS) return;
		last = performance.now();
		tell(Math.max(0, Math.min(1, fraction)));
	};
}

function gone(): AppError {
	return new AppError('not_found', {message: 'The export was given up: it was deleted, or its tour or one of its pictures has gone.'});
}

/** Returns the part's path, and its bytes if an earlier export has made it. */
async function findPart(part: Part, {database, files}: Services): Promise<{path: string; bytes: Buffer | null}> {
	const file = fileOf(part);
	const isKept = await usePart(database.manager, part.accountId, file);
	return {path: pathOf(part), bytes: isKept ? await files.read('tour-export-parts', file) : null};
}

/** Keeps a part that was made. Its images may have been redacted meanwhile: then it is not kept. */
async function putPart(part: Part, {database, files}: Services): Promise<object> {
	const {accountId, media} = part;
	const file = fileOf(part);
	await notePart(database.manager, accountId, file, media);
	await files.putFile('tour-export-parts', file, pathOf(part));
	const isWanted = await isPartWanted(database.manager, accountId, file);
	if (!isWanted) await files.remove('tour-export-parts', file, new Date(Date.now() + 60_000));
	return {};
}

function fileOf({accountId, name, extension}: Part): string {
	if (!NAME.test(name) || !EXTENSION.test(extension))
		throw new Error(`A part is named by a sha256 and an extension, not ${name}${extension}.`);
	return partFile(accountId, name, extension);
}

function pathOf({folder, name, extension}: Part): string {
	return join(folder, name + extension);
}
