import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {freePorts, LOOPBACK, startRedisNode} from './helpers/redis-node.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** Says what became of a producer's and a worker's connection to the Redis of this URL. */
const TRY = `
import {openProducerRedis, openWorkerRedis, redisReady, requireDurableRedis} from '${root}/shared/services/redis.ts';
import {closeRedis} from '${root}/shared/services/redis-cluster.ts';
const log = {warn() {}};
const opened = [openProducerRedis(process.argv[1], log), openWorkerRedis(process.argv[1], log, '{rt}')];
try {
	await Promise.all(opened.map(redisReady));
	await requireDurableRedis(opened[0], log);
	for (const [index, redis] of opened.entries()) await redis.set('{rt}:' + index, 'yes');
	console.log(await opened[0].mget('{rt}:0', '{rt}:1'));
} catch (error) {
	console.log(error);
}
for (const redis of opened) closeRedis(redis);
`;

const folder = await mkdtemp(join(process.env.DATA_DIR ?? tmpdir(), 'tls-'));
const ca = join(folder, 'ca.pem');
await makeCertificates();
const tls = {
	'tls-cert-file': join(folder, 'redis.pem'),
	'tls-key-file': join(folder, 'redis.key'),
	'tls-ca-cert-file': ca,
	'tls-auth-clients': 'no',
	requirepass: 'hunter2',
};
const [onePort, clusterPort, bus] = await freePorts(3);
const [one, cluster] = await Promise.all([
	start('one', onePort!),
	start('cluster', clusterPort!, {
		'cluster-enabled': 'yes',
		'cluster-port': String(bus),
		'tls-cluster': 'yes',
		'cluster-announce-ip': LOOPBACK,
	}),
]);
await cluster.redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
test.after.always(async () => {
	await Promise.all([one.stop(), cluster.stop()]);
	await rm(folder, {recursive: true, force: true});
});

test('over TLS one server and a cluster are reached where their CA is known, and not where it is not', async t => {
	for (const url of [`rediss://:hunter2@localhost:${onePort}`, `rediss-cluster://:hunter2@localhost:${clusterPort}`]) {
		const {stdout} = await connectTo(url, ca);
		t.regex(stdout, /'yes', 'yes'/, url);
		const stranger = await connectTo(url);
		t.regex(stranger.stdout, /REDIS_URL names no Redis that lets this service in: .*certificate/, url);
	}
});

test('a password that is wrong, and a node of a cluster that is taken for one server, end the start with a sentence and without the password', async t => {
	for (const url of [`rediss://:hunter3@localhost:${onePort}`, `rediss-cluster://:hunter3@localhost:${clusterPort}`]) {
		const {stdout, stderr} = await connectTo(url, ca);
		t.regex(stdout, /REDIS_URL names no Redis that lets this service in: (WRONGPASS|NOAUTH)/, url);
		t.false(`${stdout}${stderr}`.includes('hunter3'));
	}
	t.regex((await connectTo(`rediss://:hunter2@localhost:${clusterPort}`, ca)).stdout, /must begin with redis-cluster:/);
	t.regex((await connectTo(`rediss-cluster://:hunter2@localhost:${onePort}`, ca)).stdout, /cluster support disabled/);
});

function connectTo(url: string, certificates = '') {
	const env = {...process.env, NODE_EXTRA_CA_CERTS: certificates};
	return run(process.execPath, ['--input-type=module', '--eval', TRY, url], {env, timeout: 60_000});
}

/** A Redis that takes only TLS, and shows a certificate for localhost and 127.0.0.1. */
function start(name: string, port: number, settings: Record<string, string> = {}) {
	const whole = {port: '0', 'tls-port': String(port), appendonly: 'yes', 'maxmemory-policy': 'noeviction', save: '', ...tls, ...settings};
	const client = {password: 'hunter2', tls: {rejectUnauthorized: false}};
	return startRedisNode({folder: join(folder, name), port, settings: whole, client});
}

async function makeCertificates(): Promise<void> {
	const openssl = (...args: string[]) => run('openssl', args, {cwd: folder});
	const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
	await openssl('req', '-x509', ...key, '-subj', '/CN=Our CA', '-keyout', 'ca.key', '-out', 'ca.pem');
	const names = `subjectAltName=DNS:localhost,IP:${LOOPBACK}`;
	const leaf = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=CA:FALSE', '-addext', names];
	await openssl('req', '-x509', ...key, ...leaf, '-subj', '/CN=redis', '-keyout', 'redis.key', '-out', 'redis.pem');
}
