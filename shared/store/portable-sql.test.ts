import {globSync, readFileSync} from 'node:fs';
import test from 'ava';

/**
 * What only one of the two servers knows, or what means something else in the other: MariaDB 10.6 and MySQL 8.0.21 are the oldest that count.
 * Each line with a statement that has it; from the manuals of both, for MySQL is not among the servers of these tests.
 */
const ONE_ALONE: Array<{what: string; pattern: RegExp; example: string}> = [
	{what: 'MariaDB: RETURNING', pattern: /\bRETURNING\b/, example: 'DELETE FROM jobs WHERE id = ? RETURNING id'},
	{what: 'MariaDB: a NO PAD or UCA 14 collation', pattern: /_nopad_|uca1400/i, example: 'id VARCHAR(40) COLLATE utf8mb4_nopad_bin'},
	{what: 'MySQL: a collation of its own', pattern: /utf8mb4_0900/i, example: 'name VARCHAR(40) COLLATE utf8mb4_0900_ai_ci'},
	{
		what: 'MariaDB: a literal as the default of JSON, TEXT or BLOB',
		pattern: /\b(JSON|(TINY|MEDIUM|LONG)?(TEXT|BLOB))\b[^,()]*\bDEFAULT\s+(?!NULL\b|\()/,
		example: "ADD COLUMN audio JSON NOT NULL DEFAULT '[]'",
	},
	{
		what: 'MariaDB: IF [NOT] EXISTS of a column, key or constraint',
		pattern: /\b(ADD|DROP|MODIFY|CHANGE|RENAME)\s+(COLUMN|KEY|INDEX|CONSTRAINT|FOREIGN KEY)\s+IF\b/,
		example: 'ALTER TABLE tours ADD COLUMN IF NOT EXISTS slug VARCHAR(22)',
	},
	{
		what: 'MariaDB: IF [NOT] EXISTS of an index',
		pattern: /\b(CREATE|DROP)\s+(UNIQUE\s+)?INDEX\s+IF\b/,
		example: 'CREATE INDEX IF NOT EXISTS a ON b (c)',
	},
	{
		what: 'MariaDB: CREATE OR REPLACE TABLE',
		pattern: /\bOR\s+REPLACE\s+(TEMPORARY\s+)?TABLE\b/,
		example: 'CREATE OR REPLACE TABLE a (b INT)',
	},
	{what: 'MariaDB: types', pattern: /\b(UUID|INET4|INET6)\s+(NOT NULL|NULL|PRIMARY|DEFAULT|UNIQUE)\b/, example: 'id UUID NOT NULL'},
	{
		what: 'MariaDB: sequences',
		pattern: /\b(NEXT|PREVIOUS)\s+VALUE\s+FOR\b|\b(NEXTVAL|LASTVAL|SETVAL)\s*\(|\bCREATE\s+SEQUENCE\b/,
		example: 'SELECT NEXTVAL(a)',
	},
	{
		what: 'MariaDB: versions of rows',
		pattern: /\bSYSTEM\s+VERSIONING\b|\bFOR\s+SYSTEM_TIME\b/,
		example: 'SELECT 1 FROM a FOR SYSTEM_TIME ALL',
	},
	{what: 'MariaDB: SET STATEMENT', pattern: /\bSET\s+STATEMENT\b/, example: 'SET STATEMENT max_statement_time = 1 FOR SELECT 1'},
	{
		what: 'MariaDB: VALUE() of a row to insert',
		pattern: /\bON\s+DUPLICATE\s+KEY\s+UPDATE[^;]*\bVALUE\s*\(/,
		example: 'INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE b = VALUE(b)',
	},
	{what: 'MariaDB: LIMIT ROWS EXAMINED', pattern: /\bROWS\s+EXAMINED\b/, example: 'SELECT 1 FROM a LIMIT ROWS EXAMINED 9'},
	{
		what: 'MariaDB: LIMIT in GROUP_CONCAT',
		pattern: /\bGROUP_CONCAT\s*\([^()]*\bLIMIT\b/,
		example: 'SELECT GROUP_CONCAT(a ORDER BY a LIMIT 3) FROM b',
	},
	{
		what: 'MariaDB: its JSON functions',
		pattern: /\bJSON_(EXISTS|QUERY|DETAILED|COMPACT|LOOSE|EQUALS|NORMALIZE)\s*\(/,
		example: "SELECT JSON_EXISTS(a, '$.b')",
	},
	{what: 'MariaDB: MINUS', pattern: /\)\s*MINUS\s+(SELECT|\()/, example: '(SELECT 1) MINUS (SELECT 2)'},
	{what: 'MySQL: JSON by an arrow', pattern: /\w\s*->>?\s*['"]\$/, example: "SELECT document->>'$.name' FROM tours"},
	{
		what: 'MySQL: its JSON functions',
		pattern: /\bMEMBER\s+OF\b|\bJSON_(PRETTY|STORAGE_SIZE|STORAGE_FREE|OVERLAPS|SCHEMA_VALID\w*)\s*\(/,
		example: 'SELECT JSON_PRETTY(a)',
	},
	{
		what: 'MySQL: its other functions',
		pattern: /\b(ANY_VALUE|UUID_TO_BIN|BIN_TO_UUID|REGEXP_LIKE|IS_UUID)\s*\(/,
		example: 'SELECT ANY_VALUE(a) FROM b',
	},
	{what: 'MySQL: FOR SHARE', pattern: /\bFOR\s+SHARE\b/, example: 'SELECT 1 FROM a FOR SHARE'},
	{what: 'MySQL: LATERAL', pattern: /\bLATERAL\b/, example: 'SELECT 1 FROM a, LATERAL (SELECT 2) b'},
	{
		what: 'MySQL: the inserted row by an alias',
		pattern: /\bVALUES\b[^;]*\)\s*AS\s+\w+\s+ON\s+DUPLICATE\b/,
		example: 'INSERT INTO a VALUES (?) AS new ON DUPLICATE KEY UPDATE b = new.b',
	},
	{
		what: 'MySQL from 8.0.31: INTERSECT and EXCEPT',
		pattern: /\b(INTERSECT|EXCEPT)\b\s+(ALL\s+)?(SELECT|\()/,
		example: 'SELECT 1 EXCEPT SELECT 2',
	},
	{what: 'MySQL: a functional key', pattern: /\b(KEY|INDEX)\s+\w*\s*\(\s*\(/, example: 'ADD KEY a ((LEFT(b, 3)))'},
	{
		what: 'MySQL, and MariaDB from 11.6: an alias in a DELETE of one table',
		pattern: /\bDELETE\s+FROM\s+\w+\s+(AS\s+)?(?!WHERE|USING|ORDER|LIMIT)[a-z]\w*\s+WHERE\b/,
		example: 'DELETE FROM jobs j WHERE j.id = ?',
	},
	{
		what: 'a word that MySQL reserves',
		pattern:
			/\bAS\s+(cube|empty|function|groups|grouping|lag|lead|of|rank|recursive|row|rows|system|window|stored|virtual|except|lateral)\b/,
		example: 'SELECT COUNT(*) AS rows FROM a',
	},
];

/** Is passed over by the other server: MariaDB reads what begins with `M!`, MySQL what begins with a version of its own. */
const TO_ONE_SERVER = /\/\*(?:M!|!8\d{4}).*?\*\//gs;
const COMMENTS = /\/\*\*.*?\*\/|^\s*\/\/[^\n]*$/gms;

test('each of these is found', t => {
	for (const {what, example} of ONE_ALONE) t.true(found(example).includes(what), what);
});

test('what both servers know is not taken for it', t => {
	const both = [
		'ALTER TABLE media ADD COLUMN avif JSON NOT NULL DEFAULT (JSON_ARRAY())',
		'ADD COLUMN note TEXT NULL DEFAULT NULL, ADD COLUMN used INT NOT NULL DEFAULT 0',
		'CREATE TABLE IF NOT EXISTS marks (name VARCHAR(40) PRIMARY KEY)',
		'SELECT id FROM jobs WHERE state = ? LIMIT ? FOR UPDATE SKIP LOCKED',
		'INSERT INTO marks (name, at) VALUES (?, ?) ON DUPLICATE KEY UPDATE at = VALUES(at)',
		"SELECT JSON_VALUE(document, '$.name') FROM tours, JSON_TABLE(document, '$[*]' COLUMNS (a INT PATH '$')) b",
		'DELETE FROM jobs WHERE id = ? LIMIT 5',
	];
	for (const statement of both) t.deepEqual(found(statement), [], statement);
});

test('no statement and no migration has what only one of MariaDB and MySQL knows', t => {
	const files = globSync('{api,infra,shared,workers}/**/*.ts', {exclude: path => path.endsWith('.test.ts')});
	t.true(files.some(file => file.startsWith('infra/migrations/')) && files.includes('shared/store/database.ts'));
	for (const file of files) t.deepEqual(found(readFileSync(file, 'utf8').replace(COMMENTS, '')), [], file);
});

function found(code: string): string[] {
	const read = code.replace(TO_ONE_SERVER, ' ');
	return ONE_ALONE.filter(({pattern}) => pattern.test(read)).map(({what}) => what);
}
