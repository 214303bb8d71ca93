import {type FakeProvider, startFakeProvider, type Wire} from './provider.ts';

/** In what form the server takes the wish for JSON: `schema` as OpenAI does, `json` and `words` as older local servers do. */
export type FakeFormat = 'schema' | 'json' | 'words';

/** OpenAI's Chat Completions, as far as step texts and translations use them. An empty `key`: a server that asks for none. */
export async function startFakeOpenAi({
	takes = ['schema', 'json', 'words'] as FakeFormat[],
	...options
}: {takes?: FakeFormat[]} & Parameters<typeof startFakeProvider>[1] = {}): Promise<FakeProvider & {refused: FakeFormat[]}> {
	const refused: FakeFormat[] = [];
	const wire: Wire = {
		...WIRE,
		check(request, key) {
			const fault = WIRE.check(request, key);
			const format = formatOf(request.body as Body);
			if (fault || takes.includes(format)) return fault;
			refused.push(format);
			return {status: 400, type: 'invalid_request_error', message: "'response_format.type' is not supported"};
		},
	};
	return Object.assign(await startFakeProvider(wire, options), {refused});
}

type Part = {type: string; text?: string; image_url?: {url: string}};
type Body = {
	model?: string;
	messages?: Array<{role: string; content: string | Part[]}>;
	response_format?: {
		type: string;
		json_schema?: {name: string; strict: boolean; schema: {required: string[]; additionalProperties: boolean}};
	};
};

const STOPS = {whole: 'stop', empty: 'stop', truncated: 'length', declined: 'stop'};

const WIRE: Wire = {
	path: '/chat/completions',
	basePath: '/v1',
	check({headers, body}, key) {
		if (headers.authorization !== (key ? `Bearer ${key}` : undefined)) {
			return {status: 401, type: 'invalid_request_error', message: `Incorrect API key provided: ${headers.authorization}.`};
		}
		const {model, messages, response_format, ...others} = body as Body;
		const [system, user] = messages ?? [];
		const parts = Array.isArray(user?.content) ? user.content : [{type: 'text', text: user?.content}];
		const format = response_format?.json_schema;
		const sound =
			headers['content-type'] === 'application/json' &&
			typeof model === 'string' &&
			messages?.length === 2 &&
			system!.role === 'system' &&
			// In JSON mode the word has to occur.
			String(system!.content).includes('JSON') &&
			user!.role === 'user' &&
			parts.every(part =>
				part.type === 'image_url' ? part.image_url?.url.startsWith('data:image/jpeg;base64,/9j/') : part.type === 'text' && part.text,
			) &&
			(!format || (/^[\w-]{1,64}$/.test(format.name) && format.strict && format.schema.additionalProperties === false)) &&
			Object.keys(others).every(name => ['max_completion_tokens', 'stream'].includes(name));
		return sound ? null : {status: 400, type: 'invalid_request_error', message: 'The request does not fit.'};
	},
	asked(body) {
		const {messages} = body as Body;
		const [system, user] = messages!;
		const parts = Array.isArray(user!.content) ? user!.content : [{type: 'text', text: user!.content}];
		// A model reads it in its rules, where the server did not get it.
		const schema = JSON.parse(String(system!.content).match(/\{"type":"object".*\}$/s)![0]);
		return {words: parts.find(part => part.type === 'text')!.text!, schema};
	},
	envelope: (words, end) => ({
		id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
		object: 'chat.completion',
		created: 1_741_569_952,
		model: 'gpt-5.4-mini',
		choices: [
			{
				index: 0,
				message: {
					role: 'assistant',
					content: end === 'empty' || end === 'declined' ? null : words,
					refusal: end === 'declined' ? words : null,
					annotations: [],
				},
				logprobs: null,
				finish_reason: STOPS[end],
			},
		],
		usage: {prompt_tokens: 1200, completion_tokens: 90, total_tokens: 1290},
	}),
	error: (status, type, message) => ({error: {message, type, param: null, code: status === 401 ? 'invalid_api_key' : null}}),
};

function formatOf({response_format: format}: Body): FakeFormat {
	if (!format) return 'words';
	return format.type === 'json_schema' ? 'schema' : 'json';
}
