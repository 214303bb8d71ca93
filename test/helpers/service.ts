import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buildApp} from '../../api/app.ts';
import type {Outbound} from '../../api/oauth/clients.ts';
import {openHttpServer} from '../../api/server/http-server.ts';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {type Config, readConfig} from '../../shared/config/config.ts';
import {ALL_SCOPES, type Scope} from '../../shared/contract/access.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {openLog} from '../../shared/log.ts';
import {POOLS, type Pool} from '../../shared/queue/job.ts';
import {openServices, type Services} from '../../shared/services/services.ts';
import {createAccount, type Plan} from '../../shared/store/access/accounts.ts';
import {createApiKey} from '../../shared/store/access/credentials.ts';
import {openWorkers} from '../../workers/workers.ts';
import {freshDatabase, type Servers} from './database.ts';
import {eventually} from './eventually.ts';
import {groupShares} from './grouped.ts';

/** What most tests need. */
const USUAL: readonly Pool[] = ['images', 'animations', 'ai', 'render', 'covers', 'delivery'];

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
type Body = any;

/** What a call returned. */
export type Reply = {status: number; headers: Headers; body: Body};
export type CallOptions = {body?: unknown; headers?: Record<string, string>; raw?: BodyInit};
export type Client = {
	accountId: string;
	credentialId: string;
	key: string;
	(method: string, path: string, options?: CallOptions): Promise<Reply>;
};

export type TestService = {
	config: Config;
	/** The same as environment variables, for a process of its own. */
	env: Record<string, string>;
	services: Services;
	baseUrl: string;
	/** A new account with a key, as a function that makes calls with it. */
	client(options?: {plan?: Plan; scopes?: Scope[]; accountId?: string}): Promise<Client>;
	stop(): Promise<void>;
};

type Options = {
	workers?: boolean;
	also?: ReadonlyArray<'audio' | 'background' | 'export'>;
	servers?: Servers;
	outbound?: Outbound;
	host?: string;
};

/** Settings that keep limits out of the way of tests, which come from one address and write quickly. */
export const UNLIMITED = {
	OPERATOR_PASSWORD: 'operator-of-a-test',
	MAX_CONNECTIONS: '100000',
	CALLS_PER_MINUTE: '1000000',
	VISITS_PER_HOUR: '1000000',
	CHANGES_PER_HOUR: '1000000',
	PUBLISHES_PER_HOUR: '1000000',
	VIDEO_SECONDS_PER_DAY: '1000000',
};

/**
 * The whole service in this process: API, workers, browser; its own database, Redis prefix and folder. `also`: with these pools too.
 * `host`: that of BASE_URL, for a browser that knows it. `background` keeps a core busy for seconds after each image that a test sends; `audio` asks the machine's programs for their voices.
 * Limits are out of the way unless `settings` (environment variables) say otherwise. `servers`: others than the run's own;
 * `outbound`: what stands for the Internet when an app's client-id document is fetched.
 */
export function startService(settings: Record<string, string> = {}, options: Options = {}): Promise<TestService> {
	const open = () => openService(settings, options);
	return groupShares() && !options.servers && !options.outbound ? shared(JSON.stringify([settings, options]), open) : open();
}

/** Files that share a process share a service; the last of them that stops it does. */
const opened = new Map<string, {service: Promise<TestService>; users: number}>();

async function shared(key: string, open: () => Promise<TestService>): Promise<TestService> {
	const entry = opened.get(key) ?? {service: open(), users: 0};
	opened.set(key, entry);
	entry.users++;
	const service = await entry.service;
	return {...service, stop: async () => void (--entry.users === 0 && (await service.stop()))};
}

async function openService(
	settings: Record<string, string>,
	{workers: withWorkers = true, also = [], servers, outbound, host = '127.0.0.1'}: Options,
): Promise<TestService> {
	const all = {LOG_LEVEL: 'error', ...UNLIMITED, ...settings};
	const given = readConfig({...process.env, ...all});
	const {server, handle} = openHttpServer(given, openLog(given, 'api'));
	// Longer than a test is busy with other things: a connection that is closed just as it is used again fails the call.
	server.keepAliveTimeout = 120_000;
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	const fresh = await freshDatabase({...all, BASE_URL: `http://${host}:${port}`}, servers);
	await fresh.database.destroy();
	const services = await openServices(fresh.config, 'api');
	if (withWorkers && !servers) waitLonger(services);
	handle(buildApp(services, undefined, outbound).callback());
	const browser = openBrowser({executablePath: readConfig().chromium, log: services.log});
	const wanted: readonly Pool[] = [...USUAL, ...also];
	const pools = POOLS.filter(pool => wanted.includes(pool));
	const workers = withWorkers ? await openWorkers({services, browser, pools, concurrency: () => 2}) : null;
	const baseUrl = `http://127.0.0.1:${port}`;

	return {
		config: fresh.config,
		env: fresh.env,
		services,
		baseUrl,
		async client({plan = 'pro', scopes = ALL_SCOPES, accountId} = {}) {
			const db = services.database.manager;
			const id = accountId ?? (await createAccount(db, {email: `${crypto.randomUUID()}@example.com`, name: 'Ana Teste', plan})).id;
			const {id: credentialId, key} = await createApiKey(db, {accountId: id, name: 'test', scopes, days: 30});
			const call = (method: string, path: string, options?: CallOptions) => request(baseUrl, method, path, key, options);
			return Object.assign(call, {accountId: id, credentialId, key});
		},
		async stop() {
			await closeServer(server);
			await workers?.close();
			await browser.close();
			await services.close();
			await fresh.drop();
		},
	};
}

/**
 * Makes calls that wait for their job wait as long as any may: on a machine that is busy with other tests `still_running` after 25 seconds
 * is right, and of no use to a test whose subject is another.
 */
function waitLonger({dispatcher}: Services): void {
	const {run, waitFor} = dispatcher;
	const patient = (ms: number) => (ms >= LIMITS.waitMs ? Math.max(ms, LIMITS.mcpWaitMs) : ms);
	dispatcher.run = (job, ms) => run.call(dispatcher, job, patient(ms));
	dispatcher.waitFor = (id, ms, awayMs) => waitFor(id, patient(ms), awayMs);
}

/** One call; `body` goes as JSON, `raw` as it is. Paths begin with /v1 or whatever else the service serves under. */
export async function request(
	baseUrl: string,
	method: string,
	path: string,
	key: string | null,
	options: CallOptions = {},
): Promise<Reply> {
	const response = await fetch(new URL(path, baseUrl), {
		method,
		redirect: 'manual',
		headers: {
			...(key && {Authorization: `Bearer ${key}`}),
			...(options.body !== undefined && {'Content-Type': 'application/json'}),
			...options.headers,
		},
		body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('application/json');
	return {status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text};
}

/** The job that a 202 named, once it has ended. */
export function jobEnded(client: Client, {body}: Reply): Promise<Body> {
	return eventually(`the job ${body.job.id} ends`, async () => {
		const {job} = (await client('GET', `/v1/jobs/${body.job.id}`)).body;
		return (job.status === 'succeeded' || job.status === 'failed') && job;
	});
}

async function closeServer(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
}
