import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {startService} from '../../test/helpers/service.ts';

test('a process whose connections to the database are all at work is ready, and calls wait for one of them', async t => {
	const service = await startService({DATABASE_POOL: '2'}, {workers: false});
	t.teardown(service.stop);
	const ana = await service.client();
	const {database} = service.services;
	const busy = Promise.all([1, 2].map(() => database.query('SELECT SLEEP(4)')));
	await sleep(100);
	let called = false;
	const call = ana('GET', '/v1/tours').then(reply => {
		called = true;
		return reply.status;
	});
	const start = performance.now();
	const {status, body} = await ana('GET', '/readyz');
	t.is(status, 200, JSON.stringify(body));
	t.true(performance.now() - start < 2000);
	t.false(called, 'the connections were at work');
	await busy;
	t.is(await call, 200);
	t.is((await ana('GET', '/readyz')).status, 200);
});

test('a look at the database survives that its connection was ended meanwhile', async t => {
	const service = await startService({}, {workers: false});
	t.teardown(service.stop);
	const ana = await service.client();
	t.is((await ana('GET', '/readyz')).status, 200);
	const {database} = service.services;
	// The pool's own connections stand there with their transaction's bound; the other one is that of the looks.
	const others: Array<{id: number}> = await database.query(
		`SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()`,
	);
	t.true(others.length > 0);
	for (const {id} of others) await database.query(`KILL ${id}`).catch(() => {});
	t.is((await ana('GET', '/readyz')).status, 200);
});
