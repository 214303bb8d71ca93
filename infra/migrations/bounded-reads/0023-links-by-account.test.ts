import test from 'ava';
import {freshDatabase} from '../../../test/helpers/database.ts';
import {killAtEachStatement} from '../../../test/helpers/killed-migration.ts';
import {migrate} from '../../migrate.ts';
import {LinksByAccount1766300000000} from './0023-links-by-account.ts';

test('the index of links is there once, also after a migration that was killed at any statement', async t => {
	const {config, drop} = await freshDatabase({});
	t.teardown(drop);
	await killAtEachStatement(config, new LinksByAccount1766300000000(), {changing: /^ALTER/});
	t.deepEqual(await migrate(config), ['LinksByAccount1766300000000'], 'and once more, whole');
	t.deepEqual(await migrate(config), []);
});
