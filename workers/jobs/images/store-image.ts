import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {deserialize, serialize} from 'node:v8';
import {cleanImage} from '../../../renderers/image/clean/clean-image.ts';
import type {ImageHeader} from '../../../renderers/image/header.ts';
import type {ImageTask} from '../../../renderers/image/image-process.ts';
import {acceptImage, type IngestedImage, ingestImage} from '../../../renderers/image/variants.ts';
import type {ImageVariant} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import {sha256} from '../../../shared/ids.ts';
import {runProgram} from '../../../shared/process/run-program.ts';
import {findMedia, type NewMedia} from '../../../shared/store/media/media.ts';
import type {Work} from '../../runtime/handler.ts';

/** Bounds of a renderer that runs in a process of its own. */
export type Bounds = {
	/** `low`: after other processes, with a tenth of a core that they compete for. `idle`: only unused cores. */
	priority: 'low' | 'idle';
	cpuSeconds: number;
	/** Milliseconds, including those for which others keep it waiting. */
	timeoutMs: number;
	/** Bytes that it may allocate. Some 800 MB of that Node sets aside and never touches. */
	memoryBytes: number;
};

/** The system's own programs; where one is missing, the work is done without it. */
const PRIORITIES = {low: ['/usr/bin/nice', '-n', '10'], idle: ['/usr/bin/chrt', '--idle', '0']};

/** The largest image takes 3 s of a core and 400 MB. */
const RECODING: Bounds = {priority: 'low', cpuSeconds: 60, timeoutMs: 5 * 60_000, memoryBytes: 1_600_000_000};

/**
 * Puts an image's bytes, without metadata and trailing bytes, and its variants into the file store. Returns its row,
 * with the sha256 of the received bytes as mediaId. `header`: given if the image was accepted before. Throws like
 * `acceptImage`.
 */
export async function storeImage(bytes: Buffer, name: string | null, work: Work, header?: ImageHeader): Promise<NewMedia> {
	const {files} = work.services;
	const clean = await withoutRest(bytes, header ?? (await acceptImage(bytes)), work);
	const [original, {width, height, format, color, detail, frameless, variants, still, thumbnail}] = await Promise.all([
		files.put('originals', clean.bytes),
		encode(clean.bytes, clean.header, work),
	]);
	work.progress(0.8);
	const stored = await Promise.all(variants.map(variant => storeVariant(files, work.accountId, variant)));
	await files.putUnder('thumbnails', stored.at(-1)!.file, thumbnail.bytes);
	const stills = still ? [await storeVariant(files, work.accountId, still)] : [];
	return {
		...{accountId: work.accountId, mediaId: sha256(bytes).toString('hex'), original, name, bytes: bytes.length},
		...{width, height, format, color, detail, frameless, variants: stored, avif: [], stills},
	};
}

/** Stores an encoded variant under the public name that it has for this account. */
export async function storeVariant(
	files: FileStore,
	accountId: string,
	{bytes, ...facts}: Omit<ImageVariant, 'file' | 'bytes'> & {bytes: Buffer},
): Promise<ImageVariant> {
	const own = ownBytes(bytes, accountId);
	return {...facts, file: await files.put('media', own, `.${facts.format}`), bytes: own.length};
}

/** Returns the stored bytes of an image of the account, without its metadata, or null if the image is gone. */
export async function originalBytes(mediaId: string, {services, accountId}: Pick<Work, 'services' | 'accountId'>): Promise<Buffer | null> {
	const media = await findMedia(services.database.manager, accountId, mediaId);
	return media && services.files.read('originals', media.original);
}

type Accepted = {bytes: Buffer; header: ImageHeader};

async function withoutRest(bytes: Buffer, header: ImageHeader, work: Work): Promise<Accepted> {
	const clean = await cleanImage(bytes, header);
	if (clean) return {bytes: clean, header};
	// This refuses an image that cannot be decoded; the process that decodes an animation refuses that.
	if (header.frames === 1) await ingestImage(bytes, header);
	const recoded = await recodeImage({original: bytes, areas: [], format: 'png'}, work.signal);
	return {bytes: recoded, header: await acceptImage(recoded)};
}

function encode(bytes: Buffer, header: ImageHeader, work: Work): Promise<IngestedImage> {
	return header.frames > 1 ? inProcess({ingest: bytes}, ANIMATION, work.signal) : ingestImage(bytes, header);
}

/** The largest accepted animation takes 2 s of a core if it records a screen, and 7 s if it is noise. */
const ANIMATION: Bounds = {priority: 'low', cpuSeconds: 30, timeoutMs: 5 * 60_000, memoryBytes: 1_200_000_000};

async function inProcess<Made>(task: ImageTask, bounds: Bounds, signal: AbortSignal): Promise<Made> {
	const done: {made: Made} | {appError: ReturnType<AppError['toJSON']>} = await runRenderer('image-process.ts', task, bounds, signal);
	if ('appError' in done) throw AppError.restore(done.appError);
	return done.made;
}

/**
 * Runs a program of `renderers/image/` that reads its input from standard input and writes its output to standard output, both
 * serialized by V8. Throws `ProgramFailed`, and the signal's reason where that was aborted.
 */
export async function runRenderer<Output>(
	program: `${string}-process.ts`,
	input: unknown,
	{priority, cpuSeconds, timeoutMs, memoryBytes}: Bounds,
	signal: AbortSignal,
): Promise<Output> {
	const path = fileURLToPath(new URL(`../../../renderers/image/${program}`, import.meta.url));
	const bounded = ['/usr/bin/prlimit', `--cpu=${cpuSeconds}`, `--data=${memoryBytes}`, '--'];
	const wrappers = [PRIORITIES[priority], bounded].filter(([wrapper]) => existsSync(wrapper!)).flat();
	const [command, ...args] = [...wrappers, process.execPath, path];
	return deserialize(await runProgram(command!, args, {input: serialize(input), timeoutMs, signal}));
}

/** Encodes an image again from its pixels, with these areas replaced, in a separate process. Throws like `redactImage`. */
export function recodeImage(task: Extract<ImageTask, {areas: unknown}>, signal: AbortSignal): Promise<Buffer> {
	return inProcess(task, RECODING, signal);
}
