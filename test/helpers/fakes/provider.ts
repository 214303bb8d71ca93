import type {IncomingHttpHeaders} from 'node:http';
import {type FakeCall, startFakeServer} from './server.ts';

/** What a hosted model may do to us. `good` returns what its schema asks for. */
export const FAKE_MODES = [
	'good',
	'fenced',
	'too-long',
	'hostile',
	'status-500',
	'busy',
	'busy-for-a-second',
	'overloaded',
	'wrong-key',
	'no-such-model',
	'refused-request',
	'redirect',
	'garbage',
	'web-page',
	'other-envelope',
	'other-shape',
	'blank',
	'empty',
	'declined',
	'truncated',
	'half',
	'huge',
	'silent',
	'stalled',
] as const;
export type FakeMode = (typeof FAKE_MODES)[number];

export type FakeRequest = {
	headers: IncomingHttpHeaders;
	body: Record<string, unknown> /** JSON between the tags. */;
	data: Record<string, unknown>;
};

export type FakeProvider = {
	/** As the provider's setting takes it. */
	baseUrl: string;
	key: string;
	/** May be changed at any time. */
	mode: FakeMode;
	requests: FakeRequest[];
	/** Requests whose client went away before the response. */
	readonly left: number;
	close(): Promise<void>;
};

/** A provider's wire format. */
export type Wire = {
	/** Of the API, below the base URL. */
	path: string;
	/** What the base URL has behind its host. */
	basePath: string;
	/** Returns an error where the real one would. */
	check(request: Omit<FakeRequest, 'data'>, key: string): {status: number; type: string; message: string} | null;
	asked(body: Record<string, unknown>): {words: string; schema: {required: string[]}};
	envelope(words: string, end: 'whole' | 'truncated' | 'declined' | 'empty'): object;
	error(status: number, type: string, message: string): object;
};

/** Words that a provider may say of us in its errors, and that must not get into ours. */
export const PROVIDER_WORDS = 'provider-said-this';

export const LONG = 'This sentence has words. '.repeat(400);
export const HOSTILE = '<script>alert(1)</script> & </script>\u202e\u2066evil\u0000\u0007\u200b\ud800 \n\n "quoted"';

/** Starts a server on 127.0.0.1 that speaks a provider's wire format and refuses what the real one would refuse. */
export async function startFakeProvider(
	wire: Wire,
	{mode = 'good' as FakeMode, key = `sk-test-${crypto.randomUUID()}`} = {},
): Promise<FakeProvider> {
	const server = await startFakeServer(respond);
	const fake: FakeProvider = {
		baseUrl: `http://127.0.0.1:${server.port}${wire.basePath}`,
		key,
		mode,
		requests: [],
		get left() {
			return server.left;
		},
		close: server.close,
	};

	function respond({method, url, headers, body, response, send}: FakeCall) {
		const fail = (status: number, type: string, more: Record<string, string> = {}) =>
			send(status, wire.error(status, type, `${PROVIDER_WORDS} ${headers.authorization} ${JSON.stringify(body).slice(-300)}`), more);
		if (method !== 'POST' || url !== `${wire.basePath}${wire.path}`) return fail(404, 'not_found_error');
		const fault = wire.check({headers, body}, key);
		if (fault) return send(fault.status, wire.error(fault.status, fault.type, fault.message));

		const {words, schema} = wire.asked(body);
		const data = JSON.parse(words.match(/^<data>\n(.*)\n<\/data>$/s)![1]!);
		fake.requests.push({headers, body, data});
		const made = JSON.stringify(goodResponse(schema.required, data, fake.mode));
		const whole = wire.envelope(made, 'whole');
		const half = JSON.stringify(whole).slice(0, -40);
		switch (fake.mode) {
			case 'status-500':
				return fail(500, 'api_error');
			case 'busy':
				return fail(429, 'rate_limit_error', {'retry-after': '37'});
			case 'busy-for-a-second':
				fake.mode = 'good';
				return fail(429, 'rate_limit_error', {'retry-after': '1'});
			case 'overloaded':
				return fail(529, 'overloaded_error', {'retry-after': new Date(Date.now() + 90_000).toUTCString()});
			case 'wrong-key':
				return fail(401, 'authentication_error');
			case 'no-such-model':
				return fail(404, 'not_found_error');
			case 'refused-request':
				return fail(400, 'invalid_request_error');
			case 'redirect':
				return send(307, '', {location: `http://127.0.0.1:${server.port}${wire.basePath}${wire.path}`});
			case 'garbage':
				return send(200, `${PROVIDER_WORDS}, not JSON {`);
			case 'web-page':
				return send(200, `<!doctype html><p>${PROVIDER_WORDS}`, {'content-type': 'text/html'});
			case 'other-envelope':
				return send(200, {object: 'list', data: [PROVIDER_WORDS]});
			case 'other-shape':
				return send(200, wire.envelope(JSON.stringify({heading: PROVIDER_WORDS, title: 1}), 'whole'));
			case 'fenced':
				return send(200, wire.envelope(`<think>Is it {this}?</think>\nHere you are:\n\`\`\`json\n${made}\n\`\`\``, 'whole'));
			case 'empty':
				return send(200, wire.envelope('', 'empty'));
			case 'declined':
				return send(200, wire.envelope(PROVIDER_WORDS, 'declined'));
			case 'truncated':
				return send(200, wire.envelope(made.slice(0, -15), 'truncated'));
			case 'huge':
				return send(200, wire.envelope(JSON.stringify({title: 'x'.repeat(5_000_000)}), 'whole'));
			case 'half':
				response.writeHead(200, {'content-type': 'application/json', 'content-length': half.length + 40});
				return response.write(half, () => setTimeout(() => response.destroy(), 20));
			case 'stalled':
				response.writeHead(200, {'content-type': 'application/json', 'content-length': half.length + 40});
				return response.write(half);
			case 'silent':
				return;
			default:
				return send(200, whole);
		}
	}
	return fake;
}

/** By the names of the schema's properties, so that it returns whatever it is asked. */
function goodResponse(names: string[], {to, text}: Record<string, unknown>, mode: FakeMode): Record<string, string> {
	const good: Record<string, string> = {
		title: 'Click “Save”',
		text: 'It keeps what you changed, and closes the form.',
		narrationScript: 'Now click save.\nWhat you changed is kept.',
		alt: 'The form of an invoice, with the button “Save” highlighted',
		translation: `[${to}] ${text}`,
	};
	const said: Partial<Record<FakeMode, string>> = {'too-long': LONG, hostile: HOSTILE, blank: '\u200b \n\u202e'};
	return Object.fromEntries(names.map(name => [name, said[mode] ?? good[name]!]));
}
