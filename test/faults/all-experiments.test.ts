import test from 'ava';
import {allExperiments} from './all-experiments.ts';

test('every experiment is found under its name, and says what it does and how long it may take', async t => {
	const experiments = [...(await allExperiments()).values()];
	t.true(experiments.length > 0);
	for (const {name, title, limit = 1, run} of experiments) {
		t.true(title.length > 0 && limit > 0, name);
		t.is(typeof run, 'function', name);
	}
});
