import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {sha256} from '../../shared/ids.ts';
import {findCredential} from '../../shared/store/access/credentials.ts';
import {freshDatabase} from '../../test/helpers/database.ts';
import {lockBackups} from '../backup/backup-folder.ts';
import {lockDataFolder} from '../servers/data-lock.ts';
import {readOtherFolder, writingTo} from './command.ts';
import {COMMANDS} from './commands.ts';

const {config, database, drop} = await freshDatabase();
test.after.always(drop);

/** One call of the command in a process of its own, as an operator makes it. */
function operator(args: string[], env: NodeJS.ProcessEnv = {DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir}) {
	return new Promise<{code: number; out: string; err: string}>(resolve => {
		execFile(process.execPath, ['infra/operator/operator.ts', ...args], {env: {...process.env, ...env}}, (error, out, err) => {
			resolve({code: error ? Number(error.code) : 0, out, err});
		});
	});
}

test('an account and a key are made, each reported as one line of JSON, and the key opens the account', async t => {
	const created = await operator(['account', 'create', '--email', 'ana@example.com', '--name', 'Ana', '--plan', 'pro']);
	t.regex(created.out, /^\{.*\}\n$/);
	const {account} = JSON.parse(created.out);
	const made = await operator([
		'key',
		'create',
		'--email',
		'ana@example.com',
		'--name',
		'CI',
		'--scopes',
		'tours:read,publish',
		'--days',
		'30',
	]);
	const {key} = JSON.parse(made.out);
	const credential = await findCredential(database.manager, sha256(key));
	t.is(credential?.account.id, account.id);
	t.deepEqual(credential?.scopes, ['tours:read', 'publish']);
	t.is(created.err + made.err, '');

	const listed = JSON.parse((await operator(['key', 'list', '--email', 'ana@example.com'])).out);
	t.false(JSON.stringify(listed).includes(key));
	await operator(['key', 'revoke', '--id', listed.keys[0].id]);
	t.is(await findCredential(database.manager, sha256(key)), null);
});

test('the first account is the administrator’s, and each comes with a link to choose its password, in its language', async t => {
	const {config: other, drop: dropOther} = await freshDatabase();
	t.teardown(dropOther);
	const create = async (name: string, words: string[], env: NodeJS.ProcessEnv) => {
		const {out} = await operator(['account', 'create', '--email', `${name}@example.com`, '--name', name, '--plan', 'free', ...words], {
			DATABASE_URL: other.databaseUrl,
			BASE_URL: 'https://tours.example.org',
			LC_ALL: '',
			LC_MESSAGES: '',
			...env,
		});
		return JSON.parse(out);
	};
	for (const [name, words, env, language] of [
		['first', [], {LANG: 'pt_BR.UTF-8'}, 'pt-BR'],
		['posix', [], {LANG: 'C.UTF-8'}, 'en'],
		['none', [], {LANG: ''}, 'en'],
		['mexico', [], {LANG: 'en_GB', LC_ALL: 'es_MX.UTF-8@x'}, 'es'],
		['said', ['--language', 'pt-BR'], {LANG: 'es'}, 'pt-BR'],
	] as const) {
		const {account, passwordLink} = await create(name, [...words], env);
		t.is(account.language, language, name);
		t.is(account.administrator, name === 'first', name);
		t.is(account.plan, 'free');
		t.regex(passwordLink.url, /^https:\/\/tours\.example\.org\/account\/new-password\?token=[\w-]{43}$/);
		t.true(Date.parse(passwordLink.expiresAt) > Date.now() + 23 * 3_600_000);
	}
	const ask = async (words: string[]) => JSON.parse((await operator(words, {DATABASE_URL: other.databaseUrl})).out);
	t.is((await ask(['account', 'reset-link'])).email, 'first@example.com', 'the administrator’s');
	t.true((await ask(['account', 'set-administrator', '--email', 'said@example.com'])).account.administrator);
	const {accounts} = await ask(['account', 'list']);
	t.deepEqual(
		accounts.flatMap(({name, administrator}: {name: string; administrator: boolean}) => (administrator ? [name] : [])),
		['first', 'said'],
	);
});

test('a plan is changed, and the list shows it', async t => {
	await operator(['account', 'create', '--email', 'rui@example.com', '--name', 'Rui', '--plan', 'free']);
	await operator(['account', 'set-plan', '--email', 'rui@example.com', '--plan', 'pro']);
	const {accounts} = JSON.parse((await operator(['account', 'list'])).out);
	t.is(accounts.find((account: {email: string}) => account.email === 'rui@example.com').plan, 'pro');
});

test('what cannot be done ends with 1, says why, and writes nothing to standard output', async t => {
	const taken = ['account', 'create', '--email', 'eva@example.com', '--name', 'Eva', '--plan', 'free'];
	await operator(taken);
	for (const args of [taken, ['key', 'list', '--email', 'nobody@example.com'], ['key', 'revoke', '--id', 'cred_none']]) {
		const {code, out, err} = await operator(args);
		t.is(code, 1, args.join(' '));
		t.is(out, '');
		t.true(err.length > 0 && !err.includes('    at '), err);
	}
});

test('a wrong command line ends with 2 and names what would be right', async t => {
	const right = ['key', 'create', '--email', 'a@example.com', '--name', 'n', '--scopes', 'all', '--days', '30'];
	const wrong: [string[], RegExp][] = [
		[['acount'], /no command "acount"\./],
		[['account', 'remove'], /no command "account remove".*account set-plan/s],
		[['account'], /commands begin with "account":.*account create.*account delete/s],
		[['backup', '--to', '/tmp'], /commands begin with "backup":.*backup verify/s],
		[['acount', 'list'], /no command "acount list".*job list.*key create/s],
		[['backup', 'create', '--to', config.dataDir], /--to must be another folder than DATA_DIR/],
		[right.slice(0, -2), /Missing: --days/],
		[[...right.slice(0, -1), '31'], /30, 90, 365/],
		[[...right, '--color', 'red'], /--color/],
		[['key', 'create', '--email', 'a@example.com', '--name', 'n', '--scopes', 'tours:all', '--days', '30'], /tours:read/],
		[['account', 'create', '--email', 'a@example.com', '--name', 'n', '--plan', 'gold'], /pro, free/],
		[['account', 'create', '--email', 'a@example.com', '--name', 'n', '--plan', 'pro', '--language', 'fr'], /pt-BR, en, es/],
		[['account', 'create', '--email', 'nobody', '--name', 'n', '--plan', 'pro'], /e-mail/],
	];
	for (const [args, message] of wrong) {
		const {code, out, err} = await operator(args);
		t.is(code, 2, args.join(' '));
		t.is(out, '');
		t.regex(err, message);
	}
	t.false((await operator(['account'])).err.includes('key create'), 'the others are left out');
});

test('an address may have spaces around it, the list shows what is being deleted, and a copy needs a folder', async t => {
	const created = JSON.parse(
		(await operator(['account', 'create', '--email', ' lia@example.com ', '--name', 'Lia', '--plan', 'free'])).out,
	);
	t.is(created.account.email, 'lia@example.com');
	t.false('deletionDueAt' in created.account);
	const copy = await operator(['account', 'export', '--email', 'lia@example.com ', '--to', '/no/folder/lia.zip']);
	t.deepEqual([copy.code, copy.err], [1, 'There is no folder /no/folder: make it, or give --to another one.\n']);
	const {until} = JSON.parse((await operator(['account', 'delete', '--email', ' lia@example.com'])).out);
	const {accounts} = JSON.parse((await operator(['account', 'list'])).out);
	t.is(accounts.find(({email}: {email: string}) => email === 'lia@example.com').deletionDueAt, until);
});

test('a full disk is named with what was written there', async t => {
	const error = await t.throwsAsync(writingTo('/backups/tours', () => writeFile('/dev/full', 'a')));
	t.regex(error!.message, /^There is no space left to write \/backups\/tours \(ENOSPC\): /);
	const other = new Error('another');
	t.is(await t.throwsAsync(writingTo('/backups/tours', () => Promise.reject(other))), other);
});

test('the folder of a service is none for backups, be it DATA_DIR, a link to it or another that runs', async t => {
	const folder = mkdtempSync(join(tmpdir(), 'roteiro-'));
	t.teardown(() => rmSync(folder, {recursive: true}));
	const own = join(folder, 'own');
	symlinkSync(config.dataDir, own);
	t.throws(() => readOtherFolder(own, config.dataDir), {message: /another folder than DATA_DIR/});
	t.is(readOtherFolder(join(folder, 'backups'), config.dataDir), join(folder, 'backups'));
	const unlock = await lockDataFolder(folder, 'service');
	await t.throwsAsync(lockBackups(folder), {
		message: `${folder} is the folder of a service that runs, and takes no backups: choose another one.`,
	});
	unlock();
	(await lockBackups(folder))();
});

test('the help names each command', async t => {
	const {code, out} = await operator(['--help']);
	t.is(code, 0);
	for (const name of Object.keys(COMMANDS)) t.true(out.includes(name), name);
});

test('on a stopped service it starts the private database for a while, also where two come at once', async t => {
	const dataDir = mkdtempSync(join(tmpdir(), 'roteiro-'));
	const env = {DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir};
	const create = (name: string) => operator(['account', 'create', '--email', `${name}@example.com`, '--name', name, '--plan', 'pro'], env);
	const results = await Promise.all([create('one'), create('two')]);
	t.deepEqual(
		results.map(({code, err}) => ({code, err})),
		[0, 0].map(code => ({code, err: ''})),
	);
	const {accounts} = JSON.parse((await operator(['account', 'list'], env)).out);
	t.is(accounts.length, 2);
	rmSync(dataDir, {recursive: true});
});
