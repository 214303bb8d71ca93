import test from 'ava';
import {recordNameParts} from '../../shared/store/tour-search.ts';
import {signedIn} from '../../test/helpers/person.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Client, startService} from '../../test/helpers/service.ts';

const service = await startService({}, {});
const ana = await service.client();
test.after.always(() => service.stop());

const {database} = service.services;
const list = async (client: Client, query: string) => (await client('GET', `/v1/tours?${query}`)).body;
const names = async (client: Client, query: string) => (await list(client, query)).tours.map(({name}: {name: string}) => name);

test('tours are found by the words of their names, in whatever case and with or without accents, and signs are no wildcards', async t => {
	const rui = await service.client();
	for (const name of ['Ação de início', 'acao final', '100 % done', 'under_score', 'back\\slash', "quote'; --", '日本 ツアー']) {
		await rui('POST', '/v1/tours', {body: {name}});
	}
	const found = async (q: string) => (await names(rui, `sort=name&q=${encodeURIComponent(q)}`)).toSorted();
	t.deepEqual(await found('AÇÃO'), ['Ação de início', 'acao final']);
	t.deepEqual(await found('  inicio  acao '), ['Ação de início']);
	t.deepEqual(await found('%'), ['100 % done']);
	t.deepEqual(await found('_'), ['under_score']);
	t.deepEqual(await found('\\'), ['back\\slash']);
	t.deepEqual(await found("'; --"), ["quote'; --"]);
	t.deepEqual(await found('ツアー'), ['日本 ツアー']);
	t.deepEqual(await found('a c a o f i n a l'), ['acao final'], 'more words than are looked for one by one');
	t.deepEqual(await found('nothing'), []);
	t.is((await found('   ')).length, 7);
	t.deepEqual(await names(ana, 'q=acao'), [], "nobody else's");
});

test('a name is found in whatever composition of its letters both were written, and with letters alone', async t => {
	const rui = await service.client();
	const found = async (q: string) => (await names(rui, `q=${encodeURIComponent(q)}`)).length;
	for (const word of ['Größe', 'ação', 'lýquản', '가격표', 'がっこう', 'हिन्दी', 'Café 50%']) {
		for (const form of ['NFC', 'NFD']) await rui('POST', '/v1/tours', {body: {name: word.normalize(form)}});
		const bare = word.normalize('NFD').replace(/[\u0300-\u036f\u3099]/g, '');
		for (const q of [word.normalize('NFC'), word.normalize('NFD'), bare, word.toLowerCase()]) t.is(await found(q), 2, `${word} by ${q}`);
	}
	t.is(await found('हन्दी'), 0, 'a vowel is a letter');
	for (const [word, plain] of [
		['Straße', 'strasse'],
		['KAYIT', 'kayıt'],
		['Isıtma', 'isitma'],
		['Łódź', 'lodz'],
		['SØK', 'sok'],
	]) {
		await rui('POST', '/v1/tours', {body: {name: word}});
		for (const q of [word!, plain!, plain!.toUpperCase(), word!.toLowerCase()]) t.is(await found(q), 1, `${word} by ${q}`);
	}
	// Vowel signs, which few write, and characters that nobody sees.
	for (const [word, ...others] of [
		['کتاب\u200cخانه‌ها', 'خانه', 'کتابخانه', 'خانه‌ها'],
		['مُحَمَّد', 'محمد', 'حمد'],
		['שָׁלוֹם', 'שלום', 'לום'],
		['sil\u00adbe', 'silbe', 'be'],
	]) {
		await rui('POST', '/v1/tours', {body: {name: word}});
		for (const q of [word!, ...others]) t.is(await found(q), 1, `${word} by ${q}`);
	}
});

test('filters and orders go together, and pages by name go on where they ended, also among equals', async t => {
	const rui = await service.client();
	const person = await signedIn(service, {accountId: rui.accountId});
	const ids: string[] = [];
	for (const name of ['b', 'a', 'a', 'c']) ids.push((await rui('POST', '/v1/tours', {body: {name}})).body.tour.id);
	const own = (await person.call('POST', '/app/v1/tours', {name: 'by hand'})).body.tour.id;
	await rui('POST', `/v1/tours/${ids[0]}/steps`, {body: {type: 'slide', title: 'One'}});
	t.like((await list(rui, '')).tours[0], {id: ids[0], hasUnpublishedChanges: false});
	await rui('POST', `/v1/tours/${ids[0]}/publish`);
	t.deepEqual(await names(rui, 'status=published'), ['b']);
	t.deepEqual(await names(rui, 'createdBy=editor'), ['by hand']);
	t.deepEqual(await names(rui, 'createdBy=agent&status=unpublished&sort=created'), ['c', 'a', 'a']);
	t.deepEqual(await names(rui, 'sort=created'), ['by hand', 'c', 'a', 'a', 'b']);
	const paged: string[] = [];
	for (let cursor = ''; ; ) {
		const body = await list(rui, `sort=name&limit=1${cursor}`);
		paged.push(...body.tours.map(({id}: {id: string}) => id));
		if (body.nextCursor === null) break;
		cursor = `&cursor=${body.nextCursor}`;
	}
	t.deepEqual(paged, [ids[1], ids[2], ids[0], own, ids[3]]);
	const {nextCursor} = await list(rui, 'limit=1');
	t.is((await rui('GET', `/v1/tours?sort=name&cursor=${nextCursor}`)).status, 400);
	await rui('PATCH', `/v1/tours/${ids[0]}`, {body: {name: 'b2'}});
	t.true((await list(rui, 'q=b2')).tours[0].hasUnpublishedChanges);
	await rui('DELETE', `/v1/tours/${ids[0]}`);
	t.deepEqual(await names(rui, 'q=b2'), [], 'not what is in the bin');
});

test('a tour has the picture of the first screen that it shows, whatever way that came', async t => {
	const {media} = (await ana('POST', '/v1/media', {body: {base64: (await picture({width: 1000, height: 500})).toString('base64')}})).body;
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Pictured'}})).body;
	const thumbnail = async () => (await list(ana, 'q=pictured')).tours[0].thumbnail;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One'}});
	t.is(await thumbnail(), null);
	const {step} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {mediaId: media.mediaId}}})).body;
	t.like(await thumbnail(), {url: step.image.thumbnailUrl, width: 320, height: 160});
	t.regex((await thumbnail()).color, /^#[0-9a-f]{6}$/);
	await ana('PATCH', `/v1/tours/${tour.id}/steps/${step.id}`, {body: {image: null}});
	t.is(await thumbnail(), null);
});

test('5,000 tours: a search finds one by the parts of its name', async t => {
	const rui = await service.client();
	const {tour} = (await rui('POST', '/v1/tours', {body: {name: 'Seed'}})).body;
	await database.query(
		`INSERT INTO tours (id, account_id, name, created_by, status, step_count, version, content_version, document, created_at, updated_at)
		 SELECT CONCAT('tour_', LPAD(seq, 26, '0')), account_id, CONCAT(IF(seq > 4000, 'Old', 'New'), ' tour ', seq), created_by,
			IF(seq % 3 = 0, 'published', status), 0, 1, 1, document, created_at, updated_at - INTERVAL seq SECOND
		 FROM tours, seq_1_to_5000 WHERE id = ?`,
		[tour.id],
	);
	const copies = await database.query("SELECT id, account_id AS accountId, name FROM tours WHERE account_id = ? AND name <> 'Seed'", [
		rui.accountId,
	]);
	await recordNameParts(database.manager, copies);
	t.is((await list(rui, 'limit=50')).tours.length, 50);
	t.deepEqual(await names(rui, 'q=TOUR+4999'), ['Old tour 4999']);
	t.deepEqual(await names(rui, 'q=999+ld'), ['Old tour 4999'], 'by parts of words');
	t.is((await list(rui, 'q=tour&status=published&sort=name&limit=200')).tours.length, 200);
	const old = await allPages(rui, 'q=old&limit=200');
	t.is(old.length, 1000, 'a common word that the last have alone');
	t.is(new Set(old).size, 1000);
	await rui('PATCH', '/v1/tours/tour_00000000000000000000000007', {body: {name: 'Renamed'}});
	t.deepEqual(await names(rui, 'q=renamed'), ['Renamed']);
	t.deepEqual(await names(rui, 'q=tour+7+new&createdBy=editor'), []);
});

async function allPages(client: Client, query: string): Promise<string[]> {
	const found: string[] = [];
	for (let cursor = ''; ; ) {
		const {tours, nextCursor} = await list(client, `${query}${cursor}`);
		found.push(...tours.map(({name}: {name: string}) => name));
		if (nextCursor === null) return found;
		cursor = `&cursor=${nextCursor}`;
	}
}
