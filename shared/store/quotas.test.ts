import test from 'ava';
import {type Fresh, freshDatabase} from '../../test/helpers/database.ts';
import {AppError} from '../errors.ts';
import {createAccount} from './access/accounts.ts';
import {tx} from './database.ts';
import {finishJob, insertJob, leaseJob} from './jobs/jobs.ts';
import {LostLease} from './leases.ts';
import {quotaPeriod, readQuota, readUsage, releaseQuota, reserveQuota, settleQuota} from './quotas.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase({AI_TEXTS_PER_MONTH: '100', NARRATION_MINUTES_PER_MONTH: '1'});
});
test.after.always(() => fresh?.drop());

const db = () => fresh.database.manager;
const {period} = quotaPeriod(new Date());

async function newAccount(): Promise<string> {
	return (await createAccount(db(), {email: `${crypto.randomUUID()}@example.com`, name: 'Ana', plan: 'pro'})).id;
}

/** A job that holds something, as the API inserts it. */
function ask(accountId: string, kind: 'aiTexts' | 'narrationMs', least: number, most: number) {
	return tx(fresh.database, async transaction => {
		const quota = await reserveQuota(transaction, fresh.config, {accountId, kind, least, most});
		return {...(await insertJob(transaction, {accountId, type: 'test', input: {}, quota})), amount: quota.amount};
	});
}

async function holding(accountId: string, kind: 'aiTexts' | 'narrationMs') {
	const {used, reserved} = await readQuota(db(), fresh.config, accountId, kind, new Date());
	return {used, reserved};
}

test('500 that ask at once for 100 texts get exactly 100', async t => {
	const accountId = await newAccount();
	const asked = await Promise.allSettled(Array.from({length: 500}, () => ask(accountId, 'aiTexts', 1, 1)));
	const refused = asked.filter(result => result.status === 'rejected').map(result => result.reason as AppError);
	t.is(asked.length - refused.length, 100);
	t.true(refused.every(error => error.code === 'quota_exceeded'));
	t.deepEqual(await holding(accountId, 'aiTexts'), {used: 0, reserved: 100});
});

test('what is used is settled at what it took, more or less than was held', async t => {
	const accountId = await newAccount();
	const [shorter, longer] = [await ask(accountId, 'narrationMs', 1, 20_000), await ask(accountId, 'narrationMs', 1, 10_000)];
	t.deepEqual(await holding(accountId, 'narrationMs'), {used: 0, reserved: 30_000});
	await tx(fresh.database, transaction => settleQuota(transaction, fresh.config, shorter, 5000));
	await tx(fresh.database, transaction => settleQuota(transaction, fresh.config, longer, 15_000));
	t.deepEqual(await holding(accountId, 'narrationMs'), {used: 20_000, reserved: 0});
	t.deepEqual(await readUsage(db(), fresh.config, accountId, 'narrationMs', period), {
		used: 20_000,
		limit: 60_000,
		remaining: 40_000,
		resetsAt: quotaPeriod(new Date()).resetsAt.toISOString(),
	});
});

test('speech holds no more than what remains; only what certainly cannot fit is refused beforehand', async t => {
	const accountId = await newAccount();
	t.is((await ask(accountId, 'narrationMs', 1, 50_000)).amount, 50_000);
	const last = await ask(accountId, 'narrationMs', 9000, 30_000);
	t.is(last.amount, 10_000);
	const error = await t.throwsAsync<AppError>(ask(accountId, 'narrationMs', 1, 30_000), {instanceOf: AppError});
	t.is(error.status, 429);
	t.true(error.retryAfter! > 0 && error.retryAfter! <= 31 * 24 * 3600);
	// It took longer than what remained: nothing is charged, and the rest of its transaction is undone.
	await t.throwsAsync(
		tx(fresh.database, transaction => settleQuota(transaction, fresh.config, last, 10_001)),
		{message: /remain/},
	);
	t.deepEqual(await holding(accountId, 'narrationMs'), {used: 0, reserved: 60_000});
	await tx(fresh.database, transaction => settleQuota(transaction, fresh.config, last, 10_000));
	t.deepEqual(await holding(accountId, 'narrationMs'), {used: 10_000, reserved: 50_000});
});

test('a job that ends gives back what it still holds, once', async t => {
	const accountId = await newAccount();
	const {id} = await ask(accountId, 'aiTexts', 1, 1);
	const lease = (await leaseJob(db(), id, 5000))!;
	t.is(lease.quotaPeriod, period);
	const error = new AppError('provider_failed').toJSON();
	await tx(fresh.database, transaction => finishJob(transaction, lease, {error}));
	t.deepEqual(await holding(accountId, 'aiTexts'), {used: 0, reserved: 0});
	await t.throwsAsync(
		tx(fresh.database, transaction => finishJob(transaction, lease, {error})),
		{instanceOf: LostLease},
	);
	await tx(fresh.database, transaction => releaseQuota(transaction, lease));
	t.deepEqual(await holding(accountId, 'aiTexts'), {used: 0, reserved: 0});
});

test('what is settled once cannot be settled again', async t => {
	const accountId = await newAccount();
	const held = await ask(accountId, 'aiTexts', 1, 1);
	const settle = () => tx(fresh.database, transaction => settleQuota(transaction, fresh.config, held, 1));
	const results = await Promise.allSettled([settle(), settle(), settle()]);
	t.is(results.filter(result => result.status === 'fulfilled').length, 1);
	t.deepEqual(await holding(accountId, 'aiTexts'), {used: 1, reserved: 0});
});

test('what was asked for in one month is charged to that month', async t => {
	const accountId = await newAccount();
	const held = await ask(accountId, 'aiTexts', 1, 1);
	await db().query('UPDATE jobs SET quota_period = ? WHERE id = ?', ['2020-01', held.id]);
	await db().query('UPDATE quotas SET period = ? WHERE account_id = ?', ['2020-01', accountId]);
	await tx(fresh.database, transaction => settleQuota(transaction, fresh.config, held, 1));
	t.deepEqual(await holding(accountId, 'aiTexts'), {used: 0, reserved: 0});
	const usage = await readUsage(db(), fresh.config, accountId, 'aiTexts', '2020-01');
	t.deepEqual(usage, {used: 1, limit: 100, remaining: 99, resetsAt: '2020-02-01T00:00:00.000Z'});
});
