import test from 'ava';
import {type Cursor, type Db, tx} from '../../../shared/store/database.ts';
import {listLinkTotals} from '../../../shared/store/visitors/statistics.ts';
import {publishSlides} from '../../../test/helpers/reports.ts';
import {type Client, startService} from '../../../test/helpers/service.ts';

const service = await startService();
test.after.always(() => service.stop());
const {database} = service.services;

test('pages hold each link once, in order, also where several were published in the same moment', async t => {
	const ana = await service.client();
	const made = await publishMany(ana, 5);
	await database.query('UPDATE publications SET published_at = ? WHERE tour_id IN (?)', [
		new Date('2026-03-01T00:00:00Z'),
		made.slice(1, 4),
	]);
	const all = await links(ana);
	t.is(all.body.links.length, 5);
	t.is(all.body.nextCursor, null);
	const seen: object[] = [];
	let query = '?limit=2';
	for (const expected of [2, 2, 1]) {
		const {body} = await links(ana, query);
		t.is(body.links.length, expected);
		t.is(body.nextCursor === null, expected === 1);
		seen.push(...body.links);
		query = `?limit=2&cursor=${body.nextCursor}`;
	}
	t.deepEqual(seen, all.body.links);
});

test('a limit out of bounds and a cursor that is none are refused', async t => {
	const ana = await service.client();
	for (const [query, field] of [
		['?limit=201', 'limit'],
		['?limit=0', 'limit'],
		['?cursor=x', 'cursor'],
	]) {
		const {status, body} = await links(ana, query);
		t.deepEqual([status, body.errors[0].field], [400, field]);
	}
});

test('a page of two reads no more rows of an account with a thousand links than of one with five', async t => {
	const ana = await service.client();
	const [first] = await publishMany(ana, 5);
	const period = {from: '2026-03-01', to: '2026-03-30'};
	const read = (after: Cursor | null) => rowsRead(db => listLinkTotals(db, ana.accountId, period, {limit: 2, after}));
	const pages = async () => {
		await database.query('ANALYZE TABLE publications');
		return [await read(null), await read({at: new Date(Date.now() + 60_000), id: first!})];
	};
	for (const rows of await pages()) t.true(rows <= ROWS_OF_A_PAGE, `${rows} rows of an account with five`);
	await copyLink(first!);
	t.is((await links(ana)).body.links.length, 200);
	for (const rows of await pages()) t.true(rows <= ROWS_OF_A_PAGE, `${rows} rows of an account with a thousand`);
});

/** For each of two links itself, its tour and its days, and what MariaDB reads to put them in order: 15 to 24 seen. */
const ROWS_OF_A_PAGE = 30;
const links = (client: Client, query = '') => client('GET', `/v1/analytics${query}`);

async function publishMany(client: Client, count: number): Promise<string[]> {
	const made: string[] = [];
	while (made.length < count) made.push((await publishSlides(client, 1)).tourId);
	return made;
}

/** A thousand more links like the one of this tour, older than it. */
async function copyLink(tourId: string): Promise<void> {
	const found: Array<{name: string}> = await database.query(
		"SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'publications'",
	);
	const others = found.map(({name}) => name).filter(name => !['id', 'slug', 'published_at'].includes(name));
	await database.query(
		`INSERT INTO publications (id, slug, published_at, ${others.join(', ')})
		 WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		 SELECT CONCAT('copy', n.i), CONCAT('copy', n.i), p.published_at - INTERVAL n.i MINUTE, ${others.map(name => `p.${name}`).join(', ')}
		 FROM n JOIN publications p ON p.tour_id = ?`,
		[tourId],
	);
}

/** How many rows the database reads, by its own counters, while `work` is done. */
function rowsRead(work: (db: Db) => Promise<unknown>): Promise<number> {
	return tx(database, async db => {
		const before = await counted(db);
		await work(db);
		return (await counted(db)) - before;
	});
}

async function counted(db: Db): Promise<number> {
	const rows: Array<{Value: string}> = await db.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
	return rows.reduce((sum, {Value}) => sum + Number(Value), 0);
}
