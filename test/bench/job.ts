import {Queue, QueueEvents, Worker} from 'bullmq';
import {createPool} from 'mysql2/promise';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {readDatabaseUrl} from '../../shared/config/addresses.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {defineJob, spareSlots} from '../../shared/queue/job.ts';
import {openWorkerRedis} from '../../shared/services/redis.ts';
import {openServices} from '../../shared/services/services.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {openWorkers} from '../../workers/workers.ts';
import {freshDatabase} from '../helpers/database.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';

const TIMES = sized(300, 60);
const WARM_UP = sized(50, 20);
const GOAL = 1.5;
const SLOTS = 4;

const nothing = defineJob({name: 'nothing', pool: 'ai', attempts: 1, crashes: 0, input: Closed({})});

/**
 * A job that does nothing, from the call to its response (row, queue, claim, fenced result, hint, row), against a bare
 * BullMQ round trip with as many slots and, after it, the three transactions of one statement that durability needs.
 */
export async function benchJob(): Promise<Measured[]> {
	const fresh = await freshDatabase({LOG_LEVEL: 'error'});
	const services = await openServices(fresh.config, 'api', [nothing]);
	const browser = openBrowser({executablePath: fresh.config.chromium, log: services.log});
	const handlers = {nothing: {work: async () => ({response: {status: 200, body: {}}})}};
	const workers = await openWorkers({services, browser, pools: ['ai'], concurrency: () => SLOTS, jobs: [nothing], handlers});
	const ours = async () => {
		const job = await insertJob(services.database.manager, {accountId: 'bench', type: 'nothing', input: {}});
		const ended = await services.dispatcher.run(job, 5000);
		if (ended?.state !== 'succeeded') throw new Error('The job did not end.');
	};

	const connection = openWorkerRedis(fresh.config.redisUrl, services.log, fresh.config.redisPrefix);
	const events = new QueueEvents('bare', {connection: connection.duplicate()});
	const queue = new Queue('bare', {connection});
	const worker = new Worker('bare', async () => 'done', {
		connection: connection.duplicate(),
		concurrency: SLOTS + spareSlots(nothing.pool),
	});
	await Promise.all([events.waitUntilReady(), worker.waitUntilReady()]);
	const {username, ...options} = readDatabaseUrl(fresh.config.databaseUrl);
	const pool = createPool({...options, user: username, connectionLimit: 4});
	await pool.query('CREATE TABLE bare (id INT PRIMARY KEY AUTO_INCREMENT, state VARCHAR(10), body TEXT) ENGINE=InnoDB');
	const bare = async () => {
		const job = await queue.add('nothing', {});
		await job.waitUntilFinished(events);
		for (const statement of [
			"INSERT INTO bare (state, body) VALUES ('a', 'b')",
			"UPDATE bare SET state = 'b' ORDER BY id DESC LIMIT 1",
			"UPDATE bare SET body = 'c' ORDER BY id DESC LIMIT 1",
		]) {
			const one = await pool.getConnection();
			await one.beginTransaction();
			await one.query(statement);
			await one.commit();
			one.release();
		}
	};

	const rounds: Array<{ours: number; bare: number}> = [];
	for (let i = 0; i < TIMES + WARM_UP; i++) {
		const round = {ours: await timed(ours), bare: await timed(bare)};
		if (i >= WARM_UP) rounds.push(round);
	}
	await workers.close();
	await browser.close();
	await worker.close();
	await queue.close();
	await events.close();
	connection.disconnect();
	await pool.end();
	await services.close();
	await fresh.drop();
	const typical = {ours: median(rounds.map(round => round.ours)), bare: median(rounds.map(round => round.bare))};
	const ratio = typical.ours / typical.bare;
	return [
		{
			what: 'no-op job, call to answer',
			ours: ms(typical.ours),
			bare: ms(typical.bare),
			ratio,
			goal: `<= ${GOAL}`,
			met: ratio <= GOAL,
		},
	];
}
