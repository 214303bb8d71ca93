import test from 'ava';
import {shareOf} from './extent.ts';

const all = ['a0', 'b0', 'a1', 'a2', 'b1', 'a3', 'a4', 'c0', 'a5', 'a6', 'a7', 'd0', 'd1', 'd2'];
const kindOf = (each: string) => each[0]!;

test('a part has a fourth of each kind, one at least, and begins elsewhere in each', t => {
	t.deepEqual(shareOf(all, kindOf, {of: 'part', day: 0}), ['a0', 'b1', 'a4', 'c0', 'd0']);
	t.deepEqual(shareOf(all, kindOf, {of: 'whole'}), all);
});

test('the places from which parts may begin come to all that there is, and so do the days', t => {
	for (const place of ['from', 'day'] as const) {
		const together = [0, 1, 2, 3].flatMap(at => shareOf(all, kindOf, {of: 'part', [place]: at}));
		t.deepEqual([...new Set(together)].toSorted(), all.toSorted());
	}
});
