import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {OWNER_OPERATIONS} from '../../api/operations/owner/index.ts';
import {methodAndPath, type Operation} from '../../api/pipeline/operation.ts';
import {signedIn} from '../helpers/person.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {WALK_LIMITS, walkOperations} from '../openapi/walk.ts';
import {type Cost, countCosts} from './counting.ts';

/**
 * How often each operation asks database and Redis, in no more than `budgets.json` says. A rise is seldom meant: take what is asked off the call's way, or write the
 * file again (`WRITE_BUDGETS=1 npm run test:ava -- test/budgets/budgets.test.ts`), so that the diff shows what became slower.
 */

type Budget = Pick<Cost, 'sql' | 'redis'>;

const FILE = join(import.meta.dirname, 'budgets.json');
/** Operations of the owner that read and take no id. */
const READS = (OWNER_OPERATIONS as readonly Operation[]).filter(
	operation => methodAndPath(operation).method === 'GET' && methodAndPath(operation).parameters.length === 0,
);
/** Nobody waits for a stream's end. */
const COUNTED = [...(PUBLIC_OPERATIONS as readonly Operation[]), ...READS].filter(({stream}) => !stream);

let service: TestService;
let measured: Map<string, Cost>;
let budgets: Record<string, Budget>;

test.before(async t => {
	t.timeout(300_000);
	measured = countCosts();
	service = await startService(WALK_LIMITS, {also: ['audio', 'export']});
	await walkOperations(service);
	const owner = await signedIn(service);
	for (const operation of READS) await owner.call('GET', `/app/v1${methodAndPath(operation).path}`);
	if (process.env.WRITE_BUDGETS) {
		const lines = [...measured].sort().map(([name, {sql, redis}]) => `\t${JSON.stringify(name)}: {"sql": ${sql}, "redis": ${redis}}`);
		await writeFile(FILE, `{\n${lines.join(',\n')}\n}\n`);
	}
	budgets = JSON.parse(await readFile(FILE, 'utf8'));
});

test.after.always(() => service?.stop());

for (const {name} of COUNTED) {
	test(`${name} asks database and Redis as often as it is allowed`, t => {
		const cost = measured.get(name);
		if (!cost) return t.fail('Nobody has called it: add it to test/openapi/walk.ts.');
		const budget = budgets[name];
		if (!budget) return t.fail(`It has no budget; now it asks ${cost.sql} times the database and ${cost.redis} times Redis.`);
		t.true(cost.sql <= budget.sql, `${cost.sql} statements, and ${budget.sql} are allowed`);
		t.true(cost.redis <= budget.redis, `${cost.redis} commands of Redis, and ${budget.redis} are allowed`);
		// How many calls of an account work at once is bounded so that connections are left for others.
		t.true(cost.atOnce <= 1, `${cost.atOnce} connections to the database at once: ask one thing after the other`);
	});
}

test('no budget is kept for what is not there', t => {
	t.deepEqual(Object.keys(budgets).sort(), COUNTED.map(({name}) => name).sort());
});
