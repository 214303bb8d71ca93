import test from 'ava';
import {storm} from './storm.ts';

// `npm run lab -- faults storm` does the same with 1,000 jobs and 20 kills.
test('200 texts and narrations over five worker kills: none lost, none charged twice, nothing held of the quotas', async t => {
	t.timeout(240_000);
	const {texts, narrations, states, stepsDone, charged, due, reserved} = await storm({jobs: 200, kills: 5, speechEvery: 10, report: t.log});
	t.is(texts + narrations, 200);
	t.deepEqual(states, {succeeded: 200});
	t.is(stepsDone, 200);
	t.deepEqual(charged, due);
	t.is(reserved, 0);
});
