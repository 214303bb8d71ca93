import {LIMITS} from '../../shared/contract/limits.ts';
import {type AppError, invalid} from '../../shared/errors.ts';

/** A part of the bytes: from `start` to before `end`. */
export type Range = {start: number; end: number};

export type PassRules = {
	/** Bytes that may stand outside of long base64. */
	limit: number;
	/** True cuts long texts under `base64` out: their ends are returned, and they do not count against `limit`. */
	apart: boolean;
	tooLarge: () => AppError;
};

/** A shorter base64 stays in the text: it costs nothing there. */
const LONG = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const U = 0x75;

/**
 * Checks the bytes of a JSON text once before parsing: the cost of parsing depends on the number of values, not of
 * bytes. Throws if it nests too deep, has too many values, too long a name or `__proto__`, or too much outside of long base64. Returns
 * the long base64 texts, without their quotes. Half of a surrogate pair, which can be escaped in JSON and which neither UTF-8 nor the
 * database can hold, is replaced in the bytes themselves. Whether it is JSON at all is left to the parser.
 */
export function passOver(bytes: Buffer, {limit, apart, tooLarge}: PassRules): Range[] {
	const found: Range[] = [];
	let allowed = limit;
	let depth = 0;
	let values = 1;
	let isBase64 = false;
	for (let at = 0; at < bytes.length; at++) {
		if (at >= allowed) throw tooLarge();
		const byte = bytes[at]!;
		if (byte === QUOTE) {
			const start = at + 1;
			const long = apart && isBase64 ? longTextEnd(bytes, start) : null;
			isBase64 = false;
			if (long !== null) {
				found.push({start, end: long});
				allowed += long - start;
				at = long;
				continue;
			}
			at = textEnd(bytes, start, allowed);
			if (isName(bytes, at)) isBase64 = judgeName(bytes, start, at);
		} else if (byte === COMMA) {
			isBase64 = false;
			if (++values > LIMITS.jsonValues) throw tooMany();
		} else if (byte === 0x7b || byte === 0x5b) {
			if (++values > LIMITS.jsonValues) throw tooMany();
			if (++depth > LIMITS.jsonDepth) throw tooDeep();
			isBase64 = false;
		} else if (byte === 0x7d || byte === 0x5d) depth--;
	}
	return found;
}

/** Returns the end of a long text without an escaped quote, or null if it is short. Base64 has no quotes. */
function longTextEnd(bytes: Buffer, start: number): number | null {
	const end = bytes.indexOf(QUOTE, start);
	return end - start >= LONG && bytes[end - 1] !== BACKSLASH ? end : null;
}

/** The place of the quote that ends a text; `allowed`, or the end of all, where there is none before. */
function textEnd(bytes: Buffer, start: number, allowed: number): number {
	const last = Math.min(bytes.length, allowed);
	let at = start;
	while (at < last && bytes[at] !== QUOTE) {
		if (bytes[at] !== BACKSLASH) at++;
		else at += bytes[at + 1] === U ? escapedLength(bytes, at) : 2;
	}
	return Math.min(at, last);
}

/** Bytes of the escape `\uXXXX` at this place, with its other half where it is a surrogate; one without is made U+FFFD. */
function escapedLength(bytes: Buffer, at: number): number {
	const unit = escapedUnit(bytes, at);
	if (unit < 0xd800 || unit > 0xdfff) return 6;
	const next = escapedUnit(bytes, at + 6);
	if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) return 12;
	bytes.write('fffd', at + 2, 'latin1');
	return 6;
}

/** The code unit that `\uXXXX` at this place stands for, -1 where there is none. */
function escapedUnit(bytes: Buffer, at: number): number {
	if (bytes[at] !== BACKSLASH || bytes[at + 1] !== U) return -1;
	let unit = 0;
	for (let digit = at + 2; digit < at + 6; digit++) {
		const value = hexValue(bytes[digit] ?? 0);
		if (value < 0) return -1;
		unit = unit * 16 + value;
	}
	return unit;
}

/** Returns the value of a hexadecimal digit, -1 for any other byte. */
export function hexValue(byte: number): number {
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
	const letter = byte | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** True where the text that ends here is followed by a colon. */
function isName(bytes: Buffer, end: number): boolean {
	let at = end + 1;
	while (bytes[at] === 0x20 || (bytes[at]! >= 0x09 && bytes[at]! <= 0x0d)) at++;
	return bytes[at] === COLON;
}

/** Throws for a name that no input has; true for `base64`. */
function judgeName(bytes: Buffer, start: number, end: number): boolean {
	if (end - start > LIMITS.jsonNameBytes) {
		const field = bytes.toString('utf8', start, start + 100);
		throw invalid([
			{field, message: `The name of a property has more than ${LIMITS.jsonNameBytes} bytes.`, hint: 'No property is called so.'},
		]);
	}
	const name = bytes.toString('latin1', start, end);
	if (name === 'base64') return true;
	if (name === '__proto__' || (name.includes('\\') && unescaped(name) === '__proto__')) {
		throw invalid([{field: '__proto__', message: 'Is not a property of this object.', hint: 'Leave it out: no object takes it.'}]);
	}
	return false;
}

function unescaped(name: string): string {
	return name.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function tooMany(): AppError {
	return invalid([
		{
			field: '',
			message: `The body has more than ${LIMITS.jsonValues} values.`,
			hint: 'Send what the operation describes: its lists say how many items they take.',
		},
	]);
}

function tooDeep(): AppError {
	return invalid([
		{
			field: '',
			message: `The body nests more than ${LIMITS.jsonDepth} levels deep.`,
			hint: 'Send the object that the operation describes.',
		},
	]);
}
