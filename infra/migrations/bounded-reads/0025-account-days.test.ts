import test from 'ava';
import {createAccount} from '../../../shared/store/access/accounts.ts';
import {trashTour} from '../../../shared/store/bin.ts';
import {tx} from '../../../shared/store/database.ts';
import {insertTour, lockTour} from '../../../shared/store/tours.ts';
import {firstCountedDay, sumDays} from '../../../shared/store/visitors/account-statistics.ts';
import {freshDatabase} from '../../../test/helpers/database.ts';
import {killAtEachStatement} from '../../../test/helpers/killed-migration.ts';
import {migrate} from '../../migrate.ts';
import {AccountDays1766600000000} from './0025-account-days.ts';

test('the days of the edition before are summed by account without what is in the bin, also after a migration that was killed', async t => {
	const {config, database, drop} = await freshDatabase({});
	t.teardown(drop);
	const {id: accountId} = await createAccount(database.manager, {email: 'days@example.com', name: 'Ana', plan: 'pro'});
	const content = {name: 'Counted', steps: []} as unknown as Parameters<typeof insertTour>[1]['content'];
	const tours: string[] = [];
	while (tours.length < 3) tours.push((await tx(database, db => insertTour(db, {accountId, createdBy: 'agent', content}))).id);
	const [one, two, binned] = tours;
	await tx(database, async db => trashTour(db, await lockTour(db, accountId, binned!, null)));
	await killAtEachStatement(config, new AccountDays1766600000000(), {
		changing: /^(CREATE|ALTER|UPDATE|REPLACE)/,
		async between(runner) {
			const row = (tour: string, day: string) => `('${tour}', '${day}', 2, 1, 0, 3)`;
			const rows = [row(one!, '2026-05-01'), row(one!, '2026-05-02'), row(two!, '2026-05-02'), row(binned!, '2026-04-30')];
			await runner.query(`INSERT INTO tour_days (tour_id, day, views, completions, cta_clicks, leads) VALUES ${rows.join(', ')}`);
		},
	});
	t.deepEqual(await migrate(config), ['AccountDays1766600000000'], 'and once more, whole');
	t.deepEqual(await sumDays(database.manager, accountId, {from: '2026-01-01', to: '2026-12-31'}, null), [
		{day: '2026-05-01', views: 2, completions: 1, ctaClicks: 0, leads: 3},
		{day: '2026-05-02', views: 4, completions: 2, ctaClicks: 0, leads: 6},
	]);
	t.is(await firstCountedDay(database.manager, accountId, null), '2026-05-01');
});
