import test from 'ava';
import {readWav} from './wav.ts';

function wav({format = 1, channels = 1, bits = 16, length = 6, extra = Buffer.alloc(0)} = {}): Buffer {
	const fmt = Buffer.alloc(24);
	fmt.write('fmt ', 'latin1');
	for (const [at, value] of [
		[4, 16],
		[12, 22_050],
	] as const)
		fmt.writeUInt32LE(value, at);
	for (const [at, value] of [
		[8, format],
		[10, channels],
		[22, bits],
	] as const)
		fmt.writeUInt16LE(value, at);
	const data = Buffer.from([...Buffer.from('data'), 0, 0, 0, 0, 1, 0, 2, 0, 0xff, 0xff]);
	data.writeUInt32LE(length, 4);
	return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), fmt, extra, data]);
}

test('samples and their rate are read, behind other chunks and with the length of a stream too', t => {
	const expected = {samples: Int16Array.of(1, 2, -1), sampleRate: 22_050};
	t.deepEqual(readWav(wav()), expected);
	t.deepEqual(readWav(wav({length: 0xffff_ffff})), expected);
	t.deepEqual(readWav(wav({length: 0})), expected, 'without a length');
	const empty = wav({length: 0}).subarray(0, -6);
	empty.writeUInt32LE(empty.length - 8, 4);
	t.is(readWav(empty)!.samples.length, 0, 'no samples where the length is known to be none');
	t.deepEqual(readWav(wav({extra: Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')})), expected);
	t.deepEqual(readWav(Buffer.concat([Buffer.from('x'), wav()]).subarray(1)), expected, 'also at an odd place in memory');
	t.deepEqual(readWav(wav({length: 5}))!.samples, Int16Array.of(1, 2), 'half a sample is none');
});

test('everything else is null', t => {
	for (const bytes of [
		wav({format: 3}),
		wav({channels: 2}),
		wav({bits: 8}),
		wav().subarray(0, 30),
		wav().subarray(0, 38),
		Buffer.alloc(0),
		Buffer.from('RIFF'),
	]) {
		t.is(readWav(bytes), null);
	}
	t.is(readWav(wav({extra: Buffer.from('junk\xff\xff\xff\xff', 'latin1')})), null, 'a chunk without an end');
});
