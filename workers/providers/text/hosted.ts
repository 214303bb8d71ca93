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
export function toAppError(error: unknown, client: Client, {name, keySetting, urlSetting}: Host): AppError {
	if (error instanceof client.APIConnectionTimeoutError) {
		return new AppError('provider_unavailable', {message: `${name} did not answer in time.`});
	}
	if (error instanceof client.APIConnectionError) {
		if (error.cause instanceof BadResponse) return failed(`${name} gave half an answer, or one without an end.`);
		return new AppError('provider_unavailable', {message: `${name} could not be reached; ${urlSetting} says where it is looked for.`});
	}
	if (!(error instanceof client.APIError)) return failed(`${name} gave an answer that could not be read.`);

	const {status = 0, headers} = error as Error & {status?: number; headers?: Headers};
	if (BUSY.includes(status)) {
		const message = `${name} is too busy, or allows no more requests at the moment (${status}).`;
		return new AppError('provider_unavailable', {message, retryAfter: headers && retryAfter(headers)});
	}
	if (status === 401 || status === 403) return failed(`${name} refused the key (${status}); ${keySetting} may be wrong.`);
	if (status === 404) return failed(`${name} knows no such model or URL (404); the model in TEXT_PROVIDER or ${urlSetting} may be wrong.`);
	if (status >= 400 && status < 500) {
		return failed(
			`${name} refused the request (${status}). Does the model take pictures (TEXT_PROVIDER=name/model)? Without one, useImage must be false.`,
		);
	}
	return failed(`${name} failed (${status}).`);
}

export function failed(message: string): AppError {
	return new AppError('provider_failed', {message});
}
