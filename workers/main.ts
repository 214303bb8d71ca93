import {accessSync, constants, statSync} from 'node:fs';
import {availableParallelism, getPriority, setPriority} from 'node:os';
import {parseArgs} from 'node:util';
import {openBrowser} from '../renderers/browser/browser.ts';
import {readConfig} from '../shared/config/config.ts';
import {POOLS, type Pool, SERVED_BY} from '../shared/queue/job.ts';
import {serveMetrics} from '../shared/services/metrics-server.ts';
import {openServices} from '../shared/services/services.ts';
import {orSayWhy, told} from '../shared/start-and-stop.ts';
import {startTracing} from '../shared/tracing/start.ts';
import {workerHealth} from './runtime/health.ts';
import {openWorkers} from './workers.ts';

/**
 * A job process: `--pools images,render` names the pools it works on; without it, all. `images` brings `animations` with it,
 * `render` `covers`. Ends in order on SIGTERM.
 */

/** Milliseconds for work under way to end; after that another worker does it again. */
const STOP_MS = 25_000;
/** Deliveries wait for servers elsewhere, and cost nothing meanwhile. */
const DELIVERIES = 8;

/** Pools whose jobs draw in a browser. */
const DRAWING: readonly Pool[] = ['render', 'covers', 'export'];

/** Priority below that of the API, which matters only if cores are short: a third of the share of 0. */
const NICENESS = 5;

const pools = await orSayWhy(() => readPools());
const config = await orSayWhy(() => readConfig());
if (pools.some(pool => DRAWING.includes(pool))) await orSayWhy(() => requireBrowser(config.chromium));
// Threads and programs that it starts inherit it. Only root may lower it, and any sandbox may forbid it.
try {
	if (getPriority() < NICENESS) setPriority(NICENESS);
} catch {}
await told();
const services = await orSayWhy(() => openServices(config, 'workers'));
services.beforeClose(await startTracing(config, 'workers', services.log));
const browser = openBrowser({executablePath: config.chromium, log: services.log});
const workers = await openWorkers({services, browser, pools, concurrency: concurrencyOf});
let stopping = false;
const closeMetrics = serveMetrics({config, services, process: 'workers', health: workerHealth(services, pools, () => stopping)});
// The process that keeps it running waits for this line, whatever else is logged.
services.log.child({}, {level: 'info'}).info({pools}, 'working');

/** Returns the pools that the command line names. Throws an error in words where it asks for anything else. */
function readPools(): Pool[] {
	const right = `node workers/main.ts takes --pools with names out of ${POOLS.join(', ')}, separated by commas, or nothing for all of them`;
	const options = {pools: {type: 'string', default: POOLS.join(',')}, 'when-told': {type: 'boolean'}} as const;
	// Not strict: then it would throw for the first word, in words of its own.
	const {values, positionals} = parseArgs({options, strict: false, allowPositionals: true});
	const unknown = [...Object.keys(values).flatMap(name => (name in options ? [] : [`--${name}`])), ...positionals];
	if (unknown.length > 0) throw new Error(`${right}; it does not know ${unknown.join(', ')}.`);
	const named = String(values.pools)
		.split(',')
		.map(name => {
			const pool = POOLS.find(candidate => candidate === name.trim());
			if (!pool) throw new Error(`${right}; "${name}" is none of them.`);
			return pool;
		});
	return POOLS.filter(pool => named.includes(pool) || named.includes(SERVED_BY[pool] ?? pool));
}

/** Throws an error in words if this is no program: each job that draws would fail, and one by one. */
function requireBrowser(path: string): void {
	try {
		accessSync(path, constants.X_OK);
		if (statSync(path).isFile()) return;
	} catch {}
	throw new Error(
		`CHROMIUM names ${path}, which is no program that can be run: name the path of a Chrome or Chromium there, or leave these pools to another worker (--pools).`,
	);
}

/**
 * Returns the number of a pool's jobs at once. Images, pages and speech keep cores busy. Animations and covers leave room for the others, and so does
 * the reading of screenshots, much of which is done by this process's one thread; language models elsewhere are waited for.
 */
function concurrencyOf(pool: Pool): number {
	const cores = availableParallelism();
	const half = Math.max(1, Math.floor(cores / 2));
	if (pool === 'background' || pool === 'export') return 1;
	if (pool === 'animations' || pool === 'covers') return half;
	if (pool === 'delivery') return DELIVERIES;
	if (pool === 'ai') return config.textProvider === 'local' ? half : 8;
	return cores;
}

async function stop(): Promise<void> {
	if (stopping) return;
	stopping = true;
	services.log.info('stopping');
	setTimeout(() => process.exit(1), STOP_MS).unref();
	await workers.close();
	await closeMetrics();
	await browser.close();
	await services.close();
	services.log.info('stopped');
	process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
