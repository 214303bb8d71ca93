import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {closeAccount, reopenAccount} from '../../shared/store/account-end/closing.ts';
import {type Db, HELD_MS, outlastReaders, tx} from '../../shared/store/database.ts';
import {startService} from '../../test/helpers/service.ts';
import {openPublicationLoader} from './shown.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

async function published(name: string): Promise<{tour: string; slug: string}> {
	const {id} = (await ana('POST', '/v1/tours', {body: {name}})).body.tour;
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: name}});
	return {tour: `/v1/tours/${id}`, slug: (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink.slug};
}

/** The database, which reports what it was asked and can be made to wait before it is. */
function watched(): {db: Db; asked: string[][]; hold: {until: Promise<unknown>}} {
	const {manager} = service.services.database;
	const asked: string[][] = [];
	const hold = {until: Promise.resolve() as Promise<unknown>};
	const query = async (sql: string, parameters: [string[]]) => {
		asked.push(parameters[0]);
		await hold.until;
		return manager.query(sql, parameters);
	};
	return {db: Object.create(manager, {query: {value: query}}), asked, hold};
}

test('a crowd costs two looks, and each gets what it asked for', async t => {
	const [one, two] = [await published('One'), await published('Two')];
	const {db, asked} = watched();
	const look = openPublicationLoader(db);
	const found = await Promise.all(Array.from({length: 200}, (_, index) => look([one.slug, two.slug, 'never', one.slug][index % 4]!)));
	t.true(asked.length <= 2, `${asked.length}`);
	for (const [index, page] of found.entries()) t.is(page?.slug, [one.slug, two.slug, undefined, one.slug][index % 4]);
});

test('who asks while a look is under way is answered by a later one', async t => {
	const {tour, slug} = await published('Later');
	const {db, asked, hold} = watched();
	const look = openPublicationLoader(db);
	const {promise, resolve} = Promise.withResolvers();
	hold.until = promise;
	const early = look(slug);
	await new Promise(setImmediate);
	t.is(asked.length, 1);
	hold.until = Promise.resolve();
	await ana('DELETE', `${tour}/publish`);
	// The first look still hangs: after a moment the next one no longer waits for it.
	t.not((await look(slug))!.takenDownAt, null);
	t.is(asked.length, 2);
	resolve(null);
	t.is((await early)!.slug, slug);
});

test('a page that is opened all the time is asked for a few times, and who changes it sees no visitor get the page before', async t => {
	const {manager} = service.services.database;
	const {tour, slug} = await published('Open');
	const {accountId} = (await manager.query('SELECT account_id AS accountId FROM publications WHERE slug = ?', [slug]))[0];
	const {db, asked} = watched();
	const look = openPublicationLoader(db);
	const opened = new AbortController();
	const begun = performance.now();
	let visits = 0;
	const visitors = (async () => {
		for (; !opened.signal.aborted; await sleep(1)) visits += (await look(slug)) ? 1 : 0;
	})();
	await sleep(300);
	t.true(asked.length <= (performance.now() - begun) / HELD_MS + 1, `${asked.length} for ${visits}`);
	const again = async () => (await ana('POST', `${tour}/publish`)).status < 300;
	const changes: Array<[change: () => Promise<unknown>, isUp: boolean]> = [
		[() => ana('DELETE', `${tour}/publish`), false],
		[again, true],
		[() => tx(manager, inside => closeAccount(inside, accountId)), false],
		[() => tx(manager, inside => reopenAccount(inside, accountId)), true],
	];
	for (let round = 0; round < 3; round++)
		for (const [change, isUp] of changes.slice(0, 2)) {
			await sleep(50);
			await change();
			t.is((await look(slug))!.takenDownAt === null, isUp);
		}
	const before = (await look(slug))!.page;
	await ana('POST', `${tour}/steps`, {body: {type: 'slide', title: 'Another'}});
	await again();
	t.notDeepEqual((await look(slug))!.page, before);
	for (const [change, isUp] of changes.slice(2)) {
		await change();
		t.is((await look(slug))!.takenDownAt === null, isUp);
	}
	opened.abort();
	await visitors;
});

test('only a transaction outlasts readers', t => {
	t.throws(() => outlastReaders(service.services.database.manager), {message: /Only a transaction/});
});

test('a look that fails fails for those who shared it, and for those who ask at once: the routes ask what failed before them', async t => {
	const {slug} = await published('Again');
	const {db, hold, asked} = watched();
	const look = openPublicationLoader(db);
	hold.until = Promise.reject(new Error('The database is away.'));
	await t.throwsAsync(look(slug), {message: 'The database is away.'});
	hold.until = Promise.resolve();
	const count = asked.length;
	await t.throwsAsync(look(slug), {message: 'The database is away.'});
	t.is(asked.length, count);
	await sleep(150);
	t.is((await look(slug))!.slug, slug);
});
