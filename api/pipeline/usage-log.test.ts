import test from 'ava';
import {RETENTION} from '../../shared/contract/retention.ts';
import {openServices} from '../../shared/services/services.ts';
import {insertLoggedCalls, purgeUsageLog} from '../../shared/store/access/usage-log.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {request, startService} from '../../test/helpers/service.ts';
import {openUsageLog} from './usage-log.ts';

const service = await startService({TRUSTED_PROXIES: '1'}, {workers: false});
test.after.always(() => service.stop());

type Use = {
	app: string;
	action: string;
	status: number;
	calls: number;
	address: string;
	at: string;
	credential: {type: string; id: string};
};
type Owner = Awaited<ReturnType<typeof signedIn>>;
const uses = async (owner: Owner, query = ''): Promise<Use[]> => (await owner.call('GET', `/app/v1/account/uses${query}`)).body.uses;
async function usesOnce(owner: Owner, count: number): Promise<Use[]> {
	for (let i = 0; i < 100; i++) {
		const found = await uses(owner);
		if (found.length >= count) return found;
		await new Promise(resolve => setTimeout(resolve, 50));
	}
	throw new Error(`${count} uses were not written.`);
}

test('what keys do is shown to their owner, newest first, with how it ended: also what was refused', async t => {
	const ana = await signedIn(service);
	const client = await service.client({accountId: ana.accountId, scopes: ['tours:read']});
	await client('GET', '/v1/tours');
	await client('POST', '/v1/tours', {body: {name: 'No'}});
	await client('GET', '/v1/tours?nonsense=1');
	await client('GET', '/v1/tours/tour_none');
	await ana.call('GET', '/app/v1/tours');
	const found = await usesOnce(ana, 4);
	t.deepEqual(
		found.map(({action, status}) => [action, status]),
		[
			['get_tour', 404],
			['list_tours', 400],
			['create_tour', 403],
			['list_tours', 200],
		],
		'and nothing of the person’s own browser',
	);
	t.true(found.every(({app, credential}) => app === 'test' && credential.id === client.credentialId && credential.type === 'api_key'));
	t.deepEqual(await uses(await signedIn(service)), [], 'nobody sees another’s');
});

test('IPs are distinguished and not named: differently in each account, and kept as a keyed hash alone', async t => {
	const [ana, bo] = [await signedIn(service), await signedIn(service)];
	const from = async (owner: Owner, address: string) => {
		const {key} = await service.client({accountId: owner.accountId});
		await request(service.baseUrl, 'GET', '/v1/me', key, {headers: {'X-Forwarded-For': `203.0.113.99, ${address}`}});
	};
	for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.7', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '::ffff:203.0.113.7']) {
		await from(ana, address);
	}
	await from(bo, '203.0.113.7');
	const hashes = (await usesOnce(ana, 6)).map(({address}) => address).reverse();
	t.deepEqual([...new Set(hashes)].length, 3);
	t.is(hashes[0], hashes[2]);
	t.is(hashes[0], hashes[5], 'an IPv4 written as IPv6');
	t.is(hashes[3], hashes[4], 'all IPs of an IPv6 prefix count as one');
	t.false(hashes.includes((await usesOnce(bo, 1))[0]!.address));
	const rows = await service.services.database.query('SELECT * FROM uses');
	t.false(JSON.stringify(rows).includes('203.0.113'));
});

test('the list is paged without gap or repetition, also where many have the same time', async t => {
	const ana = await signedIn(service);
	const at = new Date();
	const row = (app: string) => ({
		accountId: ana.accountId,
		credentialType: 'api_key' as const,
		credentialId: 'cred_x',
		app,
		action: 'get_me',
		status: 200,
		ipHash: Buffer.alloc(32),
		at,
		calls: 1,
	});
	await insertLoggedCalls(
		service.services.database.manager,
		Array.from({length: 25}, (_, i) => row(`App ${i}`)),
	);
	const seen: string[] = [];
	let cursor: string | null = null;
	do {
		const reply = await ana.call('GET', `/app/v1/account/uses?limit=10${cursor ? `&cursor=${cursor}` : ''}`);
		seen.push(...reply.body.uses.map(({app}: Use) => app));
		cursor = reply.body.nextCursor;
	} while (cursor);
	t.deepEqual(
		seen,
		Array.from({length: 25}, (_, i) => `App ${24 - i}`),
	);
	t.is((await ana.call('GET', '/app/v1/account/uses?cursor=nonsense')).status, 400);
});

test('a batch waits for nobody, is written before the process ends, and is tried again where the database was away', async t => {
	const ana = await signedIn(service);
	const services = await openServices(service.config, 'api');
	const {manager} = services.database;
	let away = true;
	const query = (sql: string, parameters: unknown[]) => (away ? refuse() : manager.query(sql, parameters));
	const flaky = {...services, database: {manager: {query}}};
	const log = openUsageLog(flaky as unknown as typeof services);
	const credential = {id: 'cred_x', type: 'api_key' as const, name: 'x'.repeat(300), scopes: [], expiresAt: new Date()};
	const account = {id: ana.accountId, name: 'Ana', email: ana.email, plan: 'pro' as const};
	const start = performance.now();
	for (let i = 0; i < 1200; i++) log.note({...credential, account}, 'get_me', 200, '192.0.2.1');
	const perCall = (performance.now() - start) / 1200;
	await new Promise(resolve => setTimeout(resolve, 700));
	t.is((await uses(ana)).length, 0);
	away = false;
	log.note({...credential, account}, 'get_me', 200, '192.0.2.1');
	await services.close();
	const [{count}] = await service.services.database.query('SELECT COUNT(*) AS count FROM uses WHERE account_id = ?', [ana.accountId]);
	t.is(Number(count), 1201);
	t.log(`${(perCall * 1000).toFixed(1)} µs a call`);
});

test('ten thousand refused calls leave a row for each way and minute, with their number; what was let in has a row of its own', async t => {
	const ana = await signedIn(service);
	const {database} = service.services;
	const client = await service.client({accountId: ana.accountId, scopes: ['tours:read']});
	// Two processes, each with a log of its own.
	const processes = await Promise.all([openServices(service.config, 'api'), openServices(service.config, 'api')]);
	const account = {id: ana.accountId, name: 'Ana', email: ana.email, plan: 'pro' as const};
	const credential = {id: client.credentialId, type: 'api_key' as const, name: 'hog', scopes: [], expiresAt: new Date(), account};
	const logs = processes.map(openUsageLog);
	for (let i = 0; i < 10_000; i++) {
		for (const [index, log] of logs.entries())
			log.note(credential, i % 2 ? 'create_tour' : 'get_me', i % 4 < 2 ? 429 : 403, `192.0.2.${index}`);
		// Batches in between, as over seconds.
		if (i % 2500 === 0) await new Promise(resolve => setTimeout(resolve, 600));
	}
	await client('GET', '/v1/tours');
	await Promise.all(processes.map(({close}) => close()));
	for (let i = 0; i < 100 && !(await uses(ana)).some(({status}) => status === 200); i++)
		await new Promise(resolve => setTimeout(resolve, 50));
	const rows = await database.query('SELECT status, calls, at FROM uses WHERE account_id = ?', [ana.accountId]);
	const refused = rows.filter(({status}: {status: number}) => status >= 400);
	t.is(
		refused.reduce((sum: number, {calls}: {calls: number}) => sum + calls, 0),
		20_000,
	);
	t.true(refused.length <= 8, `${refused.length} rows for two operations, two statuses and two minutes at most`);
	t.is(rows.length - refused.length, 1);
});

test('callers who go on being refused take no memory: they are counted before anything is written', async t => {
	const ana = await signedIn(service);
	const services = await openServices(service.config, 'api');
	const batches: unknown[][] = [];
	const query = async (_sql: string, [rows]: [unknown[]]) => void batches.push(rows);
	const log = openUsageLog({...services, database: {manager: {query}}} as unknown as typeof services);
	const account = {id: ana.accountId, name: 'Ana', email: ana.email, plan: 'pro' as const};
	const credential = {id: 'cred_x', type: 'api_key' as const, name: 'hog', scopes: [], expiresAt: new Date(), account};
	for (let i = 0; i < 100_000; i++) log.note(credential, 'get_me', 429, '192.0.2.1');
	await services.close();
	t.true(batches.flat().length <= 2, `${batches.flat().length} rows of 100,000 calls`);
});

test('logged calls are deleted after 90 days', async t => {
	const ana = await signedIn(service);
	const client = await service.client({accountId: ana.accountId});
	await client('GET', '/v1/me');
	await client('GET', '/v1/me');
	await usesOnce(ana, 2);
	const db = service.services.database;
	await db.query('UPDATE uses SET at = at - INTERVAL 91 DAY WHERE account_id = ? ORDER BY id LIMIT 1', [ana.accountId]);
	t.is(await purgeUsageLog(db.manager, new Date(Date.now() - RETENTION.usageLogMs)), 1);
	t.is((await uses(ana)).length, 1);
});

async function refuse(): Promise<never> {
	throw Object.assign(new Error('away'), {code: 'ECONNREFUSED'});
}

test('what is written late leaves no row of an account that was erased meanwhile', async t => {
	const bo = await signedIn(service);
	const {database} = service.services;
	const use = (accountId: string) => ({
		accountId,
		credentialType: 'api_key' as const,
		credentialId: 'cred_late',
		app: 'x',
		action: 'get_me',
		status: 200,
		ipHash: Buffer.alloc(32),
		at: new Date(),
		calls: 1,
	});
	await insertLoggedCalls(database.manager, [use('acc_erased'), use(bo.accountId)]);
	await insertLoggedCalls(database.manager, [use('acc_erased')]);
	const rows = await database.query("SELECT account_id AS accountId FROM uses WHERE credential_id = 'cred_late'");
	t.deepEqual(rows, [{accountId: bo.accountId}]);
});
