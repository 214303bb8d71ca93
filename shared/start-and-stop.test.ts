import {execFile} from 'node:child_process';
import {getPriority} from 'node:os';
import test from 'ava';
import {freshDatabase} from '../test/helpers/database.ts';
import {startProcess} from '../test/helpers/processes.ts';
import {readDatabaseUrl} from './config/addresses.ts';

/** How a process ends that cannot start, and all that it says. */
function start(args: string[], env: NodeJS.ProcessEnv) {
	return new Promise<{code: unknown; said: string}>(resolve => {
		execFile(process.execPath, args, {env: {...process.env, ...env}, timeout: 240_000}, (error, out, err) =>
			resolve({code: error?.code ?? 0, said: out + err}),
		);
	});
}

test('a process that cannot start for a setting says so in one sentence', async t => {
	for (const file of ['api/main.ts', 'workers/main.ts', 'infra/migrate.ts', 'infra/operator/operator.ts']) {
		const words = file.includes('operator') ? ['account', 'list'] : [];
		const {code, said} = await start([file, ...words], {BASE_URL: 'tours.example.org'});
		t.is(code, 1, file);
		t.regex(said, /^BASE_URL must be [^\n]*, not "tours\.example\.org"\.\n$/, file);
	}
});

test('a process that cannot start for a password in DATABASE_URL does not show it', async t => {
	for (const file of ['api/main.ts', 'workers/main.ts', 'infra/migrate.ts', 'infra/operator/operator.ts']) {
		const words = file.includes('operator') ? ['account', 'list'] : [];
		const {code, said} = await start([file, ...words], {DATABASE_URL: 'mysql://roteiro:pa/ss#w0rd@127.0.0.1:21306/rt'});
		t.is(code, 1, file);
		t.regex(said, /^DATABASE_URL must look like [^\n]*percent-encoded[^\n]*\n$/, file);
		t.notRegex(said, /w0rd/, file);
	}
});

test('a process that cannot start for what a setting names says in one sentence which, and what would be right', async t => {
	t.timeout(600_000);
	const {env, drop} = await freshDatabase();
	t.teardown(drop);
	const {socketPath} = {socketPath: '', ...readDatabaseUrl(env.DATABASE_URL!)};
	const of = (user: string, name: string) => `mysql://${user}@localhost/${name}?socketPath=${encodeURIComponent(socketPath)}`;
	const file = 'package.json';
	const cases: Array<[NodeJS.ProcessEnv, RegExp]> = [
		[
			{DATABASE_URL: of('nobody:hunter2', 'rt')},
			/^DATABASE_URL names a database that does not let this service in: Access denied for user 'nobody'/,
		],
		[
			{DATABASE_URL: of('root', 'rt_nowhere')},
			/^DATABASE_URL names a database that does not let this service in: Unknown database 'rt_nowhere'/,
		],
		[
			{DATABASE_URL: 'mysql://me:hunter2@127.0.0.1:1/rt'},
			/^DATABASE_URL names a database that cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1/,
		],
		[{DATABASE_URL: 'mysql://me:hunter2@localhost:1/rt'}, /^DATABASE_URL names a database that cannot be reached: .*ECONNREFUSED/],
		[{DATABASE_URL: 'localhost'}, /^DATABASE_URL must look like mysql:/],
		[{DATABASE_URL: ''}, /^DATABASE_URL must look like mysql:/],
		[{DATA_DIR: file}, /^DATA_DIR names \S*package\.json, which cannot be written by user \d+ \((?:ENOTDIR|EEXIST)\)/],
		[
			{FILES: 's3://roteiro?endpoint=http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b'},
			/^FILES names an object store that takes no file: /,
		],
		[{FILES: 's3://b/%zz'}, /^FILES must look like s3:/],
	];
	for (const [index, [more, says]] of cases.entries()) {
		// Both begin with the same code, which is loaded each time.
		const script = index % 5 === 0 ? 'api/main.ts' : 'workers/main.ts';
		const {code, said} = await start([script], {...env, PORT: '0', LOG_LEVEL: 'silent', SECRET: more.FILES && 's'.repeat(32), ...more});
		t.is(code, 1, said);
		t.regex(said, says);
		t.regex(said, /^[^\n]*\.\n$/, script);
		t.notRegex(said, /hunter2/);
	}
	const {code, said} = await start(['infra/migrate.ts'], {...env, DATABASE_URL: of('nobody', 'rt')});
	t.is(code, 1);
	t.regex(said, /^DATABASE_URL names a database that does not let this service in: [^\n]*\n$/);
});

test('a worker with options that there are not says in one sentence which there are', async t => {
	for (const [words, why] of [
		[['--pool', 'render'], 'it does not know --pool, render'],
		[['--pools', 'render,pictures'], '"pictures" is none of them'],
		[['--pools', 'render', 'images', '-x'], 'it does not know --x, images'],
	] as const) {
		const {code, said} = await start(['workers/main.ts', ...words], {});
		t.is(code, 1);
		t.is(said.split('\n').length, 2, said);
		t.true(said.startsWith('node workers/main.ts takes --pools with names out of images, ') && said.includes(why), said);
	}
});

test('a worker whose pools draw does not start without the browser that CHROMIUM names, and others do', async t => {
	const {env, drop} = await freshDatabase();
	t.teardown(drop);
	for (const path of ['/nowhere/chromium', 'package.json', '/usr/bin']) {
		const {code, said} = await start(['workers/main.ts', '--pools', 'images,export'], {...env, CHROMIUM: path});
		t.is(code, 1);
		t.regex(said, new RegExp(`^CHROMIUM names ${path}, which is no program that can be run: name the path [^\\n]*\\.\\n$`));
	}
	const worker = await startProcess('workers/main.ts', {...env, CHROMIUM: '/nowhere/chromium'}, {pools: ['ai']});
	await worker.kill('SIGTERM');
});

test('a process that is started before the migration says that this comes first', async t => {
	const {config, database, env, drop} = await freshDatabase();
	t.teardown(drop);
	const name = readDatabaseUrl(config.databaseUrl).database;
	await database.query(`DROP DATABASE ${name}`);
	await database.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
	for (const file of ['api/main.ts', 'workers/main.ts']) {
		const {code, said} = await start([file], {...env, PORT: '0', LOG_LEVEL: 'silent'});
		t.is(code, 1, file);
		t.regex(said, /^The database has not the tables of this version: run node infra\/migrate\.ts first[^\n]*\n$/, file);
	}
});

test('a worker keeps a priority that is lower than its own', async t => {
	t.timeout(120_000);
	const {env, drop} = await freshDatabase();
	t.teardown(drop);
	for (const niceness of [0, 10]) {
		// For root as for others: a process may not ask for more.
		const preload = `import os from 'node:os'; import {syncBuiltinESMExports} from 'node:module';
			if (${niceness}) os.setPriority(${niceness});
			os.setPriority = () => { throw Object.assign(new Error('EACCES'), {code: 'ERR_SYSTEM_ERROR'}); };
			syncBuiltinESMExports();`;
		const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`;
		const worker = await startProcess('workers/main.ts', {...env, NODE_OPTIONS}, {pools: ['delivery']});
		t.is(getPriority(worker.pid), Math.max(niceness, getPriority()));
		await worker.kill('SIGTERM');
	}
});
