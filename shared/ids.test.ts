import {createHash} from 'node:crypto';
import test from 'ava';
import {looksLikeApiKey, newApiKey, newId, randomToken, sha256} from './ids.ts';

test('an identifier is its prefix and a ULID in lower case', t => {
	for (const prefix of ['acc', 'cred', 'tour', 'step', 'job', 'pub'] as const) {
		t.regex(newId(prefix), new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
	}
});

test('identifiers are never given twice, and grow in the order in which they were made', t => {
	const ids = Array.from({length: 20_000}, () => newId('step'));
	t.is(new Set(ids).size, ids.length);
	t.deepEqual(ids.toSorted(), ids);
});

test('a token has 22 base62 characters, more than 128 bits, and no two are the same', t => {
	const tokens = Array.from({length: 5000}, () => randomToken());
	t.is(new Set(tokens).size, tokens.length);
	for (const token of tokens) if (!/^[0-9A-Za-z]{22}$/.test(token)) t.fail(token);
	t.true(22 * Math.log2(62) > 128);
});

test('a token has the length that is asked for', t => {
	for (const length of [0, 1, 6, 30, 300]) t.regex(randomToken(length), new RegExp(`^[0-9A-Za-z]{${length}}$`));
});

test('each of the 62 characters is as likely as any other', t => {
	const characters = 620_000;
	const counts = new Map<string, number>();
	for (const character of randomToken(characters)) counts.set(character, (counts.get(character) ?? 0) + 1);
	t.is(counts.size, 62);
	const expected = characters / 62;
	const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
	// 61 degrees of freedom: beyond 135 once in ten million runs. Without the cut at 248 it is about 2,400.
	t.true(chiSquare < 135, String(chiSquare));
});

test('an API key is rt_live_, 30 random base62 characters and 6 of checksum', t => {
	const keys = Array.from({length: 2000}, newApiKey);
	t.is(new Set(keys).size, keys.length);
	for (const key of keys) if (!/^rt_live_[0-9A-Za-z]{36}$/.test(key) || !looksLikeApiKey(key)) t.fail(key);
});

test('one wrong, missing or additional character, or two exchanged, and it looks like no API key', t => {
	const key = newApiKey();
	for (let at = 0; at < key.length; at++) {
		const other = key[at] === 'x' ? 'y' : 'x';
		t.false(looksLikeApiKey(key.slice(0, at) + other + key.slice(at + 1)));
		t.false(looksLikeApiKey(key.slice(0, at) + key.slice(at + 1)));
		t.false(looksLikeApiKey(key.slice(0, at) + other + key.slice(at)));
		if (at > 0 && key[at] !== key[at - 1]) t.false(looksLikeApiKey(key.slice(0, at - 1) + key[at] + key[at - 1] + key.slice(at + 1)));
	}
	for (const text of ['', 'rt_live_', `rt_test_${key.slice(8)}`, ` ${key}`, `${key}\n`, key.toUpperCase()])
		t.false(looksLikeApiKey(text), text);
});

test('sha256 takes text as UTF-8, and bytes', t => {
	const expected = createHash('sha256').update(Buffer.from('ção😀', 'utf8')).digest('hex');
	t.is(sha256('ção😀').toString('hex'), expected);
	t.is(sha256(Buffer.from('ção😀', 'utf8')).toString('hex'), expected);
	t.is(sha256('').length, 32);
});
