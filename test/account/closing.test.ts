import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {purgeAccount} from '../../shared/account-end/purge-account.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import {closeAccount} from '../../shared/store/account-end/closing.ts';
import {tx} from '../../shared/store/database.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {purgeAccounts} from '../../workers/jobs/accounts/account-end.ts';
import {eventually} from '../helpers/eventually.ts';
import {ageFiles} from '../helpers/files.ts';
import {type FullAccount, fillAccount} from '../helpers/full-account.ts';
import {screenshot} from '../helpers/images.ts';
import {PASSWORD, signedIn, stranger} from '../helpers/person.ts';
import {send, visitOf} from '../helpers/reports.ts';
import {startService} from '../helpers/service.ts';

/** Leaving for good: what ends at once, what can be taken back, and that nothing is left. */

const service = await startService({}, {also: ['audio']});
/** Jobs of the pools that this service does not have. */
const WITHOUT_WORKER = "'encode-avif', 'export-tour'";
const {services, baseUrl} = service;
const {database, files} = services;
const shared = await screenshot(500, 300).png().toBuffer();
/** Stays, and has one picture in common with those who leave. */
const bo = await fillAccount(service, {shared, shade: 50});
test.after.always(() => service.stop());

const status = async (url: string, init: RequestInit = {}) => (await fetch(url, {redirect: 'manual', ...init})).status;
const close = (account: Pick<FullAccount, 'person'>, more: {password?: string; email?: string} = {}) =>
	account.person.call('POST', '/app/v1/account/deletion', {password: PASSWORD, email: account.person.email, ...more});
async function signInAgain(email: string) {
	const again = stranger(service);
	const reply = await again.send('/account/sign-in', {email, password: PASSWORD});
	return Object.assign(again, {reply});
}

type Row = Record<string, unknown>;
async function allRows(): Promise<Map<string, Row[]>> {
	const tables: Array<{name: string}> = await database.query(
		"SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
	);
	const rows = new Map<string, Row[]>();
	for (const {name} of tables) rows.set(name, await database.query(`SELECT * FROM \`${name}\``));
	return rows;
}
const asText = (row: Row) =>
	JSON.stringify(
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('hex') : value])),
	);

/** Everything that names the account or something of it: ids, addresses, slugs, tokens. None of it may stand anywhere afterwards. */
async function namesOf({person, mediaIds, client}: FullAccount, sharedIds: readonly string[]): Promise<string[]> {
	const {accountId} = person;
	const names = new Set<string>([accountId, person.email, client.credentialId]);
	const ids = async (sql: string) => {
		for (const row of (await database.query(sql, [accountId])) as Row[])
			for (const value of Object.values(row)) if (value) names.add(String(value));
	};
	await ids('SELECT name, company FROM accounts WHERE id = ?');
	await ids('SELECT id, slug, doc_key AS docKey FROM tours WHERE account_id = ?');
	await ids('SELECT id, slug, snapshot, lead_form AS leadForm FROM publications WHERE account_id = ?');
	await ids('SELECT id, token FROM tour_exports WHERE account_id = ?');
	for (const table of ['credentials', 'sessions', 'connected_apps', 'leads', 'lead_forms', 'jobs', 'account_exports']) {
		await ids(`SELECT id FROM ${table} WHERE account_id = ?`);
	}
	const documents: Array<{document: {steps: Array<{id: string}>}}> = await database.query(
		'SELECT document FROM tours WHERE account_id = ?',
		[accountId],
	);
	for (const {document} of documents) for (const {id} of document.steps) names.add(id);
	for (const id of mediaIds) if (!sharedIds.includes(id)) names.add(id);
	return [...names].filter(name => name !== 'pictures');
}

async function storedFiles(): Promise<string[]> {
	const entries = await readdir(join(service.config.dataDir, 'files'), {recursive: true, withFileTypes: true});
	return entries
		.filter(entry => entry.isFile() && !entry.name.endsWith('.woff2'))
		.map(entry => join(entry.parentPath, entry.name))
		.sort();
}
const keysInRedis = (text: string) => services.redis.keys(`*${untaggedPrefix(service.config.redisPrefix)}*${text}*`);

/** As if its days had passed: no worker still writes a file for it. */
async function timeIsOver(accountId: string): Promise<void> {
	await eventually('no worker is at work', async () => {
		const active = await Promise.all([...services.dispatcher.queues.values()].map(queue => queue.getActiveCount()));
		return active.every(count => count === 0);
	});
	await database.query(
		'UPDATE accounts SET deletion_asked_at = UTC_TIMESTAMP(3) - INTERVAL 15 DAY, deletion_due_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?',
		[accountId],
	);
	// The sweep takes visits after seven days.
	await database.query('DELETE FROM visits');
	await ageFiles(service);
}

test.serial(
	'links, previews, keys, apps, sign-ins, forms, reports and jobs end with the call; taken back, all but keys and sign-ins is as it was',
	async t => {
		const ana = await fillAccount(service, {shared, shade: 1});
		const {accountId, email} = ana.person;
		const url = `${baseUrl}/p/${ana.slug}`;
		const running = await insertJob(database.manager, {accountId, type: 'narrate-step', input: {}});
		const upload = (await ana.client('POST', '/v1/media/upload-url', {body: {}})).body.upload;
		const before = (await ana.client('GET', '/v1/tours')).body.tours;
		t.deepEqual([await status(url), await status(ana.previewUrl), await status(`${url}/cover.jpg`)], [200, 200, 200]);

		const closed = await close(ana);
		t.is(closed.status, 200);
		const days = (Date.parse(closed.body.deletion.until) - Date.parse(closed.body.deletion.askedAt)) / 86_400_000;
		t.is(Math.round(days), 14);
		t.is(closed.headers.get('clear-site-data'), null, 'the editor erases its own, and nothing of others');
		t.deepEqual([await status(url), await status(ana.formUrl), await status(ana.previewUrl)], [410, 410, 410]);
		t.is(await status(`${url}/cover.jpg`), 410);
		t.is(await status(`${baseUrl}/oembed?format=json&url=${encodeURIComponent(url)}`), 404);
		t.is((await send(service, ana.slug, visitOf([{type: 'complete'}]))).status, 410);
		await new Promise(resolve => setTimeout(resolve, 1100));
		t.is((await ana.client('GET', '/v1/me')).status, 401);
		t.is((await ana.person.call('GET', '/app/v1/account')).status, 401);
		t.is(await status(upload.url, {method: 'PUT', body: new Uint8Array(shared)}), 404);
		const [job] = await database.query('SELECT state FROM jobs WHERE id = ?', [running.id]);
		t.is(job.state, 'failed');
		const [left] = await database.query(
			'SELECT (SELECT COUNT(*) FROM oauth_records WHERE account_id = ?) + (SELECT COUNT(*) FROM connected_apps WHERE account_id = ?) AS apps',
			[accountId, accountId],
		);
		t.is(Number(left.apps), 0);

		const again = await signInAgain(email);
		t.is(again.reply.status, 303);
		for (const path of ['/', '/settings/data']) t.is((await again.get(path)).headers.get('location'), `${baseUrl}/account/closing`);
		const page = await again.get('/account/closing');
		t.true(page.body.includes('being deleted') && page.body.includes('/account/closing/keep'));
		t.is((await again.call('GET', '/app/v1/tours')).status, 401);
		t.is((await again.call('POST', '/app/v1/account/keys', {name: 'Back', scopes: ['tours:read'], days: 30})).status, 401);
		t.truthy((await again.call('GET', '/app/v1/account/deletion')).body.deletion.until);

		t.deepEqual((await again.call('DELETE', '/app/v1/account/deletion')).body, {ok: true, deletion: null});
		t.is((await again.call('DELETE', '/app/v1/account/deletion')).status, 404);
		t.deepEqual([await status(url), await status(ana.formUrl), await status(ana.previewUrl)], [200, 200, 200]);
		t.deepEqual((await again.call('GET', '/app/v1/tours')).body.tours, before);
		t.is((await ana.client('GET', '/v1/me')).status, 401, 'keys stay ended');
		t.deepEqual((await purgeAccounts(service)).purged, 0);
	},
);

test.serial('a wrong password or address deletes nothing, and both count as attempts', async t => {
	const eva = await signedIn(service, {plan: 'free'});
	const person = {person: eva};
	const wrong = await close(person, {password: 'another of four words'});
	t.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'password']);
	const other = await close(person, {email: 'someone@example.com'});
	t.deepEqual([other.status, other.body.errors[0].field], [400, 'email']);
	for (let attempt = 0; attempt < 8; attempt++) await close(person, {email: 'someone@example.com'});
	t.is((await close(person)).status, 429);
	t.is((await eva.call('GET', '/app/v1/account/deletion')).body.deletion, null);
});

test.serial('the page of a deletion gives a copy and takes the deletion back without script, for a free account', async t => {
	const eva = await signedIn(service, {plan: 'free'});
	t.is((await eva.get('/account/closing')).headers.get('location'), `${baseUrl}/settings/data`, 'nothing is being deleted');
	t.is((await close({person: eva})).status, 200);
	const again = await signInAgain(eva.email);
	t.is((await again.send('/account/closing/export', {})).headers.get('location'), `${baseUrl}/account/closing?done=export`);
	t.is((await again.send('/account/closing/export', {})).status, 429);
	await eventually('the page offers the copy', async () => (await again.get('/account/closing')).body.includes('/account/exports/exp_'));
	t.is((await again.send('/account/closing/keep', {})).headers.get('location'), `${baseUrl}/settings/data`);
	t.is((await again.get('/settings/data')).status, 200);
});

test.serial(
	'after its time no row, no file and no key of the account is left, in whatever table; another account keeps all of its own',
	async t => {
		const standing = await storedFiles();
		const ana = await fillAccount(service, {shared, shade: 2});
		const {accountId} = ana.person;
		await ana.person.call('POST', '/app/v1/account/exports', {});
		// In life its days pass meanwhile; here a piece that is being written would come after the files were removed.
		await eventually('the copy is whole', async () => {
			const {exports} = (await ana.person.call('GET', '/app/v1/account/exports')).body;
			return exports[0].status === 'ready';
		});
		// A redaction is looked at once more a minute later: not while the other's rows are compared.
		await database.query('UPDATE redactions SET due_at = due_at + INTERVAL 1 HOUR WHERE account_id = ?', [bo.person.accountId]);
		await eventually('what the other one began has ended', async () => {
			const left = `SELECT id FROM jobs WHERE account_id = ? AND state IN ('queued', 'running') AND type NOT IN (${WITHOUT_WORKER})`;
			return (await database.query(left, [bo.person.accountId])).length === 0;
		});
		// Uses are written half a second later.
		await sleep(1500);
		const names = await namesOf(ana, bo.mediaIds);
		t.true(names.length > 40);
		const full = await allRows();
		const named = (rows: Map<string, Row[]>) =>
			[...rows].filter(([, found]) => found.some(row => names.some(name => asText(row).includes(name)))).map(([table]) => table);
		// A new table that says whose its rows are is filled by `fillAccount`, or nobody would see that it is forgotten here.
		const owned: Array<{name: string}> = await database.query(
			"SELECT DISTINCT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME IN ('account_id', 'tour_id')",
		);
		t.deepEqual(
			owned.map(({name}) => name).filter(name => !named(full).includes(name)),
			[],
		);
		const others = (rows: Map<string, Row[]>) =>
			[...rows].map(([table, found]) => [
				table,
				found
					.filter(row => asText(row).includes(bo.person.accountId))
					.map(asText)
					.sort(),
			]);
		const before = others(full);

		await close(ana);
		await timeIsOver(accountId);
		const swept = await purgeAccounts(service);
		t.is(swept.purged, 1);
		t.true(swept.rows! > 50 && swept.files! > 10);
		const rows = await allRows();
		t.deepEqual(named(rows), []);
		t.deepEqual(others(rows), before, 'not one row of another account has changed');
		t.deepEqual(
			(await storedFiles()).filter(path => !standing.includes(path)),
			[],
		);
		t.deepEqual(standing.filter(path => !path.includes('/snapshots/')).length > 10, true);
		t.deepEqual(await keysInRedis(accountId), []);
		for (const name of names.filter(one => one.startsWith('job_'))) t.deepEqual(await keysInRedis(name), []);
		t.is(await status(`${baseUrl}/p/${ana.slug}`), 410, 'its link stays gone');
		t.is(await status(`${baseUrl}/p/${'0'.repeat(22)}`), 404);

		t.is(await status(`${baseUrl}/p/${bo.slug}`), 200);
		const [sharedId] = bo.mediaIds.filter(id => ana.mediaIds.includes(id));
		t.is((await bo.client('GET', `/v1/media/${sharedId}/original`)).status, 200);
		t.is((await bo.client('GET', `/v1/media/${sharedId}`)).status, 200);
		const {tour} = (await bo.client('GET', `/v1/tours/${bo.tours.pictures}`)).body;
		for (const {image} of tour.steps) t.deepEqual([await status(image.url), await status(image.thumbnailUrl)], [200, 200]);
	},
);

test.serial('a purge that is ended between any two steps goes on where it was', async t => {
	const standing = await storedFiles();
	const ana = await fillAccount(service, {shared, shade: 3});
	const {accountId} = ana.person;
	const names = await namesOf(ana, bo.mediaIds);
	await close(ana);
	await timeIsOver(accountId);
	let killed = 0;
	for (let steps = 0; ; steps++) {
		let left = steps;
		const pause = async () => {
			if (left-- <= 0) throw new Error('killed');
		};
		const purged = await purgeAccount(database.manager, {files, accountId, pause}).catch(error => {
			if (error.message !== 'killed') throw error;
			killed++;
			return {done: false};
		});
		if (purged.done) break;
		t.true(steps < 100);
	}
	t.true(killed >= 8);
	const rows = [...(await allRows())].flatMap(([table, found]) => found.map(row => `${table} ${asText(row)}`));
	t.deepEqual(
		rows.flatMap(row => names.filter(name => row.includes(name)).map(name => `${row.split(' ')[0]} ${name}`)),
		[],
	);
	t.deepEqual(
		(await storedFiles()).filter(path => !standing.includes(path)),
		[],
	);
});

test.serial('what another account has just sent, and files that are too young, are left alone; then the rest follows', async t => {
	const ana = await fillAccount(service, {shared, shade: 4});
	const {accountId} = ana.person;
	await tx(database, db => closeAccount(db, accountId, {now: true}));
	const young = await purgeAccount(database.manager, {files, accountId, settledMs: 0});
	t.false(young.done);
	t.true(young.waiting > 0);
	t.true((await files.size('originals', ana.mediaIds[0]!)) !== null);
	t.is((await database.query('SELECT id FROM accounts WHERE id = ?', [accountId])).length, 1);
	await ageFiles(service);
	t.false((await purgeAccount(database.manager, {files, accountId, settledMs: 3_600_000})).done, 'somebody may still write into it');
	// A worker may still write the last files.
	await eventually('the rest follows', async () => {
		await ageFiles(service);
		return (await purgeAccount(database.manager, {files, accountId, settledMs: 0})).done;
	});
	t.is(await files.size('originals', ana.mediaIds[0]!), null);
});
