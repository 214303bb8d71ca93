import test from 'ava';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import type {ReportEvent} from '../../contract/visitors/report.ts';
import {randomToken} from '../../ids.ts';
import {tx} from '../database.ts';
import {addDays} from './account-days.ts';
import {addToStatistics, readStepViews, readTourDays} from './statistics.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const DAY = Date.UTC(2026, 4, 17, 12);
const PERIOD = {from: '2026-05-17', to: '2026-05-17'};
const count = (tourId: string, events: ReportEvent[], visit = randomToken()) =>
	tx(fresh.database, db => addToStatistics(db, [{tourId, visit, at: DAY, events}]));

test.serial('an event is known by tour, visit, kind and detail; it returns how many were new', async t => {
	const visit = randomToken();
	t.is(await count('tour_a', [{type: 'step', step: 'step_1'}], visit), 2, 'the step, and the view that it implies');
	t.is(await count('tour_a', [{type: 'view'}, {type: 'step', step: 'step_1'}], visit), 0);
	t.is(await count('tour_a', [{type: 'step', step: 'step_2'}], visit), 1);
	t.is(await count('tour_a', [{type: 'complete'}, {type: 'complete'}], visit), 1);
	t.is(await count('tour_a', [{type: 'cta', target: 'link', click: 1}], visit), 1);
	t.is(await count('tour_a', [{type: 'cta', target: 'link', click: 2}], visit), 0, 'a button counts once');
	t.is(await count('tour_a', [{type: 'cta', target: 'whatsapp', click: 3}], visit), 1);
	t.is(await count('tour_a', [{type: 'view'}], visit.toLowerCase() === visit ? visit.toUpperCase() : visit.toLowerCase()), 1);
	t.is(await count('tour_b', [{type: 'view'}], visit), 1);
	t.is(await count('tour_a', [], visit), 0);
	const db = fresh.database.manager;
	t.deepEqual(await readTourDays(db, 'tour_a', PERIOD), [{day: '2026-05-17', views: 2, completions: 1, ctaClicks: 2, leads: 0}]);
	t.deepEqual([...(await readStepViews(db, 'tour_a', PERIOD))].sort(), [
		['step_1', 1],
		['step_2', 1],
	]);
});

test.serial('leads stand beside what is counted, in whatever order', async t => {
	const lead = {tourId: 'tour_leads', day: '2026-05-17', views: 0, completions: 0, ctaClicks: 0, leads: 1};
	await tx(fresh.database, db => addDays(db, [lead]));
	await count('tour_leads', [{type: 'view'}]);
	await tx(fresh.database, db => addDays(db, [lead]));
	const [day] = await readTourDays(fresh.database.manager, 'tour_leads', PERIOD);
	t.like(day, {views: 1, leads: 2});
});

test.serial('a transaction that fails has counted nothing', async t => {
	const report = {tourId: 'tour_failed', visit: randomToken(), at: DAY, events: [{type: 'complete'}] as ReportEvent[]};
	const failing = tx(fresh.database, async db => {
		t.is(await addToStatistics(db, [report]), 2);
		throw new Error('no');
	});
	await t.throwsAsync(failing, {message: 'no'});
	t.deepEqual(await readTourDays(fresh.database.manager, 'tour_failed', PERIOD), []);
	t.is(await tx(fresh.database, db => addToStatistics(db, [report])), 2);
});
