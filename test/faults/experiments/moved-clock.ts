import {execFile} from 'node:child_process';
import {mkdtemp, open, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {readConfig} from '../../../shared/config/config.ts';
import type {Experiment} from '../experiment.ts';
import {backWithin, underWrites} from '../under-writes.ts';
import type {Whole} from '../whole-service.ts';

const MINUTE_S = 60;
const MONTH_S = 30 * 24 * 60 * MINUTE_S;
/** How far the clock is ahead of the machine's, one after the other, in seconds. */
const AHEAD_S = [MONTH_S, 0, -5 * MINUTE_S, 0];
const STAYS_MS = 12_000;
const BACK_S = 10;
/** Servers read the clock now and then. */
const NEAR_S = 5;
const SOURCE = join(import.meta.dirname, '../moved-clock.c');

export const experiment: Experiment = {
	name: 'moved-clock',
	title:
		'the clock is moved a month ahead and back, then five minutes back and on again, under a mix of writes; each time the worker is killed',
	async run(report) {
		const folder = await mkdtemp(join(tmpdir(), 'clock-'));
		const [library, clock, browser] = ['moved-clock.so', 'clock', 'chromium'].map(name => join(folder, name)) as [string, string, string];
		await promisify(execFile)('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-o', library, SOURCE, '-ldl', '-lpthread']);
		const setClock = await openClock(clock);
		// The browser's sandbox does not live with the library, and has no say in when something happened.
		await writeFile(browser, `#!/bin/sh\nunset LD_PRELOAD\nexec ${readConfig().chromium} "$@"\n`, {mode: 0o755});
		// For all processes that this one starts.
		Object.assign(process.env, {LD_PRELOAD: library, MOVED_CLOCK: clock});
		try {
			return await underWrites(this, {
				rounds: AHEAD_S.length,
				service: {settings: {CHROMIUM: browser}},
				async strike(whole, round) {
					// What it was at is promised to it by the clock as it was.
					whole.strike('worker', 'SIGKILL');
					await setClock(AHEAD_S[round]!);
					await sleep(STAYS_MS);
					await requireMoved(whole, AHEAD_S[round]!);
				},
				judge: backWithin(BACK_S, 100),
			}).run(report);
		} finally {
			await rm(folder, {recursive: true, force: true});
		}
	},
};

/** Throws where one of the processes goes by another clock. */
async function requireMoved({database, redis, urls}: Whole, ahead: number): Promise<void> {
	const [row] = await database.query('SELECT UNIX_TIMESTAMP() AS seconds');
	const {headers} = await fetch(`${urls[0]}/healthz`);
	const clocks = {MariaDB: Number(row.seconds), Redis: Number((await redis.time())[0]), API: Date.parse(headers.get('date')!) / 1000};
	for (const [name, seconds] of Object.entries(clocks)) {
		const off = Math.abs(seconds - Date.now() / 1000 - ahead);
		if (off > NEAR_S) throw new Error(`The clock of ${name} is ${Math.round(off)} s from where it was moved.`);
	}
}

/** Sets the clock that a file is: in place, for it is in its readers' memory. */
async function openClock(path: string): Promise<(seconds: number) => Promise<void>> {
	const set = async (seconds: number) => {
		const value = Buffer.alloc(8);
		value.writeBigInt64LE(BigInt(seconds));
		await file.write(value, 0, value.length, 0);
	};
	const file = await open(path, 'w+');
	await set(0);
	return set;
}
