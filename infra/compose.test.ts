import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {parse} from 'yaml';
import {LIMITS} from '../shared/contract/limits.ts';
import {POOLS, SERVED_BY} from '../shared/queue/job.ts';
import {stopTimes} from '../shared/start-and-stop.ts';
import {RETURNED_MEMORY} from './run-service.ts';

/** `docker-compose.yml` and what it mounts, against one another and against the code. */

type Service = {
	command?: string[];
	environment?: Record<string, string | null>;
	ports?: string[];
	volumes?: string[];
	depends_on?: Record<string, unknown>;
	profiles?: string[];
	stop_grace_period?: string;
};
const {services, volumes} = parse(readFileSync('docker-compose.yml', 'utf8'), {merge: true}) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
const workers = Object.keys(services).filter(name => name.startsWith('worker-'));

test('every pool has a service, which Prometheus watches', t => {
	t.deepEqual(workers.map(name => services[name]!.command!.at(-1)!).toSorted(), POOLS.filter(pool => !SERVED_BY[pool]).toSorted());
	const {scrape_configs} = parse(readFileSync('infra/prometheus/compose.yml', 'utf8'));
	const watched: string[] = scrape_configs.flatMap((one: {dns_sd_configs: Array<{names: string[]}>}) => one.dns_sd_configs[0]!.names);
	t.deepEqual(watched.toSorted(), ['api', ...workers].toSorted());
});

test('APIs publish no port, so that there may be several; the proxy reaches them', t => {
	t.is(services.api!.ports, undefined);
	t.true(services.proxy!.ports!.some(port => port.endsWith(':8080')));
	const caddy = readFileSync('infra/Caddyfile', 'utf8');
	t.regex(caddy, /dynamic a \{\s+name api\s+port 8080\s/);
	t.regex(readFileSync('infra/Dockerfile', 'utf8'), /PORT=8080/);
});

test('the image and the units of systemd bound memory as npm start does', t => {
	for (const file of ['infra/Dockerfile', 'docs/scaling.md']) {
		const text = readFileSync(file, 'utf8').replaceAll('"', '');
		for (const [name, value] of Object.entries(RETURNED_MEMORY)) t.true(text.includes(`${name}=${value}`), `${file}: ${name}`);
	}
});

test('what is mounted, named or waited for is there', t => {
	for (const [name, {volumes: mounted = [], depends_on = {}}] of Object.entries(services)) {
		for (const source of mounted.map(mount => mount.split(':')[0]!)) {
			t.true(source.startsWith('.') ? existsSync(source) : source in volumes, `${name}: ${source}`);
		}
		for (const other of Object.keys(depends_on)) t.true(other in services, `${name} waits for ${other}`);
	}
});

test('who is asked for by no profile is the service itself; APIs get the time to stop that they take', t => {
	const inProfiles = Object.keys(services).filter(name => services[name]!.profiles);
	t.deepEqual(inProfiles.toSorted(), ['grafana', 'objects', 'prometheus']);
	// Behind a proxy DRAIN_SECONDS is 5.
	t.true(Number.parseInt(services.api!.stop_grace_period!, 10) * 1000 >= stopTimes({drainMs: 5000}).wholeMs);
});

test('ports are bound to this machine unless HOST says otherwise, and BASE_URL follows PORT', t => {
	for (const [name, {ports = []}] of Object.entries(services)) {
		for (const port of ports) t.regex(port, /^(?:127\.0\.0\.1|\$\{HOST:-127\.0\.0\.1\}):/, `${name}: ${port}`);
	}
	for (const name of ['api', ...workers]) {
		t.regex(services[name]!.environment!.BASE_URL!, /^\$\{BASE_URL:-http:\/\/127\.0\.0\.1:\$\{PORT:-8080\}\}$/, name);
	}
});

test('the proxy takes the largest body that the API takes', t => {
	const [bundle, rest] = [...readFileSync('infra/Caddyfile', 'utf8').matchAll(/max_size (\d+)(\w+)/g)].map(([, size, unit]) => {
		// MB is a million bytes in Caddy; MiB is the API's unit.
		t.is(unit, 'MiB');
		return Number(size) * 1024 * 1024;
	});
	t.true(bundle! >= LIMITS.bundleBytes);
	t.true(rest! >= LIMITS.imageBodyBytes);
});

test('documents and settings say docker compose, the name of the present version', t => {
	const inside = ['docs', 'infra', '.github'].flatMap(folder =>
		readdirSync(folder, {recursive: true}).map(file => join(folder, String(file))),
	);
	const texts = [...readdirSync('.'), ...inside].filter(file => /\.(?:md|ya?ml|example)$|(?:Docker|Caddy)file$/.test(file));
	t.true(texts.includes('README.md') && texts.includes('infra/Dockerfile'));
	t.deepEqual(
		texts.filter(file => /docker-compose(?!(?:\.override)?\.yml)/.test(readFileSync(file, 'utf8'))),
		[],
	);
});
