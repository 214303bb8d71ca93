import test from 'ava';
import {reportStorm} from './report-storm.ts';

// `npm run lab -- faults report-storm` does the same with 100,000 events and 20 kills.
test('10,000 events, a tenth of them twice and all in no order, over four kills of the counter: counted exactly', async t => {
	t.timeout(240_000);
	const {events, duplicates, kills, acknowledged, counted} = await reportStorm({events: 10_000, kills: 4, report: t.log});
	t.deepEqual({events, duplicates, kills}, {events: 10_000, duplicates: 1000, kills: 4});
	t.deepEqual(counted, acknowledged);
	t.is(
		Object.values(counted).reduce((sum, count) => sum + count, 0),
		10_000,
	);
});
