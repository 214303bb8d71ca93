import {existsSync, readFileSync} from 'node:fs';
import test from 'ava';
import {parse} from 'yaml';
import {POOLS} from '../shared/queue/job.ts';
import {stopTimes} from '../shared/stopping.ts';

/** `docker-compose.yml` and what it mounts, against one another and against the code. */

type Service = {
	command?: string[];
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
	t.deepEqual(workers.map(name => services[name]!.command!.at(-1)!).toSorted(), POOLS.filter(pool => pool !== 'animations').toSorted());
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
