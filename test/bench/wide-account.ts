import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {type Furnished, furnish} from '../bounded-reads/accounts.ts';
import {askerOf, isList, laterPage, questionsOf} from '../bounded-reads/questions.ts';
import {signedIn} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, sized, timed} from './figures.ts';

const FEW = 10;
/** In a short round as many as show within minutes whether something reads the whole account. */
export const MANY = sized(30_000, 2000);
/** Days on which each tour was seen: a month, as the statistics show it. */
const DAYS = 30;
/** Nearly as many as the smaller account has: it has a next page of each list. */
const PAGE = 9;
const ROUNDS = sized(25, 5);
const WARM_UP = 3;
const GOAL = 1.5;
/** Draws in a browser, whatever else there is in the account. */
const DRAWN = ['preview_step'];

type Call = () => Promise<unknown>;
/** `length`: entries of the list that it gives. */
type Question = {ask: Call; length: number};

/** What goes through the indexes and sums: a call for each line. */
const WRITES: Record<string, (tour: string, round: number) => Array<[method: string, path: string, body?: object]>> = {
	'POST /tours': (_, round) => [['POST', '/tours', {name: `Another tour of ${round}`}]],
	'PATCH /tours/{id}, its name': (tour, round) => [['PATCH', `/tours/${tour}`, {name: `Bench number ${round}`}]],
	'DELETE /tours/{id} and back': tour => [
		['DELETE', `/tours/${tour}`],
		['POST', `/tours/${tour}/restore`],
	],
	'POST /tours/{id}/publish': (tour, round) => [['POST', `/tours/${tour}/publish`, {title: `Bench ${round}`}]],
};

/**
 * Everything that reads, in every way in which it may be asked, for an account of 30,000 tours beside one of ten in the same database.
 */
export async function benchWideAccount(): Promise<Measured[]> {
	const service = await startService({}, {also: ['export']});
	const accounts: Furnished[] = [];
	for (const size of [FEW, MANY]) {
		process.stderr.write(`  ${size} tours …\n`);
		accounts.push(await furnish(service, size, {days: DAYS}));
	}
	const measured: Measured[] = [];
	for (const operation of [...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS] as Operation[]) {
		if (methodAndPath(operation).method !== 'GET' || operation.stream || DRAWN.includes(operation.name)) continue;
		// In a session of its own: so many calls in a minute are no person's.
		const asOwner = async (account: Furnished) => ({...account, person: await signedIn(service, account.client)});
		const few = await callsOf(operation, await asOwner(accounts[0]!));
		const many = await callsOf(operation, await asOwner(accounts[1]!), few);
		for (const [group, questions] of Map.groupBy(few.keys(), groupOf)) {
			const rows: Measured[] = [];
			for (const question of questions) {
				const other = many.get(question);
				if (other) rows.push(await compare(question, few.get(question)!.ask, other.ask));
			}
			rows.sort((a, b) => b.ratio - a.ratio);
			const worst = rows[0];
			if (!worst) continue;
			const usual = rows[Math.floor(rows.length / 2)]!;
			const named = `${group}: the worst of ${rows.length} (${usual.ratio.toFixed(2)}x in the middle), ${worst.what}`;
			measured.push({...worst, what: rows.length > 1 ? named : worst.what});
			process.stderr.write(`  ${measured.at(-1)!.what}: ${worst.ratio.toFixed(2)}x\n`);
		}
	}
	for (const [what, write] of Object.entries(WRITES)) {
		measured.push(await compare(what, writer(write, accounts[0]!), writer(write, accounts[1]!)));
		process.stderr.write(`  ${what}: ${measured.at(-1)!.ratio.toFixed(2)}x\n`);
	}
	await service.stop();
	return measured;
}

/** The orders, the filters and the words of a list by themselves. */
function groupOf(question: string): string {
	const route = question.split(' ').slice(0, 2).join(' ');
	const kinds = [/ (q=[^=]*?)(?= \w+=| cursor|$)/.exec(question)?.[1], /cursor$/.exec(question)?.[0]];
	return [route, ...kinds.filter(Boolean)].join(' ');
}

/** `like`: the same questions for another account; a page of this one's is as long as that one's, so that the account is all that differs. */
async function callsOf(operation: Operation, account: Furnished, like?: Map<string, Question>): Promise<Map<string, Question>> {
	const ask = askerOf(operation, account);
	const questions = new Map<string, Question>();
	const add = async (name: string, page: string) => {
		const url = page.replace(`limit=${PAGE}`, `limit=${Math.max(1, like?.get(name)?.length ?? PAGE)}`);
		const entries = Object.values((await ask(url)).body).find(value => Array.isArray(value)) as unknown[] | undefined;
		questions.set(name, {ask: () => ask(url), length: entries?.length ?? 0});
	};
	for (const [question, url] of questionsOf(operation, account, PAGE)) {
		await add(question, url);
		const later = isList(operation) ? await laterPage(url, ask, PAGE) : null;
		if (later) await add(`${question} cursor`, later);
	}
	return questions;
}

function writer(write: (typeof WRITES)[string], {client, names}: Furnished): Call {
	let round = 0;
	return async () => {
		for (const [method, path, body] of write(names.id!, round++)) {
			const {status} = await client(method, `/v1${path}`, {body});
			if (status >= 300) throw new Error(`${method} ${path} was answered ${status}.`);
		}
	};
}

/** In turns, each as often first as the other; what is above the goal is asked three times as often before that is believed. */
export async function compare(what: string, few: Call, many: Call, {rounds = ROUNDS, size = FEW} = {}): Promise<Measured> {
	const times: [number[], number[]] = [[], []];
	const ratio = () => median(times[1]) / median(times[0]);
	for (let round = -WARM_UP; round < rounds || (round < 3 * rounds && ratio() > GOAL); round++) {
		for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
			const took = await timed([few, many][which]!);
			if (round >= 0) times[which].push(took);
		}
	}
	const found = {what, ours: ms(median(times[1])), bare: `${ms(median(times[0]))} among ${size}`, ratio: ratio(), goal: `<= ${GOAL}`};
	return {...found, met: found.ratio <= GOAL};
}
