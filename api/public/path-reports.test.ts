import test from 'ava';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {END, edgesOf} from '../../shared/tour/paths/graph.ts';
import {seededRandom} from '../../test/helpers/random.ts';
import {allCounted, publishSlides, send, visitOf} from '../../test/helpers/reports.ts';
import {startService} from '../../test/helpers/service.ts';

/** From the reports of pages with paths to the counts: a program walks at random and reports as the page does. */

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

type Walked = {
	views: number;
	steps: Record<string, number>;
	left: Record<string, number>;
	ends: Record<string, number>;
	ways: Record<string, number>;
};
type Sent = {events: ReportEvent[]; step: string; n: number};

const random = seededRandom(41);
const add = (counts: Record<string, number>, name: string) => {
	counts[name] = (counts[name] ?? 0) + 1;
};
const read = async (tourId: string) => (await ana('GET', `/v1/tours/${tourId}/analytics`)).body;

/** Asks, and leads on over two branches, a loop, Back, a way out and a goal, to three ends. */
async function publishFork() {
	const {tourId, slug, steps} = await publishSlides(ana, 6, 'Fork');
	const [ask, a1, , b1, b2, last] = steps as [string, string, string, string, string, string];
	const to = (step: string) => ({to: 'step', step});
	const put = async (step: string, body: object) => (await ana('PUT', `/v1/tours/${tourId}/steps/${step}/actions`, {body})).status;
	const statuses = [
		await put(ask, {
			buttons: [
				{id: 'a', label: 'A', target: to(a1)},
				{id: 'b', label: 'B', target: to(b1), goal: true},
				{id: 'web', label: 'Web', target: {to: 'url', url: 'https://example.com/'}, goal: true},
			],
		}),
		await put(steps[2]!, {next: to(last), buttons: [{id: 'back', label: 'Back', target: {to: 'previous'}}]}),
		await put(b1, {
			buttons: [
				{id: 'stop', label: 'Stop', target: {to: 'end'}},
				{id: 'on', label: 'On', target: {to: 'next'}},
			],
		}),
		await put(b2, {next: {to: 'end'}, buttons: [{id: 'again', label: 'Again', target: {to: 'restart'}}]}),
	];
	await ana('POST', `/v1/tours/${tourId}/publish`);
	const {tour} = (await ana('GET', `/v1/tours/${tourId}`)).body;
	return {tourId, slug, steps, edges: edgesOf(tour.steps), statuses};
}

/** Returns the reports of a visit that goes on at random, as the page sends them. */
function walk(steps: string[], edges: ReturnType<typeof edgesOf>): Sent[] {
	const sent: Sent[] = [];
	const isLast = (id: string) => edges.filter(({from}) => from === id).every(({to}) => to === END);
	let end: ReportEvent[] = [];
	let step = steps[0]!;
	for (let n = 1; ; n++) {
		if (end.length === 0 && isLast(step)) end = [{type: 'complete', step}];
		sent.push({events: [...(n === 1 ? [{type: 'view'} as const] : []), {type: 'step', step, n}, ...end], step, n});
		if (random.below(6) === 0) return sent;
		const edge = random.pick(edges.filter(({from}) => from === step));
		if (edge.to === END && end.length === 0) end = [{type: 'complete', step}];
		sent.push({events: [{type: 'action', step, ...(edge.actionId && {action: edge.actionId})}, ...end], step, n});
		if (edge.to === END) return sent;
		if (edge.to !== null) step = edge.to;
	}
}

/** Counts once a visit what the reports say that arrive. */
function count(visits: Sent[][]): Walked {
	const counts: Walked = {views: 0, steps: {}, left: {}, ends: {}, ways: {}};
	for (const sent of visits) {
		if (sent.length === 0) continue;
		counts.views++;
		const events = sent.flatMap(report => report.events);
		const once = (names: string[], into: Record<string, number>) => {
			for (const name of new Set(names)) add(into, name);
		};
		once(
			events.flatMap(event => (event.type === 'step' ? [event.step] : [])),
			counts.steps,
		);
		once(
			events.flatMap(event => (event.type === 'action' ? [`${event.step} ${event.action ?? ''}`] : [])),
			counts.ways,
		);
		const end = events.find(event => event.type === 'complete');
		const shown = events.filter(event => event.type === 'step').toSorted((a, b) => b.n! - a.n!)[0];
		if (end) add(counts.ends, end.step!);
		else add(counts.left, shown?.step ?? 'none');
	}
	return counts;
}

test.serial(
	'views are ends and left on 1,000 visits whose reports are lost, doubled and reordered, and each count is the walk’s',
	async t => {
		const {tourId, slug, steps, edges, statuses} = await publishFork();
		t.deepEqual([...new Set(statuses)], [200]);
		// Of every other visit nothing is lost.
		const visits = Array.from({length: 1000}, (_, index) => walk(steps, edges).filter(() => index % 2 === 0 || random.below(4) > 0));
		const reports = visits.flatMap(sent => {
			const visit = randomToken();
			return sent.flatMap(({events}) => Array(random.below(5) === 0 ? 2 : 1).fill(visitOf(events, visit)));
		});
		const queue = random.shuffle(reports);
		const statusesSent = new Set<number>();
		const sender = async () => {
			for (let report = queue.pop(); report; report = queue.pop()) statusesSent.add((await send(service, slug, report)).status);
		};
		await Promise.all(Array.from({length: 16}, sender));
		t.deepEqual([...statusesSent], [204]);
		await allCounted(service);

		const {totals, funnel, actions, ends, edges: counted, goal} = await read(tourId);
		const walked = count(visits);
		t.log(`${reports.length} reports of ${walked.views} visits`);
		const of = (counts: Record<string, number>, name: string) => counts[name] ?? 0;
		const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
		t.is(totals.views, walked.views);
		t.is(totals.completions, sum(Object.values(walked.ends)));
		for (const {stepId, views, left} of funnel) t.deepEqual([views, left], [of(walked.steps, stepId), of(walked.left, stepId)]);
		for (const {stepId, visits} of ends) t.is(visits, of(walked.ends, stepId));
		for (const {stepId, actionId, clicks} of actions) t.is(clicks, of(walked.ways, `${stepId} ${actionId}`));
		for (const {from, actionId, visits} of counted) t.is(visits, of(walked.ways, `${from} ${actionId ?? ''}`));
		t.is(counted.length, edges.length);
		t.deepEqual(
			ends.map(({stepId}: {stepId: string}) => stepId),
			[3, 4, 5].map(index => steps[index]),
		);
		// What was lost with the first steps stands at none.
		t.is(totals.views, totals.completions + sum(funnel.map(({left}: {left: number}) => left)) + of(walked.left, 'none'));
		const pressed = visits.filter(sent =>
			sent.some(({events}) => events.some(event => event.type === 'action' && ['b', 'web'].includes(event.action ?? ''))),
		);
		t.deepEqual(goal, {visits: pressed.length, rate: Math.round((pressed.length / totals.views) * 10_000) / 10_000});
	},
);

test.serial('of a tour without paths the furthest step is where a visit stopped', async t => {
	const {tourId, slug, steps} = await publishSlides(ana, 4);
	const step = (index: number) => ({type: 'step', step: steps[index]!}) as const;
	for (const [far, back] of [
		[0, 0],
		[2, 1],
		[2, 0],
		[3, 2],
	] as const) {
		const visit = randomToken();
		for (let index = 0; index <= far; index++) await send(service, slug, visitOf([step(index)], visit));
		await send(service, slug, visitOf([step(back), ...(far === 3 ? [{type: 'complete'} as const] : [])], visit));
	}
	await allCounted(service);
	const {totals, funnel, ends, actions, edges, goal} = await read(tourId);
	t.like(totals, {views: 4, completions: 1});
	t.deepEqual(
		funnel.map(({left}: {left: number}) => left),
		[1, 0, 2, 0],
	);
	t.deepEqual({ends, actions, edges, goal}, {ends: [{stepId: steps[3], visits: 1}], actions: [], edges: [], goal: null});
});

test.serial('what no page can have shown adds nothing: ends that are none, actions of other steps, goals by word alone', async t => {
	const {tourId, slug, steps} = await publishFork();
	const events: ReportEvent[] = [
		{type: 'complete', step: steps[0]!},
		{type: 'action', step: steps[1]!, action: 'b'},
		{type: 'action', step: 'step_x'},
	];
	t.is((await send(service, slug, visitOf(events))).status, 204);
	t.is((await send(service, slug, visitOf([{type: 'action', step: steps[0]!, action: 'a', goal: true}]))).status, 204);
	await allCounted(service);
	const {totals, actions, goal} = await read(tourId);
	t.like(totals, {views: 1, completions: 0});
	t.is(actions[0].clicks, 1);
	t.deepEqual(goal, {visits: 0, rate: 0});
});
