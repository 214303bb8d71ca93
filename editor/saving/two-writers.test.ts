import test from 'ava';
import {playTwoWriters} from '../../test/editor/model/two-writers.ts';
import {lent} from '../conflicts/in-words.ts';
import {loadMessages} from '../messages/index.ts';

/** Two people with a tab each: what meets is asked, and no word is lost. `SEQUENCES` says how many times. */

const SEQUENCES = Number(process.env.SEQUENCES ?? 300);

test(`each word is in the tour, in its past or in a question, and each answer does what it says: ${SEQUENCES} random sequences`, async t => {
	await loadMessages('en');
	const {cardWords, words} = await import('../../shared/locales/en/editor/appearance.ts');
	Object.assign(lent, {cardWords, lookWords: words});
	const bad: string[] = [];
	let questions = 0;
	for (let seed = 1; seed <= SEQUENCES; seed++) {
		const met = await playTwoWriters(seed);
		questions += met.questions;
		if (met.wrong.length > 0) bad.push(`${seed}: ${met.wrong.join('\n')}`);
	}
	t.is(bad.length, 0, `${bad.length} of ${SEQUENCES} went wrong:\n${bad.slice(0, 3).join('\n\n')}`);
	t.true(questions > SEQUENCES / 4, 'They met.');
});
