import {fork} from 'node:child_process';
import {once} from 'node:events';
import {Agent, request as open} from 'node:http';
import {join} from 'node:path';
import {setImmediate as nextRound, setTimeout as sleep} from 'node:timers/promises';
import {createSession} from '../../shared/store/access/sessions.ts';
import {createUpload} from '../../shared/store/media/uploads.ts';
import {memoryOf} from '../helpers/memory.ts';
import {startProcess} from '../helpers/processes.ts';
import {type Client, request, startService, type TestService} from '../helpers/service.ts';
import type {Waited, WaitedFor} from './bystander.ts';
import {type Largest, largestCalls, prepareLargest} from './largest.ts';
import type {Known} from './largest-inputs.ts';
import {askWatch, startWatchedApi} from './watched-process.ts';

/** What so many calls of one operation at once did: to themselves, to another account, to what watches the process. MB of memory of the API. */
export type Burst = {
	operation: string;
	bytes: number;
	/** How one call alone ended, and how many of the calls ended how. */
	alone: string;
	ended: Record<string, number>;
	/** Calls that were refused though one alone is not. */
	refused: number;
	tour: Waited;
	ready: Waited;
	/** The longest turn of the event loop: milliseconds of the processor, and by the clock. */
	cpuMs: number;
	wallMs: number;
	peak: number;
	ms: number;
};
export type Bursts = {bursts: Burst[]; memory: {before: number; peak: number; after: number}};

/** What says that there was too much, and nothing that is wrong with the call. */
const REFUSALS = [
	'too_many_at_once',
	'still_running',
	'unavailable',
	'rate_limited',
	'changes_limited',
	'publishes_limited',
	'internal_error',
];
/** Operations after one call of which there is less to do for the next. */
const TAKES_AWAY = /trash|delete|redact/;
const PATIENCE_MS = 300_000;
const ANY_IMAGE = {name: null, contentType: null, bytes: null, sha256: null};

type Extent = {
	together: number;
	steps: number;
	side: number;
	settleMs: number;
	only?: (operation: string) => boolean;
	report?: (burst: Burst) => void;
};

/**
 * Sends the largest body of every operation so many times at once, one operation after the other, by one account, to an API process of its own,
 * while another account asks for a tour and something asks whether the process is ready.
 */
export async function burst({together, settleMs, only = () => true, report, ...size}: Extent): Promise<Bursts> {
	const service = await startService({}, {workers: false});
	const {api, baseUrl, watch} = await startWatchedApi(service);
	const worker = await startProcess('workers/main.ts', service.env);
	try {
		const {ana, key, tour} = await twoAccounts(service, baseUrl);
		const bystander = fork(join(import.meta.dirname, 'bystander.ts'), [baseUrl, key, '10', `/v1/tours/${tour}`, '/readyz']);
		const db = service.services.database.manager;
		const headersOf = async ({by}: Largest): Promise<Record<string, string>> => {
			if (by === 'key') return {Authorization: `Bearer ${ana.key}`};
			if (by === 'nobody') return {};
			// What a call before it did may have ended the others.
			const {token} = await createSession(db, ana.accountId);
			return {Cookie: `roteiro_session=${token}`, Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin'};
		};
		const told = async (): Promise<WaitedFor> => {
			bystander.send('tell');
			return (await once(bystander, 'message'))[0];
		};
		const by = {accountId: ana.accountId, credential: {id: ana.credentialId, type: 'api_key'}} as const;
		const uploads = await Promise.all(Array.from({length: together + 2}, () => createUpload(db, by, ANY_IMAGE)));
		// A whole walk takes longer than they last.
		await db.query('UPDATE uploads SET expires_at = expires_at + INTERVAL 1 DAY WHERE account_id = ?', [ana.accountId]);
		let known: Known = {...(await prepareLargest(ana, size)), uploads: uploads.map(({token}) => `/uploads/${token}`)};
		const names = [...largestCalls(known)].map(({name}) => name).filter(only);
		// What is compiled or loaded at its first use is no burst's doing.
		for (const name of names) {
			await send(baseUrl, await headersOf(callOf(known, name)), callOf(known, name), together + 1);
			known = await prepareLargest(ana, size, known);
		}
		await sleep(settleMs);
		const before = memoryOf(api).now;
		const bursts: Burst[] = [];
		for (const name of names) {
			known = await prepareLargest(ana, size, known);
			const call = callOf(known, name);
			const who = await headersOf(call);
			const alone = await send(baseUrl, who, call, together);
			// What that one has taken away is there again.
			if (TAKES_AWAY.test(name)) known = await prepareLargest(ana, size, known);
			const now = callOf(known, name);
			await told();
			await askWatch(watch);
			const start = performance.now();
			const sent: Promise<string>[] = [];
			for (let index = 0; index < together; index++) {
				sent.push(send(baseUrl, who, now, index));
				// A body of 20 MB takes a moment to make, and what the API logs is read in this thread: a full pipe would stop it.
				await nextRound();
			}
			const all = await Promise.all(sent);
			const ms = performance.now() - start;
			const {by} = await told();
			const {cpuMs, wallMs, peakBytes} = await askWatch(watch);
			const ended = Object.fromEntries([...Map.groupBy(all, how => how)].map(([how, list]) => [how, list.length]));
			const refused = isRefusal(alone) ? 0 : all.filter(isRefusal).length;
			const bytes = call.body?.(0).reduce((sum, part) => sum + part.length, 0) ?? 0;
			const [asked, ready] = [by[`/v1/tours/${tour}`]!, by['/readyz']!];
			const loop = {cpuMs, wallMs, peak: Math.round(peakBytes / 2 ** 20)};
			bursts.push({operation: name, bytes, alone, ended, refused, tour: asked, ready, ...loop, ms});
			report?.(bursts.at(-1)!);
		}
		await sleep(settleMs);
		const after = memoryOf(api).now;
		bystander.disconnect();
		return {bursts, memory: {before, peak: memoryOf(api).peak, after}};
	} finally {
		await worker.kill('SIGTERM');
		await api.kill('SIGTERM');
		await service.stop();
	}
}

async function twoAccounts(service: TestService, baseUrl: string) {
	const {key, ...ana} = await service.client();
	const other = await service.client();
	const {id} = (await other('POST', '/v1/tours', {body: {name: 'Small'}})).body.tour;
	await other('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'One step'}});
	// To the process that is measured.
	const call: Client = Object.assign((...[method, path, options]: Parameters<Client>) => request(baseUrl, method, path, key, options), {
		...ana,
		key,
	});
	return {ana: call, key: other.key, tour: id as string};
}

function callOf(known: Known, name: string): Largest {
	return [...largestCalls(known)].find(call => call.name === name)!;
}

const agent = new Agent({keepAlive: true, maxSockets: Number.POSITIVE_INFINITY});

/** How a call ended: its status, and the code of its error. */
function send(baseUrl: string, who: Record<string, string>, call: Largest, index: number): Promise<string> {
	const {method, path, headers, body} = call;
	const parts = body?.(index) ?? [];
	const length = parts.reduce((sum, part) => sum + part.length, 0);
	return new Promise(resolve => {
		const all = {...headers, ...who, ...(body && {'Content-Length': length})};
		const sent = open(`${baseUrl}${path(index)}`, {method, agent, timeout: PATIENCE_MS, headers: all});
		sent.on('response', response => {
			let start = '';
			response.on('data', (chunk: Buffer) => {
				if (start.length < 2000) start += chunk.toString('latin1', 0, 2000);
			});
			response.on('close', () => resolve(`${response.statusCode} ${errorIn(start)}`.trim()));
		});
		sent.on('timeout', () => sent.destroy(new Error('no answer')));
		sent.on('error', error => {
			// A connection that was closed after a minute without a call, just as it was used again: every client sends it once more.
			if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') resolve(send(baseUrl, who, call, index));
			else resolve(`0 ${error.message}`);
		});
		for (const part of parts) sent.write(part);
		sent.end();
	});
}

/** The code of an error, in the envelope of REST or inside of a message of MCP. */
function errorIn(start: string): string {
	const code = /\\?"ok\\?":\s*false,\s*\\?"error\\?":\s*\\?"(\w+)/.exec(start)?.[1];
	return code ?? (/"status\\?":\\?"processing/.test(start) ? 'still_running' : '');
}

function isRefusal(how: string): boolean {
	return how.startsWith('0') || REFUSALS.some(code => how.endsWith(code));
}
