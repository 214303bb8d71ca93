import {fork} from 'node:child_process';
import {once} from 'node:events';
import {request as open} from 'node:http';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {createSession} from '../../shared/store/access/sessions.ts';
import {shareOf} from '../helpers/extent.ts';
import {publishForm} from '../helpers/lead.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {type Attack, attacks, type Target} from './attacks.ts';
import type {WaitedFor} from './bystander.ts';
import {askWatch, startWatchedApi} from './watched-process.ts';

/** What one attack did to everybody else. */
export type Felt = {attack: string; status: number; cpuMs: number; wallMs: number; bytes: number; ms: number};
export type Hogged = {felt: Felt[]; waited: WaitedFor; grewBytes: number};

/** How often the other client asks: where its waiting is measured, several times within the shortest that counts. */
const EVERY_MS = {whole: 10, quick: 100};
/** Milliseconds of CPU of the API's main thread in one turn of its loop: on a machine that does nothing else that is what others wait. */
export const TURN_MS = 200;
/** An attack with a longer turn is sent so often again: the collection of garbage falls into some turn, but not into one of each time. Its worst status and memory count. */
const AGAIN = 2;
/** A response that takes longer is none. */
const PATIENCE_MS = 45_000;

/**
 * Attacks an API process of its own with everything that `attacks` has, one after the other, while another client goes about its calls. What is measured is
 * that process and that client: neither of them does the work of the attacker. `only`: attacks whose description has this in it.
 */
export async function load({
	whole,
	only = '',
	together = 1,
	report,
}: {
	whole: boolean;
	only?: string;
	together?: number;
	report?: (felt: Felt) => void;
}): Promise<Hogged> {
	const service = await startService({}, {also: ['audio']});
	const {api, baseUrl, watch} = await startWatchedApi(service);
	try {
		const {target, tour, key, session} = await prepare(service);
		const client = fork(join(import.meta.dirname, 'bystander.ts'), [
			baseUrl,
			key,
			String(whole ? EVERY_MS.whole : EVERY_MS.quick),
			`/v1/tours/${tour}`,
			'/healthz',
		]);
		const all = [...attacks(service.services, target, whole)].filter(attack => named(attack).includes(only));
		const list = whole ? all : shareOf(all, ({where}) => where);
		const send = sender(baseUrl, session);
		await warmUp(all, send);
		const before = (await askWatch(watch)).peakBytes;
		await waitOf(client);
		const felt: Felt[] = [];
		for (let next = 0; next < list.length; next += together) {
			const wave = list.slice(next, next + together);
			let one = await sendAndMeasure(wave);
			for (let again = 0; one.cpuMs > TURN_MS && again < AGAIN; again++) {
				const next = await sendAndMeasure(wave);
				one = {...next, status: Math.max(one.status, next.status), bytes: Math.max(one.bytes, next.bytes)};
			}
			felt.push(one);
			report?.(one);
		}
		const waited = await waitOf(client);
		client.disconnect();
		return {felt, waited, grewBytes: Math.max(0, ...felt.map(({bytes}) => bytes))};

		async function sendAndMeasure(wave: Attack[]): Promise<Felt> {
			const start = performance.now();
			const statuses = await Promise.all(wave.map(attack => send(attack)));
			const {cpuMs, wallMs, peakBytes} = await askWatch(watch);
			const ms = performance.now() - start;
			return {attack: wave.map(named).join(' + '), status: Math.max(...statuses), cpuMs, wallMs, bytes: peakBytes - before, ms};
		}
	} finally {
		await api.kill('SIGTERM');
		await service.stop();
	}
}

/** Headers of somebody who has just signed in. */
type Session = () => Promise<Record<string, string>>;

async function prepare(service: TestService): Promise<{target: Target; tour: string; key: string; session: Session}> {
	const ana = await service.client();
	const form = await publishForm(ana, {fields: {phone: 'optional'}});
	const {tour} = (await ana('GET', `/v1/tours/${form.tourId}`)).body;
	const job = (await ana('POST', `/v1/tours/${tour.id}/publish`, {body: {dryRun: true}, headers: {Prefer: 'respond-async'}})).body.job.id;
	const {upload} = (await ana('POST', '/v1/media/upload-url', {body: {}})).body;
	const target: Target = {
		ids: {id: tour.id, stepId: tour.steps[0].id, jobId: job, slug: form.slug, token: upload.url.split('/').at(-1)},
		bearer: {Authorization: `Bearer ${ana.key}`},
	};
	const other = await service.client();
	const quiet = (await other('POST', '/v1/tours', {body: {name: 'Quiet'}})).body.tour.id;
	const session = async () => {
		const {token} = await createSession(service.services.database.manager, ana.accountId);
		return {Cookie: `roteiro_session=${token}`, 'Sec-Fetch-Site': 'same-origin'};
	};
	return {target, tour: quiet, key: other.key, session};
}

/** What is compiled or loaded at its first use is no attack's doing. */
async function warmUp(list: Attack[], send: Send): Promise<void> {
	const places = new Map(list.map(attack => [`${attack.method} ${attack.path.split('?')[0]} ${attack.where}`, attack]));
	for (const attack of places.values()) await send({...attack, ...(attack.make && {make: () => '{}'})});
}

/** Returns the status of the response to an attack; 0 where the connection ended before. */
type Send = (attack: Attack) => Promise<number>;

function sender(baseUrl: string, session: Session): Send {
	return async ({method, path, headers, make, session: signedIn}) => {
		const body = make ? Buffer.from(make()) : undefined;
		const who = signedIn ? {...(await session()), Origin: baseUrl} : {};
		return new Promise(resolve => {
			const all = {...headers, ...who, ...(body && {'Content-Length': body.length})};
			const sent = open(`${baseUrl}${path}`, {method, timeout: PATIENCE_MS, headers: all});
			sent.on('response', response => response.resume().on('close', () => resolve(response.statusCode!)));
			sent.on('timeout', () => sent.destroy(new Error('no answer')));
			sent.on('error', error => resolve(error.message === 'no answer' ? 599 : 0));
			sent.end(body);
		});
	};
}

async function waitOf(client: ReturnType<typeof fork>): Promise<WaitedFor> {
	await sleep(100);
	client.send('tell');
	const [waited] = await once(client, 'message');
	return waited;
}

function named({where, what}: Attack): string {
	return `${where}: ${what}`;
}
