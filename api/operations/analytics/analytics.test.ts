import test from 'ava';
import type {ReportEvent} from '../../../shared/contract/visitors/report.ts';
import {randomToken} from '../../../shared/ids.ts';
import {tx} from '../../../shared/store/database.ts';
import {addDays} from '../../../shared/store/visitors/account-days.ts';
import {addToStatistics} from '../../../shared/store/visitors/statistics.ts';
import {post as toMcp, toolCall} from '../../../test/helpers/mcp.ts';
import {type Published, publishSlides} from '../../../test/helpers/reports.ts';
import {type Client, startService} from '../../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const step = (id: string): ReportEvent => ({type: 'step', step: id});

/** A visit as it was counted on that day (YYYY-MM-DD). */
const visited = (tourId: string, day: string, events: ReportEvent[]) =>
	tx(service.services.database, db => addToStatistics(db, [{tourId, visit: randomToken(), at: Date.parse(`${day}T12:00:00Z`), events}]));
const read = (link: {tourId: string}, query = '', client = ana) => client('GET', `/v1/tours/${link.tourId}/analytics${query}`);

/** Three visits: all the way with both buttons, half the way, and a glance. */
async function threeVisits({tourId, steps}: Published, day: string): Promise<void> {
	const cta = (target: 'link' | 'whatsapp'): ReportEvent => ({type: 'cta', target, click: 1});
	await visited(tourId, day, [...steps.map(step), {type: 'complete'}, cta('link'), cta('whatsapp')]);
	await visited(tourId, day, steps.slice(0, 2).map(step));
	await visited(tourId, day, [{type: 'view'}]);
}

test('totals, a series with every day, and the funnel with positions, titles and shares', async t => {
	const link = await publishSlides(ana, 3);
	await threeVisits(link, '2026-03-02');
	await visited(link.tourId, '2026-03-04', [step(link.steps[0]!)]);
	await visited(link.tourId, '2026-03-05', [{type: 'view'}]);
	const lead = {tourId: link.tourId, day: '2026-03-03', views: 0, completions: 0, ctaClicks: 0, leads: 1};
	await tx(service.services.database, db => addDays(db, [lead]));
	const {status, body} = await read(link, '?from=2026-03-01&to=2026-03-04');
	t.is(status, 200);
	const nothing = {views: 0, completions: 0, ctaClicks: 0, leads: 0};
	t.deepEqual(body, {
		ok: true,
		period: {from: '2026-03-01', to: '2026-03-04'},
		totals: {views: 4, completions: 1, ctaClicks: 2, leads: 1},
		series: [
			{date: '2026-03-01', ...nothing},
			{date: '2026-03-02', views: 3, completions: 1, ctaClicks: 2, leads: 0},
			{date: '2026-03-03', ...nothing, leads: 1},
			{date: '2026-03-04', ...nothing, views: 1},
		],
		funnel: [
			{stepId: link.steps[0], position: 0, title: 'Slide 1', views: 3, share: 0.75, left: 0},
			{stepId: link.steps[1], position: 1, title: 'Slide 2', views: 2, share: 0.5, left: 0},
			{stepId: link.steps[2], position: 2, title: 'Slide 3', views: 1, share: 0.25, left: 0},
		],
		actions: [],
		ends: [{stepId: link.steps[2], visits: 0}],
		edges: [],
		goal: null,
	});
	const same = await ana('GET', `/v1/analytics?tourId=${link.tourId}&from=2026-03-01&to=2026-03-04`);
	t.deepEqual(same.body, body);
});

test('without dates the last 30 days are meant, today included; with one of them the other follows', async t => {
	const link = await publishSlides(ana, 1);
	for (const days of [0, 29, 30]) await visited(link.tourId, daysAgo(days), [{type: 'view'}]);
	const {period, totals, series} = (await read(link)).body;
	t.deepEqual(period, {from: daysAgo(29), to: daysAgo(0)});
	t.is(totals.views, 2);
	t.is(series.length, 30);
	t.deepEqual((await read(link, '?to=2026-03-30')).body.period, {from: '2026-03-01', to: '2026-03-30'});
	t.deepEqual((await read(link, `?from=${daysAgo(3)}`)).body.period, {from: daysAgo(3), to: daysAgo(0)});
	t.deepEqual((await ana('GET', '/v1/analytics')).body.period, period);
	const year = (await read(link, '?from=2024-01-01&to=2024-12-31')).body;
	t.is(year.series.length, 366);
	t.is(year.series[59].date, '2024-02-29');
	t.is((await read(link, '?from=2027-01-01&to=2027-01-01')).body.series.length, 1);
});

test('days that are none, an end before the beginning and more than 366 days are refused, by field', async t => {
	const link = await publishSlides(ana, 1);
	const wrong: Array<[query: string, field: string]> = [
		['from=2026-02-29', 'from'],
		['from=2026-2-1', 'from'],
		['from=20260201', 'from'],
		['from=', 'from'],
		['to=yesterday', 'to'],
		['to=2026-03-01T00:00:00Z', 'to'],
		['to=2026-13-01', 'to'],
		['to=%202026-03-01', 'to'],
		['from=2026-03-01&from=2026-03-02', 'from'],
		['from=2026-03-02&to=2026-03-01', 'from'],
		['from=2999-01-01', 'from'],
		['to=0000-01-05', 'from'],
		['from=2024-01-01&to=2025-01-01', 'from'],
		['from=0001-01-01&to=9999-12-31', 'from'],
	];
	for (const [query, field] of wrong) {
		for (const path of [`/v1/tours/${link.tourId}/analytics?`, `/v1/analytics?tourId=${link.tourId}&`, '/v1/analytics?']) {
			const {status, body} = await ana('GET', path + query);
			t.is(status, 400, query);
			t.is(body.error, 'invalid_request');
			t.deepEqual([...new Set(body.errors.map((fault: {field: string}) => fault.field))], [field], query);
			t.truthy(body.errors[0].hint);
		}
	}
});

test('without a first day a period has 30 days, also long before there were any counts', async t => {
	for (const [to, from] of [
		['1960-01-10', '1959-12-12'],
		['1970-01-05', '1969-12-07'],
		['0001-01-05', '0001-01-01'],
		['2024-03-01', '2024-02-01'],
	]) {
		const {status, body} = await ana('GET', `/v1/analytics?to=${to}`);
		t.is(status, 200, to);
		t.deepEqual(body.period, {from, to});
	}
});

test('the funnel follows what is published: other steps only with the next publish, the last ones after it was taken down', async t => {
	const link = await publishSlides(ana, 2);
	const titles = async () => (await read(link)).body.funnel.map(({title}: {title: string}) => title);
	const {step: added} = (await ana('POST', `/v1/tours/${link.tourId}/steps`, {body: {type: 'slide', position: 0}})).body;
	await ana('PATCH', `/v1/tours/${link.tourId}/steps/${link.steps[1]}`, {body: {title: 'Renamed'}});
	t.deepEqual(await titles(), ['Slide 1', 'Slide 2']);
	await visited(link.tourId, daysAgo(0), link.steps.map(step));
	await ana('DELETE', `/v1/tours/${link.tourId}/steps/${link.steps[0]}`);
	await ana('POST', `/v1/tours/${link.tourId}/publish`);
	const {funnel} = (await read(link)).body;
	t.deepEqual(funnel, [
		{stepId: added.id, position: 0, title: null, views: 0, share: 0, left: 0},
		{stepId: link.steps[1], position: 1, title: 'Renamed', views: 1, share: 1, left: 0},
	]);
	await ana('PATCH', `/v1/tours/${link.tourId}/steps/${link.steps[1]}`, {body: {title: 'Later'}});
	await ana('DELETE', `/v1/tours/${link.tourId}/publish`);
	t.deepEqual((await read(link)).body.funnel, funnel);
});

test('a tour that was never published has the funnel of its own steps, and nothing in it', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Draft'}})).body;
	t.deepEqual((await read({tourId: tour.id})).body.funnel, []);
	const {step: only} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'Draft'}})).body;
	const {body} = await read({tourId: tour.id});
	t.deepEqual(body.funnel, [{stepId: only.id, position: 0, title: 'Draft', views: 0, share: 0, left: 0}]);
	t.deepEqual(body.totals, {views: 0, completions: 0, ctaClicks: 0, leads: 0});
});

test('a visit over midnight: no share is above 1', async t => {
	const link = await publishSlides(ana, 1);
	const visit = randomToken();
	const at = (text: string) => Date.parse(text);
	const report = {tourId: link.tourId, visit};
	await tx(service.services.database, db =>
		addToStatistics(db, [
			{...report, at: at('2026-04-01T23:59:59Z'), events: [{type: 'view'}]},
			{...report, at: at('2026-04-02T00:00:01Z'), events: [step(link.steps[0]!)]},
			{...report, visit: randomToken(), at: at('2026-04-02T08:00:00Z'), events: [step(link.steps[0]!)]},
		]),
	);
	const {funnel, totals} = (await read(link, '?from=2026-04-02&to=2026-04-02')).body;
	t.is(totals.views, 1);
	t.deepEqual([funnel[0].views, funnel[0].share], [2, 1]);
});

test("without tourId: a summary for each link that is up, newest first, and for no other account's", async t => {
	const bento = await service.client();
	const [first, second, down] = [
		await publishSlides(bento, 1, 'First'),
		await publishSlides(bento, 1, 'Second'),
		await publishSlides(bento, 1, 'Down'),
	];
	await bento('POST', '/v1/tours', {body: {name: 'Draft'}});
	await bento('DELETE', `/v1/tours/${down!.tourId}/publish`);
	await threeVisits(first!, daysAgo(0));
	await threeVisits(first!, daysAgo(1));
	await threeVisits(first!, daysAgo(40));
	const {links, ...rest} = (await bento('GET', '/v1/analytics')).body;
	t.deepEqual(rest, {ok: true, period: {from: daysAgo(29), to: daysAgo(0)}, nextCursor: null});
	t.deepEqual(links, [
		{
			tourId: second!.tourId,
			name: 'Second',
			slug: second!.slug,
			url: second!.url,
			totals: {views: 0, completions: 0, ctaClicks: 0, leads: 0},
		},
		{tourId: first!.tourId, name: 'First', slug: first!.slug, url: first!.url, totals: {views: 6, completions: 2, ctaClicks: 4, leads: 0}},
	]);
	t.deepEqual((await (await service.client())('GET', '/v1/analytics')).body.links, []);
});

/** The same error as where the path has the identifier: only the name of the field differs. */
function named(body: {errors: object[]}) {
	return {...body, errors: body.errors.map(error => ({...error, field: 'id'}))};
}

test("another account's tour, and one that never was, are 404 by both ways and by the tool", async t => {
	const link = await publishSlides(ana, 1);
	const stranger = await service.client();
	const never = await ana('GET', '/v1/tours/tour_x/analytics');
	t.is(never.status, 404);
	for (const reply of [
		await read(link, '', stranger),
		await stranger('GET', `/v1/analytics?tourId=${link.tourId}`),
		await ana('GET', '/v1/analytics?tourId=tour_x'),
		await ana('GET', '/v1/analytics?tourId='),
	]) {
		t.is(reply.status, 404);
		t.deepEqual(named(reply.body), never.body);
	}
	const tool = await callTool(stranger, {tourId: link.tourId});
	t.true(tool.isError);
	t.deepEqual(named(JSON.parse(tool.content[0].text)), never.body);
});

test('the tool answers what the operation answers, one tour or all links', async t => {
	const bento = await service.client();
	const link = await publishSlides(bento, 2);
	await threeVisits(link, daysAgo(0));
	for (const query of ['', `?tourId=${link.tourId}`, `?tourId=${link.tourId}&from=${daysAgo(1)}`]) {
		const {body} = await bento('GET', `/v1/analytics${query}`);
		const {structuredContent} = await callTool(bento, Object.fromEntries(new URLSearchParams(query)));
		t.deepEqual(structuredContent, body);
	}
});

async function callTool({key}: Client, input: Record<string, unknown>) {
	const response = await toMcp(service.baseUrl, key, toolCall('get_analytics', input));
	return (await response.json()).result;
}
