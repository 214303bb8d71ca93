import test from 'ava';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {portableImages, portableSounds} from '../../shared/store/account-end/exports.ts';
import {toursOf} from '../../shared/store/account-end/purge.ts';
import {shareOf} from '../helpers/extent.ts';
import type {Reply} from '../helpers/service.ts';
import {startService} from '../helpers/service.ts';
import {type Furnished, furnish} from './accounts.ts';
import {askerOf, isList, laterPage, questionsOf} from './questions.ts';
import {openRowCounter} from './rows-read.ts';

/** What the database reads for a call grows with the page that was asked for, and not with the account. */

const service = await startService({}, {also: ['export']});
test.after.always(() => service.stop());
const counter = openRowCounter(service.services.database);
let small: Furnished;
let large: Furnished;
test.before(async t => {
	t.timeout(120_000);
	small = await furnish(service, 10);
	large = await furnish(service, 10_000);
});

/** More than the smaller account's: what workers look at meanwhile, the width of a tree of 10,000 rows, and the order of another index where the database takes that for shorter: never the account. */
const SLACK = 120;
/** A search looks at 300 places of names for each of its words before it knows that these are common, and then at 100 names; some are read twice. */
const SEARCHED = 1500;
/** Pages that are no parameter, and what the database reads for them. */
const WHOLE_PAGES: Record<string, number> = {
	// 30 tours of each of the three days, and their three days each.
	get_account_statistics: 1200,
};
/** Workers look for work at some moments, and the first time reads whatever is then remembered for a while. */
const ATTEMPTS = 3;

const reads = ([...PUBLIC_OPERATIONS, ...OWNER_OPERATIONS] as Operation[]).filter(
	operation => methodAndPath(operation).method === 'GET' && !operation.stream,
);

test.serial('what is asked for is there: one tour alone by its name, pages of all others', async t => {
	for (const {client} of [small, large]) {
		const found = async (query: string) => (await client('GET', `/v1/tours?limit=2&${query}`)).body.tours;
		t.deepEqual(
			(await found('q=zenith')).map(({name}: {name: string}) => name),
			['The zenith'],
		);
		for (const query of ['q=bench', 'status=published', 'sort=name', 'createdBy=agent']) t.is((await found(query)).length, 2, query);
	}
});

for (const operation of reads) {
	test.serial(`${operation.name} reads as many rows among 10,000 tours as among 10`, async t => {
		const [few, many] = [await callsOf(operation, small), await callsOf(operation, large)];
		t.deepEqual([...few.keys()].toSorted(), [...many.keys()].toSorted());
		const risen: string[] = [];
		for (const [question, call] of few) {
			const {rows} = await counter.during(call);
			const limit = rows + (question.includes(' q=') ? SEARCHED : (WHOLE_PAGES[operation.name] ?? SLACK));
			const read = await fewest(many.get(question)!, limit);
			if (read > limit) risen.push(`${question}: ${rows} rows among 10, ${read} among 10,000`);
		}
		t.deepEqual(risen.slice(0, 12), [], `${risen.length} of ${few.size}`);
	});
}

test.serial('a copy of the account and its purge read a page of tours, images and sounds, and not all of them', async t => {
	const {manager: db} = service.services.database;
	const limit = 500;
	const most = 2 * limit + SLACK;
	const walks = {'speech.file': portableSounds, 'media.media_id': portableImages, 'tours.id': toursOf};
	for (const [column, page] of Object.entries(walks)) {
		const [table, key] = column.split('.');
		const {accountId} = large.client;
		const all = await db.query(`SELECT ${key} AS place FROM ${table} WHERE account_id = ? ORDER BY ${key}`, [accountId]);
		for (const after of ['', all[Math.floor(all.length / 2)].place])
			t.true((await fewest(() => page(db, accountId, {after, limit}), most)) <= most, `${column} after '${after}'`);
	}
});

/** Each question about this account, for its first page and for a later one. */
async function callsOf(operation: Operation, account: Furnished): Promise<Map<string, () => Promise<Reply>>> {
	const ask = askerOf(operation, account);
	const calls = new Map<string, () => Promise<Reply>>();
	for (const [question, url] of shareOf([...questionsOf(operation, account)], () => operation.name)) {
		calls.set(question, () => ask(url));
		const later = isList(operation) ? await laterPage(url, ask) : null;
		if (later) calls.set(`${question} cursor`, () => ask(later));
	}
	return calls;
}

/** The rows that a call reads: of several times the fewest, until they are no more than `limit`. */
async function fewest(call: () => Promise<unknown>, limit: number): Promise<number> {
	let found = Number.POSITIVE_INFINITY;
	for (let attempt = 0; attempt < ATTEMPTS && found > limit; attempt++) found = Math.min(found, (await counter.during(call)).rows);
	return found;
}
