import test from 'ava';
import {killAtEachStatement} from '../../test/helpers/killed-migration.ts';
import {startService} from '../../test/helpers/service.ts';
import {migrate} from '../migrate.ts';
import {Leaving1765700000000} from './0017-leaving.ts';
import {LinksByAccount1766300000000} from './bounded-reads/0023-links-by-account.ts';

test('an account of the previous edition is kept, and can leave then, also after a migration that was killed at any statement', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(() => service.stop());
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Older'}, headers: {'Idempotency-Key': 'of the edition before'}})).body;
	await killAtEachStatement(service.config, new Leaving1765700000000(), {
		changing: /^(CREATE|ALTER)/,
		later: [new LinksByAccount1766300000000()],
	});
	t.deepEqual(await migrate(service.config), ['Leaving1765700000000', 'LinksByAccount1766300000000'], 'and once more, whole');
	t.like((await ana('GET', `/v1/tours/${tour.id}`)).body.tour, tour);
	const [row] = await service.services.database.query('SELECT deletion_due_at AS due FROM accounts WHERE id = ?', [ana.accountId]);
	t.is(row.due, null);
});
