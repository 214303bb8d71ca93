import {type Output, randomId} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {client} from '../shell/session-data.ts';

/** Pictures on their way to the service. */

export type Media = Output<'POST /media'>['media'];
/** Reasons for refusing a picture; with `notStored` it may be accepted later, from this browser. */
export type UploadFault = 'tooLarge' | 'noPicture' | 'unreadable' | 'gone' | 'notStored';

export class UploadError extends Error {
	readonly fault: UploadFault;
	constructor(fault: UploadFault) {
		super(fault);
		this.fault = fault;
	}
}

type Options = {onProgress?: (share: number) => void /** Ends it: it rejects with its reason. */; signal?: AbortSignal};

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** Types in the form that file choosers take. */
export const PICTURE_TYPES = TYPES.join(',');
export const BUNDLE_TYPES = '.zip,application/zip';
const AT_ONCE = 3;
/** Attempts while the service fails; while the network fails, attempts go on for as long as the page is open. */
const ATTEMPTS = 5;
const LAST_RETRY_MS = 15_000;

const line: Array<() => void> = [];
let running = 0;
/** Uploads by sha256: equal pictures are sent once. */
const underWay = new Map<string, Promise<Media>>();

/** Returns the fault of a picture before it is sent, or null. */
export function faultBefore({type, size}: File): UploadFault | null {
	if (!TYPES.includes(type) || size === 0) return 'noPicture';
	return size > LIMITS.imageBytes ? 'tooLarge' : null;
}

/** Stores a picture, three at a time; `onProgress` gets the share that was sent. Throws `UploadError`. */
export async function uploadPicture(file: File, options: Options = {}): Promise<Media> {
	const fault = faultBefore(file);
	if (fault) throw new UploadError(fault);
	if (running >= AT_ONCE) await new Promise<void>(resolve => line.push(resolve));
	else running++;
	try {
		options.signal?.throwIfAborted();
		return await storedOnce(file, options);
	} finally {
		// The place goes to the next in line, or is free.
		const next = line.shift();
		if (next) next();
		else running--;
	}
}

async function storedOnce(file: File, options: Options): Promise<Media> {
	const sha256 = await digestOf(file);
	if (sha256 === null) return untilStored(file, options);
	const same = underWay.get(sha256);
	// It may be that of somebody who waits no more: then it is sent for this one.
	if (same)
		return same.catch(() => {
			options.signal?.throwIfAborted();
			return storedOnce(file, options);
		});
	const storing = storedAlready(sha256, file.size).then(media => media ?? untilStored(file, options));
	underWay.set(sha256, storing);
	return storing.finally(() => underWay.delete(sha256));
}

/** Returns the SHA-256 of a file in hex; null where the page came over plain HTTP, for which browsers compute none. */
async function digestOf(file: File): Promise<string | null> {
	// Moved, renamed or changed on the disk since it was dropped.
	const bytes = await file.arrayBuffer().catch(() => Promise.reject(new UploadError('gone')));
	if (!crypto.subtle) return null;
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the picture if the service has it, and keeps it there until a step shows it. */
async function storedAlready(sha256: string, bytes: number): Promise<Media | null> {
	const {files} = await client.call('POST /media/batch', {files: [{sha256, bytes}]}).catch(() => ({files: []}));
	return files[0]?.media ?? null;
}

async function untilStored(file: File, {onProgress = () => {}, signal}: Options): Promise<Media> {
	// The same key each time: a response that was lost costs nothing.
	const key = randomId();
	for (let [attempt, failed] = [1, 0]; ; attempt++) {
		signal?.throwIfAborted();
		const {status, body, retryAfter} = await sendBytes(file, key, {onProgress, signal});
		if (status === 201) return body.media;
		if (status === 413) throw new UploadError('tooLarge');
		if (status === 415) throw new UploadError('noPicture');
		if (status === 400 || status === 422) throw new UploadError('unreadable');
		if (status >= 500) failed++;
		const worthAnother = status === 0 || status === 429 || (status >= 500 && failed < ATTEMPTS);
		if (!worthAnother) throw new UploadError('notStored');
		await pause(retryAfter * 1000 || Math.min(LAST_RETRY_MS, 500 * 2 ** attempt), signal);
	}
}

/** Ends early if the network is back, or no caller waits any more. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		const over = new AbortController();
		const end = () => {
			over.abort();
			resolve();
		};
		setTimeout(end, ms);
		addEventListener('online', end, over);
		signal?.addEventListener('abort', end, over);
	});
}

type Sent = {status: number; body: {media: Media}; retryAfter: number};

// Not by fetch, which does not tell how much is sent.
function sendBytes(file: File, key: string, {onProgress, signal}: Required<Pick<Options, 'onProgress'>> & Options): Promise<Sent> {
	return new Promise(resolve => {
		const request = new XMLHttpRequest();
		request.open('POST', '/app/v1/media');
		request.responseType = 'json';
		request.setRequestHeader('Content-Type', file.type);
		request.setRequestHeader('Idempotency-Key', key);
		request.upload.onprogress = ({loaded, total}) => onProgress(loaded / total);
		request.onloadend = () =>
			resolve({status: request.status, body: request.response, retryAfter: Number(request.getResponseHeader('Retry-After'))});
		signal?.addEventListener('abort', () => request.abort(), {once: true});
		request.send(file);
	});
}
