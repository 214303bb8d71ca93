import {existsSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Log} from '../shared/log.ts';
import {startTracing} from '../shared/tracing/start.ts';
import {traced, traceParent} from '../shared/tracing/tracing.ts';
import {freePort} from './faults/api-under-test.ts';
import {picture} from './helpers/pictures.ts';
import {startProcess} from './helpers/processes.ts';
import {request, startService} from './helpers/service.ts';

// What sends traces is installed by `npm run lab -- traces`, which then runs this file; without it, only what needs none of it is tested here.

const withSdk = existsSync('infra/traces/node_modules/@opentelemetry/sdk-trace-node') ? test.serial : test.serial.skip;

type Value = {stringValue?: string; intValue?: number};
type Sent = {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	attributes: Array<{key: string; value: Value}>;
	status: {code?: number; message?: string};
};

/** Takes what is sent by OTLP over HTTP, as JSON. */
async function startReceiver() {
	const spans: Array<Sent & {service: string}> = [];
	const texts: string[] = [];
	const server = createServer(async (incoming, response) => {
		let text = '';
		for await (const chunk of incoming) text += chunk;
		texts.push(text);
		for (const {resource, scopeSpans} of JSON.parse(text).resourceSpans) {
			const service = resource.attributes.find(({key}: {key: string}) => key === 'service.name').value.stringValue;
			for (const {spans: sent} of scopeSpans) spans.push(...sent.map((span: Sent) => ({...span, service})));
		}
		response.writeHead(200, {'Content-Type': 'application/json'}).end('{}');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {spans, texts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close()};
}

/** API and worker as processes of their own, which trace every call. */
async function startTraced(endpoint: string | null) {
	const service = await startService({}, {workers: false});
	const port = await freePort();
	const env = {
		...service.env,
		PORT: String(port),
		...(endpoint && {OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '1', OTEL_BSP_SCHEDULE_DELAY: '200'}),
	};
	const api = await startProcess('api/main.ts', env);
	const worker = await startProcess('workers/main.ts', env, {pools: ['images', 'render', 'ai']});
	const {key} = await service.client();
	return {
		service,
		outputs: () => api.output() + worker.output(),
		call: (method: string, path: string, body?: unknown) => request(`http://127.0.0.1:${port}`, method, path, key, {body}),
		async stop() {
			await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
			await service.stop();
		},
	};
}

const quiet = {warn: () => {}} as unknown as Log;
const loaded = () => Object.keys(createRequire(import.meta.url).cache ?? {}).filter(file => file.includes('@opentelemetry/sdk'));

test.serial('without the setting nothing that sends traces is loaded, and no span is made', async t => {
	await startTracing({traces: null}, 'api', quiet);
	t.deepEqual(loaded(), []);
	t.is(await traced('call', {}, async () => traceParent()), null);
});

test.serial('where it is not installed, a process says how to get it and goes on without', async t => {
	const said: string[] = [];
	const log = {warn: (_: object, text: string) => said.push(text)} as unknown as Log;
	const traces = {endpoint: 'http://127.0.0.1:1', share: 1};
	const end = await startTracing({traces}, 'api', log, join(tmpdir(), 'nowhere/package.json'));
	t.regex(said.join(), /npm ci --prefix infra\/traces/);
	t.is(await traced('call', {}, async () => traceParent()), null);
	await end();
});

withSdk('a call and its job are one trace, down to transaction, file and provider, and say nothing of a person', async t => {
	t.timeout(120_000);
	const receiver = await startReceiver();
	t.teardown(receiver.close);
	const traced = await startTraced(receiver.url);
	const {tour} = (await traced.call('POST', '/v1/tours', {name: 'Confidential plan'})).body;
	const image = {base64: (await picture()).toString('base64')};
	const {step} = (await traced.call('POST', `/v1/tours/${tour.id}/steps`, {image, title: 'Confidential title'})).body;
	t.is((await traced.call('POST', `/v1/tours/${tour.id}/steps/${step.id}/generate-text`, {})).status, 200);
	t.is((await traced.call('POST', `/v1/tours/${tour.id}/publish`)).status, 201);
	t.is((await traced.call('GET', '/v1/tours/none')).status, 404);
	await traced.stop();

	const whole = (name: string) => {
		const root = receiver.spans.find(span => span.name === name)!;
		t.falsy(root.parentSpanId, name);
		const spans = receiver.spans.filter(({traceId}) => traceId === root.traceId);
		for (const span of spans)
			t.true(span === root || spans.some(({spanId}) => spanId === span.parentSpanId), `${span.name} hangs in the air`);
		return new Set(spans.map(({service, name: of}) => `${service.slice(8)} ${of}`));
	};
	const publish = whole('call publish');
	for (const name of ['api call publish', 'api transaction', 'api file put', 'workers job build-bundle', 'workers transaction'])
		t.true(publish.has(name), `${name} is not in ${[...publish]}`);
	t.true(publish.has('workers job render-cover'), 'what follows from a job is in its trace');
	t.true(whole('call add_step').has('workers job ingest-image'));
	t.true(whole('call generate_step_text').has('workers provider write'));
	const names = new Set(receiver.spans.flatMap(({attributes}) => attributes.map(({key}) => key)));
	t.deepEqual(
		[...names].filter(name => !/^(roteiro\.|http\.re(?:quest|sponse)\.)/.test(name)),
		[],
	);
	const text = receiver.texts.join();
	for (const word of ['Confidential', tour.id, '127.0.0.1', 'acc_', 'example.com', 'Bearer']) t.false(text.includes(word), word);
});

withSdk('with nobody there to receive them, calls are as fast and none fails, and the log stays as it was', async t => {
	t.timeout(180_000);
	const ways = {off: await startTraced(null), away: await startTraced(`http://127.0.0.1:${await freePort()}`)};
	const ms = {off: [] as number[], away: [] as number[]};
	// In turns: what else the machine does strikes both.
	for (let round = 0; round < 150; round++) {
		for (const way of ['off', 'away'] as const) {
			const begun = performance.now();
			t.is((await ways[way].call('POST', '/v1/tours', {name: 'Alike'})).status, 201);
			ms[way].push(performance.now() - begun);
		}
	}
	await sleep(1000);
	const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
	t.log(`median of a change: ${median(ms.off).toFixed(2)} ms without, ${median(ms.away).toFixed(2)} ms with all of them traced to nobody`);
	t.true(median(ms.away) < 2 * median(ms.off) + 2);
	t.false(/"level":"(?:warn|error)"/.test(ways.away.outputs()));
	await Promise.all([ways.off.stop(), ways.away.stop()]);
});
