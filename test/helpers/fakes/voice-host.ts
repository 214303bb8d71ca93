import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import {type FakeCall, startFakeServer} from './server.ts';

/** What a hosted voice may do to us. */
export const VOICE_FAKE_MODES = [
	'good',
	'status-500',
	'once-500',
	'busy',
	'busy-for-a-second',
	'wrong-key',
	'unpaid',
	'no-such-voice',
	'refused-request',
	'redirect',
	'garbage',
	'web-page',
	'empty',
	'half',
	'cut-off',
	'five-megabytes',
	'huge',
	'silent',
	'stalled',
] as const;
export type VoiceFakeMode = (typeof VOICE_FAKE_MODES)[number];

/** Words that a provider may say of us in its errors, and that must not get into ours. */
export const HOST_WORDS = 'voice-host-said-this';

export type SpeechRequest = {headers: IncomingHttpHeaders; body: Record<string, unknown>};

export type FakeVoiceHost = {
	/** As the provider's setting takes it. */
	baseUrl: string;
	key: string;
	/** May be changed at any time. */
	mode: VoiceFakeMode;
	/** Requests for speech. */
	requests: SpeechRequest[];
	/** Requests for voices. */
	lists: number;
	/** Requests whose client went away before the response. */
	readonly left: number;
	close(): Promise<void>;
};

type Fault = {status: number; type: string; message: string};

/** A provider's wire format. */
export type VoiceWire = {
	/** What the base URL has behind its host. */
	basePath: string;
	speechPath: string;
	/** Returns an error where the real one would. */
	check(request: SpeechRequest): Fault | null;
	error(fault: Fault): object;
	/** The list of voices for this query; null where the API has none. */
	voices(path: string, query: URLSearchParams): object | null;
};

/** Starts a server on 127.0.0.1 that speaks a provider's wire format and refuses what the real one would refuse. */
export async function startFakeVoiceHost(
	wire: VoiceWire,
	{mode = 'good' as VoiceFakeMode, key = `sk-test-${crypto.randomUUID()}`} = {},
): Promise<FakeVoiceHost> {
	const server = await startFakeServer(respond);
	const fake: FakeVoiceHost = {
		baseUrl: `http://127.0.0.1:${server.port}${wire.basePath}`,
		key,
		mode,
		requests: [],
		lists: 0,
		get left() {
			return server.left;
		},
		close: server.close,
	};

	function respond({method, url, headers, body, response, send}: FakeCall) {
		const fail = (status: number, type: string, more: Record<string, string> = {}) => {
			const message = `${HOST_WORDS} ${headers.authorization} ${JSON.stringify(body)}`;
			send(status, wire.error({status, type, message}), more);
		};
		const {pathname, searchParams} = new URL(url, 'http://localhost');
		const isSpeech = method === 'POST' && pathname === wire.basePath + wire.speechPath;
		const voices = method === 'GET' ? wire.voices(pathname, searchParams) : null;
		if (!isSpeech && !voices) return fail(404, 'not_found');
		if (fake.key && headers.authorization !== `Bearer ${fake.key}`) return fail(401, 'invalid_api_key');
		if (isSpeech) fake.requests.push({headers, body});
		else fake.lists += 1;
		const fault = isSpeech ? wire.check({headers, body}) : null;
		if (fault) return send(fault.status, wire.error(fault));

		const audio = {'content-type': 'audio/wav'};
		const whole = wav(1);
		switch (fake.mode) {
			case 'status-500':
				return fail(500, 'internal_error');
			case 'once-500':
				fake.mode = 'good';
				return fail(503, 'internal_error');
			case 'busy':
				return fail(429, 'concurrency_limited', {'retry-after': '37'});
			case 'busy-for-a-second':
				fake.mode = 'good';
				return fail(429, 'concurrency_limited', {'retry-after': '1'});
			case 'wrong-key':
				return fail(401, 'invalid_api_key');
			case 'unpaid':
				return fail(402, 'quota_exceeded');
			case 'no-such-voice':
				return fail(404, 'voice_not_found');
			case 'refused-request':
				return fail(400, 'invalid_request');
			case 'redirect':
				return send(307, '', {location: `http://127.0.0.1:${server.port}${pathname}`});
			case 'garbage':
				return send(200, `${HOST_WORDS}, neither audio nor JSON {`);
			case 'web-page':
				return send(200, `<!doctype html><p>${HOST_WORDS}`, {'content-type': 'text/html'});
			case 'empty':
				return send(200, '', audio);
			case 'cut-off':
				return send(200, voices ? '{"data": [{"id"' : whole.subarray(0, 20_000), audio);
			case 'five-megabytes':
				return send(200, 'x'.repeat(5_000_000), audio);
			case 'huge':
				response.writeHead(200, audio);
				return pour(response);
			case 'half':
				response.writeHead(200, {...audio, 'content-length': whole.length});
				return response.write(whole.subarray(0, 20_000), () => setTimeout(() => response.destroy(), 20));
			case 'stalled':
				response.writeHead(200, {...audio, 'content-length': whole.length});
				return response.write(whole.subarray(0, 20_000));
			case 'silent':
				return;
			default:
				return voices ? send(200, voices) : send(200, streamed(whole), audio);
		}
	}
	return fake;
}

/** A tone of so many seconds that swells and fades, 16 bits at 24 kHz. */
function wav(seconds: number): Buffer {
	const rate = 24_000;
	const bytes = Buffer.alloc(44 + seconds * rate * 2);
	bytes.write('RIFF', 0, 'latin1');
	bytes.writeUInt32LE(bytes.length - 8, 4);
	bytes.write('WAVEfmt ', 8, 'latin1');
	for (const [at, value] of [
		[16, 16],
		[24, rate],
		[28, rate * 2],
	] as const)
		bytes.writeUInt32LE(value, at);
	for (const [at, value] of [
		[20, 1],
		[22, 1],
		[32, 2],
		[34, 16],
	] as const)
		bytes.writeUInt16LE(value, at);
	bytes.write('data', 36, 'latin1');
	bytes.writeUInt32LE(bytes.length - 44, 40);
	for (let i = 0; i < seconds * rate; i++)
		bytes.writeInt16LE(Math.round(9000 * Math.sin(i / 12) * Math.sin((i / rate / seconds) * Math.PI)), 44 + 2 * i);
	return bytes;
}

/** As a host sends it that does not yet know the length when it begins. */
function streamed(whole: Buffer): Buffer {
	const bytes = Buffer.from(whole);
	for (const at of [4, 40]) bytes.writeUInt32LE(0xffff_ffff, at);
	return bytes;
}

/** Writes until the client goes away. */
function pour(response: ServerResponse): void {
	const chunk = Buffer.alloc(1_000_000, 1);
	const more = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', more).on('error', () => {});
	more();
}
