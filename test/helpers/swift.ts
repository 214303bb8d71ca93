import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {installPackages} from '../../infra/start/packages.mjs';
import {openKillable} from './killable.ts';
import {freePorts, LOOPBACK} from './redis-node.ts';

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
/** Where each of its programs reads it, wherever all else is. */
const COMMON = '/etc/swift/swift.conf';
const RINGS = ['account', 'container', 'object'] as const;
/** Filters that S3 calls go through, in Swift's own order. The one that logs also keeps bodies from responses to HEAD. */
const FILTERS = [
	'catch_errors',
	'gatekeeper',
	'proxy_logging',
	'memcache',
	'listing_formats',
	's3api',
	'tempauth',
	'copy',
	'slo',
	'versioned_writes',
	'symlink',
];

export const SWIFT_KEYS = {accessKeyId: 'test:tester', secretAccessKey: 'testing'};

/** OpenStack Swift with its S3 interface on loopback, one copy of all, without a bucket. Needs Debian and its packages, which root installs. */
export async function startSwift(): Promise<{port: number; stop(): Promise<void>}> {
	await installPackages({privateServers: true, also: ['swift']});
	if (!existsSync(COMMON)) {
		await mkdir('/etc/swift', {recursive: true});
		await writeFile(COMMON, '[swift-hash]\nswift_hash_path_suffix = tests\n');
	}
	const folder = await mkdtemp(join(tmpdir(), 'swift-'));
	const ending: Array<() => Promise<unknown>> = [() => rm(folder, {recursive: true, force: true})];
	const stop = async () => {
		for (const end of ending.splice(0).toReversed()) await end();
	};
	try {
		const [port, cache, ...rings] = await freePorts(2 + RINGS.length);
		const start = async (program: string, args: string[], ownPort: number) => {
			const server = openKillable({
				name: program,
				program,
				logFile: join(folder, `${program}.log`),
				pidFile: join(folder, `${program}.process`),
				isReady: () => isListening(ownPort),
				limitMs: START_LIMIT_MS,
			});
			await server.start(args);
			ending.push(server.kill);
		};
		await start('memcached', ['-l', LOOPBACK, '-p', String(cache), '-u', userInfo().username], cache!);
		await mkdir(join(folder, 'devices', 'one'), {recursive: true});
		for (const [index, ring] of RINGS.entries()) {
			await buildRing(folder, ring, rings[index]!);
			const file = await writeServer(folder, `${ring}-server`, rings[index]!, [`[pipeline:main]`, `pipeline = ${ring}-server`], ring);
			await start(`swift-${ring}-server`, [file], rings[index]!);
		}
		const pipeline = [
			'[pipeline:main]',
			`pipeline = ${[...FILTERS, 'proxy-server'].join(' ')}`,
			...FILTERS.flatMap(name => [`[filter:${name}]`, `use = egg:swift#${name}`, ...settingsOf(name, cache!)]),
		];
		await start('swift-proxy-server', [await writeServer(folder, 'proxy-server', port!, pipeline, 'proxy')], port!);
		return {port: port!, stop};
	} catch (error) {
		await stop();
		throw error;
	}
}

async function buildRing(folder: string, ring: string, port: number): Promise<void> {
	const builder = join(folder, `${ring}.builder`);
	const [parts, copies, hours] = ['4', '1', '0'];
	await run('swift-ring-builder', [builder, 'create', parts, copies, hours]);
	await run('swift-ring-builder', [builder, 'add', `r1z1-${LOOPBACK}:${port}/one`, '1']);
	await run('swift-ring-builder', [builder, 'rebalance']);
}

async function writeServer(folder: string, name: string, port: number, sections: string[], egg: string): Promise<string> {
	const file = join(folder, `${name}.conf`);
	const lines = [
		'[DEFAULT]',
		`bind_ip = ${LOOPBACK}`,
		`bind_port = ${port}`,
		`user = ${userInfo().username}`,
		`swift_dir = ${folder}`,
		`devices = ${join(folder, 'devices')}`,
		'mount_check = false',
		'workers = 0',
		...sections,
		`[app:${name}]`,
		`use = egg:swift#${egg}`,
		...(egg === 'proxy' ? ['account_autocreate = true'] : []),
	];
	await writeFile(file, `${lines.join('\n')}\n`);
	return file;
}

function settingsOf(filter: string, cache: number): string[] {
	if (filter === 'memcache') return [`memcache_servers = ${LOOPBACK}:${cache}`];
	if (filter === 'tempauth') return [`user_test_tester = ${SWIFT_KEYS.secretAccessKey} .admin`];
	if (filter === 's3api') return ['location = us-east-1'];
	return [];
}

function isListening(port: number): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect(port, LOOPBACK, () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
