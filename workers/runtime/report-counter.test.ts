import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {openReportStream, type ReportStream} from '../../shared/queue/report-stream.ts';
import {openServices, type Services} from '../../shared/services/services.ts';
import {LostLease, withLease} from '../../shared/store/leases.ts';
import {type Fresh, freshDatabase} from '../../test/helpers/database.ts';
import {countOldest, openReportCounter} from './report-counter.ts';

let fresh: Fresh;
let services: Services;
let stream: ReportStream;
test.before(async () => {
	fresh = await freshDatabase({LOG_LEVEL: 'silent'});
	services = await openServices(fresh.config, 'workers');
	stream = openReportStream(services.redis, fresh.config.redisPrefix);
});
test.after.always(async () => {
	await services?.close();
	await fresh?.drop();
});

let tours = 0;
const newTour = () => `tour_${++tours}`;
const everything: ReportEvent[] = [
	{type: 'view'},
	{type: 'step', step: 'step_1'},
	{type: 'step', step: 'step_2'},
	{type: 'complete'},
	{type: 'cta', target: 'link', click: 1},
];
const report = (tourId: string, {visit = randomToken(), at = Date.now(), events = everything} = {}) =>
	stream.append({tourId, visit, at, events});

async function counted(tourId: string) {
	const db = services.database;
	const days = await db.query('SELECT day, views, completions, cta_clicks AS clicks FROM tour_days WHERE tour_id = ? ORDER BY day', [
		tourId,
	]);
	const steps: Array<{step: string; views: number}> = await db.query(
		'SELECT step_id AS step, views FROM step_days WHERE tour_id = ? ORDER BY day, step_id',
		[tourId],
	);
	return {days, steps: steps.map(({step, views}) => `${step} ${views}`)};
}
const today = () => new Date().toISOString().slice(0, 10);

test.serial('a counter that dies between its commit and the removal is followed by one that counts none of it', async t => {
	const tour = newTour();
	for (let visit = 0; visit < 10; visit++) await report(tour);
	const dying: ReportStream = {...stream, remove: () => Promise.reject(new Error('killed'))};
	await t.throwsAsync(countOldest(services, dying), {message: 'killed'});
	const whole = {days: [{day: today(), views: 10, completions: 10, clicks: 10}], steps: ['step_1 10', 'step_2 10']};
	t.deepEqual(await counted(tour), whole);
	t.is(await stream.length(), 10);
	t.is(await countOldest(services, stream), 10);
	t.deepEqual(await counted(tour), whole);
	t.is(await stream.length(), 0);
});

test.serial('a counter that loses its lease before its commit has counted nothing, and the next one counts all', async t => {
	const tour = newTour();
	for (let visit = 0; visit < 10; visit++) await report(tour);
	const cut: ReportStream = {
		...stream,
		async head(count) {
			const entries = await stream.head(count);
			if (count > 1) {
				// As after a freeze: it ran out, and another has taken it over, who is killed.
				await services.database.query(
					"UPDATE leases SET token = ?, until = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND WHERE name = 'count-reports'",
					[randomBytes(16)],
				);
			}
			return entries;
		},
	};
	await t.throwsAsync(countOldest(services, cut), {instanceOf: LostLease});
	t.deepEqual(await counted(tour), {days: [], steps: []});
	t.is(await stream.length(), 10);
	t.is(await countOldest(services, stream), 0, 'the lease still runs');
	await sleep(1200);
	t.is(await countOldest(services, stream), 10, 'the lease has run out');
	t.like((await counted(tour)).days[0], {views: 10, clicks: 10});
});

test.serial('while one counts, another one leaves it alone', async t => {
	const tour = newTour();
	await report(tour);
	await withLease(services.database, 'count-reports', async () => {
		t.is(await countOldest(services, stream), 0);
		t.is(await withLease(services.database, 'something-else', async () => 1), 1);
	});
	t.is(await countOldest(services, stream), 1);
});

test.serial('four counters at once count 3,000 reports, each of which comes twice, exactly', async t => {
	const tour = newTour();
	const visits = Array.from({length: 1500}, () => randomToken());
	const counters = Array.from({length: 4}, () => openReportCounter(services));
	for (const visit of [...visits, ...visits.toReversed()]) await report(tour, {visit});
	for (const until = Date.now() + 60_000; (await stream.length()) > 0 && Date.now() < until; ) await sleep(50);
	await Promise.all(counters.map(counter => counter.close()));
	t.deepEqual(await counted(tour), {
		days: [{day: today(), views: 1500, completions: 1500, clicks: 1500}],
		steps: ['step_1 1500', 'step_2 1500'],
	});
});

test.serial('a report is counted on the day, UTC, on which it was received, whenever that happens', async t => {
	const tour = newTour();
	const visit = randomToken();
	const [before, after] = [Date.UTC(2026, 1, 28, 23, 59, 59, 999), Date.UTC(2026, 2, 1)];
	await report(tour, {visit, at: after, events: [{type: 'complete'}]});
	await report(tour, {visit, at: before, events: [{type: 'step', step: 'step_1'}]});
	await report(tour, {at: before, events: [{type: 'view'}]});
	await countOldest(services, stream);
	t.deepEqual(await counted(tour), {
		days: [
			{day: '2026-02-28', views: 1, completions: 0, clicks: 0},
			{day: '2026-03-01', views: 1, completions: 1, clicks: 0},
		],
		steps: ['step_1 1'],
	});
});

test.serial('what cannot be read is dropped, and what stands behind it is counted', async t => {
	const tour = newTour();
	const good = {tourId: tour, visit: randomToken(), at: Date.now(), events: everything};
	const bad: unknown[] = [
		'',
		'{',
		'null',
		[],
		{...good, tourId: 'x'.repeat(41)},
		{...good, at: 'today'},
		{...good, at: 1e16},
		{...good, visit: "'; DROP TABLE tour_days"},
		{...good, events: [{type: 'step', step: 'x'.repeat(100)}]},
		{...good, more: 1},
	];
	const key = `${fresh.config.redisPrefix}:reports`;
	for (const entry of bad) await services.redis.xadd(key, '*', 'report', typeof entry === 'string' ? entry : JSON.stringify(entry));
	await services.redis.xadd(key, '*', 'something', 'else');
	await report(tour);
	t.is(await countOldest(services, stream), bad.length + 2);
	t.is(await stream.length(), 0);
	t.like((await counted(tour)).days[0], {views: 1});
});

test.serial('reports of 50 events, as many as fit into one transaction, are counted in one', async t => {
	const tour = newTour();
	const events = Array.from({length: 50}, (_, index) => ({type: 'step', step: `step_${index}`}) as const);
	for (let visit = 0; visit < 200; visit++) await report(tour, {events});
	t.is(await countOldest(services, stream), 200);
	const {days, steps} = await counted(tour);
	t.like(days[0], {views: 200});
	t.is(steps.length, 50);
	t.true(steps.every(step => step.endsWith(' 200')));
});

test.serial(
	'Redis away, and back: the counter goes on by itself; Redis emptied: nothing is there to count, and nothing breaks',
	async t => {
		const tour = newTour();
		const own = await openServices(fresh.config, 'workers');
		const counter = openReportCounter(own);
		own.redis.disconnect();
		await report(tour);
		await sleep(1500);
		t.is(await stream.length(), 1);
		await own.redis.connect();
		for (const until = Date.now() + 20_000; (await stream.length()) > 0 && Date.now() < until; ) await sleep(50);
		t.like((await counted(tour)).days[0], {views: 1});
		await services.redis.del(`${fresh.config.redisPrefix}:reports`);
		await report(tour);
		for (const until = Date.now() + 20_000; (await stream.length()) > 0 && Date.now() < until; ) await sleep(50);
		t.like((await counted(tour)).days[0], {views: 2});
		await counter.close();
		await own.close();
	},
);
