import {createHash} from 'node:crypto';

/** The namespace of Roteiro's voices (RFC 9562, section 6.6). Never changed: tours keep the ids that come of it. */
const NAMESPACE = Buffer.from('6f1d6b0e3c5a4e0d9a6b2f7c1e84d350', 'hex');

/** The UUID (version 5) of a voice that its provider knows by a name: `local:espeak-ng:pt-br` is the same voice everywhere. */
export function voiceId(name: string): string {
	const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
	hash[6] = (hash[6]! & 0x0f) | 0x50;
	hash[8] = (hash[8]! & 0x3f) | 0x80;
	return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
