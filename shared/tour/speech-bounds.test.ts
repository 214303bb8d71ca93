import test from 'ava';
import {speechBounds} from './speech-bounds.ts';

/** Durations that the local voices took, milliseconds. */
const MEASURED: Array<[text: string, ms: number]> = [
	['Clique no botão salvar para guardar o que você mudou.', 3600],
	['Click the save button to keep what you have changed.', 3100],
	['7'.repeat(3000), 966_000],
	['2026-11-21 at 14:30, $5.99, 50%, v2.0, 1,234,567', 12_700],
];

test('what was measured lies within the bounds', t => {
	for (const [text, ms] of MEASURED) {
		const {least, most} = speechBounds(text);
		t.true(least <= ms && ms <= most, `${text.slice(0, 20)}: ${least} <= ${ms} <= ${most}`);
	}
});

test('an empty text takes something, and what has no sound may take nothing', t => {
	t.deepEqual(speechBounds(''), {least: 1, most: 1500});
	t.is(speechBounds('😀'.repeat(3000)).least, 1);
});

test('a text of 300 characters holds less than a minute, so that several fit under way', t => {
	t.true(speechBounds('Clique no botão salvar para guardar. '.repeat(8)).most < 60_000);
});
