import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {basename, delimiter, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {openConnection} from '../../shared/store/connection/connection.ts';
import {type Kept, keepRunning} from './keep-running.ts';

const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin', '/sbin'].join(delimiter);
const AS_ROOT = process.getuid?.() === 0 ? ['--user=root'] : [];
const DATABASE = 'roteiro';
const START_LIMIT_MS = 120_000;
const STOP_PATIENCE_MS = 30_000;

const INSTALL = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];

const SERVE = [
	'--no-defaults',
	'--skip-networking',
	'--skip-name-resolve',
	'--character-set-server=utf8mb4',
	'--collation-server=utf8mb4_unicode_ci',
	'--default-time-zone=+00:00',
	'--transaction-isolation=READ-COMMITTED',
	'--max-connections=400',
	'--max-allowed-packet=64M',
];

/** Options that give up surviving a power cut: that takes half the time of a test. */
const FORGETFUL = ['--debug-no-sync', '--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--skip-innodb-doublewrite'];

/** `options`: more options of the server. */
type Place = {dataDir: string; sockets: string; durable: boolean; options?: readonly string[]; report: (sentence: string) => void};

/** Returns the URL of the private MariaDB with its socket in this folder. */
export function mariadbUrl(sockets: string): string {
	return socketUrl(mariadbSocket(sockets), DATABASE);
}

/** A private MariaDB on a socket, with an empty database `roteiro` in utf8mb4 at its first start. Ready when this resolves. */
export async function startMariadb({dataDir, sockets, durable, options = [], report}: Place): Promise<Kept> {
	const folder = join(dataDir, 'mysql');
	// Its own: a server that starts deletes the temporary tables of every other one in a common folder.
	const temporary = join(dataDir, 'mysql-tmp');
	mkdirSync(temporary, {recursive: true, mode: 0o700});
	if (!existsSync(folder)) await install(folder, temporary);
	const socket = mariadbSocket(sockets);
	const logFile = join(dataDir, 'logs', 'mariadb.log');
	const kept = await keepRunning({
		name: 'MariaDB',
		program: 'mariadbd',
		args: [
			...SERVE,
			...AS_ROOT,
			...(durable ? [] : FORGETFUL),
			`--datadir=${folder}`,
			`--tmpdir=${temporary}`,
			`--socket=${socket}`,
			`--pid-file=${join(sockets, 'mariadbd.pid')}`,
			...options,
		],
		logFile,
		pidFile: join(dataDir, 'run', 'mariadb.process'),
		patienceMs: STOP_PATIENCE_MS,
		report,
		// Left by a killed server: it would refuse to start where that pid is somebody else's by now.
		prepare: () => rmSync(`${socket}.lock`, {force: true}),
	});
	await kept.ready(() => createDatabase(socket), START_LIMIT_MS);
	return kept;
}

/** True if the server behind the socket responds. */
export async function mariadbResponds(sockets: string): Promise<boolean> {
	return query(mariadbSocket(sockets), 'SELECT 1');
}

/** Installs into a folder aside, so that an interrupted installation is started over. */
async function install(folder: string, temporary: string): Promise<void> {
	const aside = `${folder}.new`;
	rmSync(aside, {recursive: true, force: true});
	// The folder is given by name alone: as root the script passes its path to chown unquoted, and a blank would split it.
	await promisify(execFile)('mariadb-install-db', [...INSTALL, ...AS_ROOT, `--datadir=./${basename(aside)}`], {
		cwd: dirname(aside),
		env: {...process.env, PATH, TMPDIR: temporary},
	});
	renameSync(aside, folder);
}

function createDatabase(socket: string): Promise<boolean> {
	return query(socket, `CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
}

async function query(socketPath: string, statement: string): Promise<boolean> {
	try {
		const connection = openConnection(socketUrl(socketPath), {connectTimeout: 2000}).promise();
		await connection.query(statement);
		await connection.end();
		return true;
	} catch {
		return false;
	}
}

function socketUrl(socketPath: string, database = ''): string {
	return `mysql://root@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`;
}

function mariadbSocket(sockets: string): string {
	return join(sockets, 'mysql.sock');
}
