import {setTimeout as sleep} from 'node:timers/promises';
import {openReportStream} from '../../shared/queue/report-stream.ts';
import {ANSWERS, type FormTour, publishForm, sendLead} from '../helpers/lead.ts';
import {picture} from '../helpers/pictures.ts';
import {send, visitOf} from '../helpers/reports.ts';
import type {Client} from '../helpers/service.ts';
import type {Figures, Outcome} from './experiment.ts';
import {openInsistence} from './insist.ts';
import type {Whole} from './whole-service.ts';

const WRITERS = 5;
/** Pause between two writes of one writer: the load leaves room for restarted processes. */
const PAUSE_MS = 20;
/** Within which every job has ended once all is there again. */
const PATIENCE_MS = 60_000;

/** What was asked for and what was acknowledged; asked for at most once is what `asked` holds beyond it. */
type Book = {asked: Set<string>; acknowledged: Set<string>};
type Tour = {
	id: string;
	steps: Book /** Titles that a page must show, since its publish was acknowledged after them. */;
	published: Set<string>;
	url: string;
};

/** A mix of writes (steps, images, publishes, repeated calls, forms, reports) and what became of each. */
export async function openLedger(whole: Whole) {
	const client = await whole.client();
	const form = await publishForm(client);
	const tours: Tour[] = [];
	const [leads, reports, media] = [book(), book(), book()];
	const calls = openInsistence();
	const {insist} = calls;
	let stopped = false;

	const keyed = () => ({'Idempotency-Key': crypto.randomUUID()});
	const addStep = async (tour: Tour, twice: boolean) => {
		const title = crypto.randomUUID();
		const headers = keyed();
		const call = () => insist('step', () => client('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title}, headers}));
		tour.steps.asked.add(title);
		const [reply] = await Promise.all(twice ? [call(), call()] : [call()]);
		if (reply) tour.steps.acknowledged.add(title);
	};
	const addImage = async (tour: Tour) => {
		const base64 = (await picture({width: 64, height: 40})).toString('base64');
		const title = crypto.randomUUID();
		const headers = keyed();
		tour.steps.asked.add(title);
		const reply = await insist('image', () => client('POST', `/v1/tours/${tour.id}/steps`, {body: {title, image: {base64}}, headers}));
		if (!reply) return;
		tour.steps.acknowledged.add(title);
		media.acknowledged.add(reply.body.step.image.url);
	};
	const publish = async (tour: Tour) => {
		const before = [...tour.steps.acknowledged];
		const headers = keyed();
		const reply = await insist('publish', () => client('POST', `/v1/tours/${tour.id}/publish`, {headers}));
		if (!reply) return;
		tour.url = reply.body.publishedLink.url;
		for (const title of before) tour.published.add(title);
	};
	const leave = async () => {
		const email = `${crypto.randomUUID()}@private.example`;
		leads.asked.add(email);
		if (await insist('lead', () => sendLead(form, {...ANSWERS, email}))) leads.acknowledged.add(email);
	};
	const tell = async () => {
		const visit = visitOf([{type: 'view'}]);
		reports.asked.add(visit.visit);
		const call = async () => ({...(await send({baseUrl: whole.config.baseUrl}, form.slug, visit)), body: null});
		if (await insist('report', call)) reports.acknowledged.add(visit.visit);
	};

	async function write(tour: Tour): Promise<void> {
		const kinds = [
			() => addStep(tour, false),
			() => addImage(tour),
			leave,
			() => addStep(tour, true),
			tell,
			() => addStep(tour, false),
			tell,
		];
		for (let turn = 0; !stopped; turn++) {
			if (tour.steps.asked.size > 450 || turn === 0) await renew(tour);
			await kinds[turn % kinds.length]!();
			if (turn % 12 === 11) await publish(tour);
			await sleep(PAUSE_MS);
		}
	}

	/** A tour holds 500 steps: the next one. */
	async function renew(tour: Tour): Promise<void> {
		const reply = await insist('tour', () => client('POST', '/v1/tours', {body: {name: 'Faults'}}));
		if (reply) tours.push(Object.assign(tour, {id: reply.body.tour.id, steps: book(), published: new Set(), url: ''}));
	}

	const writers = Array.from({length: WRITERS}, () => write({id: '', steps: book(), published: new Set(), url: ''}));
	return {
		client,
		acknowledged: () => tours.reduce((sum, {steps}) => sum + steps.acknowledged.size, leads.acknowledged.size + reports.acknowledged.size),
		/** Ends the writers once what they have begun is acknowledged, and looks at what is there. */
		async close({reportsMayGo = false} = {}): Promise<Outcome> {
			stopped = true;
			calls.endWithin(PATIENCE_MS);
			await Promise.all(writers);
			const failed = await settled(whole);
			const {reportsGone, ...sums} = await audit(whole, client, {tours, leads, reports, media, form});
			const figures: Figures = {
				acknowledged: this.acknowledged(),
				lost: sums.lost + (reportsMayGo ? 0 : reportsGone),
				doubled: sums.doubled,
				...(reportsMayGo && {reportsGone}),
				failedJobs: failed,
				slowestJob: await slowestJob(whole, "type <> 'encode-avif'"),
				slowestInBackground: await slowestJob(whole, "type = 'encode-avif'"),
				...calls.figures(),
			};
			return {figures, ok: figures.lost === 0 && figures.doubled === 0 && failed === 0 && calls.isClean()};
		},
	};
}

function book(): Book {
	return {asked: new Set(), acknowledged: new Set()};
}

/** Waits until no job is under way and no report uncounted; returns how many jobs have failed. */
export async function settled({database, redis, config}: Pick<Whole, 'database' | 'redis' | 'config'>): Promise<number> {
	const stream = openReportStream(redis, config.redisPrefix);
	for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
		const rows: Array<{type: string; open: string; failed: string}> = await database.query(
			"SELECT type, SUM(state IN ('queued', 'running')) AS open, SUM(state = 'failed') AS failed FROM jobs WHERE type <> 'encode-avif' GROUP BY type",
		);
		const open = rows.filter(row => Number(row.open) > 0);
		const waiting = await stream.length().catch(() => 1);
		if (open.length === 0 && waiting === 0) return rows.reduce((sum, {failed}) => sum + Number(failed), 0);
		if (Date.now() > end) {
			const jobs = open.map(row => `${row.open} ${row.type}`).join(', ') || 'no job';
			throw new Error(`${jobs} and ${waiting} reports are not done after ${PATIENCE_MS} ms.`);
		}
	}
}

/**
 * The longest that a job of these took from its call to its end, or has been open, outages and all: `12.3 s, export-tour`. What is encoded in the
 * background waits for cores that nobody else wants: on a machine that is full for minutes it takes as long.
 */
async function slowestJob({database}: Whole, which: string): Promise<string> {
	const [slowest] = await database.query(
		`SELECT type, TIMESTAMPDIFF(MICROSECOND, created_at, COALESCE(finished_at, UTC_TIMESTAMP(3))) / 1e6 AS seconds FROM jobs WHERE ${which} ORDER BY seconds DESC LIMIT 1`,
	);
	return slowest ? `${Number(slowest.seconds).toFixed(1)} s, ${slowest.type}` : '0 s';
}

type Books = {tours: Tour[]; leads: Book; reports: Book; media: Book; form: FormTour};

async function audit(
	{database}: Whole,
	client: Client,
	{tours, leads, reports, media, form}: Books,
): Promise<{lost: number; doubled: number; reportsGone: number}> {
	let lost = 0;
	let doubled = 0;
	for (const {id, steps, published, url} of tours) {
		const found: Array<{title: string}> = (await client('GET', `/v1/tours/${id}`)).body.tour.steps;
		const titles = found.map(({title}) => title);
		doubled += titles.length - new Set(titles).size;
		lost += [...steps.acknowledged].filter(title => !titles.includes(title)).length;
		const page = url ? await (await fetch(url)).text() : '';
		lost += [...published].filter(title => !page.includes(title)).length;
	}
	for (const url of media.acknowledged) if (!(await fetch(url, {method: 'HEAD'})).ok) lost++;
	const count = async (sql: string) => Number((await database.query(sql, [form.tourId]))[0].count);
	for (const [kept, {asked, acknowledged}] of [
		[await count('SELECT COUNT(*) AS count FROM leads WHERE tour_id = ?'), leads],
		[await count('SELECT SUM(leads) AS count FROM tour_days WHERE tour_id = ?'), leads],
	] as const) {
		lost += Math.max(0, acknowledged.size - kept);
		doubled += Math.max(0, kept - asked.size);
	}
	const views = await count('SELECT SUM(views) AS count FROM tour_days WHERE tour_id = ?');
	doubled += Math.max(0, views - reports.asked.size);
	return {lost, doubled, reportsGone: Math.max(0, reports.acknowledged.size - views)};
}
