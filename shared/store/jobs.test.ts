import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {type Fresh, freshDatabase} from '../../test/helpers/database.ts';
import {AppError} from '../errors.ts';
import {tx} from './database.ts';
import {
	claimOperation,
	finishOperation,
	insertOperation,
	presentJobWithOutcome,
	readOperation,
	releaseOperation,
	renewOperation,
	takeOverdue,
} from './jobs.ts';
import {LostLease} from './lost-lease.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const LEASE = 60_000;
const db = () => fresh.database.manager;
const insert = (type = 'ingest-image') => insertOperation(db(), {accountId: 'acc_x', type, input: {a: 1}});
const done = {answer: {status: 200, body: {done: true}}};

test('of 50 claims at once exactly one gets the operation, with its input and the number of the attempt', async t => {
	const {id} = await insert();
	const claims = await Promise.all(Array.from({length: 50}, () => claimOperation(db(), id, LEASE)));
	const [claim, ...others] = claims.filter(found => found !== null);
	t.is(others.length, 0);
	t.like(claim, {id, accountId: 'acc_x', type: 'ingest-image', input: {a: 1}, attempts: 1});
	t.is(claim?.token.length, 16);
});

test('an operation is claimed again when its lease has ended, counts the attempt, and the first holder changes nothing any more', async t => {
	const {id} = await insert();
	const first = (await claimOperation(db(), id, 1))!;
	await sleep(20);
	const second = (await claimOperation(db(), id, LEASE))!;
	t.is(second.attempts, 2);
	t.false(await renewOperation(db(), first, LEASE, 0.5));
	await t.throwsAsync(finishOperation(db(), first, done), {instanceOf: LostLease});
	await releaseOperation(db(), first, 0);
	t.is((await readOperation(db(), id))?.state, 'running');
	await finishOperation(db(), second, done);
	t.is((await readOperation(db(), id))?.state, 'succeeded');
	t.is(await claimOperation(db(), id, LEASE), null, 'what has ended is claimed by nobody');
});

test('what a transaction wrote beside the end of an operation goes with it where the lease was lost', async t => {
	const {id} = await insert();
	const first = (await claimOperation(db(), id, 1))!;
	await sleep(20);
	await claimOperation(db(), id, LEASE);
	const write = tx(fresh.database, async transaction => {
		await insertOperation(transaction, {accountId: 'acc_fenced', type: 'render-cover', input: {}});
		await finishOperation(transaction, first, done);
	});
	await t.throwsAsync(write, {instanceOf: LostLease});
	t.deepEqual(await fresh.database.query("SELECT id FROM operations WHERE account_id = 'acc_fenced'"), []);
});

test('progress and outcome are told as a job; a refusal comes back as the error that it was', async t => {
	const {id} = await insert();
	const claim = (await claimOperation(db(), id, LEASE))!;
	await renewOperation(db(), claim, LEASE, 0.25);
	t.like(presentJobWithOutcome((await readOperation(db(), id))!), {status: 'running', progress: 0.25, result: null, error: null});
	const refusal = new AppError('image_type', {status: 400, errors: [{field: 'image', message: 'No.', hint: 'PNG.'}]});
	await finishOperation(db(), claim, {error: refusal.toJSON()});
	const job = presentJobWithOutcome((await readOperation(db(), id))!);
	t.like(job, {status: 'failed', progress: 1, result: null});
	t.deepEqual(job.error, refusal.body);
});

test('overdue is what was committed and never claimed, and what runs on a lease that ended; each is told to one relay at a time', async t => {
	const [waiting, running, fine, young] = [await insert('a'), await insert('a'), await insert('a'), await insert('a')];
	await claimOperation(db(), running.id, 1);
	await claimOperation(db(), fine.id, LEASE);
	await fresh.database.query('UPDATE operations SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [waiting.id]);
	await sleep(20);
	const take = () => tx(fresh.database, transaction => takeOverdue(transaction, ['a'], 10));
	t.deepEqual((await take()).map(({id}) => id).sort(), [waiting.id, running.id].sort());
	t.deepEqual(
		(await take()).map(({id}) => id),
		[running.id],
		'what waits was put off; what ran stays claimable',
	);
	t.is((await readOperation(db(), young.id))?.state, 'queued');
});
