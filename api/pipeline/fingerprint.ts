import {sha256} from '../../shared/ids.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';

const LONG_TEXT = 10_000;

/** The content by which two calls are compared: the operation's route with its identifiers, and the input. */
export type CallContent = {accountId: string; route: string; input: Record<string, unknown>};

/** Returns equal hashes for inputs that say the same, in whatever order of their properties. */
export function fingerprintOf(input: Record<string, unknown>): Buffer {
	return sha256(canonicalJson(withHashedTexts(input)));
}

/** Long texts by their hash: an image of 20 MB is not written out as JSON once more only to be hashed. */
function withHashedTexts(value: unknown): unknown {
	if (typeof value === 'string') return value.length > LONG_TEXT ? sha256(value).toString('hex') : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withHashedTexts);
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withHashedTexts(part)]));
}
