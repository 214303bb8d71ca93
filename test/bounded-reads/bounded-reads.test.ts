import test from 'ava';
import {OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import type {Reply} from '../helpers/service.ts';
import {startService} from '../helpers/service.ts';
import {type Furnished, furnish} from './accounts.ts';
import {isList, laterPage, questionsOf} from './questions.ts';
import {openRowCounter} from './rows-read.ts';

/** What the database reads for a call grows with the page that was asked for, and not with the account. */

const service = await startService({}, {also: ['export']});
test.after.always(() => service.stop());
const counter = openRowCounter(service.services.database);
let small: Furnished;
let large: Furnished;
test.before(async t => {
	t.timeout(60_000);
	small = await furnish(service, 10);
	large = await furnish(service, 10_000);
});

/** More than the smaller account's: what workers look at meanwhile, and the width of a tree of 10,000 rows. */
const SLACK = 40;

const reads = ([...OPERATIONS, ...OWNER_OPERATIONS] as Operation[]).filter(
	operation => methodAndPath(operation).method === 'GET' && !operation.stream,
);

for (const operation of reads) {
	test.serial(`${operation.name} reads as many rows among 10,000 tours as among 10`, async t => {
		const [few, many] = [await rowsOf(operation, small), await rowsOf(operation, large)];
		t.deepEqual([...few.keys()].toSorted(), [...many.keys()].toSorted());
		const risen = [...few].flatMap(([question, rows]) =>
			many.get(question)! > rows + SLACK ? [`${question}: ${rows} rows among 10, ${many.get(question)} among 10,000`] : [],
		);
		t.deepEqual(risen.slice(0, 12), [], `${risen.length} of ${few.size}`);
	});
}

/** How many rows each question about this account reads, from the first page and from a later one. */
async function rowsOf(operation: Operation, account: Furnished): Promise<Map<string, number>> {
	const ask = askerOf(operation, account);
	const rows = new Map<string, number>();
	for (const [question, url] of questionsOf(operation, account)) {
		rows.set(question, await fewest(() => ask(url)));
		const later = isList(operation) ? await laterPage(url, ask) : null;
		if (later) rows.set(`${question} cursor`, await fewest(() => ask(later)));
	}
	return rows;
}

function askerOf({account: own}: Operation, {client, person}: Furnished): (url: string) => Promise<Reply> {
	return async url => {
		const reply = own ? await person.call('GET', `/app/v1${url}`) : await client('GET', `/v1${url}`);
		if (reply.status !== 200) throw new Error(`${url} was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
		return reply;
	};
}

/** Of two times the smaller: workers look for work at some moments. The first has read whatever is remembered for a while. */
async function fewest(ask: () => Promise<Reply>): Promise<number> {
	const times = [await counter.during(ask), await counter.during(ask)];
	return Math.min(...times.map(({rows}) => rows));
}
