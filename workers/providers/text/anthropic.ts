import type {Anthropic} from '@anthropic-ai/sdk';
import type {Config} from '../../../shared/config/config.ts';
import {boundedFetch} from '../http/bounded-fetch.ts';
import {checkSettings, failed, type Host, hostedText, MAX_TOKENS, toAppError, unreadable} from './hosted.ts';
import type {Question} from './prompt.ts';
import type {TextProvider} from './provider.ts';

const HOST: Host = {name: 'Anthropic', keySetting: 'ANTHROPIC_API_KEY', urlSetting: 'ANTHROPIC_BASE_URL'};
/** Small, fast, and it sees. It thinks before it writes: little is enough here, and other models may not know the setting. */
const DEFAULT = {model: 'claude-haiku-5-5', effort: 'low'} as const;

/** Step texts and translations by a model behind Anthropic's Messages API. */
export function openAnthropicText(config: Config): TextProvider {
	let client: Anthropic | undefined;
	/** False once a model answered that takes no schema: the rules hold it in words, too. */
	let takesSchema = true;

	const ask = async (question: Question, signal: AbortSignal, withSchema: boolean): Promise<string> => {
		// Loaded on first use: a process of another provider starts sooner.
		const library = await import('@anthropic-ai/sdk');
		client ??= connect(library, config);
		let message: Anthropic.Message;
		try {
			message = await client.messages.create(bodyOf(question, config, withSchema), {signal});
		} catch (error) {
			signal.throwIfAborted();
			if (withSchema && error instanceof library.Anthropic.APIError && error.status === 400) return ask(question, signal, false);
			throw toAppError(error, library.Anthropic, HOST);
		}
		takesSchema = withSchema;
		return wordsOf(message);
	};
	return hostedText('anthropic', (question, signal) => ask(question, signal, takesSchema));
}

function connect(library: typeof import('@anthropic-ai/sdk'), {anthropic, providerTimeoutMs}: Config): Anthropic {
	checkSettings(anthropic, HOST);
	return new library.Anthropic({
		apiKey: anthropic.apiKey,
		baseURL: anthropic.baseUrl,
		timeout: providerTimeoutMs,
		maxRetries: 2,
		fetch: boundedFetch,
		// Its console lines would show what is asked and returned.
		logLevel: 'off',
		openTelemetry: false,
	});
}

function bodyOf(
	{system, data, picture, schema}: Question,
	{textModel}: Config,
	withSchema: boolean,
): Anthropic.MessageCreateParamsNonStreaming {
	const content: Anthropic.ContentBlockParam[] = [{type: 'text', text: data}];
	if (picture) {
		content.unshift({type: 'image', source: {type: 'base64', media_type: 'image/jpeg', data: picture.toString('base64')}});
	}
	return {
		model: textModel || DEFAULT.model,
		max_tokens: MAX_TOKENS,
		system,
		messages: [{role: 'user', content}],
		...(withSchema && {
			output_config: {format: {type: 'json_schema', schema: {...schema}}, ...(!textModel && {effort: DEFAULT.effort})},
		}),
	};
}

/** Returns the text of a response, whose form is not trusted. */
function wordsOf(message: Partial<Anthropic.Message> | null): string {
	const {content, stop_reason: reason} = message ?? {};
	if (reason === 'refusal') throw failed('The model declined to write this.');
	if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') throw failed('The model did not come to an end.');
	if (!Array.isArray(content)) throw unreadable(HOST);
	return content.map(block => (block?.type === 'text' ? block.text : '')).join('');
}
