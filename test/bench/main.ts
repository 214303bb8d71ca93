import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startLocalServers} from '../../infra/local-servers.ts';
import {benchCover} from './cover.ts';
import {benchGetTour} from './get-tour.ts';
import {benchIngest} from './ingest.ts';
import {benchOperation} from './operation.ts';
import {benchPublish} from './publish.ts';

/**
 * `npm run bench [name…]`: each of our paths beside the bare libraries doing the same, in turns and in one run, on servers that
 * keep what they acknowledge. Ratios hold from machine to machine; the times are only there to be looked at.
 */
export type Measured = {what: string; ours: string; bare: string; ratio: number; goal: string; met: boolean};

const BENCHES = {'get-tour': benchGetTour, ingest: benchIngest, operation: benchOperation, publish: benchPublish, cover: benchCover};

const wanted = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'roteiro-bench-'));
const servers = await startLocalServers({dataDir});
Object.assign(process.env, {DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl, DATA_DIR: dataDir, NODE_ENV: 'production'});
try {
	for (const [name, bench] of Object.entries(BENCHES)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		process.stderr.write(`${name} …\n`);
		for (const {what, ours, bare, ratio, goal, met} of await bench()) {
			console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${ratio.toFixed(2)}x (goal ${goal}); ours ${ours}, bare ${bare}`);
			if (!met) process.exitCode = 1;
		}
	}
} finally {
	await servers.stop();
	await rm(dataDir, {recursive: true, force: true});
}
process.exit();
