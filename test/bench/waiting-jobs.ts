import {setTimeout as sleep} from 'node:timers/promises';
import {openBrowser} from '../../renderers/browser/browser.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {newId} from '../../shared/ids.ts';
import {defineJob} from '../../shared/queue/job.ts';
import {taggedPrefix} from '../../shared/queue/keys.ts';
import {openServices, type Services} from '../../shared/services/services.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob, takeOverdue} from '../../shared/store/jobs/jobs.ts';
import {openWorkers} from '../../workers/workers.ts';
import {freshDatabase} from '../helpers/database.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';

const ACCOUNTS = sized(5000, 20);
const OF_EACH = 200;
const ASKED = {empty: sized(60, 10), full: sized(5, 5)};
/** Rows made by one statement. */
const BATCH = 10_000;
const WORK_MS = 50;
const SLOTS = 4;
/** A round in which each account that waits has one turn is what somebody new waits for at most (decision 30). */
const ROUND_MS = (ACCOUNTS * WORK_MS) / SLOTS;
const RELAY_GOAL_MS = 50;

const work = defineJob({name: 'work', pool: 'ai', attempts: 1, crashes: 0, input: Closed({})});

/** A million waiting jobs of 5,000 accounts: when the job of an account that has none begins, what the relay's look takes, and what the queue goes on to do. */
export async function benchWaitingJobs(): Promise<Measured[]> {
	const fresh = await freshDatabase({LOG_LEVEL: 'error'});
	const services = await openServices(fresh.config, 'api', [work]);
	const browser = openBrowser({executablePath: fresh.config.chromium, log: services.log});
	const begun = new Map<string, number>();
	let ended = 0;
	const handle = async (_: unknown, {accountId}: {accountId: string}) => {
		begun.set(accountId, performance.now());
		await sleep(WORK_MS);
		ended++;
		return {response: {status: 200, body: {}}};
	};
	const workers = await openWorkers({
		...{services, browser, pools: ['ai'], concurrency: () => SLOTS, jobs: [work]},
		handlers: {work: {work: handle}},
	});
	/** Milliseconds from the row to the start of the work, of an account that has no other job. */
	const idle = async () => {
		const accountId = newId('acc');
		const asked = performance.now();
		const job = await tx(services.database, db => insertJob(db, {accountId, type: work.name, input: {}}));
		await services.dispatcher.run(job, 600_000);
		return begun.get(accountId)! - asked;
	};
	const relay = () => timed(() => tx(services.database, db => takeOverdue(db, [work.name], OF_EACH)));
	const empty = {idle: median(await inTurn(ASKED.empty, idle)), relay: median(await inTurn(5, relay))};

	await fillQueue(services, fresh.config.redisPrefix);
	await sleep(3000);
	const [before, from] = [ended, performance.now()];
	const full = {idle: median(await inTurn(ASKED.full, idle)), relay: median(await inTurn(5, relay))};
	const perSecond = (ended - before) / ((performance.now() - from) / 1000);
	await workers.close();
	await browser.close();
	await services.close();
	await fresh.drop();
	const among = `${(ACCOUNTS * OF_EACH).toLocaleString('en')} waiting jobs of ${ACCOUNTS.toLocaleString('en')} accounts`;
	const row = (what: string, one: number, none: number, limit: number): Measured => ({
		...{what: `${what}, among ${among}`, ours: ms(one), bare: `${ms(none)} with none`},
		...{ratio: one / limit, goal: `<= 1, of ${ms(limit)}`, met: one <= limit},
	});
	const most = (SLOTS * 1000) / WORK_MS;
	return [
		row('the job of an idle account begins, of a round of all', full.idle, empty.idle, ROUND_MS),
		row("the relay's look for what is overdue", full.relay, empty.relay, RELAY_GOAL_MS),
		{
			what: `jobs that end, among ${among}`,
			...{ours: `${perSecond.toFixed(0)}/s`, bare: `${most}/s of ${SLOTS} slots`},
			...{ratio: perSecond / most, goal: '>= 0.8', met: perSecond >= 0.8 * most},
		},
	];
}

async function inTurn(times: number, work: () => Promise<number>): Promise<number[]> {
	const taken: number[] = [];
	for (let time = 0; time < times; time++) taken.push(await work());
	return taken;
}

/** Writes the rows and the accounts' waiting lists as they are once all have asked: overdue for the relay, and each account's first jobs in the queue. */
async function fillQueue({database, dispatcher, redis}: Services, prefix: string): Promise<void> {
	const accounts = Array.from({length: ACCOUNTS}, () => newId('acc'));
	const ids = accounts.flatMap(accountId => Array.from({length: OF_EACH}, () => ({id: newId('job'), accountId})));
	for (let done = 0; done < ids.length; done += BATCH) {
		const batch = ids.slice(done, done + BATCH);
		await database.query(
			`INSERT INTO jobs (id, account_id, type, state, input, progress, attempts, due_at, created_at)
			 SELECT id, account, '${work.name}', 'queued', '{}', 0, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
			 FROM JSON_TABLE(?, '$[*]' COLUMNS (id VARCHAR(40) PATH '$.id', account VARCHAR(40) PATH '$.accountId')) job`,
			[JSON.stringify(batch)],
		);
	}
	await database.query('ANALYZE TABLE jobs');
	const key = (...names: string[]) => [taggedPrefix(prefix, work.pool), 'share', ...names].join(':');
	const pipeline = redis.pipeline();
	for (const [accountId, jobs] of Map.groupBy(ids, job => job.accountId)) {
		pipeline.zadd(key('line', accountId), ...jobs.slice(1).flatMap(({id}) => [0, `${id} ${work.name}`]));
		pipeline.sadd(key('lines'), accountId);
	}
	await pipeline.exec();
	for (const [accountId, [first]] of Map.groupBy(ids, job => job.accountId))
		await dispatcher.enqueue({id: first!.id, type: work.name, accountId});
}
