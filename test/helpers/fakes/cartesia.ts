import {startFakeVoiceHost, type VoiceWire} from './voice-host.ts';

/** More than one page of them. */
const VOICES = Array.from({length: 130}, (_, index) => ({
	id: `a0e99841-438c-4a64-b679-${String(index).padStart(12, '0')}`,
	is_owner: false,
	is_public: true,
	name: `Voice ${index}`,
	description: 'Made for tests',
	gender: index % 2 ? 'masculine' : 'feminine',
	created_at: '2026-01-01T00:00:00Z',
	language: ['en', 'pt', 'es', 'fr', 'de'][index % 5],
}));

/** Cartesia's REST API, as far as narration uses it. */
export const startFakeCartesia = (options?: Parameters<typeof startFakeVoiceHost>[1]) => startFakeVoiceHost(WIRE, options);

const WIRE: VoiceWire = {
	basePath: '',
	speechPath: '/tts/bytes',
	check({headers, body}) {
		const {
			model_id,
			transcript,
			voice,
			output_format: format,
			language,
		} = body as {
			model_id?: string;
			transcript?: string;
			voice?: {mode?: string; id?: string};
			output_format?: {container?: string; encoding?: string; sample_rate?: number};
			language?: string;
		};
		const refuse = (message: string, status = 400) => ({status, type: 'invalid_request', message});
		if (headers['cartesia-version'] !== '2026-03-01') return refuse('The version header is missing');
		if (!/^sonic/.test(model_id ?? '')) return refuse('The model is not valid', 404);
		if (!transcript?.trim()) return refuse('The transcript is empty');
		if (voice?.mode !== 'id' || !VOICES.some(({id}) => id === voice.id)) return refuse('There is no such voice', 404);
		if (!/^[a-z]{2}$/.test(language ?? '')) return refuse('The language is not valid');
		const known =
			format?.container === 'wav' &&
			format.encoding === 'pcm_s16le' &&
			[8000, 16_000, 22_050, 24_000, 44_100, 48_000].includes(format.sample_rate!);
		return known ? null : refuse('The output format is not valid');
	},
	error: ({type, message}) => ({error_code: type, title: 'Something is wrong', message, request_id: crypto.randomUUID()}),
	voices(path, query) {
		if (path !== '/voices') return null;
		const start = VOICES.findIndex(({id}) => id === query.get('starting_after')) + 1;
		const data = VOICES.slice(start, start + Number(query.get('limit') ?? 10));
		return {data, has_more: start + data.length < VOICES.length, next_page: data.at(-1)?.id ?? null};
	},
};
