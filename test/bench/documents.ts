import {join} from 'node:path';
import {sha256} from '../../shared/ids.ts';
import {freePort} from '../faults/api-under-test.ts';
import {screenshot} from '../helpers/images.ts';
import {startProcess} from '../helpers/processes.ts';
import {type Client, request, startService, type TestService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';

const STEPS = 30;
const TIMES = sized(600, 60);
const WARM_UP = sized(300, 30);
const GOALS = {put: 4, patch: 1.1, calls: 3};
const WITHOUT = join(import.meta.dirname, 'without-versions.ts');

type Call = (
	method: string,
	path: string,
	body?: unknown,
) => Promise<{status: number; body: {tour: {id: string; steps: Array<{id: string}>}}}>;

/** A tour of thirty steps as one document: its calls, what it costs to put beside reading it, and what versions add to a change of a step. */
export async function benchDocuments(): Promise<Measured[]> {
	const service = await startService();
	const ana = await service.client();
	try {
		return [await countCalls(ana), ...(await measure(service, ana))];
	} finally {
		await service.stop();
	}
}

async function countCalls(ana: Client): Promise<Measured> {
	const pictures = await Promise.all(
		Array.from({length: STEPS}, (_, index) =>
			screenshot(1440, 900 - index)
				.png()
				.toBuffer(),
		),
	);
	let calls = 0;
	let puts = 0;
	const call: Client = Object.assign((...given: Parameters<Client>) => {
		calls++;
		return ana(...given);
	}, ana);
	const took = await timed(async () => {
		const files = pictures.map(bytes => ({sha256: sha256(bytes).toString('hex'), bytes: bytes.length}));
		const answered = (await call('POST', '/v1/media/batch', {body: {files}})).body.files as Array<{upload: {url: string} | null}>;
		for (const [index, {upload}] of answered.entries()) {
			puts++;
			const reply = await fetch(upload!.url, {method: 'PUT', body: new Uint8Array(pictures[index]!)});
			if (reply.status !== 201) throw new Error(`A PUT answered ${reply.status}.`);
		}
		const steps = files.map(({sha256: mediaId}, index) => ({key: `s${index}`, title: `Step ${index}`, image: {mediaId}}));
		const {tour} = (await ok(call('PUT', '/v1/documents/bench-pictures', {body: {document: {name: 'Bench', steps}}}))).body;
		await ok(call('POST', `/v1/tours/${tour.id}/publish`));
	});
	return {
		what: `${STEPS} steps with ${STEPS} new pictures, published: counted calls`,
		ours: `${calls} calls and ${puts} PUTs in ${ms(took)}`,
		bare: `${GOALS.calls} calls`,
		ratio: calls / GOALS.calls,
		goal: '<= 1',
		met: calls <= GOALS.calls && puts === STEPS,
	};
}

async function measure(service: TestService, ana: Client): Promise<Measured[]> {
	const open = async (env: Record<string, string>) => {
		const port = await freePort();
		const process = await startProcess('api/main.ts', {...service.env, ...env, PORT: String(port)});
		const call: Call = (method, path, body) => request(`http://127.0.0.1:${port}`, method, path, ana.key, body === undefined ? {} : {body});
		return {process, call};
	};
	const [ours, without] = await Promise.all([open({}), open({NODE_OPTIONS: `--import ${WITHOUT}`})]);
	const [mine, other] = [await makeTour(ours.call, 'bench-mine'), await makeTour(without.call, 'bench-other')];
	const times = {get: [] as number[], put: [] as number[], patch: [] as number[], patchWithout: [] as number[]};
	for (let turn = 0; turn < WARM_UP + TIMES; turn++) {
		const round = {
			get: await timed(() => ok(ours.call('GET', `/v1/tours/${mine.id}`))),
			put: await timed(() => ok(ours.call('PUT', `/v1/documents/${mine.id}`, {document: documentOf('bench-mine', turn)}))),
			patch: await timed(() => ok(ours.call('PATCH', `/v1/tours/${mine.id}/steps/${mine.step}`, {text: `Change ${turn}`}))),
			patchWithout: await timed(() => ok(without.call('PATCH', `/v1/tours/${other.id}/steps/${other.step}`, {text: `Change ${turn}`}))),
		};
		if (turn >= WARM_UP) for (const name of Object.keys(times) as Array<keyof typeof times>) times[name].push(round[name]);
	}
	await ours.process.kill('SIGTERM');
	await without.process.kill('SIGTERM');
	const row = (what: string, one: number[], bare: number[], goal: number): Measured => {
		const ratio = percentile(one, 0.95) / percentile(bare, 0.95);
		const figure = (values: number[]) => `${ms(percentile(values, 0.95))} (median ${ms(median(values))})`;
		return {what, ours: figure(one), bare: figure(bare), ratio, goal: `<= ${goal}`, met: ratio <= goal};
	};
	return [
		row(`PUT of a document of ${STEPS} steps against GET tour, p95`, times.put, times.get, GOALS.put),
		row('PATCH of a step against the same without versions, p95', times.patch, times.patchWithout, GOALS.patch),
	];
}

async function makeTour(call: Call, key: string): Promise<{id: string; step: string}> {
	const {tour} = (await ok(call('PUT', `/v1/documents/${key}`, {document: documentOf(key, 0)}))).body;
	// The first change begins the editing session.
	await ok(call('PATCH', `/v1/tours/${tour.id}/steps/${tour.steps[0]!.id}`, {text: 'First'}));
	return {id: tour.id, step: tour.steps[0]!.id};
}

/** Another title in one step at each turn. */
function documentOf(name: string, turn: number): object {
	const text = 'Press the button that stands at the right of the list.';
	return {
		name,
		steps: Array.from({length: STEPS}, (_, index) => ({
			key: `s${index}`,
			type: 'slide',
			title: `Step ${index} ${index === turn % STEPS ? turn : ''}`.trim(),
			text,
		})),
	};
}

async function ok<T extends {status: number}>(call: Promise<T>): Promise<T> {
	const reply = await call;
	if (reply.status >= 300) throw new Error(`A call answered ${reply.status}: ${JSON.stringify(reply)}`);
	return reply;
}
