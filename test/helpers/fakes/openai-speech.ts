import {startFakeVoiceHost, type VoiceWire} from './voice-host.ts';

/** OpenAI's speech endpoint. An empty `key`: a server of one's own that asks for none. */
export const startFakeOpenAiSpeech = (options?: Parameters<typeof startFakeVoiceHost>[1]) => startFakeVoiceHost(WIRE, options);

const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'onyx', 'nova', 'sage', 'shimmer', 'verse', 'marin', 'cedar'];
const MAX_INPUT = 4096;

const WIRE: VoiceWire = {
	basePath: '/v1',
	speechPath: '/audio/speech',
	check({body}) {
		const {model, input, voice, response_format: format = 'mp3', instructions} = body as Record<string, string | undefined>;
		const refuse = (message: string) => ({status: 400, type: 'invalid_request_error', message});
		if (!model) return refuse('you must provide a model parameter');
		if (!input?.trim() || input.length > MAX_INPUT)
			return refuse(`[{'loc': ('body', 'input'), 'msg': 'between 1 and ${MAX_INPUT} characters'}]`);
		if (!VOICES.includes(voice ?? '')) return refuse('No such voice');
		if (instructions !== undefined && !model.startsWith('gpt-')) return refuse('This model takes no instructions');
		return ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'].includes(format) ? null : refuse('No such format');
	},
	error: ({status, type, message}) => ({error: {message, type, param: null, code: status === 401 ? 'invalid_api_key' : null}}),
	voices: () => null,
};
