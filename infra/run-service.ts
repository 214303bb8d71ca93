import {randomBytes} from 'node:crypto';
import {
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	readSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {urlHost} from '../shared/config/addresses.ts';
import {type Config, readConfig} from '../shared/config/config.ts';
import {stopTimes, WHEN_TOLD} from '../shared/start-and-stop.ts';
import {lockDataFolder} from './servers/data-lock.ts';
import {requirePort} from './servers/free-port.ts';
import {keepRunning} from './servers/keep-running.ts';
import {type LocalServers, localUrls, startLocalServers} from './servers/local-servers.ts';

/** A worker ends its jobs before it is killed; how long the API takes is in `stopTimes`. */
const WORKER_PATIENCE_MS = 30_000;
const READY_LIMIT_MS = 60_000;
/** Whatever hangs: this long after the API should have ended everything is killed. */
const STOP_LIMIT_MS = 45_000;
/** glibc keeps what was freed, in one heap instead of one for each thread; large bodies go back to the system at once. V8 keeps 128 MB for young objects, and
 * with half of them a GET takes as long; old ones it collects at four times what lives where it may have 2 GB, else at twice. */
export const RETURNED_MEMORY = {
	MALLOC_ARENA_MAX: '1',
	MALLOC_MMAP_THRESHOLD_: '262144',
	MALLOC_TRIM_THRESHOLD_: '262144',
	NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=1536',
};
const WORTH_SHOWING = ['warn', 'error', 'fatal'];

export type RunningService = {
	config: Config;
	/** True if both servers are ours: then a newcomer gets a demo. */
	isPrivate: boolean;
	/** The API's address on this machine, whatever BASE_URL says. */
	apiUrl: string;
	/** File of the operator's password, if none was set. */
	passwordFile: string | null;
	/** Stops, in this order: the API, the workers, Redis, MariaDB. */
	stop(): Promise<void>;
	/** Ends the process in order and starts it again: for a change of its code. */
	restart(name: 'API' | 'worker'): void;
	kill(): void;
};

const LOOK_EVERY_MS = 250;
/** A log that grew past this is set aside as `<file>.1`, of which one is kept. */
const LARGEST_BYTES = 50_000_000;

/** The parts of a log line of our processes that are read. */
type LogLine = {level: string; msg: string; error?: {name?: string; message?: string; stack?: string}};

/**
 * Everything that the service consists of, on this machine: the servers that are not set in the environment, the schema, the API and a
 * worker for all pools. Returns when it serves; until `stop`, whatever dies is started again. `report` gets what an operator should see.
 * Aborted on the way, it takes down what it had started and throws.
 */
export async function runService(env: NodeJS.ProcessEnv, report: (sentence: string) => void, abort: AbortSignal): Promise<RunningService> {
	const asked = readConfig(env);
	const ending: Ending[] = [];
	const kill = () => {
		for (const part of ending) part.kill?.();
	};
	const stop = async () => {
		const limit = setTimeout(kill, stopTimes(asked).wholeMs + STOP_LIMIT_MS);
		for (const part of ending.toReversed()) await part.stop();
		clearTimeout(limit);
	};

	try {
		const unlock = await lockDataFolder(asked.dataDir, 'service');
		ending.push({stop: unlock});
		const port = await requirePort(asked.host, asked.port);
		const starting = startLocalServers({
			dataDir: asked.dataDir,
			mariadb: !asked.databaseUrl,
			redis: !asked.redisUrl,
			report,
		});
		let servers: LocalServers | undefined;
		// Where they do not start they have taken themselves down.
		const end = starting.then(
			started => started.stop,
			() => () => {},
		);
		ending.push({stop: async () => (await end)(), kill: () => servers?.kill()});
		const password = asked.operatorPassword ? null : keepPassword(join(asked.dataDir, 'operator-password.txt'));
		const whole = environmentOf(asked, env, {port, password: password?.text});
		const config = readConfig(whole);
		// While the servers start and the schema is brought up to date, the processes load their code: that takes most of a start.
		const {promise: goesOn, resolve: goOn} = Promise.withResolvers<void>();
		// In this order, so that they stop in the other one: the API takes no more calls, then the jobs end.
		const ofWorker = {...whole, METRICS_PORT: workerMetrics(config, port)};
		const common = {dataDir: config.dataDir, env: whole, ending, report, goesOn};
		const worker = await startProcess('worker', 'workers/main.ts', {...common, env: ofWorker, patienceMs: WORKER_PATIENCE_MS});
		const api = await startProcess('API', 'api/main.ts', {...common, patienceMs: stopTimes(config).wholeMs});
		const {bringUpToDate} = await import('./migrate.ts');
		servers = await starting;
		abort.throwIfAborted();
		await bringUpToDate(config);
		goOn();
		const apiUrl = `http://${urlHost(config.host)}:${port}`;
		await worker.kept.ready(async () => abort.aborted || worker.announced('working'), READY_LIMIT_MS);
		await api.kept.ready(async () => abort.aborted || (await answers(`${apiUrl}/readyz`)), READY_LIMIT_MS);
		abort.throwIfAborted();
		const restart: RunningService['restart'] = name => (name === 'API' ? api : worker).kept.restart();
		return {config, isPrivate: !asked.databaseUrl && !asked.redisUrl, apiUrl, passwordFile: password?.file ?? null, stop, restart, kill};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Returns the environment of both processes. */
function environmentOf(asked: Config, env: NodeJS.ProcessEnv, {port, password}: {port: number; password?: string}): NodeJS.ProcessEnv {
	const urls = localUrls(asked.dataDir);
	return {
		...RETURNED_MEMORY,
		...env,
		NODE_ENV: env.NODE_ENV || 'production',
		PORT: String(port),
		DATA_DIR: asked.dataDir,
		DATABASE_URL: asked.databaseUrl || urls.databaseUrl,
		REDIS_URL: asked.redisUrl || urls.redisUrl,
		...(password && {OPERATOR_PASSWORD: password}),
	};
}

/** Returns METRICS_PORT of the worker, which runs on the same machine: the next one. Throws if there is none, or it is PORT. */
function workerMetrics({metricsHost, metricsPort}: Config, port: number): string {
	if (metricsPort === 0) return '';
	if (![port, 65_536].includes(metricsPort + 1)) return `${metricsHost}:${metricsPort + 1}`;
	throw new Error(`METRICS_PORT must be another one than ${metricsPort}: the worker's is the next one, which is PORT or none.`);
}

type Ending = {stop: () => Promise<void> | void; kill?: () => void};

type ProcessOptions = {
	dataDir: string;
	env: NodeJS.ProcessEnv;
	patienceMs: number;
	ending: Ending[];
	report: (sentence: string) => void;
	goesOn: Promise<void>;
};

/** Runs one of the service's processes, with a log of its own, and adds what ends it to `ending`. */
async function startProcess(name: string, file: string, {dataDir, env, patienceMs, ending, report, goesOn}: ProcessOptions) {
	const logFile = join(dataDir, 'logs', `${name.toLowerCase()}.log`);
	const seen = new Set<string>();
	const log = followLog(logFile, line => {
		if (seen.size < 100) seen.add(line.msg);
		if (WORTH_SHOWING.includes(line.level)) report(`${name}: ${describe(line)}`);
	});
	const kept = await keepRunning({
		name: `The ${name}`,
		program: process.execPath,
		args: [file, WHEN_TOLD],
		goesOn,
		env,
		logFile,
		pidFile: join(dataDir, 'run', `${name.toLowerCase()}.process`),
		patienceMs,
		report,
	});
	ending.push({stop: () => kept.stop().finally(log.close), kill: kept.kill});
	const announced = (msg: string) => {
		log.look();
		return seen.has(msg);
	};
	return {kept, announced};
}

function describe({msg, error}: LogLine): string {
	return error?.message ? `${msg}: ${error.message}` : msg;
}

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, {signal: AbortSignal.timeout(5000)});
		await response.arrayBuffer();
		return response.ok;
	} catch {
		await sleep(30);
		return false;
	}
}

/** Returns a password made once and kept in a file that only its owner may read. */
function keepPassword(file: string): {file: string; text: string} {
	mkdirSync(join(file, '..'), {recursive: true, mode: 0o700});
	if (!existsSync(file)) writeFileSync(file, `${randomBytes(15).toString('base64url')}\n`, {mode: 0o600});
	return {file, text: readFileSync(file, 'utf8').trim()};
}

/** Tells of each JSON line that is appended to a log file from now on until `close`, at `look` at once; other lines are passed over. */
function followLog(file: string, onLine: (line: LogLine) => void): {look: () => void; close: () => void} {
	let position = size(file);
	let rest = '';
	const look = () => {
		const end = size(file);
		if (end < position) position = 0;
		if (end === position) return;
		const chunk = Buffer.alloc(Math.min(end - position, 4_000_000));
		const descriptor = openSync(file, 'r');
		const length = readSync(descriptor, chunk, 0, chunk.length, position);
		closeSync(descriptor);
		position += length;
		const lines = (rest + chunk.toString('utf8', 0, length)).split('\n');
		rest = lines.pop()!;
		for (const line of lines) {
			const parsed = parse(line);
			if (parsed) onLine(parsed);
		}
		if (position > LARGEST_BYTES) {
			copyFileSync(file, `${file}.1`);
			// Writers append, and so go on at the new beginning.
			truncateSync(file);
			position = 0;
		}
	};
	const timer = setInterval(look, LOOK_EVERY_MS);
	const close = () => {
		clearInterval(timer);
		look();
	};
	return {look, close};
}

function parse(line: string): LogLine | null {
	if (!line.startsWith('{')) return null;
	try {
		return JSON.parse(line) as LogLine;
	} catch {
		// Cut short by a kill.
		return null;
	}
}

function size(file: string): number {
	return statSync(file, {throwIfNoEntry: false})?.size ?? 0;
}
