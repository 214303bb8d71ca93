import test from 'ava';
import type {Step} from '../../shared/contract/step.ts';
import {Redaction} from './redaction.ts';

const step = (id: string, mediaId: string) => ({id, image: {mediaId} as Step['image']});

test('areas wait on the picture that they were drawn on, and are none of another picture of the same step', t => {
	const redaction = new Redaction();
	const [one, other] = [step('a', 'one'), step('b', 'other')];
	redaction.lookAt(one);
	redaction.add({x: 0, y: 0, width: 0.1, height: 0.1});
	const {value} = redaction.areas;
	redaction.lookAt(other);
	t.deepEqual(redaction.areas.value, []);
	t.deepEqual(redaction.drawnOn([one, other]), ['a']);
	t.deepEqual(redaction.drawnOn([step('a', 'replaced'), other]), [], 'a picture that nobody sees any more');
	redaction.lookAt(one);
	t.is(redaction.areas.value, value);
	redaction.done('one', [one as Step]);
	t.deepEqual(redaction.drawnOn([one, other]), []);
});
