import {readFileSync} from 'node:fs';
import {LIMITS} from '../../shared/contract/limits.ts';

/** Judges by its text alone if a password would be guessed before random attempts; no other service is asked. */

export type PasswordFault = 'passwordShort' | 'passwordLong' | 'passwordCommon' | 'passwordPersonal';
/** The product's own name is what a stranger tries first. */
const PRODUCT = 'roteiro';
/** Least letters of a personal word: shorter ones occur within too many others. */
const WORD_MIN = 3;
/** Least letters that a password needs beside known words. */
const REST_MIN = 4;
/** Longest unit whose repetition counts as one guess. */
const UNIT_MAX = 4;
/** Least run of neighbouring keys; fewer are chance. */
const ROW_MIN = 6;
/** Rows of keys and letters that people type along, in either direction and round again. */
const ROWS = [
	'0123456789',
	'abcdefghijklmnopqrstuvwxyz',
	'qwertyuiop',
	'asdfghjkl',
	'zxcvbnm',
	'qwertyuiopasdfghjklzxcvbnm',
	'1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
	'1q2w3e4r5t6y7u8i9o0p',
	'qazwsxedcrfvtgbyhnujmikolp',
].flatMap(row => [row, [...row].reverse().join('')].map(way => way.repeat(3)));
const LEET: Record<string, string> = {0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i'};

const COMMON = new Set(
	readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
		.split('\n')
		.filter(line => line && !line.startsWith('#')),
);

/** Returns the fault of a chosen password, or null. Counts length in code points. Costs little beside the hash, and comes before it. */
export function passwordFault(password: string, owner: {email: string; name: string}): PasswordFault | null {
	const length = [...password].length;
	if (length < LIMITS.passwordMin) return 'passwordShort';
	if (length > LIMITS.passwordMax) return 'passwordLong';
	if (isPersonal(password, owner)) return 'passwordPersonal';
	return isCommon(password) ? 'passwordCommon' : null;
}

/**
 * True for a common password in whatever case and with whatever accents, with digits and signs before or after it (`Password123!`), with
 * signs for letters (`p@ssw0rd`), or more than once; and for what runs along the keyboard or repeats a few characters.
 */
function isCommon(password: string): boolean {
	if (repeated(plainText(password)).length <= UNIT_MAX) return true;
	const plain = compact(password);
	return (
		(plain.length >= ROW_MIN && ROWS.some(row => row.includes(repeated(plain)))) ||
		coresOf(password).some(core => COMMON.has(core) || COMMON.has(repeated(core)))
	);
}

/** True where a password is what anybody knows of its owner (name, address) or of us, with digits, signs or a common word beside it. */
function isPersonal(password: string, {email, name}: {email: string; name: string}): boolean {
	const words = knownWords(email, name);
	return coresOf(password).some(core => {
		const rest = words.reduce((text, word) => text.replaceAll(word, ' '), core);
		if (rest === core) return false;
		const letters = rest.replace(/[^\p{L}]/gu, '');
		return letters.length < REST_MIN || COMMON.has(letters);
	});
}

/** The parts of name and address that mean somebody, longest first. */
function knownWords(email: string, name: string): string[] {
	const [local = '', domain = ''] = email.split('@');
	// The last label is everybody's.
	const parts = [email, local, domain, name].map(compact);
	const words = [name, local, domain.split('.').slice(0, -1).join(' ')].flatMap(text => plainText(text).split(/[^\p{L}\p{N}]+/u));
	const known = new Set([PRODUCT, ...parts, ...words].filter(word => word.length >= WORD_MIN));
	return [...known].sort((a, b) => b.length - a.length);
}

/**
 * Returns the forms of a password that might be known words: whole, and without the signs around its letters, each also with letters for
 * signs.
 */
function coresOf(password: string): string[] {
	const text = plainText(password);
	const atEnd = text.replace(/[^\p{L}]+$/u, '');
	const bare = atEnd.replace(/^[^\p{L}]+/u, '');
	const cores = [text, bare, unleet(bare), unleet(atEnd), unleet(text)].map(compact);
	return [...new Set(cores)].filter(core => core !== '');
}

function unleet(text: string): string {
	return text.replace(/[013457@$!]/g, sign => LEET[sign]!);
}

/** Lower case, without accents; the same characters typed on two keyboards alike. */
function plainText(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function compact(text: string): string {
	return plainText(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The shortest beginning that the text repeats, at last perhaps in part: `abc` for `abcabcab`; the text itself where it repeats none. */
function repeated(text: string): string {
	const half = text.length >> 1;
	for (let length = 1; length <= half; length++) {
		if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length);
	}
	return text;
}
