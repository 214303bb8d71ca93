import test from 'ava';
import {seededRandom} from '../../test/helpers/random.ts';
import {wordDiff} from './in-words.ts';

test('two texts are told apart word by word, and each stays itself', t => {
	const marked = (text: string, other: string) =>
		wordDiff(text, other)[0]
			.map(({text, own}) => (own ? `[${text}]` : text))
			.join('');
	t.is(marked('Press the green button', 'Press the red button'), 'Press the[ green] button');
	t.is(marked('Same', 'Same'), 'Same');
	t.is(marked('Added at the end', 'Added'), 'Added[ at the end]');
	const random = seededRandom(95);
	const text = () => Array.from({length: random.below(12)}, () => random.pick(['a', 'b', 'ção', '\n', '  ', '👩‍🚀'])).join(' ');
	for (let round = 0; round < 500; round++) {
		const [one, other] = [text(), text()];
		const [left, right] = wordDiff(one, other);
		t.deepEqual(
			[left, right].map(runs => runs.map(run => run.text).join('')),
			[one, other],
		);
		const shared = [left, right].map(runs => runs.flatMap(run => (run.own ? [] : run.text.split(/\s+/).filter(Boolean))).join(' '));
		t.is(shared[0], shared[1], 'what both have is the same');
	}
});
