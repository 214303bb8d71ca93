import test from 'ava';
import {formatSql} from './connection.ts';

test('values become literals that mean the same in every sql_mode', t => {
	const cases: Array<[unknown, string]> = [
		["O'Neil", "'O''Neil'"],
		['', "''"],
		['a\\b', "_utf8mb4 x'615c62'"],
		['a\u0000', "_utf8mb4 x'6100'"],
		['ç"`', "'ç\"`'"],
		[-1.5, '-1.5'],
		[12345678901234567890n, '12345678901234567890'],
		[true, 'true'],
		[null, 'NULL'],
		[undefined, 'NULL'],
		[Buffer.from([0, 255]), "x'00ff'"],
		[new Date('2026-01-02T03:04:05.006Z'), "'2026-01-02 03:04:05.006'"],
		[['a', 2], "'a', 2"],
		[
			[
				['a', 1],
				["b'", null],
			],
			"('a', 1), ('b''', NULL)",
		],
	];
	for (const [value, literal] of cases) t.is(formatSql('SELECT ?', [value]), `SELECT ${literal}`);
});

test('a value with a question mark is not taken for a place', t => {
	t.is(formatSql('SELECT ?, ?', ['?', '??']), "SELECT '?', '??'");
	t.is(formatSql("SELECT '?'"), "SELECT '?'");
});

test('what is no value, and another number of values than of places, is refused', t => {
	for (const value of [{a: 1}, Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('a')])
		t.throws(() => formatSql('SELECT ?', [value]), {instanceOf: TypeError});
	t.throws(() => formatSql('SELECT ?, ?', [1]), {message: 'A statement has 2 places and got 1 values.'});
	t.throws(() => formatSql('SELECT ?', [1, 2]), {message: 'A statement has 1 places and got 2 values.'});
});
