import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import {AppError} from '../../errors.ts';
import {presentJobWithOutcome} from '../../present/job.ts';
import {tx} from '../database.ts';
import {LostLease} from '../leases.ts';
import {finishJob, insertJob, leaseJob, postponeJob, readJob, releaseJob, renewLease, takeOverdue} from './jobs.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const LEASE = 60_000;
const db = () => fresh.database.manager;
const insert = (type = 'ingest-image') => insertJob(db(), {accountId: 'acc_x', type, input: {a: 1}});
const done = {response: {status: 200, body: {done: true}}};

test('of 50 leases at once exactly one gets the job, with its input and the number of the attempt', async t => {
	const {id} = await insert();
	const leases = await Promise.all(Array.from({length: 50}, () => leaseJob(db(), id, LEASE)));
	const [lease, ...others] = leases.filter(found => found !== null);
	t.is(others.length, 0);
	t.like(lease, {id, accountId: 'acc_x', type: 'ingest-image', input: {a: 1}, attempts: 1});
	t.is(lease?.token.length, 16);
});

test('a job is claimed again when its lease has ended, counts the attempt, and the first holder changes nothing any more', async t => {
	const {id} = await insert();
	const first = (await leaseJob(db(), id, 1))!;
	await sleep(20);
	const second = (await leaseJob(db(), id, LEASE))!;
	t.is(second.attempts, 2);
	t.false(await renewLease(db(), first, LEASE, 0.5));
	await t.throwsAsync(finishJob(db(), first, done), {instanceOf: LostLease});
	await t.throwsAsync(releaseJob(db(), first, 0), {instanceOf: LostLease});
	await t.throwsAsync(postponeJob(db(), first), {instanceOf: LostLease});
	t.is((await readJob(db(), id))?.state, 'running');
	await finishJob(db(), second, done);
	t.is((await readJob(db(), id))?.state, 'succeeded');
	t.is(await leaseJob(db(), id, LEASE), null, 'what has ended is claimed by nobody');
});

test('what a transaction wrote beside the end of a job goes with it where the lease was lost', async t => {
	const {id} = await insert();
	const first = (await leaseJob(db(), id, 1))!;
	await sleep(20);
	await leaseJob(db(), id, LEASE);
	const write = tx(fresh.database, async transaction => {
		await insertJob(transaction, {accountId: 'acc_fenced', type: 'render-cover', input: {}});
		await finishJob(transaction, first, done);
	});
	await t.throwsAsync(write, {instanceOf: LostLease});
	t.deepEqual(await fresh.database.query("SELECT id FROM jobs WHERE account_id = 'acc_fenced'"), []);
});

test('progress and outcome are reported as a job; an error comes back as the error that it was', async t => {
	const {id} = await insert();
	const lease = (await leaseJob(db(), id, LEASE))!;
	await renewLease(db(), lease, LEASE, 0.25);
	t.like(presentJobWithOutcome((await readJob(db(), id))!), {status: 'running', progress: 0.25, result: null, error: null});
	const appError = new AppError('image_type', {status: 400, errors: [{field: 'image', message: 'No.', hint: 'PNG.'}]});
	await finishJob(db(), lease, {error: appError.toJSON()});
	const job = presentJobWithOutcome((await readJob(db(), id))!);
	t.like(job, {status: 'failed', progress: 1, result: null});
	t.deepEqual(job.error, appError.body);
});

test('overdue is what was committed and never claimed, and what runs on a lease that ended; each goes to one relay at a time', async t => {
	const [waiting, running, fine, young] = [await insert('a'), await insert('a'), await insert('a'), await insert('a')];
	await leaseJob(db(), running.id, 1);
	await leaseJob(db(), fine.id, LEASE);
	await fresh.database.query('UPDATE jobs SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [waiting.id]);
	await sleep(20);
	const take = () => tx(fresh.database, transaction => takeOverdue(transaction, ['a'], 10));
	t.deepEqual((await take()).map(({id}) => id).sort(), [waiting.id, running.id].sort());
	t.deepEqual(
		(await take()).map(({id}) => id),
		[running.id],
		'what waits was put off; what ran stays claimable',
	);
	t.is((await readJob(db(), young.id))?.state, 'queued');
});
