import {createHash, hash, randomBytes, randomFillSync} from 'node:crypto';
import {setImmediate as turn} from 'node:timers/promises';
import {crc32} from 'node:zlib';
import {monotonicFactory} from 'ulid';

/** Random bytes drawn together: a call of the system's source takes longer than its bytes, and one ULID asks for 16 numbers. */
const pool = Buffer.alloc(4096);
let used = pool.length;
const ulid = monotonicFactory(randomNumber);
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const REQUEST_BYTES = 16;
const KEY_PREFIX = 'rt_live_';
const KEY_RANDOM = 30;
const KEY_CHECKSUM = 6;

/** `tour_01j…`: a prefix and a ULID in lower case. Opaque to clients and never reused. */
export function newId(prefix: 'acc' | 'app' | 'exp' | 'cred' | 'sess' | 'tour' | 'step' | 'job' | 'pub' | 'lead' | 'red' | 'tex'): string {
	return `${prefix}_${ulid().toLowerCase()}`;
}

/** Returns an id for a request in the log, from the cheapest source, since every request gets one. */
export function newRequestId(): string {
	const at = drawBytes(REQUEST_BYTES);
	return `req_${pool.toString('hex', at, at + REQUEST_BYTES)}`;
}

/** Returns a random number from 0 to below 1, in 256 steps: a digit of a ULID has 32. */
function randomNumber(): number {
	return pool[drawBytes(1)]! / 256;
}

/** Returns where in the pool so many bytes stand that were not used yet. */
function drawBytes(count: number): number {
	if (used + count > pool.length) {
		randomFillSync(pool);
		used = 0;
	}
	used += count;
	return used - count;
}

/** A random base62 string of 22 characters (more than 128 bits): slugs, preview links, upload URLs. */
export function randomToken(length = 22): string {
	let token = '';
	while (token.length < length) {
		for (const byte of randomBytes(length)) {
			// 248 = 4 x 62: bytes above it would make the first letters likelier.
			if (byte < 248 && token.length < length) token += BASE62[byte % 62];
		}
	}
	return token;
}

/** A personal API key: `rt_live_`, 30 random base62 characters, 6 of checksum. */
export function newApiKey(): string {
	const random = randomToken(KEY_RANDOM);
	return `${KEY_PREFIX}${random}${checksum(random)}`;
}

/** False for a text that cannot be one of our keys, so that a typing error needs no database query. */
export function looksLikeApiKey(text: string): boolean {
	if (!text.startsWith(KEY_PREFIX) || text.length !== KEY_PREFIX.length + KEY_RANDOM + KEY_CHECKSUM) return false;
	const random = text.slice(KEY_PREFIX.length, -KEY_CHECKSUM);
	return text.endsWith(checksum(random));
}

/** sha256 as the database keeps it (BINARY(32)): of credentials, upload tokens, idempotency keys. */
export function sha256(data: string | Uint8Array): Buffer {
	return hash('sha256', data, 'buffer');
}

/** Bytes of which the hash takes a millisecond at most. */
const SLICE = 512 * 1024;

/**
 * Hashes many bytes in slices between which other work runs: a large image takes 10 to 40 ms. `subtle.digest` hashes outside
 * the event loop, but first copies the bytes on it, which takes longer.
 */
export async function sha256InSlices(data: Uint8Array): Promise<Buffer> {
	const whole = createHash('sha256');
	for (let at = 0; at < data.length; at += SLICE) {
		if (at > 0) await turn();
		whole.update(data.subarray(at, at + SLICE));
	}
	return whole.digest();
}

function checksum(text: string): string {
	let rest = crc32(text);
	let digits = '';
	for (let i = 0; i < KEY_CHECKSUM; i++) {
		digits = BASE62[rest % 62] + digits;
		rest = Math.floor(rest / 62);
	}
	return digits;
}
