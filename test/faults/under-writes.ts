import {setTimeout as sleep} from 'node:timers/promises';
import {picture} from '../helpers/pictures.ts';
import type {Client} from '../helpers/service.ts';
import type {Experiment, Outcome} from './experiment.ts';
import {openLedger} from './ledger.ts';
import {startWhole, type Whole} from './whole-service.ts';

const PATIENCE_MS = 60_000;

type Strikes = {
	rounds: number;
	/** So many writes are acknowledged between two strikes. */
	writesBetween?: number;
	service?: Parameters<typeof startWhole>[0];
	/** Does the harm and returns when it is over. */
	strike(whole: Whole, round: number): Promise<void>;
	/** True where reports that are not yet counted may be lost. */
	reportsMayGo?: boolean;
	/** What is written meanwhile. */
	ledger?: (whole: Whole) => Promise<Ledger>;
	/** Changes the outcome by what this fault may cost. */
	judge?(outcome: Outcome): Outcome;
};

/** Writers at work, and what became of what they wrote. */
export type Ledger = {
	client: Client;
	acknowledged(): number;
	/** Ends the writers once what they have begun is acknowledged, and looks at what is there. */
	close(options?: {reportsMayGo?: boolean}): Promise<Outcome>;
};

/** The whole service under a mix of writes, struck several times at different moments of its work; each time until it is well again. */
export function underWrites(
	{name, title, limit}: Pick<Experiment, 'name' | 'title' | 'limit'>,
	{rounds, writesBetween = 0, service, strike, reportsMayGo = false, ledger: open = openLedger, judge = same}: Strikes,
): Experiment {
	return {
		name,
		title,
		...(limit !== undefined && {limit}),
		async run(report) {
			const whole = await startWhole(service);
			try {
				const ledger = await open(whole);
				let slowest = 0;
				for (let round = 0; round < rounds; round++) {
					const due = ledger.acknowledged() + writesBetween;
					await sleep(1500 + (round % 4) * 370);
					while (ledger.acknowledged() < due) await sleep(20);
					await strike(whole, round);
					const ms = await recovered(ledger.client);
					slowest = Math.max(slowest, ms);
					report(`${round + 1} of ${rounds}: ${ledger.acknowledged()} acknowledged, well again after ${(ms / 1000).toFixed(1)} s`);
				}
				const {figures, ok} = await ledger.close({reportsMayGo});
				return judge({figures: {...figures, recovery: `${(slowest / 1000).toFixed(1)} s`, rounds}, ok});
			} finally {
				await whole.stop();
			}
		},
	};
}

/** Holds where all was well again within so many seconds each time, and so many writes were acknowledged. */
export function backWithin(seconds: number, writes = 0): (outcome: Outcome) => Outcome {
	return ({figures, ok}) => ({
		figures,
		ok: ok && Number.parseFloat(String(figures.recovery)) <= seconds && Number(figures.acknowledged) >= writes,
	});
}

/** Holds where, beside all else, no call took longer than so many seconds. */
export function noCallLonger(seconds: number): (outcome: Outcome) => Outcome {
	return ({figures, ok}) => ({figures, ok: ok && Number.parseFloat(String(figures.longestCall)) <= seconds});
}

/** Holds where, beside all else, no job took longer than so many seconds from its call to its end. */
export function noJobLonger(seconds: number): (outcome: Outcome) => Outcome {
	return ({figures, ok}) => ({figures, ok: ok && Number.parseFloat(String(figures.slowestJob)) <= seconds});
}

function same(outcome: Outcome): Outcome {
	return outcome;
}

/** How long until a change and a job succeed, and the service says that it is ready, milliseconds. */
async function recovered(client: Client): Promise<number> {
	const start = performance.now();
	for (; performance.now() - start < PATIENCE_MS; await sleep(50)) {
		try {
			const body = {base64: (await picture({width: 64, height: 40})).toString('base64')};
			const replies = [
				await client('POST', '/v1/tours', {body: {name: 'Well'}}),
				await client('POST', '/v1/media', {body}),
				await client('GET', '/readyz'),
			];
			if (replies.every(({status}) => status < 300)) return performance.now() - start;
		} catch {
			// Nobody responds yet.
		}
	}
	throw new Error(`Not well again after ${PATIENCE_MS} ms.`);
}
