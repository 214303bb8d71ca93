import test from 'ava';
import {levelSpeech} from './normalize.ts';

const RATE = 22_050;
const CEILING = 0.68 * 32_768 + 1;
const tone = (seconds: number, height: number) =>
	Int16Array.from({length: seconds * RATE}, (_, i) => Math.round(height * Math.sin((i / RATE) * 2 * Math.PI * 300)));
const highest = (samples: Int16Array) => samples.reduce((high, sample) => Math.max(high, Math.abs(sample)), 0);
const levelled = (samples: Int16Array) => levelSpeech({samples, sampleRate: RATE});

test('no sample passes the ceiling, whatever comes before or after it', t => {
	for (const at of [0, 63, 64, 10_000, RATE - 1]) {
		const samples = tone(1, 2000);
		samples[at] = -32_768;
		t.true(highest(levelled(samples)) <= CEILING, String(at));
	}
	t.true(highest(levelled(tone(1, 32_767))) <= CEILING);
	const clicks = new Int16Array(RATE).map((_, i) => (i % 700 === 0 ? 32_767 : 0));
	t.true(highest(levelled(clicks)) <= CEILING);
});

test('what needs no limit is made louder or softer by one number', t => {
	const samples = tone(1, 1000);
	const louder = levelled(Int16Array.from(samples));
	const gain = highest(louder) / highest(samples);
	t.true(gain > 3);
	for (let i = 1000; i < RATE - 1000; i += 97) t.true(Math.abs(louder[i]! - samples[i]! * gain) <= 6);
});

test('silence around is cut, silence within is not, and silence alone is nothing', t => {
	const samples = new Int16Array(6 * RATE);
	samples.set(tone(1, 8000), RATE);
	samples.set(tone(1, 8000), 4 * RATE);
	const kept = levelled(samples).length / RATE;
	t.true(kept > 4.2 && kept < 4.4, String(kept));
	t.is(levelled(new Int16Array(RATE)).length, 0);
	t.is(levelled(new Int16Array(RATE).fill(1)).length, 0);
	t.is(levelled(new Int16Array(0)).length, 0);
});
