import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Redis} from 'ioredis';
import {pino} from 'pino';
import type {DataSource} from 'typeorm';
import {runService} from '../../infra/run-service.ts';
import {requirePort} from '../../infra/servers/free-port.ts';
import {type Kept, keepRunning} from '../../infra/servers/keep-running.ts';
import type {Config} from '../../shared/config/config.ts';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {openProducerRedis} from '../../shared/services/redis.ts';
import {closeRedis} from '../../shared/services/redis-cluster.ts';
import {createAccount} from '../../shared/store/access/accounts.ts';
import {createApiKey} from '../../shared/store/access/credentials.ts';
import {openDatabase} from '../../shared/store/database.ts';
import {type KeptName, pidOf, signal} from '../helpers/fault.ts';
import {type CallOptions, type Client, request, UNLIMITED} from '../helpers/service.ts';
import {mayMount, mountSmallDisk, type SmallDisk} from '../helpers/small-disk.ts';

export type Whole = {
	config: Config;
	/** Where the APIs are reached. */
	urls: string[];
	/** What has been asked of this disk, where one was wanted. */
	disk: SmallDisk | null;
	database: DataSource;
	redis: Redis;
	/** A new account with a key; its calls go to one API after the other, and each ends after half a minute. */
	client(): Promise<Client>;
	/** Sends a signal to one of the processes; false where it is down at the moment. */
	strike(name: KeptName | `${KeptName}-${number}`, signal: NodeJS.Signals): boolean;
	stop(): Promise<void>;
};

const CALL_LIMIT_MS = 35_000;
const SETTINGS = {...UNLIMITED, LOG_LEVEL: 'warn'};

/**
 * The service as `npm start` runs it: servers, API and worker are processes that are started again when they die. `second`: with a second API
 * and a second worker. `small`: the folder of the data folder ('' for all of it) that is on a disk of so many bytes. `settings`: environment variables;
 * with `DATABASE_URL` or `REDIS_URL`, on another server than one of its own.
 */
export async function startWhole({
	second = false,
	small,
	settings = {},
}: {
	second?: boolean;
	small?: {folder: string; bytes: number};
	settings?: Record<string, string>;
} = {}): Promise<Whole> {
	if (small && !mayMount()) throw new Error('This experiment mounts a disk: run it as root.');
	const dataDir = mkdtempSync(join(tmpdir(), 'whole-'));
	const disk = small ? mountSmallDisk(join(dataDir, small.folder), small.bytes) : null;
	const ending: Array<() => Promise<void> | void> = [() => rmSync(dataDir, {recursive: true, force: true}), () => disk?.unmount()];
	const stop = async () => {
		for (const end of ending.splice(0).toReversed()) await end();
	};
	try {
		const env = {
			...process.env,
			...SETTINGS,
			...settings,
			DATABASE_URL: settings.DATABASE_URL ?? '',
			REDIS_URL: settings.REDIS_URL ?? '',
			DATA_DIR: dataDir,
			PORT: '0',
		};
		const service = await runService(env, () => {}, new AbortController().signal);
		ending.push(service.stop);
		const {config} = service;
		const urls = [service.apiUrl];
		if (second) {
			const started = await startSecond(env, config);
			ending.push(async () => void (await Promise.all(started.kept.map(kept => kept.stop()))));
			urls.push(started.url);
		}
		const database = await openDatabase(config);
		const redis = openProducerRedis(config.redisUrl, pino({level: 'silent'}));
		ending.push(async () => {
			closeRedis(redis);
			await database.destroy();
		});
		return {
			config,
			urls,
			disk,
			database,
			redis,
			client: () => openClient(database, urls),
			strike: (name, word) => signal(pidOf(dataDir, name), word),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startSecond(env: NodeJS.ProcessEnv, config: Config): Promise<{url: string; kept: Kept[]}> {
	const port = await requirePort('127.0.0.1', 0);
	const url = `http://127.0.0.1:${port}`;
	const whole = {
		...env,
		NODE_ENV: 'production',
		PORT: String(port),
		BASE_URL: config.baseUrl,
		DATABASE_URL: config.databaseUrl,
		REDIS_URL: config.redisUrl,
	};
	const start = (name: KeptName, file: string) =>
		keepRunning({
			name,
			program: process.execPath,
			args: [file],
			env: whole,
			logFile: join(config.dataDir, 'logs', `${name}-2.log`),
			pidFile: join(config.dataDir, 'run', `${name}-2.process`),
			patienceMs: 30_000,
			report: () => {},
		});
	const kept = [await start('worker', 'workers/main.ts'), await start('api', 'api/main.ts')];
	await kept[1]!.ready(
		() =>
			fetch(`${url}/readyz`).then(
				({ok}) => ok,
				() => false,
			),
		60_000,
	);
	return {url, kept};
}

async function openClient({manager}: DataSource, urls: string[]): Promise<Client> {
	const {id: accountId} = await createAccount(manager, {email: `${crypto.randomUUID()}@example.com`, name: 'Ana Teste', plan: 'pro'});
	const {id: credentialId, key} = await createApiKey(manager, {accountId, name: 'faults', scopes: ALL_SCOPES, days: 365});
	let turn = 0;
	const call = (method: string, path: string, options: CallOptions = {}) =>
		withinLimit(request(urls[turn++ % urls.length]!, method, path, key, options));
	return Object.assign(call, {accountId, credentialId, key});
}

function withinLimit<T>(call: Promise<T>): Promise<T> {
	const {promise, reject} = Promise.withResolvers<T>();
	const timer = setTimeout(() => reject(new Error(`No answer within ${CALL_LIMIT_MS} ms.`)), CALL_LIMIT_MS);
	return Promise.race([call, promise]).finally(() => clearTimeout(timer));
}
