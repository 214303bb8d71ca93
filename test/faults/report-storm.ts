import {Agent, request} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {requirePort} from '../../infra/servers/free-port.ts';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {openReportStream} from '../../shared/queue/report-stream.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {seededRandom} from '../helpers/random.ts';
import {allCounted, PERSON, type Published, publishSlides} from '../helpers/reports.ts';
import {startService, type TestService} from '../helpers/service.ts';

const TOURS = 4;
const SLIDES = 8;
/** One event in so many is sent a second time, in another report. */
const DUPLICATE_EVERY = 10;
const SENDERS = 24;

export type ReportStorm = {
	events: number;
	/** Sent beside them, though they had been sent. */
	duplicates: number;
	reports: number;
	kills: number;
	/** Kills that found reports waiting: those that could lose something. */
	killsAtWork: number;
	/** Reports that were refused for a while (503), and sent again. */
	refused: number;
	/** `tour day kind` and `tour day step` with their numbers: what was acknowledged, and what MySQL holds. */
	acknowledged: Record<string, number>;
	counted: Record<string, number>;
	reportsPerSecond: number;
};

type Batch = {link: Published; visit: string; events: ReportEvent[]};

/** Visits reported to an API process, in no order and in part twice, while the process that counts them is killed and started again. */
export async function reportStorm({
	events,
	kills,
	report,
}: {
	events: number;
	kills: number;
	report: (sentence: string) => void;
}): Promise<ReportStorm> {
	const service = await startService({}, {workers: false});
	const port = await requirePort('127.0.0.1', 0);
	let worker: ServiceProcess | null = null;
	let api: ServiceProcess | null = null;
	try {
		worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
		const client = await service.client();
		const links: Published[] = [];
		for (let tour = 0; tour < TOURS; tour++) links.push(await publishSlides(client, SLIDES, `Storm ${tour}`));
		api = await startProcess('api/main.ts', {...service.env, PORT: String(port)});
		const {batches, duplicates} = makeVisits(links, events);
		report(`${events} events and ${duplicates} duplicates in ${batches.length} reports`);
		const start = performance.now();
		const sending = sendAll(batches, `http://127.0.0.1:${port}`, service.baseUrl);
		let killsAtWork = 0;
		for (let kill = 1; kill <= kills; kill++) {
			// At another moment of its work each time: it begins to count when it says that it is up.
			await sleep(50 + (kill % 7) * 190);
			const waiting = await openReportStream(service.services.redis, service.config.redisPrefix).length();
			await worker.kill('SIGKILL');
			if (waiting > 0) killsAtWork++;
			report(`kill ${kill} of ${kills}: ${waiting} reports wait, ${sending.sent()} of ${batches.length} are sent`);
			worker = await startProcess('workers/main.ts', service.env, {pools: ['render']});
		}
		const refused = await sending.done;
		const seconds = (performance.now() - start) / 1000;
		await allCounted(service, 300_000);
		return {
			events,
			duplicates,
			reports: batches.length,
			kills,
			killsAtWork,
			refused,
			acknowledged: tally(batches),
			counted: await read(service),
			reportsPerSecond: Math.round(batches.length / seconds),
		};
	} finally {
		await worker?.kill('SIGTERM');
		await api?.kill('SIGTERM');
		await service.stop();
	}
}

/** Visits that together are exactly so many events, in reports as pages send them; a tenth of the events comes again; all of it shuffled. */
function makeVisits(links: Published[], wanted: number): {batches: Batch[]; duplicates: number} {
	const random = seededRandom(5);
	const batches: Batch[] = [];
	let left = wanted;
	while (left > 0) {
		const link = random.pick(links);
		const visit = randomToken();
		const seen = 1 + random.below(SLIDES + 2);
		const steps: ReportEvent[] = link.steps.slice(0, seen).map(step => ({type: 'step', step}));
		const [first, ...rest] = steps;
		const parts: ReportEvent[][] = [[{type: 'view'}, first!], ...rest.map(step => [step])];
		if (seen >= SLIDES) parts.at(-1)!.push({type: 'complete'});
		if (seen > SLIDES) parts.push([{type: 'cta', target: 'link', click: 1}]);
		for (const part of parts) {
			const events = part.slice(0, left);
			left -= events.length;
			if (events.length > 0) batches.push({link, visit, events});
		}
	}
	const again = batches.flatMap(({link, visit, events}) => events.map(event => ({link, visit, events: [event]})));
	const duplicates = random.shuffle(again).slice(0, Math.floor(wanted / DUPLICATE_EVERY));
	return {batches: random.shuffle([...batches, ...duplicates]), duplicates: duplicates.length};
}

/** Sends everything until each is acknowledged; `done` returns how many had to be sent again. */
function sendAll(batches: Batch[], target: string, origin: string): {sent(): number; done: Promise<number>} {
	const agent = new Agent({keepAlive: true, maxSockets: SENDERS});
	let next = 0;
	let refused = 0;
	const sender = async () => {
		for (let batch = batches[next++]; batch; batch = batches[next++]) {
			const {link, visit, events} = batch;
			const body = JSON.stringify({visit, events});
			for (;;) {
				const status = await post(`${target}/p/${link.slug}/events`, body, {agent, origin});
				if (status === 204) break;
				if (status !== 503) throw new Error(`A report was answered ${status}: ${body}`);
				refused++;
				await sleep(100);
			}
		}
	};
	const done = Promise.all(Array.from({length: SENDERS}, sender)).then(() => {
		agent.destroy();
		return refused;
	});
	// Heard of when it is awaited.
	done.catch(() => {});
	return {sent: () => Math.min(next, batches.length), done};
}

function post(url: string, body: string, {agent, origin}: {agent: Agent; origin: string}): Promise<number> {
	const headers = {Origin: origin, 'User-Agent': PERSON, 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': body.length};
	return new Promise((resolve, reject) => {
		const sending = request(url, {method: 'POST', agent, headers}, response => {
			response.resume();
			response.on('end', () => resolve(response.statusCode!));
		});
		sending.on('error', reject);
		sending.end(body);
	});
}

/** What these reports say, each event once. */
function tally(batches: Batch[]): Record<string, number> {
	const known = new Set<string>();
	const sums = new Map<string, number>();
	for (const {link, visit, events} of batches) {
		for (const event of [{type: 'view'} as const, ...events]) {
			const key = `${visit} ${JSON.stringify(event)}`;
			if (known.has(key)) continue;
			known.add(key);
			const name = `${link.tourId} ${event.type === 'step' ? event.step : event.type}`;
			sums.set(name, (sums.get(name) ?? 0) + 1);
		}
	}
	return sorted(sums);
}

/** What the tables say, over all days: the storm may last past midnight. */
async function read({services}: TestService): Promise<Record<string, number>> {
	const rows: Array<{name: string; sum: string}> = await services.database.query(
		`SELECT CONCAT(tour_id, ' ', kind) AS name, SUM(number) AS sum FROM (
			SELECT tour_id, 'view' AS kind, views AS number FROM tour_days
			UNION ALL SELECT tour_id, 'complete', completions FROM tour_days
			UNION ALL SELECT tour_id, 'cta', cta_clicks FROM tour_days
			UNION ALL SELECT tour_id, step_id, views FROM step_days) counts
		 GROUP BY tour_id, kind HAVING sum > 0`,
	);
	return sorted(new Map(rows.map(({name, sum}) => [name, Number(sum)])));
}

function sorted(sums: Map<string, number>): Record<string, number> {
	return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
