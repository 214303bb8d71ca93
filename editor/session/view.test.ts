import test from 'ava';
import {LEVELS, nextLevel} from './view.ts';

test('the stage goes from level to level, from wherever it is, and no further than the last ones', t => {
	t.is(nextLevel(0.62, 1), 0.75);
	t.is(nextLevel(0.62, -1), 0.5);
	t.is(nextLevel(0.3, -1), 0.5);
	t.is(nextLevel(2, 1), 2);
	for (const [index, level] of LEVELS.entries()) {
		t.is(nextLevel(level, 1), LEVELS[index + 1] ?? level);
		t.is(nextLevel(level, -1), LEVELS[index - 1] ?? level);
	}
});
