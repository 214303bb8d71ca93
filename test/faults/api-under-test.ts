import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {type Agent, get, type IncomingMessage} from 'node:http';
import {createServer} from 'node:net';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';

export type ApiUnderTest = {
	service: TestService;
	api: ServiceProcess;
	port: number;
	url: string;
	client: Client;
	/** Path of a tour of some steps. */
	tourPath: string;
	/** Path of a public file of a megabyte: more than the two ends of a connection take in before somebody reads. */
	filePath: string;
	stop(): Promise<void>;
};

const FILE_BYTES = 1024 * 1024;

/** An API process of its own on a database of its own, with one tour to ask for. `settings`: environment variables. */
export async function startApiUnderTest(settings: Record<string, string> = {}): Promise<ApiUnderTest> {
	const service = await startService({MAX_CONNECTIONS: '10000', ...settings}, {workers: false});
	const client = await service.client();
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Asked for by others'}})).body;
	for (let step = 0; step < 10; step++) {
		await client('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: `Step ${step}`}});
	}
	const file = await service.services.files.put('media', randomBytes(FILE_BYTES), '.webp');
	const {port, url, ...api} = await startApi(service);
	return {
		service,
		api,
		port,
		url,
		client,
		tourPath: `/v1/tours/${tour.id}`,
		filePath: `/media/${file}`,
		async stop() {
			await api.kill();
			await service.stop();
		},
	};
}

/** An API process of its own, beside the one in this process, at a port of its own. `settings`: environment variables. */
export async function startApi(
	{env}: TestService,
	settings: Record<string, string> = {},
): Promise<ServiceProcess & {port: number; url: string}> {
	const port = await freePort();
	const api = await startProcess('api/main.ts', {...env, ...settings, PORT: String(port)});
	return {...api, port, url: `http://127.0.0.1:${port}`};
}

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as {port: number};
	server.close();
	await once(server, 'close');
	return port;
}

/** One GET on the agent's connection. */
export async function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<IncomingMessage & {text: string}> {
	const [response] = (await once(get(url, {agent, headers}), 'response')) as [IncomingMessage];
	return Object.assign(response, {text: Buffer.concat(await response.toArray()).toString()});
}
