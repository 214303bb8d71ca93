import test from 'ava';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {randomToken} from '../../shared/ids.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import {openReportStream} from '../../shared/queue/report-stream.ts';
import {withLease} from '../../shared/store/leases.ts';
import {allCounted, PERSON, publishSlides, send, visitOf} from '../../test/helpers/reports.ts';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const link = await publishSlides(ana, 3);
test.after.always(() => service.stop());

const view = {type: 'view'} as const;
const complete = {type: 'complete'} as const;
const step = (index: number) => ({type: 'step', step: link.steps[index]!}) as const;
const click = (number: number) => ({type: 'cta', target: 'link', click: number}) as const;

/** What the owner reads of the link, and how much of it a test has brought. */
async function counts(of = link) {
	await allCounted(service);
	const {totals, funnel} = (await ana('GET', `/v1/tours/${of.tourId}/analytics`)).body;
	return {...totals, steps: funnel.map(({views}: {views: number}) => views)};
}
const stream = () => openReportStream(service.services.redis, service.config.redisPrefix);

test.serial('a visit is counted: its view, its steps, its completion, its button, however often it is pressed', async t => {
	const visit = randomToken();
	t.is((await send(service, link.slug, visitOf([view, step(0)], visit))).status, 204);
	for (const events of [[step(1)], [step(2), complete], [click(1)], [click(2)]]) {
		t.is((await send(service, link.slug, visitOf(events, visit))).status, 204);
	}
	t.deepEqual(await counts(), {views: 1, completions: 1, ctaClicks: 1, leads: 0, steps: [1, 1, 1]});
});

test.serial('what is repeated, in one report, in another or replayed later, is counted once', async t => {
	const before = await counts();
	const report = visitOf([view, view, step(0), step(0), complete, complete, click(1), click(1)]);
	await Promise.all(Array.from({length: 5}, () => send(service, link.slug, report)));
	t.is((await counts()).views, before.views + 1);
	t.is((await send(service, link.slug, report)).status, 204);
	t.deepEqual(await counts(), {
		views: before.views + 1,
		completions: before.completions + 1,
		ctaClicks: before.ctaClicks + 1,
		leads: 0,
		steps: [before.steps[0] + 1, before.steps[1], before.steps[2]],
	});
});

test.serial('reports in the wrong order are counted alike, and whatever comes first brings the view', async t => {
	const other = await publishSlides(ana, 3);
	const visit = randomToken();
	for (const event of [
		click(1),
		complete,
		{type: 'step', step: other.steps[2]!} as const,
		{type: 'step', step: other.steps[0]!} as const,
	]) {
		t.is((await send(service, other.slug, visitOf([event], visit))).status, 204);
		t.is((await counts(other)).views, 1);
	}
	t.is((await send(service, other.slug, visitOf([view], visit))).status, 204);
	t.deepEqual(await counts(other), {views: 1, completions: 1, ctaClicks: 1, leads: 0, steps: [1, 0, 1]});
});

test.serial('forged steps, of no tour or of another one, are nothing; what stands beside them is counted', async t => {
	const other = await publishSlides(ana, 1);
	const before = await counts();
	const foreign = {type: 'step', step: other.steps[0]!} as const;
	const invented = {type: 'step', step: 'step_01hzzzzzzzzzzzzzzzzzzzzzzz'} as const;
	t.is((await send(service, link.slug, visitOf([foreign, invented]))).status, 204);
	t.deepEqual(await counts(), before);
	t.is((await send(service, link.slug, visitOf([foreign, step(1)]))).status, 204);
	const after = await counts();
	t.deepEqual([after.views - before.views, after.steps[1] - before.steps[1]], [1, 1]);
	t.deepEqual((await counts(other)).steps, [0]);
});

test.serial('a click where the closing card has no button is nothing', async t => {
	const other = await publishSlides(ana, 1);
	await ana('PUT', `/v1/tours/${other.tourId}/end-cta`, {body: {enabled: true}});
	await ana('POST', `/v1/tours/${other.tourId}/publish`);
	await send(service, other.slug, visitOf([click(1)]));
	t.like(await counts(other), {views: 0, ctaClicks: 0});
	await send(service, link.slug, visitOf([view, {type: 'cta', target: 'whatsapp', click: 1}]));
	const withLink = await counts();
	t.is((await send(service, link.slug, visitOf([{type: 'cta', target: 'whatsapp', click: 1}]))).status, 204);
	t.deepEqual(await counts(), withLink, 'the card has a link alone');
});

test.serial('a button that leads to WhatsApp is known by where it leads, as the page names it', async t => {
	const other = await publishSlides(ana, 1);
	await ana('PUT', `/v1/tours/${other.tourId}/end-cta`, {body: {enabled: true, link: {url: 'https://wa.me/5511999990000'}}});
	await ana('POST', `/v1/tours/${other.tourId}/publish`);
	await send(service, other.slug, visitOf([{type: 'cta', target: 'whatsapp', click: 1}]));
	await send(service, other.slug, visitOf([click(1)]));
	t.like(await counts(other), {views: 1, ctaClicks: 1});
});

test.serial('a hundred reports of fifty clicks each add a hundred views and a hundred clicks', async t => {
	const other = await publishSlides(ana, 2);
	const clicks = Array.from({length: 50}, (_, index) => click(index + 1));
	const replies = await Promise.all(Array.from({length: 100}, () => send(service, other.slug, visitOf(clicks))));
	t.deepEqual([...new Set(replies.map(({status}) => status))], [204]);
	t.deepEqual(await counts(other), {views: 100, completions: 0, ctaClicks: 100, leads: 0, steps: [0, 0]});
});

test.serial('an IP adds so many visits of a tour an hour; those let in go on, other tours and IPs are not kept out', async t => {
	const small = await startService({VISITS_PER_HOUR: '3', TRUSTED_PROXIES: '1'});
	const client = await small.client();
	const [one, two] = [await publishSlides(client, 2), await publishSlides(client, 1)];
	const from = (ip: string) => ({'X-Forwarded-For': ip});
	const report = (slug: string, visit: string, events: ReportEvent[] = [view], ip = '203.0.113.7') =>
		send(small, slug, visitOf(events, visit), from(ip));
	const visits = Array.from({length: 20}, () => randomToken());
	const replies = await Promise.all(visits.map(visit => report(one.slug, visit)));
	t.deepEqual(
		[204, 429].map(status => replies.filter(reply => reply.status === status).length),
		[3, 17],
	);
	const refused = replies.find(({status}) => status === 429)!;
	t.is(refused.error, 'attempts_limited');
	const wait = Number(refused.headers.get('retry-after'));
	t.true(wait > 3500 && wait <= 3600, `${wait} s`);
	const known = visits[replies.findIndex(({status}) => status === 204)]!;
	const late = {type: 'step', step: one.steps[1]!} as const;
	t.is((await report(one.slug, known, [late])).status, 204);
	t.is((await report(one.slug, randomToken(), [click(1)])).status, 429, 'what implies a view needs one, too');
	t.is((await report(two.slug, visits[0]!)).status, 204);
	t.is((await report(one.slug, randomToken(), [view], '203.0.113.8')).status, 204);
	await allCounted(small);
	const {totals, funnel} = (await client('GET', `/v1/tours/${one.tourId}/analytics`)).body;
	t.deepEqual([totals.views, totals.ctaClicks, funnel[1].views], [4, 0, 1]);
	const {redis, config} = small.services;
	const keys = await redis.keys(`${config.redisPrefix}:visits:*`);
	t.is(keys.length, 3);
	for (const key of keys) {
		t.regex(key, /:visits:[\w-]{22}$/, 'a keyed hash of tour and ip');
		t.true((await redis.ttl(key)) <= 3600);
		for (const visit of await redis.smembers(key)) t.regex(visit, /^-?\d{1,19}$/, 'a keyed hash of the visit');
	}
	await small.stop();
});

test.serial('two visits are two views, and the same visit to two tours is one of each', async t => {
	const other = await publishSlides(ana, 1);
	const before = await counts();
	const report = visitOf([view]);
	await send(service, link.slug, report);
	await send(service, link.slug, visitOf([view]));
	await send(service, other.slug, report);
	t.is((await counts()).views, before.views + 2);
	t.is((await counts(other)).views, 1);
});

test.serial('what is not a report is refused: too large, not JSON, of another shape', async t => {
	const {visit} = visitOf([]);
	const wrong: Array<[body: unknown, error: string]> = [
		[`${JSON.stringify(visitOf([view]))}${' '.repeat(4096)}`, 'body_too_large'],
		['{"visit":', 'malformed_json'],
		['', 'malformed_json'],
		['[]', 'invalid_request'],
		['null', 'invalid_request'],
		[{visit, events: []}, 'invalid_request'],
		[{visit, events: Array(51).fill(view)}, 'invalid_request'],
		[{visit: 'short', events: [view]}, 'invalid_request'],
		[{visit: `${visit.slice(1)}\n`, events: [view]}, 'invalid_request'],
		[{events: [view]}, 'invalid_request'],
		[{visit, events: [view], more: 1}, 'invalid_request'],
		[{visit, events: [{type: 'lead'}]}, 'invalid_request'],
		[{visit, events: [{type: 'view', at: 0}]}, 'invalid_request'],
		[{visit, events: [{type: 'step'}]}, 'invalid_request'],
		[{visit, events: [{type: 'step', step: 'x'.repeat(41)}]}, 'invalid_request'],
		[{visit, events: [{type: 'cta', target: 'link', click: 0}]}, 'invalid_request'],
		[{visit, events: [{type: 'cta', target: 'elsewhere', click: 1}]}, 'invalid_request'],
	];
	for (const [body, error] of wrong) {
		t.like(await send(service, link.slug, body), {status: 400, error}, JSON.stringify(body).slice(0, 80));
	}
	t.is(await stream().length(), 0);
});

test.serial('a slug that never was is 404, so is a preview, and a link that was taken down is 410', async t => {
	const other = await publishSlides(ana, 1);
	const {url} = (await ana('POST', `/v1/tours/${other.tourId}/publish`, {body: {dryRun: true}})).body.preview;
	const token = url.split('/').at(-1);
	t.false((await (await fetch(url)).text()).includes('data-report'));
	for (const slug of ['nothing', token, `preview/${token}`, other.slug.toLowerCase().slice(1)]) {
		t.like(await send(service, slug, visitOf([view])), {status: 404, error: 'not_found'}, slug);
	}
	await ana('DELETE', `/v1/tours/${other.tourId}/publish`);
	t.like(await send(service, other.slug, visitOf([view])), {status: 410, error: 'link_taken_down'});
	t.is((await counts(other)).views, 0);
});

test.serial('programs, and pages that are fetched or rendered ahead, are heard and not counted', async t => {
	const before = await counts();
	const unseen: Array<Record<string, string>> = [
		{'User-Agent': ''},
		{'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'},
		{'User-Agent': PERSON.replace('Chrome/', 'HeadlessChrome/')},
		{'User-Agent': 'curl/8.5.0'},
		{'User-Agent': 'facebookexternalhit/1.1'},
		{'Sec-Purpose': 'prefetch'},
		{'Sec-Purpose': 'prefetch;prerender'},
		{Purpose: 'prefetch'},
	];
	for (const headers of unseen) t.is((await send(service, link.slug, visitOf([view]), headers)).status, 204, JSON.stringify(headers));
	t.deepEqual(await counts(), before);
	const people = [
		PERSON,
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
		'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
	];
	for (const agent of people) await send(service, link.slug, visitOf([view]), {'User-Agent': agent});
	t.is((await counts()).views, before.views + people.length);
});

test.serial('only pages of ours report, also those in a sandboxed frame, which have no origin', async t => {
	const before = await counts();
	const foreign: Array<Record<string, string>> = [
		{Origin: 'https://evil.example'},
		{Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin'},
		{Origin: 'http://127.0.0.1:1'},
		{Origin: service.baseUrl, 'Sec-Fetch-Site': 'cross-site'},
		{Origin: ''},
	];
	for (const headers of foreign) {
		t.like(await send(service, link.slug, visitOf([view]), headers), {status: 403, error: 'foreign_origin'}, JSON.stringify(headers));
	}
	t.deepEqual(await counts(), before);
	for (const headers of [{Origin: 'null', 'Sec-Fetch-Site': 'cross-site'}, {'Sec-Fetch-Site': 'same-origin'}]) {
		t.is((await send(service, link.slug, visitOf([view]), headers as Record<string, string>)).status, 204);
	}
	t.is((await counts()).views, before.views + 2);
});

test.serial('200 visitors at once: every one is counted, and every step of theirs', async t => {
	const other = await publishSlides(ana, 3);
	const events = other.steps.map(id => ({type: 'step', step: id}) as const);
	const replies = await Promise.all(
		Array.from({length: 200}, () => visitOf([view, ...events, complete])).map(report => send(service, other.slug, report)),
	);
	t.deepEqual([...new Set(replies.map(({status}) => status))], [204]);
	t.deepEqual(await counts(other), {views: 200, completions: 200, ctaClicks: 0, leads: 0, steps: [200, 200, 200]});
});

test.serial('what waits to be counted says what happened to which tour, and nothing of who looked', async t => {
	const visit = randomToken();
	// Nobody counts while somebody else does.
	await withLease(service.services.database, 'count-reports', async () => {
		await send(service, link.slug, visitOf([view], visit), {
			Cookie: 'a=b',
			Referer: 'https://intranet.example/secret',
			'Accept-Language': 'pt',
		});
		const [entry, ...others] = await stream().head(10);
		t.is(others.length, 0);
		const {at, ...rest} = JSON.parse(entry!.text);
		t.deepEqual(rest, {tourId: link.tourId, visit, events: [view]});
		t.true(Math.abs(Date.now() - at) < 60_000);
	});
	t.is((await send(service, link.slug, visitOf([view]))).headers.get('set-cookie'), null);
	const {redis, config, database} = service.services;
	await allCounted(service);
	const keys = (await redis.keys(`${untaggedPrefix(config.redisPrefix)}:used:*`)).filter(key => key.includes('report'));
	t.true(keys.length > 0);
	for (const key of keys) t.regex(key, /:used:report-ip:[\w-]{43}$/, 'a keyed hash of the ip, for a minute');
	for (const key of keys) t.true((await redis.pttl(key)) <= 60_250);
	const columns: Array<{name: string}> = await database.query(
		`SELECT DISTINCT column_name AS name FROM information_schema.columns
		 WHERE table_schema = DATABASE() AND table_name IN ('tour_days', 'step_days', 'path_days', 'visits') ORDER BY 1`,
	);
	t.deepEqual(
		columns.map(({name}) => name),
		[
			'account_id',
			'action_id',
			'completions',
			'cta_clicks',
			'day',
			'events',
			'id',
			'kind',
			'leads',
			'shown',
			'step_id',
			'tour_id',
			'views',
			'visits',
		],
	);
});

test.serial('where too many reports wait, another is refused rather than lost, and taken once they are counted', async t => {
	const before = await counts();
	const {redis, config} = service.services;
	await withLease(service.services.database, 'count-reports', async () => {
		const fill = "for i = 1, 100000 do redis.call('XADD', KEYS[1], '*', 'report', '') end";
		await redis.eval(fill, 1, `${config.redisPrefix}:reports`);
		const refused = await send(service, link.slug, visitOf([view]));
		t.like(refused, {status: 503, error: 'unavailable'});
		t.is(refused.headers.get('retry-after'), '5');
		const [oldest] = await stream().head(1);
		await stream().remove([oldest!.id]);
		t.is((await send(service, link.slug, visitOf([view]))).status, 204);
		t.is((await send(service, link.slug, visitOf([view]))).status, 503);
		await redis.xtrim(`${config.redisPrefix}:reports`, 'MAXLEN', 10);
	});
	t.is((await counts()).views, before.views + 1, 'what cannot be read stands in the way of nothing');
});

test.serial('an IP that reports too often learns when to go on; without Redis nothing is taken that could be lost', async t => {
	const small = await startService({VISITS_PER_HOUR: '1', LOG_LEVEL: 'silent'});
	const {slug} = await publishSlides(await small.client(), 1);
	const visit = visitOf([view]);
	for (let report = 0; report < 10; report++) t.is((await send(small, slug, visit)).status, 204);
	const refused = await send(small, slug, visit);
	t.like(refused, {status: 429, error: 'attempts_limited'});
	t.true(Number(refused.headers.get('retry-after')) <= 61);
	small.services.redis.disconnect();
	const lost = await send(small, slug, visitOf([view]));
	t.like(lost, {status: 503, error: 'unavailable'});
	t.is(lost.headers.get('retry-after'), '5');
	await small.stop();
});
