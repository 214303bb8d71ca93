import {readWav} from '../../../../renderers/audio/wav.ts';

/** A sample of 16 bits below this is not heard. */
const HEARD = 100;

/** True if a WAV file, as all local engines write it, holds nothing audible. */
export function isSilent(wav: Buffer): boolean {
	return !readWav(wav)?.samples.some(sample => Math.abs(sample) > HEARD);
}
