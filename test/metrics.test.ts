import {readFile} from 'node:fs/promises';
import test from 'ava';
import {CATALOGUE} from '../shared/metrics/catalogue.ts';
import {freePort} from './faults/api-under-test.ts';
import {eventually} from './helpers/eventually.ts';
import {screenshot} from './helpers/images.ts';
import {startProcess} from './helpers/processes.ts';
import {startService} from './helpers/service.ts';

/** A service in processes of its own, as it runs, and what Prometheus would read of it. */

/** More series than this cost the one who keeps them. */
const SERIES = 6000;

const service = await startService({}, {workers: false});
const ports = {api: await freePort(), workers: await freePort(), http: await freePort()};
const api = await startProcess('api/main.ts', {...service.env, PORT: String(ports.http), METRICS_PORT: String(ports.api)});
const worker = await startProcess('workers/main.ts', {...service.env, METRICS_PORT: String(ports.workers)});
test.after.always(async () => {
	await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
	await service.stop();
});

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const namesOf = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));

test.serial('each process serves what the catalogue says, and nothing else of ours', async t => {
	const ours = (text: string) => [...namesOf(text)].filter(name => /^(roteiro|bullmq)_/.test(name)).sort();
	const listed = Object.values(CATALOGUE).map(({name}) => name as string);
	for (const port of [ports.api, ports.workers]) t.deepEqual(ours(await scrape(port)), [...listed].sort());
});

test.serial('calls, errors and jobs are counted by names of ours, whatever a caller sends', async t => {
	const key = (await service.client()).key;
	const call = (method: string, path: string, body?: unknown) =>
		fetch(`http://127.0.0.1:${ports.http}${path}`, {
			method,
			headers: {Authorization: `Bearer ${key}`, ...(body !== undefined && {'Content-Type': 'application/json'})},
			body: body === undefined ? null : JSON.stringify(body),
		});
	const {tour} = await (await call('POST', '/v1/tours', {name: 'Watched'})).json();
	const base64 = (await screenshot(700, 400).png().toBuffer()).toString('base64');
	t.is((await call('POST', `/v1/tours/${tour.id}/steps`, {image: {base64}})).status, 201);
	t.is((await call('GET', '/v1/tours/none')).status, 404);
	t.is((await call('GET', '/secret/path?token=abc')).status, 404);
	// A job is counted once it is over, which the caller may hear of before.
	const ingested = /roteiro_jobs_finished_total\{pool="images",type="ingest-image",outcome="done"\} 1/;
	const fromWorker = await eventually('the job is counted', async () => scrape(ports.workers).then(text => ingested.test(text) && text));
	const fromApi = await scrape(ports.api);
	t.regex(fromApi, /roteiro_http_request_duration_seconds_count\{operation="create_tour",method="POST",status="201"\} 1/);
	t.regex(fromApi, /roteiro_errors_total\{code="not_found"\} 2/);
	t.regex(fromApi, /roteiro_jobs_open\{pool="images",state="queued"\} \d+/);
	t.regex(fromApi, /roteiro_redis_memory_bytes\{state="limit"\} [1-9]/);
	t.regex(fromApi, /roteiro_disk_bytes\{state="free"\} [1-9]/);
	t.regex(fromApi, /roteiro_db_pool_connections\{state="used"\} \d+/);
	t.regex(fromWorker, /roteiro_job_wait_seconds_count\{type="ingest-image"\} 1/);
	t.regex(fromWorker, /roteiro_files_request_duration_seconds_count\{action="put",folder="media",outcome="ok"\} \d+/);
	for (const text of [fromApi, fromWorker]) {
		t.false(/secret|token|tour_|acc_|127\.0\.0\.1/.test(text.replaceAll(/^#.*$/gm, '')));
		t.true(text.split('\n').filter(line => line && !line.startsWith('#')).length < SERIES);
	}
});

test.serial('a worker says that it lives and works, and nothing else is to be had on that port', async t => {
	const at = async (path: string) => (await fetch(`http://127.0.0.1:${ports.workers}${path}`)).status;
	t.deepEqual(await Promise.all(['/healthz', '/readyz', '/', '/v1/me'].map(at)), [200, 200, 404, 404]);
});

test('docs/operations.md has a row for each metric, and for none that is not there', async t => {
	const rows = [...(await readFile('docs/operations.md', 'utf8')).matchAll(/^\| `(\w+)` \| (\w+) \| (\w+) \| (.*?) \| (.*) \|$/gm)];
	t.deepEqual(
		rows.map(([, name, type, of, labels, help]) => ({
			name,
			type,
			of,
			labels: labels!.replaceAll('`', '').split(', ').filter(Boolean),
			help,
		})),
		Object.values(CATALOGUE).map(({name, type, of, labels, help}) => ({name, type, of, labels: [...labels], help})),
	);
});
