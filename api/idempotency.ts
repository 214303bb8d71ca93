import {canonicalJson} from '../shared/canonical-json.ts';
import {LIMITS} from '../shared/contract/limits.ts';
import {AppError, invalid} from '../shared/errors.ts';
import {sha256} from '../shared/ids.ts';
import type {Remembered} from '../shared/store/idempotency.ts';
import type {Outcome} from '../shared/store/operations.ts';

/** A call's Idempotency-Key, bound to account, method and path, and the fingerprint of its body. */
export type IdempotencyClaim = {hash: Buffer; fingerprint: Buffer};

const LONG_TEXT = 10_000;

/** Refusals that the operation itself decided and that a repetition gets again; after any other the key is free for a retry. */
const STORED_REFUSALS = new Set([404, 413, 415, 422]);

/** The claim behind an Idempotency-Key header. Throws a 400 where the key has not 8 to 128 characters. */
export function idempotencyClaim(key: string, where: {accountId: string; route: string; input: Record<string, unknown>}): IdempotencyClaim {
	const length = [...key].length;
	if (length < LIMITS.idempotencyKeyMin || length > LIMITS.idempotencyKeyMax) {
		throw invalid([
			{
				field: 'Idempotency-Key',
				message: `Has ${length} characters.`,
				hint: `From ${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} characters, for example a UUID.`,
			},
		]);
	}
	return {
		hash: sha256(canonicalJson([where.accountId, where.route, key])),
		fingerprint: fingerprintOf(where.input),
	};
}

/** The same for inputs that say the same, whatever the order of their properties. */
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

export function refuseOtherBody(remembered: Remembered, claim: IdempotencyClaim): void {
	if (remembered.fingerprint.equals(claim.fingerprint)) return;
	throw new AppError('idempotency_key_reused', {
		errors: [
			{
				field: 'Idempotency-Key',
				message: 'This key was used within the last 24 hours with another body.',
				hint: 'Use a new key for a new request, and the same key only to repeat the same one.',
			},
		],
	});
}

/** True where a repetition gets this outcome again. */
export function isKept(outcome: Outcome): boolean {
	return 'answer' in outcome || STORED_REFUSALS.has(outcome.error.status);
}
