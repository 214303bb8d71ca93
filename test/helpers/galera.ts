import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chmod, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createConnection} from 'mysql2/promise';
import {installPackages} from '../../infra/start/packages.mjs';
import {eventually} from './eventually.ts';
import {openKillable} from './killable.ts';
import {freePorts, LOOPBACK} from './redis-node.ts';

const run = promisify(execFile);
const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
/** How long a node may take to get all that it has missed. */
const SYNC_LIMIT_MS = 90_000;
const PROXY_LIMIT_MS = 20_000;
/** The scripts that copy a node's data do not work for root. */
const USER = process.getuid!() === 0 ? 'mysql' : null;
const DATABASE = 'roteiro';

const SERVE = [
	'--no-defaults',
	'--skip-name-resolve',
	`--bind-address=${LOOPBACK}`,
	'--character-set-server=utf8mb4',
	'--collation-server=utf8mb4_unicode_ci',
	'--transaction-isolation=READ-COMMITTED',
	'--max-connections=400',
	'--max-allowed-packet=64M',
	'--innodb-buffer-pool-size=64M',
	'--innodb-log-file-size=32M',
	// What a killed process has written is there; what a power cut would take is with the other nodes.
	'--innodb-flush-log-at-trx-commit=0',
	'--debug-no-sync',
	'--binlog-format=ROW',
	'--innodb-autoinc-lock-mode=2',
	'--wsrep-on=ON',
	`--wsrep-provider=${PROVIDER}`,
	'--wsrep-sst-method=rsync',
	`--wsrep-node-address=${LOOPBACK}`,
	...(USER ? [`--user=${USER}`] : []),
];

export type GaleraNode = {
	port: number;
	/** SIGKILL; it stays away until `start`. */
	kill(): Promise<void>;
	/** SIGSTOP: its connections stay open, and nobody responds until it is killed and started. */
	freeze(): void;
	/** Returns once it has all that the others have. */
	start(): Promise<void>;
};

export type Galera = {
	/** `mysql://…` of the proxy in front of the nodes, as infra/haproxy.cfg sets it up. */
	url: string;
	nodes: GaleraNode[];
	/** The node that the proxy hands connections to. */
	writer(): Promise<GaleraNode>;
	/** How many rows each table has on each node, in the order of the nodes. */
	rows(): Promise<Array<Record<string, number>>>;
	stop(): Promise<void>;
};

/** So many nodes of MariaDB Galera on loopback behind HAProxy, their data under `folder`. */
export async function startGalera(folder: string, count = 3): Promise<Galera> {
	await installPackages({privateServers: true, also: ['galera']});
	// Its user has to get through to its own folder.
	if (USER) for (const above of [tmpdir(), folder]) await chmod(above, 0o711);
	const ports = await freePorts(4 * count + 1);
	const group = ports.slice(count, 2 * count);
	const nodes: Array<GaleraNode & Ending> = [];
	const ending: Ending[] = [];
	const stop = async () => void (await Promise.all([...nodes, ...ending].map(one => one.stop())));
	try {
		for (const [index, port] of ports.slice(0, count).entries()) {
			const [own, missed, copy] = [1, 2, 3].map(part => ports[part * count + index]!);
			nodes.push(
				await startNode(join(folder, `node-${index}`), {port, own: own!, missed: missed!, copy: copy!, group, first: index === 0}),
			);
		}
		const proxy = ports.at(-1)!;
		ending.push(await startProxy(join(folder, 'haproxy'), proxy, nodes));
		const url = `mysql://roteiro@${LOOPBACK}:${proxy}/${DATABASE}`;
		return {
			url,
			nodes,
			async writer() {
				const [row] = await ask<{port: number}>(proxy, 'SELECT @@port AS port');
				return nodes.find(node => node.port === row!.port)!;
			},
			rows: () => Promise.all(nodes.map(({port}) => rowsOf(port))),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

type Ending = {stop(): Promise<void>};
type Ports = {port: number; own: number; missed: number; copy: number; group: number[]; first: boolean};

async function startNode(folder: string, {port, own, missed, copy, group, first}: Ports): Promise<GaleraNode & Ending> {
	const data = join(folder, 'data');
	const temporary = join(folder, 'tmp');
	await mkdir(temporary, {recursive: true});
	if (!first) await mkdir(data);
	if (USER) await run('chown', ['-R', USER, folder]);
	const env = {...process.env, TMPDIR: temporary};
	const owner = USER ? [`--user=${USER}`] : [];
	const install = ['--no-defaults', ...owner, '--auth-root-authentication-method=normal', '--skip-name-resolve', `--datadir=${data}`];
	if (first) await run('mariadb-install-db', install, {env});
	const args = [
		...SERVE,
		`--datadir=${data}`,
		`--tmpdir=${temporary}`,
		`--port=${port}`,
		`--socket=${join(folder, 'socket')}`,
		`--pid-file=${join(folder, 'pid')}`,
		`--wsrep-cluster-address=gcomm://${group.map(other => `${LOOPBACK}:${other}`).join(',')}`,
		`--wsrep-provider-options=gmcast.listen_addr=tcp://${LOOPBACK}:${own};ist.recv_addr=${LOOPBACK}:${missed};gcache.size=64M`,
		`--wsrep-sst-receive-address=${LOOPBACK}:${copy}`,
	];
	const server = openKillable({
		name: `MariaDB on ${port}`,
		program: 'mariadbd',
		env,
		logFile: join(folder, 'log'),
		pidFile: join(folder, 'mariadbd.process'),
		isReady: () => isSynced(port),
		limitMs: SYNC_LIMIT_MS,
	});
	await server.start(first ? [...args, '--wsrep-new-cluster'] : args);
	if (first) await createUsers(port);
	return {
		port,
		kill: server.kill,
		freeze: server.freeze,
		start: async () => server.start([...args, await lastPosition(args, join(folder, 'recovery.log'))]),
		stop: server.kill,
	};
}

/** Where a killed node has come to, as the argument that has it ask for the rest alone. */
async function lastPosition(args: string[], log: string): Promise<string> {
	await rm(log, {force: true});
	const recovering = spawn('mariadbd', [...args, '--wsrep-recover', `--log-error=${log}`], {stdio: 'ignore'});
	const gone = once(recovering, 'exit');
	const position = await eventually(
		'the position of a killed node',
		async () => /Recovered position: (\S+)/.exec(existsSync(log) ? await readFile(log, 'utf8') : '')?.[1],
	);
	// It says so and then, at times, does not end.
	recovering.kill('SIGKILL');
	await gone;
	return `--wsrep-start-position=${position}`;
}

async function createUsers(port: number): Promise<void> {
	for (const statement of [
		`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
		`CREATE USER roteiro@'${LOOPBACK}'`,
		`GRANT ALL ON *.* TO roteiro@'${LOOPBACK}'`,
		`CREATE USER haproxy@'${LOOPBACK}' WITH MAX_USER_CONNECTIONS 20`,
	])
		await ask(port, statement);
}

async function startProxy(folder: string, port: number, nodes: GaleraNode[]): Promise<Ending> {
	await mkdir(folder);
	const file = join(folder, 'haproxy.cfg');
	const example = await readFile(join(import.meta.dirname, '../../infra/haproxy.cfg'), 'utf8');
	const placed = example.replace('bind :3306', `bind ${LOOPBACK}:${port}`);
	await writeFile(
		file,
		nodes.reduce((text, node, index) => text.replace(`mariadb-${index + 1}:3306`, `${LOOPBACK}:${node.port}`), placed),
	);
	const server = openKillable({
		name: 'HAProxy',
		program: 'haproxy',
		logFile: join(folder, 'log'),
		pidFile: join(folder, 'haproxy.process'),
		isReady: () => isSynced(port),
		limitMs: PROXY_LIMIT_MS,
	});
	await server.start(['-db', '-f', file]);
	return {stop: server.kill};
}

async function isSynced(port: number): Promise<boolean> {
	return ask<{Value: string}>(port, "SHOW STATUS LIKE 'wsrep_local_state_comment'").then(
		([row]) => row?.Value === 'Synced',
		() => false,
	);
}

async function rowsOf(port: number): Promise<Record<string, number>> {
	const tables = await ask<{name: string}>(
		port,
		`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${DATABASE}'`,
	);
	const counts: Record<string, number> = {};
	for (const {name} of tables)
		counts[name] = (await ask<{rows: number}>(port, `SELECT COUNT(*) AS \`rows\` FROM ${DATABASE}.\`${name}\``))[0]!.rows;
	return counts;
}

async function ask<Row>(port: number, statement: string): Promise<Row[]> {
	const connection = await createConnection({host: LOOPBACK, port, user: 'root', connectTimeout: 2000});
	try {
		const [rows] = await connection.query({sql: statement, timeout: 5000});
		return rows as Row[];
	} finally {
		connection.destroy();
	}
}
