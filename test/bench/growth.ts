import {sweep} from '../../workers/jobs/maintenance/sweep.ts';
import {seededRandom} from '../helpers/random.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';
import {copyTour, makePublishedTour} from './many-tours.ts';
import {examplePictures} from './pictures.ts';

const SIZES = sized([10, 1000, 100_000], [10, 300]);
/** Tours that are called, drawn from all: those that people have open, not all that lie there. */
const OPEN = 40;
const ROUNDS = sized(200, 10);
/** One round in so many publishes as well. */
const PUBLISH_EVERY = 5;
const WARM_UP = sized(20, 5);
const GOAL = 1.2;
const SWEEP_GOAL_MS = 2000;
const SWEEPS = 3;

type Account = {size: number; service: TestService; client: Client; ids: string[]};
type Call = (account: Account, id: string, round: number) => Promise<{status: number}>;

/** A page of nine: there are more behind it in every account. */
const CALLS: Record<string, Call> = {
	'GET tour': ({client}, id) => client('GET', `/v1/tours/${id}`),
	'list of tours': ({client}) => client('GET', '/v1/tours?limit=9'),
	'search that finds all': ({client}) => client('GET', '/v1/tours?limit=9&q=bench'),
	'list of tours sorted by name': ({client}) => client('GET', '/v1/tours?limit=9&sort=name'),
	'search that finds the oldest alone': ({client, size}) => client('GET', `/v1/tours?limit=9&q=bench%20${size - 2}`),
	'change of a step': async ({client}, id, round) => {
		const {tour} = (await client('GET', `/v1/tours/${id}`)).body;
		return client('PATCH', `/v1/tours/${id}/steps/${tour.steps[0].id}`, {body: {title: `Title ${round}`}});
	},
	publish: ({client}, id, round) => client('POST', `/v1/tours/${id}/publish`, {body: {title: `Title ${round}`}}),
};

/** The same calls of an account of 1,000 and of 100,000 tours beside one of ten, each account with a database of its own; and the sweep that finds nothing. */
export async function benchGrowth(): Promise<Measured[]> {
	const accounts: Account[] = [];
	const [picture] = await examplePictures();
	for (const size of SIZES) accounts.push(await openAccount(size, picture!));
	const times = new Map<string, number[]>();
	for (let round = 0; round < WARM_UP + ROUNDS; round++) {
		for (const [what, call] of Object.entries(CALLS)) {
			if (what === 'publish' && round % PUBLISH_EVERY > 0) continue;
			// Who comes first has the processor's caches cold: each does so as often.
			for (let turn = 0; turn < accounts.length; turn++) {
				const account = accounts[(round + turn) % accounts.length]!;
				const id = account.ids[round % account.ids.length]!;
				const took = await timed(() => succeed(call(account, id, round)));
				const key = `${what} ${account.size}`;
				if (round >= WARM_UP) times.set(key, [...(times.get(key) ?? []), took]);
			}
		}
	}
	const last = accounts.at(-1)!;
	const rows = Object.keys(CALLS).flatMap(what => SIZES.slice(1).map(size => compare(what, size, times)));
	rows.push(await sweepNothing(last));
	for (const {service} of accounts) await service.stop();
	return rows;
}

async function openAccount(size: number, picture: Buffer): Promise<Account> {
	const service = await startService();
	const client = await service.client();
	const first = await makePublishedTour(client, 'Bench', picture);
	process.stderr.write(`  ${size} tours …\n`);
	const ids = [first, ...(await copyTour(service.services.database.manager, first, size - 1))];
	if (size === SIZES.at(-1)) await addAccounts(service);
	// What the server does by itself after ten thousand rows it does here too, and before anything is measured.
	await service.services.database.query(
		'ANALYZE TABLE accounts, tours, tour_name_parts, publications, tour_versions, media_uses, file_uses',
	);
	return {size, service, client, ids: seededRandom(3).shuffle(ids).slice(0, OPEN)};
}

/** Adds 10,000 accounts that do nothing. */
async function addAccounts({services}: TestService): Promise<void> {
	await services.database.query(
		`INSERT INTO accounts (id, email, name, plan, created_at)
		 SELECT CONCAT('acc_bench', seq), CONCAT('bench', seq, '@example.com'), 'Bench', 'free', UTC_TIMESTAMP(3) FROM seq_1_to_10000`,
	);
}

async function succeed(call: Promise<{status: number}>): Promise<void> {
	const {status} = await call;
	if (status >= 300) throw new Error(`A call was answered ${status}.`);
}

function compare(what: string, size: number, times: Map<string, number[]>): Measured {
	const [ours, bare] = [size, SIZES[0]].map(each => median(times.get(`${what} ${each}`)!)) as [number, number];
	const ratio = ours / bare;
	return {
		what: `${what}, among ${size.toLocaleString('en')}`,
		ours: ms(ours),
		bare: `${ms(bare)} among ${SIZES[0]}`,
		ratio,
		goal: `<= ${GOAL}`,
		met: ratio <= GOAL,
	};
}

function below(what: string, took: number, goalMs: number): Measured {
	const ratio = took / goalMs;
	return {what, ours: ms(took), bare: `the goal of ${ms(goalMs)}`, ratio, goal: '<= 1', met: ratio <= 1};
}

/** The quickest of three sweeps, and the rows that the least of them has written: its mark is one. */
async function sweepNothing({service, size}: Account): Promise<Measured> {
	// What there was to do is done.
	await sweep(service);
	const runs: Array<{took: number; rows: number}> = [];
	for (let run = 0; run < SWEEPS; run++) {
		const before = await rowsWritten(service);
		const took = await timed(() => sweep(service));
		runs.push({took, rows: (await rowsWritten(service)) - before});
	}
	const rows = Math.min(...runs.map(run => run.rows));
	const what = `sweep with nothing to do at ${size.toLocaleString('en')} tours, ${rows} rows written (its mark is one)`;
	const row = below(what, Math.min(...runs.map(run => run.took)), SWEEP_GOAL_MS);
	return {...row, met: row.met && rows <= 1};
}

async function rowsWritten({services}: TestService): Promise<number> {
	const rows: Array<{Value: string}> = await services.database.query(
		"SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted')",
	);
	return rows.reduce((sum, {Value}) => sum + Number(Value), 0);
}
