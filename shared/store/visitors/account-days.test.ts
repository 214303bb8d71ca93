import test from 'ava';
import {type Fresh, freshDatabase} from '../../../test/helpers/database.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import {createAccount} from '../access/accounts.ts';
import {eraseTour, restoreTour, trashTour} from '../bin.ts';
import {tx} from '../database.ts';
import {insertTour, lockTour} from '../tours.ts';
import {addDays, type TourDayCounts} from './account-days.ts';
import {firstCountedDay, sumDays, sumTours} from './statistics.ts';

let fresh: Fresh;
test.before(async () => {
	fresh = await freshDatabase();
});
test.after.always(() => fresh?.drop());

const CONTENT = {name: 'Counted', steps: []} as unknown as Parameters<typeof insertTour>[1]['content'];
const DAYS = Array.from({length: 20}, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);
const PERIOD = {from: DAYS[0]!, to: DAYS.at(-1)!};
const counts = (tourId: string, day: string, views: number, leads = 0): TourDayCounts => ({
	...{tourId, day, views, completions: 1, ctaClicks: 0, leads},
});

test('sums are those of the tours that are in no bin, after whatever happened at once', async t => {
	const {database} = fresh;
	const {id: accountId} = await createAccount(database.manager, {email: 'sums@example.com', name: 'Ana', plan: 'pro'});
	const tours: string[] = [];
	while (tours.length < 8) tours.push((await tx(database, db => insertTour(db, {accountId, createdBy: 'agent', content: CONTENT}))).id);
	const random = seededRandom(11);
	const trash = (id: string) => tx(database, async db => trashTour(db, await lockTour(db, accountId, id, null))).catch(ignoreMissing);
	const steps = Array.from({length: 300}, () => {
		const id = random.pick(tours);
		const kind = random.below(10);
		if (kind === 0) return () => trash(id);
		if (kind === 1) return () => tx(database, db => restoreTour(db, accountId, id)).catch(ignoreMissing);
		const rows = [...new Set([id, random.pick(tours)])]
			.toSorted()
			.map(tour => counts(tour, random.pick(DAYS), 1 + random.below(9), kind % 2));
		return () => tx(database, db => addDays(db, rows));
	});
	while (steps.length > 0) await Promise.all(steps.splice(0, 6).map(step => step()));
	await compare(t, accountId);

	for (const id of tours.slice(0, 4)) await trash(id);
	await tx(database, db => eraseTour(db, accountId, tours[0]!));
	await tx(database, db => restoreTour(db, accountId, tours[1]!));
	await compare(t, accountId);
	for (const id of tours.slice(1)) await trash(id);
	t.deepEqual(await sumDays(database.manager, accountId, PERIOD, null), [], 'nothing is left of any day');
	t.is(await firstCountedDay(database.manager, accountId, null), null);
});

test('the most viewed are the most viewed of the period, also where another was first on each day', async t => {
	const {database} = fresh;
	const {id: accountId} = await createAccount(database.manager, {email: 'top@example.com', name: 'Ana', plan: 'pro'});
	const tours: string[] = [];
	while (tours.length < 5) tours.push((await tx(database, db => insertTour(db, {accountId, createdBy: 'agent', content: CONTENT}))).id);
	const [steady, ...others] = tours as [string, ...string[]];
	for (const [index, other] of others.entries()) {
		await tx(database, db => addDays(db, [counts(steady, DAYS[index]!, 8), counts(other, DAYS[index]!, 10)]));
	}
	await tx(database, db => addDays(db, [counts(others[0]!, '2026-04-01', 500)]));
	const found = await sumTours(database.manager, accountId, PERIOD, {days: DAYS.slice(0, 4), limit: 3});
	t.deepEqual(
		found.map(({tourId, totals}) => [tourId, totals.views]),
		[
			[steady, 32],
			...others
				.slice(1)
				.toSorted()
				.reverse()
				.slice(0, 2)
				.map(id => [id, 10]),
		],
	);
	t.is(await firstCountedDay(database.manager, accountId, null), '2026-04-01');
});

/** What is kept, beside the sums made of all days of tours that are in no bin. */
async function compare(t: {deepEqual(a: unknown, b: unknown, why?: string): unknown}, accountId: string): Promise<void> {
	const kept = await sumDays(fresh.database.manager, accountId, PERIOD, null);
	const made: Array<Record<string, string>> = await fresh.database.query(
		`SELECT d.day, SUM(d.views) AS views, SUM(d.completions) AS completions, SUM(d.cta_clicks) AS ctaClicks, SUM(d.leads) AS leads
		 FROM tour_days d JOIN tours t ON t.id = d.tour_id WHERE t.account_id = ? AND t.deleted_at IS NULL GROUP BY d.day ORDER BY d.day`,
		[accountId],
	);
	const numbers = made.map(({day, ...sums}) => ({
		day,
		...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
	}));
	t.deepEqual(kept, numbers as unknown as typeof kept);
}

function ignoreMissing(error: {code?: string}): void {
	if (error.code !== 'not_found') throw error;
}
