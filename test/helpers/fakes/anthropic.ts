import {type FakeProvider, startFakeProvider, type Wire} from './provider.ts';

/** Anthropic's Messages API, as far as step texts and translations use it. */
export function startFakeAnthropic(options?: Parameters<typeof startFakeProvider>[1]): Promise<FakeProvider> {
	return startFakeProvider(WIRE, options);
}

type Content = Array<{type: string; text?: string; source?: {type: string; media_type: string; data: string}}>;
type Body = {
	model?: string;
	max_tokens?: number;
	system?: string;
	messages?: Array<{role: string; content: Content}>;
	output_config?: {format?: {type: string; schema: {required: string[]}}};
};

const STOPS = {whole: 'end_turn', empty: 'end_turn', truncated: 'max_tokens', declined: 'refusal'};

const WIRE: Wire = {
	path: '/v1/messages',
	basePath: '',
	check({headers, body}, key) {
		if (headers.authorization !== `Bearer ${key}` && headers['x-api-key'] !== key) {
			return {status: 401, type: 'authentication_error', message: 'invalid x-api-key'};
		}
		const {model, max_tokens, messages, output_config, ...others} = body as Body;
		const content = messages?.[0]?.content;
		const sound =
			/^\d{4}-\d\d-\d\d$/.test(String(headers['anthropic-version'])) &&
			headers['content-type'] === 'application/json' &&
			typeof model === 'string' &&
			Number.isInteger(max_tokens) &&
			messages?.length === 1 &&
			messages[0]!.role === 'user' &&
			Array.isArray(content) &&
			content.every(block => (block.type === 'image' ? isPicture(block.source) : block.type === 'text' && block.text)) &&
			output_config?.format?.type === 'json_schema' &&
			Object.keys(others).every(name => ['system', 'stream'].includes(name));
		return sound ? null : {status: 400, type: 'invalid_request_error', message: 'The request does not fit.'};
	},
	asked(body) {
		const {messages, output_config} = body as Body;
		return {words: messages![0]!.content.find(block => block.type === 'text')!.text!, schema: output_config!.format!.schema};
	},
	envelope: (words, end) => ({
		id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
		type: 'message',
		role: 'assistant',
		model: 'claude-haiku-5-5',
		container: null,
		content:
			end === 'empty' || end === 'declined'
				? []
				: [
						{type: 'thinking', thinking: '', signature: 'EqQBCgIYAhIM'},
						{type: 'text', text: words, citations: null},
					],
		stop_reason: STOPS[end],
		stop_sequence: null,
		stop_details: end === 'declined' ? {type: 'refusal', category: 'general_harms', explanation: words} : null,
		usage: {input_tokens: 1200, output_tokens: 90, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, service_tier: 'standard'},
	}),
	error: (_, type, message) => ({type: 'error', error: {type, message}, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy'}),
};

function isPicture(source: Content[number]['source']): boolean {
	return source?.type === 'base64' && source.media_type === 'image/jpeg' && source.data.startsWith('/9j/');
}
