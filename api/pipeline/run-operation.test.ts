import test from 'ava';
import {Closed} from '../../shared/contract/schema.ts';
import {sha256} from '../../shared/ids.ts';
import {findCredential} from '../../shared/store/access/credentials.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {type Client, startService} from '../../test/helpers/service.ts';
import {uploadMedia} from '../operations/media/media.ts';
import {openPerform} from './perform.ts';
import {openRateLimits} from './rate-limits.ts';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());
const {services} = service;
const perform = openPerform(services, openRateLimits(services));
/** An operation whose job no worker takes. */
const unanswered = {
	...uploadMedia,
	input: Closed({}),
	check: () => [],
	handler: async (_: unknown, {db, accountId}: {db: typeof services.database.manager; accountId: string}) => ({
		job: await insertJob(db, {accountId, type: 'ingest-image', input: {}}),
	}),
};

/** Milliseconds that a call waits for a job that nobody works on. */
async function waited({key}: Client): Promise<number> {
	const credential = (await findCredential(services.database.manager, sha256(key)))!;
	const start = performance.now();
	const turn = perform.turnOf(unanswered, credential.account.id);
	const call = perform.contextOf(unanswered, {credential, ip: '127.0.0.1', admitted: {}, turn, waitMs: 1000});
	const error = await perform(call, {}).catch(problem => problem);
	if (error.code !== 'still_running') throw error;
	return performance.now() - start;
}

test('a call waits longer for its job where others of its account were first, and nobody else does', async t => {
	const [ana, bo] = [await service.client(), await service.client()];
	const [first, second, other] = await Promise.all([waited(ana), waited(ana), waited(bo)]);
	const [short, long] = [first!, second!].toSorted((one, another) => one - another);
	t.true(short! < 1900, `${short} ms`);
	t.true(long! >= 1990, `${long} ms`);
	t.true(other! < 1900, `${other} ms`);
	t.true((await waited(ana)) < 1900, 'nothing of it is left');
});
