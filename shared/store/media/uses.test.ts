import test from 'ava';
import {eventually} from '../../../test/helpers/eventually.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import {type Client, startService} from '../../../test/helpers/service.ts';
import {sweep} from '../../../workers/jobs/maintenance/sweep.ts';
import {rebuildProgress} from '../rebuilds.ts';

const service = await startService({}, {also: ['audio']});
const ana = await service.client();
test.after.always(() => service.stop());
const {database} = service.services;

type Use = {account: string; name: string; kind: string; user: string};
const sorted = (uses: Use[]) => uses.map(({account, name, kind, user}) => `${kind} ${user} ${account} ${name}`).toSorted();

/** What the rows themselves say that tours and links use. */
async function usesInRows(): Promise<string[]> {
	const tours: Use[] = await database.query(
		`SELECT DISTINCT t.account_id AS account, used.name, 'tour' AS kind, t.id AS user FROM tours t,
		 JSON_TABLE(t.document, '$.steps[*]' COLUMNS (name VARCHAR(80) PATH '$.image.mediaId')) used WHERE used.name IS NOT NULL
		 UNION SELECT DISTINCT t.account_id, used.name, 'tour', t.id FROM tours t,
		 JSON_TABLE(t.document, '$.steps[*].narrations[*]' COLUMNS (name VARCHAR(80) PATH '$.file')) used`,
	);
	const links: Use[] = await database.query(
		`SELECT DISTINCT p.account_id AS account, used.name, 'publication' AS kind, p.id AS user FROM publications p,
		 JSON_TABLE(JSON_MERGE_PRESERVE(p.media, p.audio), '$[*]' COLUMNS (name VARCHAR(80) PATH '$')) used WHERE p.taken_down_at IS NULL`,
	);
	return sorted([...tours, ...links]);
}
async function usesWrittenDown(): Promise<string[]> {
	return sorted(
		await database.query(
			"SELECT account_id AS account, media_id AS name, user_kind AS kind, user_id AS user FROM media_uses WHERE user_kind <> 'versions'",
		),
	);
}
/** Images and narrations that nobody uses, and that the sweep would not look at in their time. */
function overlooked(): Promise<unknown[]> {
	return database.query(
		`SELECT media_id FROM media m WHERE unused_since IS NULL
		   AND NOT EXISTS (SELECT 1 FROM media_uses u WHERE BINARY u.media_id = BINARY m.media_id AND BINARY u.account_id = BINARY m.account_id)
		 UNION SELECT file FROM speech s WHERE unused_since IS NULL
		   AND NOT EXISTS (SELECT 1 FROM media_uses u WHERE BINARY u.media_id = BINARY s.file AND BINARY u.account_id = BINARY s.account_id)`,
	);
}
async function upload(client: Client, width: number): Promise<string> {
	const base64 = (await screenshot(width, 60).png().toBuffer()).toString('base64');
	return (await client('POST', '/v1/media', {body: {base64}})).body.media.mediaId;
}
const age = () =>
	database.query('UPDATE media SET referenced_at = referenced_at - INTERVAL 31 DAY, unused_since = unused_since - INTERVAL 31 DAY');

test.serial('after any changes, also at once, the table says what tours, links and previews say', async t => {
	const {below, pick} = seededRandom(7);
	const bo = await service.client();
	const images = new Map<Client, string[]>();
	for (const client of [ana, bo]) images.set(client, await Promise.all([100, 101, 102, 103].map(width => upload(client, width))));
	const tours: Array<{client: Client; path: string; steps: string[]}> = [];
	for (const client of [ana, ana, bo]) {
		const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Random'}})).body;
		const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {mediaId: images.get(client)![0]!}}})).body;
		tours.push({client, path: `/v1/tours/${tour.id}`, steps: [step.id]});
	}
	const change = async () => {
		const {client, path, steps} = pick(tours);
		const image = {mediaId: pick(images.get(client)!)};
		const step = pick(steps);
		const kind = below(10);
		if (kind < 4) {
			const reply = await client('POST', `${path}/steps`, {body: {image, text: `Words ${below(4)}`}});
			return steps.push(reply.body.step.id);
		}
		if (kind < 6) return client('PATCH', `${path}/steps/${step}`, {body: {image}});
		if (kind < 7) return client('DELETE', `${path}/steps/${step}`);
		if (kind < 8) return client('POST', `${path}/steps/${step}/narration`, {body: {text: `Words ${below(3)}`}});
		if (kind < 9) return client('POST', `${path}/publish`, {body: {dryRun: below(2) === 1}});
		return client('DELETE', `${path}/publish`);
	};
	for (let round = 0; round < 12; round++) {
		await Promise.all(Array.from({length: 5}, change));
		t.deepEqual(await usesWrittenDown(), await usesInRows());
		t.deepEqual(await overlooked(), []);
	}
	t.true((await usesWrittenDown()).length > 10);
});

test.serial('where nothing is to be done the sweep changes no row', async t => {
	const tables = ['tours', 'media', 'media_uses', 'file_uses', 'publications', 'speech', 'jobs'];
	const sums = () => database.query(`CHECKSUM TABLE ${tables.join(', ')}`);
	const atWork = "SELECT id FROM jobs WHERE state IN ('queued', 'running') AND type <> 'encode-avif'";
	await sweep(service);
	await eventually('the links from before have their covers, and those written down have new pages', async () => {
		const {waiting} = await rebuildProgress(database.manager, new Date());
		return waiting === 0 && (await database.query(atWork)).length === 0;
	});
	await sweep(service);
	const before = await sums();
	await sweep(service);
	t.deepEqual(await sums(), before);
});

test.serial('a step that takes an image at the moment of its sweep keeps it, or is refused', async t => {
	for (let round = 0; round < 10; round++) {
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Race'}})).body;
		const mediaId = await upload(ana, 120 + round);
		await age();
		const [reply] = await Promise.all([ana('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {mediaId}}}), sweep(service)]);
		const stored: unknown[] = await database.query('SELECT 1 FROM media WHERE account_id = ? AND media_id = ?', [ana.accountId, mediaId]);
		t.is(reply.status, stored.length === 1 ? 201 : 404);
		t.deepEqual(await usesWrittenDown(), await usesInRows());
	}
});
