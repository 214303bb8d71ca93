import test from 'ava';
import sharp from 'sharp';
import {eventually} from '../helpers/eventually.ts';
import {exported} from '../helpers/exports.ts';
import {type Client, startService} from '../helpers/service.ts';
import {AREAS, secretPicture} from './secret-picture.ts';

/** The same bytes in two accounts: what one of them takes away is gone at every address it had, and the other notices nothing. */

const service = await startService({}, {also: ['background', 'export']});
const {database, files} = service.services;
test.after.always(() => service.stop());

/** A tour with the picture, published, exported, drawn and embedded: with all addresses under which anybody has seen the picture. */
async function shownEverywhere(client: Client, bytes: Buffer) {
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Shown everywhere'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const {step} = (await client('POST', `${path}/steps`, {body: {title: 'One', image: {base64: bytes.toString('base64')}}})).body;
	const {mediaId} = step.image;
	await eventually('AVIF is made', async () => {
		const [{open}] = await database.query(
			"SELECT COUNT(*) AS open FROM jobs WHERE type IN ('encode-avif', 'rebuild-page') AND state IN ('queued', 'running')",
		);
		return Number(open) === 0;
	});
	const {publishedLink} = (await client('POST', `${path}/publish`, {body: {}})).body;
	const {url} = publishedLink;
	const coverUrl = await eventually('the cover is drawn', async () => {
		const {tour: now} = (await client('GET', path)).body;
		return (await fetch(now.publishedLink.coverUrl)).ok && now.publishedLink.coverUrl;
	});
	const html = await (await fetch(url)).text();
	const oembed = await (await fetch(`${service.baseUrl}/oembed?url=${encodeURIComponent(url)}`)).json();
	const lasting = oembed.thumbnail_url;
	const drawn = (await client('GET', `${path}/steps/${step.id}/picture`)).body.picture.url;
	const media = (await client('GET', `/v1/media/${mediaId}`)).body;
	const addresses = new Set<string>([coverUrl, drawn, ...media.variants.map((one: {url: string}) => one.url)]);
	for (const [, address] of html.matchAll(/["'( ,]((?:https?:\/\/[^"'() ,]+)?\/(?:media|thumbnails)\/[0-9a-f]+\.(?:webp|avif|jpg))/g))
		addresses.add(new URL(address!, service.baseUrl).href);
	const file = await exported(client, tour.id, {format: 'html'});
	return {path, stepId: step.id, mediaId, url, addresses: [...addresses], lasting, exportUrl: file.url};
}

async function statuses(addresses: string[]): Promise<Record<string, number>> {
	const found: Record<string, number> = {};
	for (const address of addresses) found[address] = (await fetch(address, {redirect: 'manual'})).status;
	return found;
}

/** Every public file with pixels that rows or notes name, by account. */
async function publicFiles(accountId: string): Promise<string[]> {
	const rows: Array<{file: string}> = await database.query(
		`SELECT file FROM file_uses WHERE user_kind = 'media' AND user_id LIKE ?
		 UNION SELECT file FROM derived_files WHERE account_id = ?
		 UNION SELECT u.file FROM file_uses u JOIN publications p ON p.id = u.user_id AND p.account_id = ? WHERE u.user_kind = 'publication'`,
		[`${accountId}/%`, accountId, accountId],
	);
	return rows.map(({file}) => file).filter(file => /\.(webp|avif|jpg)$/.test(file));
}

test('of two accounts with the same picture one redacts it: all its addresses end, and the other has no hole', async t => {
	t.timeout(400_000);
	const [ana, bo] = [await service.client(), await service.client()];
	const picture = await secretPicture(77);
	const hers = await shownEverywhere(ana, picture);
	const his = await shownEverywhere(bo, picture);
	t.is(hers.mediaId, his.mediaId);
	const [herFiles, hisFiles] = [await publicFiles(ana.accountId), await publicFiles(bo.accountId)];
	t.true(herFiles.length >= 6 && herFiles.some(file => file.endsWith('.avif')) && herFiles.some(file => file.endsWith('.jpg')));
	t.deepEqual(
		herFiles.filter(file => hisFiles.includes(file)),
		[],
		'no public file with pixels belongs to both',
	);
	t.true(hers.addresses.length >= 6, hers.addresses.join('\n'));
	const wrong = async (addresses: string[]) => Object.entries(await statuses(addresses)).filter(([, status]) => status !== 200);
	for (const {addresses} of [hers, his]) t.deepEqual(await wrong(addresses), []);

	const etagOf = async (address: string) => (await fetch(address)).headers.get('etag');
	const secretCover = await etagOf(hers.lasting);
	t.truthy(secretCover);
	const redacted = await ana('POST', `${hers.path}/steps/${hers.stepId}/redact`, {body: {areas: AREAS, where: 'tour', live: 'replace'}});
	t.is(redacted.status, 200, JSON.stringify(redacted.body));
	t.is((await fetch(hers.exportUrl, {redirect: 'manual'})).status, 404);
	const hole = async () => {
		const html = await (await fetch(his.url)).text();
		const shown = his.addresses.filter(address => html.includes(address.split('/').at(-1)!));
		t.true(shown.length > 0);
		return wrong(his.addresses);
	};
	const end = performance.now() + 300_000;
	for (;;) {
		t.deepEqual(await hole(), []);
		const left = Object.entries(await statuses(hers.addresses)).filter(([, status]) => status !== 404 && status !== 410);
		if (left.length === 0) break;
		if (performance.now() > end) return t.fail(`still there: ${left.join(' ')}`);
		await new Promise(resolve => setTimeout(resolve, 1000));
	}
	t.is((await fetch(hers.url)).status, 200);
	t.not(await etagOf(hers.lasting), secretCover, 'its lasting name shows the present one');
	t.is((await bo('GET', `/v1/media/${his.mediaId}/original`)).status, 200);
	for (const file of hisFiles.filter(name => name.endsWith('.webp'))) {
		const bytes = (await files.read('media', file))!;
		t.true((await sharp(bytes).metadata()).width! > 0);
	}
});
