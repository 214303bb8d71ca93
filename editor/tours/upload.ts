import type {Output} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';

/** Pictures on their way to the service. */

export type Media = Output<'POST /media'>['media'];
/** Why a picture does not get in; `notStored` where the service could not read or keep it. */
export type UploadFault = 'tooLarge' | 'noPicture' | 'notStored';

export class UploadError extends Error {
	readonly fault: UploadFault;
	constructor(fault: UploadFault) {
		super(fault);
		this.fault = fault;
	}
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
/** As the file choosers want it. */
export const PICTURE_TYPES = TYPES.join(',');
const AT_ONCE = 3;
const ATTEMPTS = 5;

const line: Array<() => void> = [];
let running = 0;

/** Stores a picture, three at a time; `onProgress` gets the share that was sent. Throws `UploadError`. */
export async function uploadPicture(file: File, onProgress: (share: number) => void = () => {}): Promise<Media> {
	if (!TYPES.includes(file.type)) throw new UploadError('noPicture');
	if (file.size > LIMITS.imageBytes) throw new UploadError('tooLarge');
	if (running >= AT_ONCE) await new Promise<void>(resolve => line.push(resolve));
	running++;
	try {
		return await untilStored(file, onProgress);
	} finally {
		running--;
		line.shift()?.();
	}
}

async function untilStored(file: File, onProgress: (share: number) => void): Promise<Media> {
	// The same key each time: a response that was lost costs nothing.
	const key = crypto.randomUUID();
	for (let attempt = 1; ; attempt++) {
		const {status, body, retryAfter} = await sendBytes(file, key, onProgress);
		if (status === 201) return body.media;
		if (status === 413) throw new UploadError('tooLarge');
		if (status === 415) throw new UploadError('noPicture');
		const worthAnother = status === 0 || status === 429 || status >= 500;
		if (!worthAnother || attempt === ATTEMPTS) throw new UploadError('notStored');
		await new Promise(resolve => setTimeout(resolve, retryAfter * 1000 || 500 * 2 ** attempt));
	}
}

type Sent = {status: number; body: {media: Media}; retryAfter: number};

// Not by fetch, which does not tell how much is sent.
function sendBytes(file: File, key: string, onProgress: (share: number) => void): Promise<Sent> {
	return new Promise(resolve => {
		const request = new XMLHttpRequest();
		request.open('POST', '/app/v1/media');
		request.responseType = 'json';
		request.setRequestHeader('Content-Type', file.type);
		request.setRequestHeader('Idempotency-Key', key);
		request.upload.onprogress = ({loaded, total}) => onProgress(loaded / total);
		request.onloadend = () =>
			resolve({status: request.status, body: request.response, retryAfter: Number(request.getResponseHeader('Retry-After'))});
		request.send(file);
	});
}
