import test from 'ava';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {startService} from '../../test/helpers/service.ts';
import {conclude} from './response.ts';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());
const {services} = service;

/** Milliseconds that a call waits for a job that nobody works on. */
async function waited(accountId: string): Promise<number> {
	const job = await insertJob(services.database.manager, {accountId, type: 'ingest-image', input: {}});
	const start = performance.now();
	const error = await conclude(services, {job}, {waitMs: 1000, lateStatus: 429}).catch(problem => problem);
	if (error.code !== 'still_running') throw error;
	return performance.now() - start;
}

test('a call waits longer for its job where others of its account were first, and nobody else does', async t => {
	const [ana, bo] = [await service.client(), await service.client()];
	const [first, second, other] = await Promise.all([waited(ana.accountId), waited(ana.accountId), waited(bo.accountId)]);
	const [short, long] = [first!, second!].toSorted((one, another) => one - another);
	t.true(short! < 1900, `${short} ms`);
	t.true(long! >= 1990, `${long} ms`);
	t.true(other! < 1900, `${other} ms`);
	t.true((await waited(ana.accountId)) < 1900, 'nothing of it is left');
});
