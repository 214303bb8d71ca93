import test from 'ava';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import type {ReceivedReport, ReportEvent} from '../../contract/visitors/report.ts';
import {randomToken, sha256} from '../../ids.ts';
import {tx} from '../database.ts';
import {purgeVisits, rememberEvents} from './visits.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const NOON = Date.UTC(2026, 4, 17, 12);
const HOUR_MS = 3_600_000;
const step = (name: string) => ({type: 'step', step: name}) as const;
const remember = (...reports: ReceivedReport[]) => tx(fresh.database, async db => (await rememberEvents(db, reports)).added);
const report = (visit: string, events: ReportEvent[], at = NOON, tourId = 'tour_a') => ({tourId, visit, at, events});
const rowsOf = (tourId: string, visit: string) =>
	fresh.database.query('SELECT day, LENGTH(events) AS bytes FROM visits WHERE id = ?', [sha256(`${tourId}\n${visit}`).subarray(0, 16)]);

test.serial('a visit is one row of 5 bytes an event, however many reports it sends', async t => {
	const visit = randomToken();
	for (let number = 1; number <= 10; number++) await remember(report(visit, [step(`step_${number}`)]), report(visit, [{type: 'view'}]));
	await remember(report(visit, [{type: 'complete'}, {type: 'cta', target: 'link', click: 2}]));
	t.deepEqual(await rowsOf('tour_a', visit), [{day: '2026-05-17', bytes: 13 * 5}]);
});

test.serial('a visit that lasts over midnight is one, whichever of its days is counted first', async t => {
	const evening = NOON + 11.9 * HOUR_MS;
	for (const times of [
		[evening, evening + HOUR_MS, evening + 23.9 * HOUR_MS],
		[evening + HOUR_MS, evening, evening + 23.9 * HOUR_MS],
	]) {
		const visit = randomToken();
		const found = [];
		for (const [index, at] of times.entries()) found.push(...(await remember(report(visit, [{type: 'view'}, step(`step_${index}`)], at))));
		t.deepEqual(
			found.map(({event, day}) => [event.type, day]),
			[0, 0, 1, 2].map((time, index) => [index === 0 ? 'view' : 'step', new Date(times[time]!).toISOString().slice(0, 10)]),
		);
		t.is((await rowsOf('tour_a', visit)).length, 1);
	}
});

test.serial('2,000 reports in any order, some of them twice and in batches of any size: each event is new once', async t => {
	const random = seededRandom(7);
	const visits = Array.from({length: 150}, () => randomToken());
	const steps = Array.from({length: 12}, (_, index) => `step_${index}`);
	const reports = Array.from({length: 2000}, () => {
		const events: ReportEvent[] = Array.from({length: random.below(4)}, () => {
			const kind = random.below(10);
			if (kind === 0) return {type: 'complete'};
			if (kind === 1) return {type: 'cta', target: random.pick(['link', 'whatsapp'] as const), click: 1 + random.below(3)};
			return kind === 2 ? {type: 'view'} : step(random.pick(steps));
		});
		return report(random.pick(visits), events, NOON + random.below(20) * HOUR_MS, random.pick(['tour_b', 'tour_c']));
	});
	const key = (tourId: string, visit: string, event: ReportEvent) =>
		`${tourId} ${visit} ${event.type} ${event.type === 'step' ? event.step : event.type === 'cta' ? event.target : ''}`;
	const wanted = new Set(
		reports.flatMap(({tourId, visit, events}) => [{type: 'view'} as const, ...events].map(event => key(tourId, visit, event))),
	);
	let found = 0;
	const left = [...reports];
	while (left.length > 0) found += (await remember(...left.splice(0, 1 + random.below(200)))).length;
	t.is(found, wanted.size);
	t.is((await remember(...random.shuffle(reports))).length, 0);
});

test.serial('a visit that reports without end fills its row and no more, and stands in the way of nobody', async t => {
	const [endless, other] = [randomToken(), randomToken()];
	for (let batch = 0; batch < 6; batch++) {
		const events = Array.from({length: 200}, (_, index) => step(`step_${batch * 200 + index}`));
		const found = await remember(report(endless, events), report(other, [step(`step_${batch}`)]));
		t.is(found.filter(({event}) => event.type === 'step').length, batch < 4 ? 201 : batch === 4 ? 200 : 1);
	}
	t.deepEqual(await rowsOf('tour_a', endless), [{day: '2026-05-17', bytes: 5000}]);
});

test.serial('visits are forgotten by their day, and the same visit counts again then', async t => {
	await fresh.database.query('DELETE FROM visits');
	const visit = randomToken();
	await remember(report(visit, [{type: 'view'}], NOON), report(randomToken(), [{type: 'view'}], NOON + 24 * HOUR_MS));
	t.is(await purgeVisits(fresh.database.manager, new Date(NOON + 12 * HOUR_MS)), 1);
	t.is(await purgeVisits(fresh.database.manager, new Date(NOON + 12 * HOUR_MS)), 0);
	t.is((await remember(report(visit, [], NOON))).length, 1);
});
