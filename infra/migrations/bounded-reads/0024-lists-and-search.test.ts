import test from 'ava';
import {createAccount} from '../../../shared/store/access/accounts.ts';
import {tx} from '../../../shared/store/database.ts';
import {recordToursNames} from '../../../shared/store/search/name-parts.ts';
import {searchTours} from '../../../shared/store/tour-search.ts';
import {insertTour} from '../../../shared/store/tours.ts';
import {freshDatabase} from '../../../test/helpers/database.ts';
import {killAtEachStatement} from '../../../test/helpers/killed-migration.ts';
import {migrate} from '../../migrate.ts';
import {ListsAndSearch1766500000000} from './0024-lists-and-search.ts';

test('a tour of the edition before is found, before its name is written down and after, also after a migration that was killed', async t => {
	const {config, database, drop} = await freshDatabase({});
	t.teardown(drop);
	const {id: accountId} = await createAccount(database.manager, {email: 'names@example.com', name: 'Ana', plan: 'pro'});
	const content = {name: 'Ação de início', steps: []} as unknown as Parameters<typeof insertTour>[1]['content'];
	const {id} = await tx(database, db => insertTour(db, {accountId, createdBy: 'agent', content}));
	const found = async (word: string) => {
		const {tours} = await searchTours(database.manager, accountId, {words: [word], sort: 'updated', limit: 5, after: null});
		return tours.map(tour => tour.id);
	};
	t.deepEqual(await found('acao'), [id]);
	await killAtEachStatement(config, new ListsAndSearch1766500000000(), {changing: /^(CREATE|ALTER)/});
	t.deepEqual(await migrate(config), ['ListsAndSearch1766500000000'], 'and once more, whole');
	t.deepEqual(await found('acao'), [id], 'not written down');
	t.is(await tx(database, db => recordToursNames(db, 10)), 1);
	t.is(await tx(database, db => recordToursNames(db, 10)), 0);
	t.deepEqual(await found('NÍCIO'), [id]);
	// As an edition would that knows nothing of parts.
	await database.query("UPDATE tours SET name = 'Other', version = 2, content_version = 2 WHERE id = ?", [id]);
	t.deepEqual([await found('other'), await found('acao')], [[id], []]);
});
