import {once} from 'node:events';
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {readConfig} from '../../../shared/config/config.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {openVoiceProvider} from '../index.ts';

const never = new AbortController().signal;
const ALLOY = {id: 'x', key: 'alloy:en-US', language: 'en-US'};
const SOUND = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), Buffer.alloc(100)]);

type Asked = {url: string | undefined; headers: IncomingHttpHeaders};

test('a server of voices has an address and a key of its own, and never gets the key of texts', async t => {
	const {url, asked} = await opened(t, 200, SOUND);
	const settings = {VOICE_PROVIDER: 'openai/kokoro', OPENAI_API_KEY: 'key-of-texts', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1'};
	const speak = (more: object) =>
		openVoiceProvider(readConfig({...settings, OPENAI_VOICE_BASE_URL: `${url}/v1/`, ...more})).speak({text: 'Hello', voice: ALLOY}, never);
	await speak({});
	await speak({OPENAI_VOICE_API_KEY: 'key-of-voices\n'});
	t.deepEqual(
		asked.map(({url: path, headers}) => [path, headers.authorization]),
		[
			['/v1/audio/speech', undefined],
			['/v1/audio/speech', 'Bearer key-of-voices'],
		],
	);
	await t.throwsAsync(speak({OPENAI_VOICE_BASE_URL: 'http://127.0.0.1:9/v1'}), {message: /OPENAI_VOICE_BASE_URL/});
});

for (const [name, voice] of [
	['openai', {id: 'x', key: 'flite:slt', language: 'en-US'}],
	['cartesia', ALLOY],
] as const) {
	test(`${name}: a job that waited for another provider's voice is refused, and nothing is sent`, async t => {
		const {url, asked} = await opened(t, 200, SOUND);
		const prefix = name.toUpperCase();
		const provider = openVoiceProvider(readConfig({VOICE_PROVIDER: name, [`${prefix}_API_KEY`]: 'key', [`${prefix}_BASE_URL`]: url}));
		await t.throwsAsync(provider.speak({text: 'Hello', voice}, never), {instanceOf: AppError, message: /GET \/v1\/voices/});
		t.is(asked.length, 0);
	});
}

test('a key without credit is no server that is too busy, and the log says so', async t => {
	const {url} = await opened(t, 429, JSON.stringify({error: {message: 'said', code: 'insufficient_quota'}}));
	const provider = openVoiceProvider(readConfig({VOICE_PROVIDER: 'openai', OPENAI_BASE_URL: url, OPENAI_API_KEY: 'key'}));
	const error = (await t.throwsAsync(provider.speak({text: 'Hello', voice: ALLOY}, never), {message: /payment/})) as AppError;
	t.deepEqual(error.logged, {code: 'provider_failed', reason: error.message});
	t.deepEqual(invalid([]).logged, {code: 'invalid_request'});
});

async function opened(t: ExecutionContext, status: number, body: string | Buffer): Promise<{url: string; asked: Asked[]}> {
	const asked: Asked[] = [];
	const server = createServer(({url, headers}, response) => {
		asked.push({url, headers});
		response.writeHead(status, {'Content-Type': typeof body === 'string' ? 'application/json' : 'audio/wav'}).end(body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}
