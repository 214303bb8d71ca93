import {setTimeout as sleep} from 'node:timers/promises';
import {AppError} from '../../../shared/errors.ts';
import {readBounded} from '../../../shared/outbound/public-request.ts';
import {retryAfter} from '../http/bounded-fetch.ts';
import {BUSY, failed, type Host, refusal, unreached} from '../text/hosted.ts';

/** Twenty minutes of uncompressed speech at 24 kHz are 58 MB, a script of 3,000 characters four of them. */
export const MAX_SPEECH_BYTES = 32 * 1024 * 1024;

const ATTEMPTS = 3;
const BACKOFF_MS = 250;
/** A provider that asks for more patience than this is not asked again: the call behind it would not wait either. */
const MAX_WAIT_SECONDS = 5;
/** Beginnings of audio files that voices return: WAV, MP3 with and without a tag, Ogg, FLAC, AAC. */
const AUDIO = /^(?:RIFF....WAVE|ID3|\xff[\xe0-\xff]|OggS|fLaC)/s;

/** The parts of a response that are used: of a `Response`, or of one in a client's error. */
export type HostResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

type Ask = (signal: AbortSignal) => Promise<HostResponse>;

type Asking = {
	host: Host;
	/** Milliseconds of each request, its response included. */
	timeoutMs: number;
	maxBytes: number;
	signal: AbortSignal;
};

/**
 * Returns the whole response to a request, which is repeated, twice at most, if the host cannot be reached, is too busy or fails; not if it
 * is late, for it may have done, and charged, its work. Throws `provider_unavailable` or `provider_failed` without the provider's words; the
 * signal's reason if that was aborted.
 */
export async function askHost(ask: Ask, asking: Asking): Promise<Buffer> {
	for (let attempt = 1; ; attempt++) {
		const result = await askOnce(ask, asking);
		if (Buffer.isBuffer(result)) return result;
		const {appError, again} = result;
		if (!again || attempt === ATTEMPTS || (appError.retryAfter ?? 0) > MAX_WAIT_SECONDS) throw appError;
		const wait = appError.retryAfter === undefined ? BACKOFF_MS * 2 ** attempt : appError.retryAfter * 1000;
		await sleep(wait, undefined, {signal: asking.signal}).catch(() => asking.signal.throwIfAborted());
	}
}

type Refused = {appError: AppError; again: boolean};

async function askOnce(ask: Ask, {host, timeoutMs, maxBytes, signal}: Asking): Promise<Buffer | Refused> {
	signal.throwIfAborted();
	const late = AbortSignal.timeout(timeoutMs);
	const either = AbortSignal.any([signal, late]);
	const unavailable = (message: string, again: boolean) => ({appError: new AppError('provider_unavailable', {message}), again});
	let response: HostResponse | undefined;
	try {
		response = await ask(either);
		if (!response.ok) return toAppError(response, host);
		return await readBounded(response.body ?? [], maxBytes, () => failed(`${host.name} gave an answer of more than ${maxBytes} bytes.`));
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof AppError) throw error;
		if (late.aborted) return unavailable(`${host.name} did not answer in time.`, false);
		if (!response) return unavailable(unreached(error, host), true);
		throw failed(`${host.name} gave half an answer.`);
	} finally {
		// What is not read keeps its connection.
		if (response?.body && !response.body.locked) response.body.cancel().catch(() => {});
	}
}

function toAppError({status, headers}: HostResponse, host: Host): Refused {
	const {name} = host;
	const final = (message: string) => ({appError: failed(message), again: false});
	if (BUSY.includes(status)) {
		const message = `${name} is too busy, or allows no more requests at the moment (${status}).`;
		return {appError: new AppError('provider_unavailable', {message, retryAfter: retryAfter(headers)}), again: true};
	}
	if (status >= 500) return {appError: failed(`${name} failed (${status}).`), again: true};
	const message = refusal(status, host, 'VOICE_PROVIDER');
	if (message) return final(message);
	return final(
		`${name} refused the request (${status}); it may not have this model (VOICE_PROVIDER=name/model) or this voice, or the text is too long for it.`,
	);
}

/** The error for a voice of another provider, chosen before VOICE_PROVIDER was changed: its text must not go to a voice that nobody chose. */
export function goneVoice(): AppError {
	return failed(
		'The provider of this voice was changed after the voice was chosen; narrate the step with a voice that GET /v1/voices lists.',
	);
}

/** The audio as it came. Throws `provider_failed` where it is none, or less of it than its own header says. */
export function checkedAudio(audio: Buffer, {name}: Host): Buffer {
	if (!AUDIO.test(audio.toString('latin1', 0, 12))) throw failed(`${name} gave an answer that is no audio.`);
	if (audio.toString('latin1', 0, 4) === 'RIFF' && isCutOff(audio)) throw failed(`${name} gave half an answer.`);
	return audio;
}

/** True for a WAV file shorter than it declares. A streamed one declares a length beyond all bounds, as it is unknown at the start. */
function isCutOff(wav: Buffer): boolean {
	const declared = wav.readUInt32LE(4) + 8;
	return declared > wav.length && declared <= MAX_SPEECH_BYTES;
}
