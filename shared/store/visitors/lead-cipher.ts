import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';
import {domainToASCII} from 'node:url';
import type {Keys} from '../../config/secret.ts';
import type {LeadAnswers} from '../../contract/visitors/lead.ts';
import {canonicalJson} from '../../tour/document/canonical-json.ts';

/**
 * Encrypts leads under a key that their header names, and hashes them under keys of the same secret. After a rotation, the secret has
 * several such sets of keys for a while, the current one first.
 */

const PURPOSES = ['leads', 'lead contents', 'lead addresses', 'lead key'] as const;
export type LeadKeys = ReturnType<Keys['keysFor']>;
type Row = {id: string; tourId: string};

const CIPHER = 'aes-256-gcm';
const VERSION = Buffer.from([1]);
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of the header, which names the key. */
export const HEADER_BYTES = VERSION.length + KEY_ID_BYTES;

/** Returns all sets of keys at one moment; the values of one row must use one set. */
export function leadKeys({keysFor}: Keys): LeadKeys {
	return keysFor(...PURPOSES);
}

/** Returns the encrypted columns of a lead, under the current keys. */
export function encryptLead([keys]: LeadKeys, row: Row & {formId: string}, answers: LeadAnswers) {
	return {
		answers: encrypt(keys!, row, answers),
		contentHash: hashContent(keys!, row.formId, answers),
		emailHash: answers.email === null ? null : hashEmail(keys!, answers.email),
	};
}

/** Returns the answers of a row; null if no key opens them, since they were altered or their secret is not known. */
export function decryptLead(keys: LeadKeys, row: Row, bytes: Buffer): LeadAnswers | null {
	const header = bytes.subarray(0, HEADER_BYTES);
	const named = keys.filter(candidate => headerOf(candidate).equals(header));
	return firstOf(named, ({leads}) => decrypt(leads!, Buffer.concat([header, additionalData(row)]), bytes.subarray(HEADER_BYTES)));
}

/** Returns the first bytes of a row that these keys encrypted. */
export function headerOf(keys: LeadKeys[number]): Buffer {
	return Buffer.concat([VERSION, keys['lead key']!.subarray(0, KEY_ID_BYTES)]);
}

/** Hashes a form with its answers, so that a repetition is found. */
export function hashContent(keys: LeadKeys[number], formId: string, answers: LeadAnswers): Buffer {
	return createHmac('sha256', keys['lead contents']!)
		.update(canonicalJson({form: formId, answers: {...answers, email: answers.email && plainAddress(answers.email)}}))
		.digest();
}

/** Hashes an e-mail address without surrounding blanks, regardless of case and of how its domain is spelled: `müller.de` or `xn--mller-kva.de`. */
export function hashEmail(keys: LeadKeys[number], email: string): Buffer {
	return createHmac('sha256', keys['lead addresses']!).update(plainAddress(email)).digest();
}

function plainAddress(email: string): string {
	const spelled = email.trim().toLowerCase();
	const domain = spelled.slice(spelled.lastIndexOf('@') + 1);
	const ascii = domainToASCII(domain);
	return ascii ? spelled.slice(0, -domain.length) + ascii : spelled;
}

/** Returns header, nonce, tag and cipher text, bound to the row: moved into another row, they cannot be read. */
function encrypt(keys: LeadKeys[number], row: Row, answers: LeadAnswers): Buffer {
	const header = headerOf(keys);
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, keys.leads!, nonce).setAAD(Buffer.concat([header, additionalData(row)]));
	const text = Buffer.concat([cipher.update(JSON.stringify(answers), 'utf8'), cipher.final()]);
	return Buffer.concat([header, nonce, cipher.getAuthTag(), text]);
}

/** Returns the decrypted answers; null if this key did not encrypt them. */
function decrypt(key: Buffer, additionalData: Buffer, bytes: Buffer): LeadAnswers | null {
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	if (tag.length < TAG_BYTES) return null;
	const decipher = createDecipheriv(CIPHER, key, nonce, {authTagLength: TAG_BYTES}).setAAD(additionalData).setAuthTag(tag);
	const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
	try {
		decipher.final();
	} catch {
		return null;
	}
	return JSON.parse(text.toString('utf8'));
}

function firstOf<T>(keys: LeadKeys, read: (keys: LeadKeys[number]) => T | null): T | null {
	for (const candidate of keys) {
		const found = read(candidate);
		if (found) return found;
	}
	return null;
}

function additionalData({id, tourId}: Row): Buffer {
	return Buffer.from(`${id} ${tourId}`);
}
