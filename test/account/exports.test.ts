import test from 'ava';
import {PIECE_BYTES} from '../../shared/account-end/stored-export.ts';
import {zipOf} from '../../shared/account-end/zip.ts';
import {sha256} from '../../shared/ids.ts';
import {eventually} from '../helpers/eventually.ts';
import {fillAccount} from '../helpers/full-account.ts';
import {pixelsOf, screenshot} from '../helpers/images.ts';
import {type Person, signedIn, stranger} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Taking everything along. */

const service = await startService({}, {also: ['audio']});
const {database, files, config} = service.services;
const shared = await screenshot(500, 300).png().toBuffer();
const ana = await fillAccount(service, {shared, shade: 1});
test.after.always(() => service.stop());

async function ordered(person: Person): Promise<{id: string; url: string; bytes: number}> {
	const {status, body} = await person.call('POST', '/app/v1/account/exports', {});
	if (status !== 201) throw new Error(JSON.stringify(body));
	return eventually('the copy is ready', async () => {
		const found = (await person.call('GET', `/app/v1/account/exports/${body.export.id}`)).body.export;
		if (found.status === 'failed') throw new Error('The copy failed.');
		return found.status === 'ready' && found;
	});
}
const fetched = async (person: Person, url: string, headers: Record<string, string> = {}) => {
	const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const response = await fetch(url, {redirect: 'manual', headers: {Cookie: cookie, ...headers}});
	return {status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer())};
};

test.serial('a copy has every tour, picture, sound, lead and figure, and its sums are right', async t => {
	const {id, url, bytes} = await ordered(ana.person);
	const zip = await fetched(ana.person, url);
	t.is(zip.status, 200);
	t.is(zip.headers.get('content-type'), 'application/zip');
	t.is(zip.bytes.length, bytes);
	const found = await readZip(zip.bytes);
	const parse = (path: string) => JSON.parse(found.get(path)!.toString());
	const lines = (path: string) =>
		found
			.get(path)!
			.toString()
			.trim()
			.split('\n')
			.filter(Boolean)
			.map(line => JSON.parse(line));

	t.true(found.get('README.txt')!.toString().startsWith('A copy of your account'));
	t.like(parse('account.json').account, {
		id: ana.person.accountId,
		email: ana.person.email,
		name: 'Leaving Person 1',
		company: 'Leaving Ltd 1',
	});
	t.is(parse('account.json').keys.length, 1);
	t.is(parse('account.json').apps.length, 1);
	t.deepEqual(
		lines('tours.jsonl')
			.map(tour => tour.id)
			.sort(),
		Object.values(ana.tours).sort(),
	);
	t.truthy(parse(`tours/${ana.tours.inBin}/about.json`).deletedAt);
	t.is(
		parse(`tours/${ana.tours.pictures}/about.json`).versions.some((one: {name: string}) => one.name === 'Before the meeting'),
		true,
	);
	t.like(parse(`tours/${ana.tours.form}/statistics.json`).days[0], {views: 1, completions: 1, leads: 1});
	t.is(parse(`tours/${ana.tours.form}/statistics.json`).funnel[0].views, 1);
	t.like(lines('leads.jsonl')[0], {email: 'Bia@Private.example', name: 'Bia Particular', tourId: ana.tours.form});
	t.true(lines('uses.jsonl').length > 0);
	for (const [mediaId, bytes] of ana.images) {
		const {file} = lines('images.jsonl').find(image => image.mediaId === mediaId)!;
		t.is(file, `${sha256(found.get(`images/${file}`)!).toString('hex')}.png`);
		t.deepEqual(await pixelsOf(found.get(`images/${file}`)!), await pixelsOf(bytes));
	}
	t.true(lines('images.jsonl').length > 2);
	const [sound] = lines('narration.jsonl');
	t.is(found.get(`narration/${sound.file}`)!.length, sound.bytes);

	const sums = found
		.get('SHA256SUMS')!
		.toString()
		.trim()
		.split('\n')
		.map(line => line.split('  ') as [string, string]);
	t.deepEqual(sums.map(([, path]) => path).sort(), [...found.keys()].filter(path => path !== 'SHA256SUMS').sort());
	for (const [sum, path] of sums) t.is(sha256(found.get(path)!).toString('hex'), sum, path);

	const all = [...found.values()].join('\n');
	const [{hash, passwordHash}] = await database.query(
		'SELECT HEX(c.hash) AS hash, a.password_hash AS passwordHash FROM accounts a JOIN credentials c ON c.account_id = a.id WHERE a.id = ?',
		[ana.person.accountId],
	);
	for (const secret of [ana.client.key, hash.toLowerCase(), passwordHash]) t.false(all.includes(secret));
	const pieces: Array<{file: string}> = await database.query('SELECT file FROM export_pieces WHERE export_id = ?', [id]);
	for (const {file} of pieces)
		t.false((await files.read('exports', file))!.includes('Bia@Private.example'), 'nothing lies there in the clear');
});

test.serial('the tours of a copy are put back by another account, from the zip alone', async t => {
	const {
		exports: [copy],
	} = (await ana.person.call('GET', '/app/v1/account/exports')).body;
	const found = await readZip((await fetched(ana.person, copy.url)).bytes);
	const bo = await service.client();
	for (const [path, bytes] of found) {
		if (path.startsWith('images/')) t.is((await bo('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).status, 201);
	}
	const withoutIds = ({steps, ...rest}: {steps: Array<{id: string}>}) => ({...rest, steps: steps.map(({id: _, ...step}) => step)});
	for (const [kind, id] of Object.entries(ana.tours)) {
		const document = JSON.parse(found.get(`tours/${id}/document.json`)!.toString());
		const put = await bo('PUT', `/v1/documents/${kind.toLowerCase()}`, {body: {document}});
		t.is(put.status, 201, JSON.stringify(put.body.errors));
		t.deepEqual(withoutIds((await bo('GET', `/v1/documents/${kind.toLowerCase()}`)).body.document), withoutIds(document), kind);
	}
});

test.serial('a second copy on the same day is refused with the seconds to wait; one that failed does not count', async t => {
	const again = await ana.person.call('POST', '/app/v1/account/exports', {});
	t.is(again.status, 429);
	t.is(again.body.error, 'attempts_limited');
	const wait = Number(again.headers.get('retry-after'));
	t.true(wait > 86_000 && wait <= 86_400);

	const eva = await signedIn(service, {plan: 'free'});
	const first = (await eva.call('POST', '/app/v1/account/exports', {})).body.export;
	await database.query("UPDATE jobs SET state = 'failed', token = NULL WHERE account_id = ?", [eva.accountId]);
	await database.query('UPDATE account_exports SET ready_at = NULL WHERE id = ?', [first.id]);
	t.is((await eva.call('POST', '/app/v1/account/exports', {})).status, 201);
});

test.serial('nobody else fetches a copy, and it is gone after its time, its pieces too', async t => {
	const {
		exports: [copy],
	} = (await ana.person.call('GET', '/app/v1/account/exports')).body;
	const eva = await signedIn(service);
	t.is((await fetched(eva, copy.url)).status, 404);
	t.is((await eva.call('GET', `/app/v1/account/exports/${copy.id}`)).status, 404);
	const nobody = await fetched(stranger(service), copy.url);
	t.is(nobody.status, 303);
	t.true(nobody.headers.get('location')!.includes(`next=${encodeURIComponent(`/account/exports/${copy.id}`)}`));
	const whole = (await fetched(ana.person, copy.url)).bytes;
	const part = await fetched(ana.person, copy.url, {Range: `bytes=100-${whole.length - 50}`});
	t.is(part.status, 206);
	t.true(part.bytes.equals(whole.subarray(100, whole.length - 49)));
	t.is((await fetched(ana.person, copy.url, {Range: `bytes=${whole.length}-`})).status, 416);

	const pieces: Array<{file: string}> = await database.query('SELECT file FROM export_pieces WHERE export_id = ?', [copy.id]);
	await database.query('UPDATE account_exports SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [copy.id]);
	t.is((await fetched(ana.person, copy.url)).status, 404);
	const {sweep} = await import('../../workers/jobs/maintenance/sweep.ts');
	t.is((await sweep(service, [])).exports, 1);
	for (const {file} of pieces) t.is(await files.size('exports', file), null);
	t.deepEqual((await ana.person.call('GET', '/app/v1/account/exports')).body.exports, []);
});

test('a zip of many files goes over to ZIP64 and keeps little in memory', async t => {
	const COUNT = 66_000;
	async function* entries() {
		for (let index = 0; index < COUNT; index++)
			yield {path: `tours/${index}.json`, content: Buffer.from(`{"index": ${index}}`), stored: true};
	}
	let most = 0;
	let last = Buffer.alloc(0);
	const before = process.memoryUsage().heapUsed;
	for await (const chunk of zipOf(entries(), new Date())) {
		last = Buffer.concat([last, chunk]).subarray(-200);
		most = Math.max(most, process.memoryUsage().heapUsed - before);
	}
	// The end of central directory of ZIP64 names the number of files.
	const at = last.indexOf(Buffer.from([0x50, 0x4b, 6, 6]));
	t.is(Number(last.readBigUInt64LE(at + 32)), COUNT + 1);
	t.true(most < 200 * 1024 * 1024, `${Math.round(most / 1024 / 1024)} MB`);
});

test('what is read slowly waits: a zip is made no faster than it is read', async t => {
	const block = Buffer.alloc(1024 * 1024, 7);
	let made = 0;
	async function* entries() {
		for (; made < 200; made++) yield {path: `images/${made}.png`, content: block, stored: true};
	}
	const zip = zipOf(entries(), new Date());
	for (let read = 0; read < 20; read++) await zip.next();
	await new Promise(resolve => setTimeout(resolve, 50));
	t.true(made < 40, `${made} made`);
	await zip.return(undefined);
	t.true(PIECE_BYTES > 0 && config.production === false);
});
