import {readdirSync, readFileSync} from 'node:fs';
import {ScaledObject} from '@kubernetes-models/keda/keda.sh/v1alpha1';
import test from 'ava';
import {Deployment} from 'kubernetes-models/apps/v1';
import {Job} from 'kubernetes-models/batch/v1';
import {Ingress, NetworkPolicy} from 'kubernetes-models/networking.k8s.io/v1';
import {PodDisruptionBudget} from 'kubernetes-models/policy/v1';
import {ConfigMap, Namespace, Secret, Service} from 'kubernetes-models/v1';
import {parse, parseAllDocuments} from 'yaml';
import {readConfig} from '../../shared/config/config.ts';
import {CATALOGUE} from '../../shared/metrics/catalogue.ts';
import {POOLS, SERVED_BY} from '../../shared/queue/job.ts';
import {stopTimes} from '../../shared/start-and-stop.ts';

/** The manifests, against the schemas of Kubernetes and KEDA and against what the code needs. */

type Probe = {httpGet: {path: string; port: string}};
type Container = {
	command: string[];
	ports?: Array<{name: string; containerPort: number}>;
	securityContext: Record<string, unknown>;
	resources: {requests: object; limits: {memory: string}};
	readinessProbe: Probe;
	livenessProbe: Probe;
};
type PodSpec = {
	shareProcessNamespace?: boolean;
	securityContext: Record<string, unknown>;
	terminationGracePeriodSeconds: number;
	containers: [Container];
};
// biome-ignore lint/suspicious/noExplicitAny: a manifest is whatever its schema says, which is what the first test looks at.
type Manifest = {kind: string; metadata: {name: string}; spec: any; data?: Record<string, string>; stringData?: Record<string, string>};
type Model = new (data: never) => {validate(): void};

const FOLDER = new URL('.', import.meta.url);
const MODELS: Record<string, Model> = {
	ConfigMap,
	Deployment,
	Ingress,
	Job,
	Namespace,
	NetworkPolicy,
	PodDisruptionBudget,
	ScaledObject,
	Secret,
	Service,
};
const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
const kustomization: {resources: string[]} = parse(read('kustomization.yaml'));
const files = readdirSync(FOLDER).filter(file => file.endsWith('.yaml') && file !== 'kustomization.yaml');
const manifests: Manifest[] = files.flatMap(file => parseAllDocuments(read(file)).map(document => document.toJS()));
const ofKind = (kind: string) => manifests.filter(manifest => manifest.kind === kind);
const podOf = (manifest: Manifest): PodSpec => manifest.spec.template.spec;
const workers = ofKind('Deployment').filter(({metadata}) => metadata.name !== 'api');
const api = ofKind('Deployment').find(({metadata}) => metadata.name === 'api')!;
const settings: Record<string, string> = {...ofKind('ConfigMap')[0]!.data, ...ofKind('Secret')[0]!.stringData};
const validate = (manifest: Manifest) => new MODELS[manifest.kind]!(manifest as never).validate();

test('no process of the service is the first of its container, where dead children of browsers and encoders would stay', t => {
	for (const one of ofKind('Deployment')) t.true(podOf(one).shareProcessNamespace, one.metadata.name);
	const image = readFileSync('infra/Dockerfile', 'utf8');
	t.regex(image, /apt-get install[^&]*\btini\b/);
	t.regex(image, /^ENTRYPOINT \["tini", "-s", "--"\]$/m);
});

test('every manifest is what its schema says, and what is wrong would be found', t => {
	for (const manifest of manifests) t.notThrows(() => validate(manifest), `${manifest.kind} ${manifest.metadata.name}`);
	t.throws(() => validate({...api, spec: {...api.spec, replicas: 'two'}}));
	const scaled = ofKind('ScaledObject')[0]!;
	t.throws(() => validate({...scaled, spec: {...scaled.spec, triggers: 'prometheus'}}));
});

test('the kustomization names every file but the secret, which is nobody’s to publish', t => {
	t.deepEqual(kustomization.resources.toSorted(), files.filter(file => file !== 'secret.template.yaml').toSorted());
	for (const name of ['SECRET', 'OPERATOR_PASSWORD', 'AWS_SECRET_ACCESS_KEY']) t.is(settings[name], '');
});

test('every pool has workers, a scale and a disruption budget; some are worked on with another', t => {
	const pools = POOLS.filter(pool => !SERVED_BY[pool]);
	const named = workers.map(worker => podOf(worker).containers[0].command.at(-1)!);
	t.deepEqual(named.toSorted(), pools.toSorted());
	for (const pool of pools) {
		const scaled = ofKind('ScaledObject').find(({spec}) => spec.scaleTargetRef.name === `worker-${pool}`)!;
		const {triggers, fallback, minReplicaCount, maxReplicaCount} = scaled.spec;
		const [trigger] = triggers;
		t.is(trigger.type, 'prometheus');
		t.true(trigger.metadata.query.includes(pool), pool);
		t.true(fallback.replicas >= 1 && fallback.replicas <= maxReplicaCount && minReplicaCount <= maxReplicaCount, pool);
		t.is(ofKind('PodDisruptionBudget').filter(({metadata}) => metadata.name === `worker-${pool}`).length, 1, pool);
	}
	for (const [brought, by] of Object.entries(SERVED_BY)) t.true(read(`worker-${by}.yaml`).includes(`pool=~"${by}|${brought}"`));
});

test('metrics that are asked for are in the catalogue, and so are their labels', t => {
	const known = new Map<string, readonly string[]>(Object.values(CATALOGUE).map(({name, labels}) => [name, labels]));
	for (const {spec} of ofKind('ScaledObject')) {
		const query: string = spec.triggers[0].metadata.query;
		const [, name = '', label = ''] = /(roteiro_\w+)\{(\w+)=/.exec(query) ?? [];
		t.true(known.get(name)?.includes(label), query);
	}
});

test('every setting is one that .env.example names, and the service starts with them', t => {
	const documented = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
	for (const name of Object.keys(settings)) t.true(documented.has(name), name);
	t.notThrows(() => readConfig({...settings, SECRET: 's'.repeat(32), OPERATOR_PASSWORD: 'p'.repeat(12)}));
});

test('ports and probes are those of the processes', t => {
	const config = readConfig(settings);
	const ports = (manifest: Manifest) =>
		Object.fromEntries((podOf(manifest).containers[0].ports ?? []).map(one => [one.name, one.containerPort]));
	t.deepEqual(ports(api), {http: config.port, metrics: config.metricsPort});
	for (const worker of workers) {
		t.deepEqual(ports(worker), {metrics: config.metricsPort}, worker.metadata.name);
		const {readinessProbe, livenessProbe} = podOf(worker).containers[0];
		t.deepEqual(
			[readinessProbe.httpGet, livenessProbe.httpGet],
			[
				{path: '/readyz', port: 'metrics'},
				{path: '/healthz', port: 'metrics'},
			],
		);
	}
	const open = new Set(
		ofKind('NetworkPolicy').flatMap(({spec}) =>
			(spec.ingress ?? []).flatMap((rule: {ports: Array<{port: number}>}) => rule.ports.map(({port}) => port)),
		),
	);
	t.deepEqual([...open].toSorted(), [config.port, config.metricsPort].toSorted());
});

test('nobody is killed before what the code takes to stop has passed', t => {
	t.true(podOf(api).terminationGracePeriodSeconds * 1000 >= stopTimes(readConfig(settings)).wholeMs);
	const stop = Number(/STOP_MS = ([\d_]+)/.exec(readFileSync('workers/main.ts', 'utf8'))![1]!.replaceAll('_', ''));
	for (const worker of workers) t.true(podOf(worker).terminationGracePeriodSeconds * 1000 > stop, worker.metadata.name);
});

test('no container is root, writes to its image, has a capability or memory without end', t => {
	for (const manifest of [...ofKind('Deployment'), ...ofKind('Job')]) {
		const {securityContext, containers} = podOf(manifest);
		t.like(securityContext, {runAsNonRoot: true, runAsUser: 1000}, manifest.metadata.name);
		for (const container of containers) {
			t.deepEqual(container.securityContext, {
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: {drop: ['ALL']},
			});
			t.truthy(container.resources.requests && container.resources.limits.memory);
		}
	}
});
