import {globSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {DataSource} from 'typeorm';
import {migrate} from '../../../infra/migrate.ts';
import {startLocalServers} from '../../../infra/servers/local-servers.ts';
import {administer} from '../../../test/injection/statements.ts';
import {openDatabase} from '../database.ts';
import {openConnection, sourceOptions} from './connection.ts';

/** Shows that no setting of the server affects a statement. */

let shared: ReturnType<typeof openServer>;
test.before(() => {
	shared = openServer();
});
test.after.always(async () => (await shared).close());

/** Settings that change a statement's effect, as another person's server may have them. */
const HOSTILE = {
	sql_mode: "'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,ONLY_FULL_GROUP_BY,HIGH_NOT_PRECEDENCE,PAD_CHAR_TO_FULL_LENGTH'",
	character_set_server: 'gbk',
	character_set_client: 'gbk',
	character_set_connection: 'gbk',
	character_set_results: 'latin1',
	collation_connection: 'gbk_chinese_ci',
	time_zone: "'+05:45'",
	autocommit: '0',
	completion_type: '1',
	sql_auto_is_null: '1',
	sql_safe_updates: '1',
	sql_big_selects: '0',
	max_join_size: '1',
	sql_select_limit: '1',
	foreign_key_checks: '0',
	unique_checks: '0',
	group_concat_max_len: '4',
	div_precision_increment: '0',
	default_storage_engine: 'MyISAM',
	tx_isolation: "'SERIALIZABLE'",
	tx_read_only: '1',
	max_sort_length: '8',
	old_mode: "'ZERO_DATE_TIME_CAST'",
	innodb_lock_wait_timeout: '1',
	wait_timeout: '1',
};
/** Settings that only the server can set, or that another setting makes harmless. */
const NOT_OURS = ['character_set_server', 'max_join_size'];
const MODES = [
	'',
	'NO_BACKSLASH_ESCAPES',
	'ANSI_QUOTES',
	'PIPES_AS_CONCAT',
	'ONLY_FULL_GROUP_BY',
	'ORACLE',
	'ANSI',
	'TRADITIONAL',
	'EMPTY_STRING_IS_NULL',
	'NO_UNSIGNED_SUBTRACTION',
	'IGNORE_SPACE',
];

const READ = `SELECT ${Object.keys(HOSTILE)
	.filter(name => !NOT_OURS.includes(name))
	.map(name => `@@SESSION.${name} AS ${name}`)
	.join(', ')}`;

test('every connection sets what statements rely on, whatever the server has', async t => {
	t.timeout(120_000);
	const {databaseUrl, setGlobals} = await ownServer(t);
	const usual = await settings(databaseUrl);
	t.like(usual.single, {
		sql_mode: 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
		time_zone: '+00:00',
		autocommit: 1,
		tx_isolation: 'READ-COMMITTED',
	});
	await setGlobals(Object.entries(HOSTILE).map(([name, value]) => `SET GLOBAL ${name} = ${value}`));
	const {single, pooled} = await settings(databaseUrl);
	// The time limits of an idle connection depend on its use, not on the server.
	const {innodb_lock_wait_timeout: _, wait_timeout: __, ...ofStatements} = usual.single!;
	t.like(single, ofStatements);
	t.deepEqual(pooled, usual.pooled);
});

for (const mode of MODES) {
	test.serial(`values mean the same, pooled and single, under sql_mode ${mode || 'of nothing'}`, async t => {
		t.timeout(120_000);
		const {databaseUrl} = await shared;
		await administer(databaseUrl, `SET GLOBAL sql_mode = '${mode}'`);
		const words = ["O'Neil", "x')) OR SLEEP(3)#", '\\', "\\'", '"', '', 'a\u0000b', "縗\\' OR 1=1#", '\u{1f600}'];
		const connection = openConnection(databaseUrl).promise();
		const [[row]] = (await connection.query('SELECT ? AS one, ? AS other', [words[1], null])) as unknown as [
			Array<Record<string, unknown>>,
		];
		t.deepEqual(row, {one: words[1], other: null});
		const [rows] = (await connection.query('SELECT 1 AS found FROM DUAL WHERE ? IN (?)', [words[0], words])) as unknown as [unknown[]];
		t.is(rows.length, 1);
		await connection.end();
		const database = await openDatabase({databaseUrl, databasePool: 2});
		for (const word of words)
			t.deepEqual(await database.query('SELECT ? AS word, LENGTH(?) AS bytes', [word, word]), [{word, bytes: Buffer.byteLength(word)}]);
		await database.destroy();
	});
}

test('the schema is made on such a server, with the tables of any other', async t => {
	t.timeout(120_000);
	const {databaseUrl, setGlobals} = await ownServer(t);
	await setGlobals(Object.entries(HOSTILE).map(([name, value]) => `SET GLOBAL ${name} = ${value}`));
	await administer(databaseUrl, 'DROP DATABASE roteiro', 'CREATE DATABASE roteiro CHARACTER SET gbk');
	await migrate({databaseUrl});
	const foreign = await administer(
		databaseUrl,
		`SELECT t.TABLE_NAME FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = 'roteiro' AND t.ENGINE <> 'InnoDB'
		 UNION ALL SELECT CONCAT(c.TABLE_NAME, '.', c.COLUMN_NAME) FROM information_schema.COLUMNS c
		 WHERE c.TABLE_SCHEMA = 'roteiro' AND c.CHARACTER_SET_NAME NOT IN ('utf8mb4', 'ascii') AND c.TABLE_NAME <> 'migrations'`,
	);
	t.deepEqual(foreign, []);
});

test('a server that refuses the settings is sent nothing else', async t => {
	t.timeout(120_000);
	const {databaseUrl} = await ownServer(t);
	const connection = openConnection(databaseUrl, {more: 'no_such_setting = 1'}).promise();
	await t.throwsAsync(connection.query('CREATE TABLE sent (a INT)'), {
		message: /^The database refuses settings that every statement relies on \(Unknown system variable/,
	});
	const source = new DataSource(sourceOptions(databaseUrl, 'no_such_setting = 1'));
	await t.throwsAsync(source.initialize(), {message: /refuses settings/});
	t.deepEqual(await administer(databaseUrl, "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_NAME = 'sent'"), []);
});

test('a server that would fail statements later keeps the service from starting, in words', async t => {
	t.timeout(120_000);
	const {databaseUrl, setGlobals} = await ownServer(t);
	await setGlobals(['SET GLOBAL max_allowed_packet = 1048576']);
	const message = 'The database must run with max_allowed_packet 16777216 or more, not 1048576: large tours could not be saved.';
	await t.throwsAsync(openDatabase({databaseUrl, databasePool: 2}), {message});
	await t.throwsAsync(migrate({databaseUrl}), {message});
});

test('no other place opens a connection', t => {
	const files = globSync('{api,cli,infra,shared,workers}/**/*.ts', {exclude: path => path.endsWith('.test.ts')});
	const opening = files.filter(file => /from 'mysql2(\/promise)?'/.test(readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '')));
	t.deepEqual(opening, ['shared/store/connection/connection.ts']);
	const sources = files.filter(file => /new DataSource\(/.test(readFileSync(file, 'utf8')));
	t.true(sources.length > 0);
	for (const file of sources) t.regex(readFileSync(file, 'utf8'), /new DataSource\(\s*\{?\s*(\.\.\.)?sourceOptions\(/, file);
});

async function ownServer(t: ExecutionContext) {
	const {databaseUrl, close} = await openServer();
	t.teardown(close);
	return {databaseUrl, setGlobals: (statements: string[]) => administer(databaseUrl, ...statements)};
}

async function openServer() {
	const dataDir = await mkdtemp(join(tmpdir(), 'roteiro-server-'));
	const servers = await startLocalServers({dataDir, redis: false, durable: false});
	return {
		databaseUrl: servers.databaseUrl,
		async close() {
			await servers.stop();
			await rm(dataDir, {recursive: true, force: true});
		},
	};
}

async function settings(databaseUrl: string) {
	const [single] = (await administer(databaseUrl, READ)) as Array<Record<string, unknown>>;
	const database = await openDatabase({databaseUrl, databasePool: 3});
	// One connection cannot run these queries at once, so the pool opens more.
	const [[pooled]] = await Promise.all([database.query(READ), database.query('SELECT SLEEP(0.1)'), database.query('SELECT SLEEP(0.1)')]);
	await database.destroy();
	return {single, pooled};
}
