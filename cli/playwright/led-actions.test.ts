import test from 'ava';
import {ledActions} from './write-folder.ts';

test('answers lead to keys, to ways and to https; a key that no step has is named with those that there are', t => {
	t.deepEqual(ledActions([{answers: [{label: 'On', to: 'b'}]}, {next: 'end'}, {}], ['a', 'b', 'c']), [
		{buttons: [{label: 'On', target: {to: 'step', step: 'b'}}]},
		{next: {to: 'end'}},
		null,
	]);
	t.throws(() => ledActions([{next: 'x'}], ['a']), {message: /The step a leads to "x".*Keys of this tour: a;/});
});
