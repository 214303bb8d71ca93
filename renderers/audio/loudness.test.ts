import {spawnSync} from 'node:child_process';
import test from 'ava';
import {readConfig} from '../../shared/config/config.ts';
import {loudnessOf} from './normalize.ts';

const {ffmpeg} = readConfig({});

/** A voice-like thing: tones that come and go, with pauses. */
const speech = (rate: number, seconds: number) =>
	Int16Array.from({length: rate * seconds}, (_, i) => {
		const time = i / rate;
		const syllable = Math.max(0, Math.sin(time * 9)) * (Math.sin(time * 1.3) > -0.4 ? 1 : 0);
		return Math.round(7000 * syllable * (Math.sin(time * 1200) + 0.4 * Math.sin(time * 9000) + 0.3 * Math.sin(time * 300)));
	});

for (const rate of [16_000, 22_050, 24_000, 44_100, 48_000]) {
	test(`at ${rate} Hz it reads what ffmpeg's meter reads`, t => {
		const samples = speech(rate, 7);
		const args = [
			'-nostats',
			'-f',
			's16le',
			'-ar',
			String(rate),
			'-ac',
			'1',
			'-i',
			'pipe:0',
			'-af',
			'ebur128=framelog=verbose',
			'-f',
			'null',
			'-',
		];
		const {stderr} = spawnSync(ffmpeg, args, {input: new Uint8Array(samples.buffer), encoding: 'utf8'});
		const read = Number(stderr.match(/\bI:\s+(-?[\d.]+) LUFS/)![1]);
		t.true(Math.abs(loudnessOf(samples, rate) - read) < 0.15, `${loudnessOf(samples, rate)} and ${read}`);
	});
}

test('a tone at full scale and 997 Hz has the loudness that the standard gives it', t => {
	const samples = Int16Array.from({length: 5 * 48_000}, (_, i) => Math.round(32_767 * Math.sin((i / 48_000) * 2 * Math.PI * 997)));
	t.true(Math.abs(loudnessOf(samples, 48_000) + 3.01) < 0.05);
});

test('silence has none, and a tenth of a second has some', t => {
	t.is(loudnessOf(new Int16Array(48_000), 48_000), Number.NEGATIVE_INFINITY);
	t.is(loudnessOf(new Int16Array(0), 48_000), Number.NEGATIVE_INFINITY);
	t.true(loudnessOf(speech(22_050, 1).subarray(0, 2205), 22_050) > -40);
});
