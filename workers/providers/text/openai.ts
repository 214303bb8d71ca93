import type {ClientOptions, OpenAI} from 'openai';
import type {Config} from '../../../shared/config/config.ts';
import {boundedFetch} from '../http/bounded-fetch.ts';
import {checkSettings, failed, type Host, hostedText, MAX_TOKENS, statusError, toAppError, unreadable} from './hosted.ts';
import type {Question} from './prompt.ts';
import type {TextProvider} from './provider.ts';

/** Small, fast, and it sees. */
const DEFAULT_MODEL = 'gpt-5.4-mini';

/** Ways to ask for a response in JSON, best first; servers of one's own refuse the one or the other. */
const FORMATS = ['schema', 'json', 'words'] as const;
type Format = (typeof FORMATS)[number];

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** Step texts and translations by a model behind OpenAI's Chat Completions, the one of its APIs that all local servers speak. */
export function openOpenAiText(config: Config): TextProvider {
	const host = hostOf(config);
	let client: OpenAI | undefined;
	/** The first of FORMATS that the server is asked in: the one that it took before. */
	let first = 0;

	const askIn = async (format: number, question: Question, signal: AbortSignal, again: boolean): Promise<string> => {
		// Loaded on first use: a process of another provider starts sooner.
		const library = await import('openai');
		client ??= connect(library, config, host);
		let completion: OpenAI.ChatCompletion;
		try {
			completion = joined(await client.chat.completions.create(bodyOf(question, config, FORMATS[format]!), {signal}));
		} catch (error) {
			signal.throwIfAborted();
			if (isRefused(library, error) && format + 1 < FORMATS.length) return askIn(format + 1, question, signal, again);
			throw toAppError(error, library.OpenAI, host);
		}
		// One unreadable response tells nothing about the next one.
		const fault = faultIn(completion);
		if (fault) throw statusError(fault, host);
		if (!again) first = format;
		return wordsOf(completion, host);
	};
	return hostedText('openai', (question, signal, again) =>
		askIn(again ? Math.min(first + 1, FORMATS.length - 1) : first, question, signal, again),
	);
}

function hostOf(config: Config): Host {
	const settings = {keySetting: 'OPENAI_API_KEY', urlSetting: 'OPENAI_BASE_URL'};
	return {name: isOpenAi(config) ? 'OpenAI' : 'The text server', ...settings};
}

function isOpenAi({openai}: Config): boolean {
	return URL.parse(openai.baseUrl)?.hostname === 'api.openai.com';
}

function connect(library: typeof import('openai'), config: Config, host: Host): OpenAI {
	const {openai, providerTimeoutMs} = config;
	checkSettings(openai, host, {required: isOpenAi(config)});
	return clientOf(library, openai, {timeout: providerTimeoutMs, maxRetries: 2, fetch: boundedFetch});
}

/** Returns a client of OpenAI, or of a server that speaks as it does. */
export function clientOf(
	library: typeof import('openai'),
	openai: Config['openai'],
	calls: Pick<ClientOptions, 'timeout' | 'maxRetries' | 'fetch'>,
): OpenAI {
	return new library.OpenAI({
		...accessOf(openai),
		...calls,
		baseURL: openai.baseUrl,
		adminAPIKey: null,
		organization: null,
		project: null,
		// Its console lines would show what is asked and returned.
		logLevel: 'off',
	});
}

/**
 * Returns the client's options for the key and the version in an address. Servers of one's own may want no key; Azure wants it under another
 * name where the address has a version.
 */
function accessOf({apiKey, apiVersion}: Config['openai']): Pick<ClientOptions, 'apiKey' | 'defaultHeaders' | 'defaultQuery'> {
	const headers = apiVersion ? {Authorization: null, 'api-key': apiKey || null} : !apiKey && {Authorization: null};
	return {
		// The client wants one; where there is none, its header stays away.
		apiKey: apiKey || 'none',
		...(headers && {defaultHeaders: headers}),
		...(apiVersion && {defaultQuery: {'api-version': apiVersion}}),
	};
}

function bodyOf({system, data, picture, schema}: Question, config: Config, format: Format): Body {
	const url = `data:image/jpeg;base64,${picture?.toString('base64')}`;
	return {
		model: config.textModel || DEFAULT_MODEL,
		messages: [
			{role: 'system', content: system},
			// Servers whose model takes no pictures may take no list of parts either.
			{
				role: 'user',
				content: picture
					? [
							{type: 'image_url', image_url: {url}},
							{type: 'text', text: data},
						]
					: data,
			},
		],
		...(format === 'schema' && {
			response_format: {type: 'json_schema', json_schema: {name: 'answer', strict: true, schema: {...schema}}},
		}),
		...(format === 'json' && {response_format: {type: 'json_object'}}),
		// Others know it by another name, count it against a small context, or end without it.
		...(isOpenAi(config) && {max_completion_tokens: MAX_TOKENS}),
	};
}

/** Statuses of a refused request; the last two come from servers that turn a schema into a grammar. None tells which part was refused. */
const REFUSED = [400, 422, 500, 501];

function isRefused({OpenAI}: typeof import('openai'), error: unknown): boolean {
	return error instanceof OpenAI.APIError && REFUSED.includes(error.status as number);
}

/** Members that self-hosted servers add to a message, beside those of OpenAI's library. */
type Message = Partial<Record<'content' | 'reasoning_content' | 'reasoning' | 'refusal', unknown>> & {
	tool_calls?: Array<{function?: {arguments?: unknown}}>;
};

type Event = {error?: unknown; choices?: Array<{delta?: Record<string, unknown>; finish_reason?: unknown}>};

/** Returns what a stream of events adds up to, as some gateways send it unasked; anything else as it is. */
function joined(completion: OpenAI.ChatCompletion): OpenAI.ChatCompletion {
	const text: unknown = completion;
	if (typeof text !== 'string' || !/^\s*data:/.test(text)) return completion;
	const events = text.split('\n').flatMap((line): Event[] => readEvent(line.replace(/^data:/, '')));
	const parts = events.map(({choices}) => choices?.[0]);
	const said = (name: string) => parts.map(part => part?.delta?.[name] ?? '').join('');
	const message = {content: said('content'), reasoning_content: said('reasoning_content'), reasoning: said('reasoning')};
	const reason = parts.findLast(part => part?.finish_reason)?.finish_reason;
	const whole = {error: events.find(({error}) => error)?.error, choices: [{message, finish_reason: reason}]};
	return whole as unknown as OpenAI.ChatCompletion;
}

function readEvent(line: string): Event[] {
	try {
		const event: unknown = JSON.parse(line);
		return typeof event === 'object' && event !== null ? [event] : [];
	} catch {
		// An end, a comment or an empty line.
		return [];
	}
}

/** Returns the status of an error that came with the status of success, as gateways send it once they have begun; undefined for any other response. */
function faultIn(completion: unknown): number | undefined {
	type Faulty = {error?: {code?: unknown} | null} | null | undefined;
	const [choice] = ((completion as {choices?: Faulty[]} | null)?.choices ?? []) as Faulty[];
	const status = Number((completion as Faulty)?.error?.code ?? choice?.error?.code);
	return status >= 400 && status < 600 ? status : undefined;
}

/** Returns the text of a response of any shape, its thoughts first, because the last object counts. */
function wordsOf(completion: Partial<OpenAI.ChatCompletion> | null, host: Host): string {
	const {finish_reason: reason, message} = (completion?.choices?.[0] ?? {}) as {finish_reason?: string; message?: Message};
	if (message?.refusal || reason === 'content_filter') throw failed('The model declined to write this.');
	if (reason === 'length')
		throw failed('The model did not come to an end: its context on the server, or its limit of tokens, is too small.');
	const {reasoning_content: thoughts, reasoning, tool_calls: calls, content} = message ?? {};
	const said = [thoughts, reasoning, ...(Array.isArray(calls) ? calls.map(call => call?.function?.arguments) : []), content];
	const words = said.map(textOf).filter(text => text !== null);
	if (words.length === 0) throw unreadable(host);
	return words.join('\n');
}

/** Returns a text, the texts of its parts joined, or an object as JSON. */
function textOf(said: unknown): string | null {
	if (typeof said === 'string') return said;
	if (Array.isArray(said)) return said.map(part => textOf(part) ?? '').join('');
	if (typeof said !== 'object' || said === null) return null;
	const {text} = said as {text?: unknown};
	const isPart = 'type' in said && typeof text === 'string';
	return isPart ? text : JSON.stringify(said);
}
