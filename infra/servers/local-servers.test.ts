import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {Redis} from 'ioredis';
import {createConnection} from 'mysql2/promise';
import {readDatabaseUrl} from '../../shared/config/addresses.ts';
import {type LocalServers, startLocalServers} from './local-servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'servers-'));
const dataDir = join(folder, 'data');
const reports: string[] = [];
let servers: LocalServers;
test.before(async () => {
	servers = await startLocalServers({dataDir, report: sentence => reports.push(sentence)});
});
test.after.always(async () => {
	await servers.stop();
	rmSync(folder, {recursive: true});
});

async function ask<Row>(statement: string, url = servers.databaseUrl): Promise<Row[]> {
	const {socketPath, username, database} = {socketPath: '', ...readDatabaseUrl(url)};
	const connection = await createConnection({socketPath, user: username, database});
	try {
		const [rows] = await connection.query(statement);
		return rows as Row[];
	} finally {
		await connection.end();
	}
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			if (attempt === 200) throw error;
			await sleep(50);
		}
	}
}

const openRedis = (url = servers.redisUrl) =>
	new Redis({path: url.slice('unix:'.length), retryStrategy: null, lazyConnect: true}).on('error', () => {});

test.serial('MariaDB speaks utf8mb4 and UTC, reads what is committed, and listens on no port', async t => {
	const [row] = await ask<Record<string, unknown>>(
		'SELECT @@character_set_server AS charset, @@character_set_database AS ours, @@time_zone AS zone, @@tx_isolation AS isolation, @@skip_networking AS deaf',
	);
	t.deepEqual({...row}, {charset: 'utf8mb4', ours: 'utf8mb4', zone: '+00:00', isolation: 'READ-COMMITTED', deaf: 1});
});

test.serial('Redis keeps what is written, evicts nothing and listens on no port', async t => {
	const redis = openRedis();
	const settings = ['appendonly', 'appendfsync', 'maxmemory-policy', 'port', 'save'];
	const values = await Promise.all(settings.map(async name => ((await redis.config('GET', name)) as string[])[1]));
	t.deepEqual(values, ['yes', 'everysec', 'noeviction', '0', '']);
	redis.disconnect();
});

test.serial('nobody else can enter the folders of the data and of the sockets', t => {
	for (const name of ['', 'mysql', 'redis', 'run']) t.is(statSync(join(dataDir, name)).mode & 0o077, 0, name);
});

// Other programs split or expand such paths, if they pass them on without quotes.
for (const name of ['my data', 'it\'s "here"', 'a*b $HOME `pwd`', 'dados de ação (1); #2 & %20']) {
	test.serial(`the data may lie in a folder called ${name}`, async t => {
		const odd = await startLocalServers({dataDir: join(folder, name), durable: false});
		try {
			t.deepEqual(await ask('SELECT DATABASE() AS name', odd.databaseUrl), [{name: 'roteiro'}]);
			const redis = openRedis(odd.redisUrl);
			t.is(await redis.set('a', 'b'), 'OK');
			redis.disconnect();
			t.true(statSync(join(folder, name, 'redis', 'appendonlydir')).isDirectory());
		} finally {
			await odd.stop();
		}
	});
}

test.serial('both servers that are killed come back with what they had acknowledged', async t => {
	await ask('CREATE TABLE kept (n INT)');
	await ask('INSERT INTO kept VALUES (7)');
	const redis = openRedis();
	await redis.set('kept', '7');
	redis.disconnect();
	// appendfsync everysec: the operating system has it at once, and a process kill loses nothing of that.
	for (const name of ['mariadb', 'redis']) {
		const identity = await readFile(join(dataDir, 'run', `${name}.process`), 'utf8');
		process.kill(Number(identity.split(':')[0]), 'SIGKILL');
	}
	await eventually(async () => t.deepEqual(await ask<{n: number}>('SELECT n FROM kept'), [{n: 7}]));
	await eventually(async () => {
		const again = openRedis();
		try {
			t.is(await again.get('kept'), '7');
		} finally {
			again.disconnect();
		}
	});
	t.is(reports.length, 2);
});

test.serial('a data folder too deep for a socket works as well', async t => {
	const deep = join(folder, ...Array.from({length: 6}, () => 'a-folder-with-a-long-name'));
	const others = await startLocalServers({dataDir: deep, durable: false});
	t.deepEqual(await ask<{one: number}>('SELECT 1 AS one', others.databaseUrl), [{one: 1}]);
	const redis = openRedis(others.redisUrl);
	t.is(await redis.ping(), 'PONG');
	redis.disconnect();
	await others.stop();
});
