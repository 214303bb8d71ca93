export type Samples = {
	/** One channel, 16 bits; a copy. */
	samples: Int16Array;
	sampleRate: number;
};

const PCM = 1;
const CHUNK_HEADER_BYTES = 8;

/**
 * The samples of a WAV file of one channel and 16 bits, as speech engines write it; null for everything else. Engines that stream such a
 * file state a length beyond its end, or none: the bytes that exist count.
 */
export function readWav(bytes: Buffer): Samples | null {
	if (!/^RIFF.{4}WAVE$/s.test(bytes.toString('latin1', 0, 12))) return null;
	let sampleRate = 0;
	for (let at = 12; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
		const name = bytes.toString('latin1', at, at + 4);
		const start = at + CHUNK_HEADER_BYTES;
		const stated = bytes.readUInt32LE(at + 4);
		const length = name === 'data' && stated === 0 && isUnmeasured(bytes) ? bytes.length - start : stated;
		const chunk = bytes.subarray(start, start + length);
		if (name === 'fmt ' && chunk.length >= 16) {
			const isPlain = chunk.readUInt16LE(0) === PCM && chunk.readUInt16LE(2) === 1 && chunk.readUInt16LE(14) === 16;
			if (!isPlain) return null;
			sampleRate = chunk.readUInt32LE(4);
		}
		if (name === 'data') return sampleRate === 0 ? null : {samples: copied(chunk), sampleRate};
		// Chunks begin at even places.
		at = start + length + (length % 2);
	}
	return null;
}

/** Returns what stands before the samples in a WAV file. */
export function wavHeader({samples, sampleRate}: Samples): Buffer {
	const header = Buffer.alloc(44);
	header.write('RIFF', 0, 'latin1');
	header.writeUInt32LE(36 + samples.byteLength, 4);
	header.write('WAVEfmt ', 8, 'latin1');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(PCM, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(sampleRate, 24);
	header.writeUInt32LE(2 * sampleRate, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36, 'latin1');
	header.writeUInt32LE(samples.byteLength, 40);
	return header;
}

/** Copies samples from bytes that may begin at an odd offset, which an `Int16Array` cannot view. */
export function copied(bytes: Buffer): Int16Array {
	const whole = bytes.length - (bytes.length % 2);
	return new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
}

/** True for a file that states another length than it has, because its writer did not know it yet. */
function isUnmeasured(bytes: Buffer): boolean {
	return bytes.readUInt32LE(4) + CHUNK_HEADER_BYTES !== bytes.length;
}
