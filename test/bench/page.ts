import autocannon from 'autocannon';
import {requirePort} from '../../infra/servers/free-port.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {startBare} from './bare-server.ts';
import type {Measured} from './benches.ts';
import {median, sized} from './figures.ts';
import {examplePictures} from './pictures.ts';

const ROUNDS = sized(5, 1);
const SECONDS = sized(4, 1);
const CONNECTIONS = 32;
/** Either of the two: so many requests a second with 99 of 100 within so many milliseconds, or this share of bare Node's. */
const GOAL = {perSecond: 1000, p99Ms: 20, ratio: 0.6};
/** A tenth more than the goal. */
const ASKED = GOAL.perSecond * 1.1;

type Load = {perSecond: number; p99: number};

/** GET of a published page of ten steps, of its 304 and of an image, against bare node:http that returns the same bytes out of its memory. */
export async function benchPage(): Promise<Measured[]> {
	const service = await startService();
	const pageUrl = await publishedPage(service);
	const port = await requirePort('127.0.0.1', 0);
	const base = `http://127.0.0.1:${port}`;
	const ours = await startProcess('api/main.ts', {...service.env, PORT: String(port), BASE_URL: base});
	const page = base + new URL(pageUrl).pathname;
	const html = await fetch(page, {headers: {'Accept-Encoding': 'identity'}});
	const image = base + (await html.text()).match(/srcset="(\/media\/[0-9a-f]+\.webp) 640w/)![1]!;
	const etag = (await fetch(page, {headers: {'Accept-Encoding': 'gzip'}})).headers.get('ETag')!;
	const rows = [
		await measure('page, gzip', page, {}),
		await measure(`page, gzip, ${ASKED} asked for a second`, page, {}, ASKED),
		await measure('page that the browser has (304)', page, {'If-None-Match': etag}),
		await measure('image of 640 pixels', image, {}),
	];
	await ours.kill('SIGTERM');
	await service.stop();
	return rows;
}

async function publishedPage(service: TestService): Promise<string> {
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	for (const [index, picture] of (await examplePictures()).entries()) {
		const image = {base64: picture.toString('base64')};
		const text = 'Press the button that stands at the right of the list.';
		await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {title: `Step ${index}`, text, click: {x: 0.5, y: 0.5}, image}});
	}
	return (await ana('POST', `/v1/tours/${tour.id}/publish`)).body.publishedLink.url;
}

/** In turns: five rounds of ours and of bare Node, after one that warms up; without `rate` (requests a second) as many as come back. */
async function measure(what: string, url: string, asked: Record<string, string>, rate?: number): Promise<Measured> {
	const headers = {'Accept-Encoding': 'gzip', ...asked};
	const bare = await startBare('bare-http.ts', [url, JSON.stringify(headers)]);
	const rounds: Array<{ours: Load; bare: Load}> = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const result = {ours: await load(url, headers, rate), bare: await load(`http://127.0.0.1:${bare.port}/`, headers, rate)};
		if (round > 0) rounds.push(result);
	}
	bare.child.kill();
	const of = (who: 'ours' | 'bare', figure: keyof Load) => median(rounds.map(round => round[who][figure]));
	const ratio = median(rounds.map(round => round.ours.perSecond / round.bare.perSecond));
	const words = (who: 'ours' | 'bare') => `${Math.round(of(who, 'perSecond'))}/s, p99 ${of(who, 'p99')} ms`;
	const isFast = of('ours', 'perSecond') >= GOAL.perSecond && of('ours', 'p99') <= GOAL.p99Ms;
	return {
		what,
		ours: words('ours'),
		bare: words('bare'),
		ratio,
		goal: `>= ${GOAL.perSecond}/s at p99 <= ${GOAL.p99Ms} ms, or >= ${GOAL.ratio}`,
		met: isFast || (!rate && ratio >= GOAL.ratio),
	};
}

async function load(url: string, headers: Record<string, string>, rate?: number): Promise<Load> {
	const result = await autocannon({url, headers, connections: CONNECTIONS, duration: SECONDS, ...(rate && {overallRate: rate})});
	const refused = result['4xx'] + result['5xx'] + result.errors;
	if (refused > 0) throw new Error(`${url}: ${refused} refused or failed.`);
	return {perSecond: result.requests.average, p99: result.latency.p99};
}
