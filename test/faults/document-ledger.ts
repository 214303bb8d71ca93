import {setTimeout as sleep} from 'node:timers/promises';
import {picture} from '../helpers/pictures.ts';
import type {Random} from '../helpers/random.ts';
import {seededRandom} from '../helpers/random.ts';
import {send, visitOf} from '../helpers/reports.ts';
import {type Client, jobEnded, type Reply} from '../helpers/service.ts';
import {auditTours} from './document-audit.ts';
import type {Outcome} from './experiment.ts';
import {type Insistence, openInsistence} from './insist.ts';
import type {Ledger} from './under-writes.ts';

const WRITERS = 4;
/** Pause between two writes of one writer: the load leaves room for restarted processes. */
const PAUSE_MS = 20;
const PATIENCE_MS = 90_000;
/** Changes of one tour, so that none of its versions gives way to a newer one. */
const CHANGES = 40;
const PICTURES = 4;
/** How the keys and names of the writers' tours begin: others of the account are not theirs. */
export const KEY = 'ledger-';

/** Where the writers write. `settled` returns how many jobs have failed, once none is under way and no report uncounted. */
export type Ground = {client: Client; baseUrl: string; settled(): Promise<number>};

/** A tour as it must be: what was acknowledged of it, and nothing else. */
export type KnownTour = {
	key: string;
	id: string;
	/** One more with each change, however often its call was made. */
	version: number;
	shows: string;
	/** What it showed at each of its versions. */
	history: Map<number, string>;
	/** What its page shows, null where its link is down; the URL stays. */
	page: string | null;
	url: string | null;
	isBinned: boolean;
	views: number;
};

/** What is wrong with what is there. */
export type Faults = {lost: number; doubled: number; disagreed: string[]};

type Step = {key: string; type?: 'slide'; title: string; image?: {mediaId: string}};
type Writer = Ground & {calls: Insistence; random: Random; mediaIds: string[]; tours: KnownTour[]; faults: Faults; count(): void};

/** Documents put, versions restored, tours deleted, brought back and published; after each what was acknowledged is looked at. */
export async function openDocumentLedger(ground: Ground): Promise<Ledger> {
	const calls = openInsistence();
	const tours: KnownTour[] = [];
	const faults: Faults = {lost: 0, doubled: 0, disagreed: []};
	let acknowledged = 0;
	let stopped = false;
	const mediaIds: string[] = [];
	for (let index = 0; index < PICTURES; index++) {
		const base64 = (await picture({width: 64, height: 40})).toString('base64');
		mediaIds.push((await ground.client('POST', '/v1/media', {body: {base64}})).body.media.mediaId);
	}
	const write = async (seed: number) => {
		const writer: Writer = {...ground, calls, random: seededRandom(seed), mediaIds, tours, faults, count: () => void acknowledged++};
		while (!stopped) {
			const tour = await create(writer);
			while (tour && !stopped && tour.version < CHANGES) {
				if (!(await change(writer, tour))) return;
				await sleep(PAUSE_MS);
			}
		}
	};
	const writers = Array.from({length: WRITERS}, (_, index) => write(index + 1));
	return {
		client: ground.client,
		acknowledged: () => acknowledged,
		async close(): Promise<Outcome> {
			stopped = true;
			calls.endWithin(PATIENCE_MS);
			await Promise.all(writers);
			const failedJobs = await ground.settled();
			await auditTours(ground, tours, faults);
			const {lost, doubled, disagreed} = faults;
			const figures = {
				acknowledged,
				lost,
				doubled,
				tours: tours.length,
				failedJobs,
				...calls.figures(),
				disagreed: disagreed.join('; ') || 0,
			};
			return {figures, ok: lost === 0 && doubled === 0 && disagreed.length === 0 && failedJobs === 0 && calls.isClean()};
		},
	};
}

/** What a tour or a document shows, as one string to compare. */
export function shown(steps: Array<{title?: string | null; image?: {mediaId?: string} | null}>): string {
	return JSON.stringify(steps.map(({title, image}) => [title ?? null, image?.mediaId ?? null]));
}

async function create(writer: Writer): Promise<KnownTour | null> {
	const {calls, client, tours} = writer;
	const key = `${KEY}${crypto.randomUUID()}`;
	const document = {name: key, steps: stepsOf(writer)};
	const reply = await calls.insist('create', () => client('PUT', `/v1/documents/${key}`, {body: {document}}));
	if (!reply) return null;
	writer.count();
	const shows = shown(document.steps);
	const {id} = reply.body.tour;
	const tour = {key, id, version: 1, shows, history: new Map([[1, shows]]), page: null, url: null, isBinned: false, views: 0};
	tours.push(tour);
	await look(writer, tour, 'create');
	return tour;
}

function stepsOf({random, mediaIds}: Writer): Step[] {
	return Array.from({length: 1 + Math.floor(random.next() * 4)}, (_, index) => {
		const title = crypto.randomUUID();
		return random.next() < 0.5
			? {key: `s${index}`, type: 'slide', title}
			: {key: `s${index}`, title, image: {mediaId: random.pick(mediaIds)}};
	});
}

/** One change of the tour, acknowledged and looked at; false where it never was. */
async function change(writer: Writer, tour: KnownTour): Promise<boolean> {
	const [name, done] = await chosen(writer, tour);
	if (!done) return false;
	writer.count();
	tour.version++;
	tour.history.set(tour.version, tour.shows);
	await look(writer, tour, name);
	return true;
}

async function chosen(writer: Writer, tour: KnownTour): Promise<[string, boolean]> {
	if (tour.isBinned) return ['bring back', await bringBack(writer, tour)];
	const lot = writer.random.next();
	if (lot < 0.15) return ['trash', await trash(writer, tour)];
	if (lot < 0.4) return ['publish', await publish(writer, tour)];
	if (lot < 0.65) {
		const version = await earlier(writer, tour);
		if (version !== null) return ['restore', await restore(writer, tour, version)];
	}
	return ['put', await put(writer, tour)];
}

async function put(writer: Writer, tour: KnownTour): Promise<boolean> {
	const document = {name: tour.key, steps: stepsOf(writer)};
	const key = writer.random.next() < 0.5 ? tour.key : tour.id;
	const reply = await writer.calls.insist('put', () => writer.client('PUT', `/v1/documents/${key}`, {body: {document}}));
	tour.shows = shown(document.steps);
	return reply !== null;
}

/** A version that is kept and shows something else than the tour. */
async function earlier({calls, client, random}: Writer, tour: KnownTour): Promise<number | null> {
	const reply = await calls.insist('versions', () => client('GET', `/v1/tours/${tour.id}/versions?limit=100`));
	const numbers: number[] = (reply?.body.versions ?? []).map(({number}: {number: number}) => number);
	const others = numbers.filter(number => tour.history.has(number) && tour.history.get(number) !== tour.shows);
	return others.length > 0 ? random.pick(others) : null;
}

async function restore({calls, client}: Writer, tour: KnownTour, version: number): Promise<boolean> {
	const reply = await calls.insist('restore', () => client('POST', `/v1/tours/${tour.id}/versions/${version}/restore`));
	tour.shows = tour.history.get(version)!;
	return reply !== null;
}

async function publish(writer: Writer, tour: KnownTour): Promise<boolean> {
	const {calls, client, baseUrl} = writer;
	const headers = {'Idempotency-Key': crypto.randomUUID()};
	let reply = await calls.insist('publish', () => client('POST', `/v1/tours/${tour.id}/publish`, {headers}));
	// Nobody was there to build the page within the time of a call.
	if (reply?.status === 202) {
		const job = await jobEnded(client, reply);
		if (job.status !== 'succeeded') return false;
		reply = {...reply, body: job.result};
	}
	if (!reply) return false;
	const {url, slug} = reply.body.publishedLink;
	tour.url = url;
	tour.page = tour.shows;
	const visit = visitOf([{type: 'view'}]);
	const report = async () => ({...(await send({baseUrl}, slug, visit)), body: null});
	if (await calls.insist('report', report)) tour.views++;
	return true;
}

const isInBin = ({status, body}: Reply) => status === 404 && /in the bin until/.test(body?.errors?.[0]?.message ?? '');

async function trash({calls, client}: Writer, tour: KnownTour): Promise<boolean> {
	const reply = await calls.insist('trash', () => client('DELETE', `/v1/tours/${tour.id}`), isInBin);
	tour.isBinned = true;
	tour.page = null;
	return reply !== null;
}

async function bringBack({calls, client}: Writer, tour: KnownTour): Promise<boolean> {
	const reply = await calls.insist('bring back', () => client('POST', `/v1/tours/${tour.id}/restore`));
	tour.isBinned = false;
	return reply !== null;
}

/** Compares the tour and its page with what they must be at once after a change. */
async function look({calls, client, faults}: Writer, tour: KnownTour, after: string): Promise<void> {
	const reply = await calls.insist('look', () => client('GET', `/v1/documents/${tour.id}`), isInBin);
	if (!reply) return;
	if (isInBin(reply) !== tour.isBinned) faults.lost++;
	if (!tour.isBinned && !isInBin(reply)) {
		const {document, tour: stored} = reply.body;
		if (shown(document.steps) !== tour.shows || stored.version < tour.version) faults.lost++;
		if (stored.version > tour.version) faults.doubled++;
		if (stored.version !== tour.version) faults.disagreed.push(`version ${stored.version} instead of ${tour.version} after ${after}`);
		tour.version = stored.version;
	}
	if (!tour.url) return;
	const url = tour.url;
	const page = await calls.insist(
		'page',
		() => pageAt(url),
		({status}) => status === 410,
	);
	if (page && (page.status === 200) !== (tour.page !== null)) faults.disagreed.push(`page ${page.status} after ${after}`);
}

async function pageAt(url: string): Promise<Reply> {
	const response = await fetch(url);
	return {status: response.status, headers: response.headers, body: await response.text()};
}
