import type {Config} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {BadResponse, retryAfter} from '../http/bounded-fetch.ts';
import {readTranslation, readWritten} from './model-response.ts';
import {type Question, translateQuestion, writeQuestion} from './prompt.ts';
import type {TextProvider} from './provider.ts';

/** A provider's name for people, and the settings that an error points to. */
export type Host = {name: string; keySetting: string; urlSetting: string};

/** Returns the model's text. `again`: its last response had the wrong form. Throws only `AppError`s, or the signal's reason. */
export type Ask = (question: Question, signal: AbortSignal, again: boolean) => Promise<string>;

/** Returns a text provider that asks a model, and asks once more after an unreadable response. */
export function hostedText(name: Config['textProvider'], ask: Ask): TextProvider {
	const answered = async <T>(question: Question, signal: AbortSignal, read: (words: string) => T): Promise<T> => {
		const words = await ask(question, signal, false);
		try {
			return read(words);
		} catch (error) {
			if (!(error instanceof AppError) || error.code !== 'provider_failed') throw error;
		}
		signal.throwIfAborted();
		return read(await ask(question, signal, true));
	};
	return {
		name,
		async write(request, signal) {
			signal.throwIfAborted();
			return answered(await writeQuestion(request), signal, words => readWritten(words, request));
		},
		async translate(request, signal) {
			signal.throwIfAborted();
			return answered(translateQuestion(request), signal, words => readTranslation(words, request));
		},
	};
}

/** Tokens that a response may take, thoughts included: a script of 3,000 characters needs 2,000 of them. */
export const MAX_TOKENS = 8000;

/** Throws `provider_unavailable` where the settings cannot work, saying which; without one, `required: false`, a key may be missing. */
export function checkSettings({apiKey, baseUrl}: {apiKey: string; baseUrl: string}, host: Host, {required = true} = {}): void {
	const refuse = (message: string) => {
		throw new AppError('provider_unavailable', {message});
	};
	if (required && !apiKey) refuse(`${host.name} needs a key: set ${host.keySetting}.`);
	if (!/^[\x21-\x7e]*$/.test(apiKey)) refuse(`${host.keySetting} holds characters that no key has.`);
	const url = URL.parse(baseUrl);
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
		refuse(`${host.urlSetting} must be an http or https URL without a password.`);
	}
}

/** The classes of errors of a provider's client: those of the two clients are alike, and not the same. */
type Client = Record<'APIError' | 'APIConnectionError' | 'APIConnectionTimeoutError', new (...args: never[]) => Error>;

/** Too busy to respond, or too late. */
export const BUSY = [408, 429, 503, 504, 529];

/**
 * Turns a client's error into one of ours. Passes nothing of it on, not as a cause either: its words are the provider's, or hold pieces of
 * the response, of the request or of the key.
 */
export function toAppError(error: unknown, client: Client, host: Host): AppError {
	if (error instanceof client.APIConnectionTimeoutError) {
		return new AppError('provider_unavailable', {message: `${host.name} did not answer in time.`});
	}
	if (error instanceof client.APIConnectionError) {
		if (error.cause instanceof BadResponse) return failed(`${host.name} gave half an answer, or one without an end.`);
		return new AppError('provider_unavailable', {message: unreached(error, host)});
	}
	if (!(error instanceof client.APIError)) return unreadable(host);

	const {status = 0, headers, code} = error as Error & {status?: number; headers?: Headers; code?: unknown};
	return statusError(status, host, {code, headers});
}

/** Turns a status of a text provider, and the error's code where it has one, into one of our errors. */
export function statusError(status: number, host: Host, {code, headers}: {code?: unknown; headers?: Headers} = {}): AppError {
	const {name} = host;
	if (code === UNPAID) return failed(refusal(402, host, 'TEXT_PROVIDER')!);
	if (code === 'content_filter') return failed('The model declined to write this.');
	if (BUSY.includes(status)) {
		const message = `${name} is too busy, or allows no more requests at the moment (${status}).`;
		return new AppError('provider_unavailable', {message, retryAfter: headers && retryAfter(headers)});
	}
	const message = refusal(status, host, 'TEXT_PROVIDER');
	if (message) return failed(message);
	if (status >= 400 && status < 500) {
		return failed(
			`${name} refused the request (${status}). Does the model take pictures (TEXT_PROVIDER=name/model)? Without one, useImage must be false. Has the key credit left?`,
		);
	}
	return failed(`${name} failed (${status}).`);
}

/** Code in OpenAI's error for a key without credit, which comes with the status of too many requests. */
export const UNPAID = 'insufficient_quota';

/** Returns a sentence for a status that says what is to be mended, whatever was asked for; undefined for any other status. */
export function refusal(status: number, {name, keySetting, urlSetting}: Host, modelSetting: string): string | undefined {
	if (status >= 300 && status < 400)
		return `${name} redirects to another URL (${status}), which is not followed; set ${urlSetting} to that one.`;
	if (status === 401 || status === 403) return `${name} refused the key (${status}); ${keySetting} may be wrong.`;
	if (status === 402) return `${name} asks for payment first: there is no credit left for the key.`;
	if (status === 404) return `${name} knows no such model, voice or URL (404); the model in ${modelSetting} or ${urlSetting} may be wrong.`;
	if (status === 405) return `${name} takes no such requests at this URL (405); ${urlSetting} may be wrong.`;
	if (status === 413) return `${name}, or a proxy before it, takes no request of this size (413); let it take 2 MB.`;
	return undefined;
}

/** Returns a sentence that says why nobody was reached: with the code of the system or of TLS, if there is one. */
export function unreached(error: unknown, {name, urlSetting}: Host): string {
	const code = codeIn(error);
	if (/CERT|ISSUER|LEAF_SIGNATURE/.test(code)) {
		return `${name} shows a certificate that is not trusted, or not for this host (${code}); NODE_EXTRA_CA_CERTS names the file of an authority of your own.`;
	}
	return `${name} could not be reached${code && ` (${code})`}; ${urlSetting} says where it is looked for.`;
}

/** Returns the first code among an error's causes that is a plain word; empty if there is none. */
function codeIn(error: unknown): string {
	for (let at = error; at instanceof Error; at = at.cause) {
		const {code} = at as {code?: unknown};
		if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
	}
	return '';
}

export function unreadable({name, urlSetting}: Host): AppError {
	return failed(`${name} gave an answer that could not be read; ${urlSetting} may lead to something else.`);
}

export function failed(message: string): AppError {
	return new AppError('provider_failed', {message});
}
