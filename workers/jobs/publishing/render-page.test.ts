import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {HELD_MS} from '../../../shared/store/database.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {avifBacklog} from '../../../shared/store/jobs/operator-jobs.ts';
import {markAvif} from '../../../shared/store/rebuilds.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';
import {orderRebuilds} from './rebuild-page.ts';
import {rendererVersionAt, storePage} from './render-page.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());
const {database, files, dispatcher} = service.services;
const rendererVersion = rendererVersionAt(service.config);

const PATIENCE_MS = 60_000;
async function until(what: string, look: () => Promise<boolean>): Promise<void> {
	for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) if (await look()) return;
	throw new Error(`Never: ${what}`);
}
const open = async (url: string) => {
	const response = await fetch(url);
	return {status: response.status, etag: response.headers.get('etag'), body: await response.text()};
};
type Row = Record<string, unknown> & {id: string; renderer: string | null; snapshot: string; leadForm: string};
const rowOf = async (slug: string): Promise<Row> =>
	(await database.query('SELECT *, lead_form AS leadForm FROM publications WHERE slug = ?', [slug]))[0];
const image = async () => ({base64: (await screenshot(1300, 800).png().toBuffer()).toString('base64')});

async function published(): Promise<{id: string; url: string; slug: string}> {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Rebuilt'}})).body;
	const path = `/v1/tours/${tour.id}`;
	await ana('POST', `${path}/steps`, {body: {title: 'First step', image: await image()}});
	await ana('PUT', `${path}/lead-capture`, {body: {enabled: true}});
	const {url, slug, coverUrl} = (await ana('POST', `${path}/publish`)).body.publishedLink;
	await fetch(coverUrl);
	return {id: tour.id, url, slug};
}
/** As if another renderer had rendered it, from `snapshot`. */
async function makeOld(slug: string, snapshot?: string): Promise<void> {
	const html = `<!doctype html>the page of another renderer at ${slug}`;
	const page = JSON.stringify(await storePage(files, {html, fonts: []}));
	await database.query(
		"UPDATE publications SET page = ?, snapshot = COALESCE(?, snapshot), renderer = 'old', asked_renderer = 'old' WHERE slug = ?",
		[page, snapshot ?? null, slug],
	);
	await sleep(HELD_MS);
}

test.serial('what another renderer has rendered is rendered again, and nothing else changes', async t => {
	const {id, url, slug} = await published();
	const tour = (await ana('GET', `/v1/tours/${id}`)).body.tour;
	const [page, row] = [await open(url), await rowOf(slug)];
	t.is(row.renderer, rendererVersion);
	await makeOld(slug);
	t.not((await open(url)).etag, page.etag);
	await until('it is rendered again', async () => (await rowOf(slug)).renderer === rendererVersion);
	t.deepEqual(await open(url), page);
	t.deepEqual(await rowOf(slug), row);
	t.deepEqual((await ana('GET', `/v1/tours/${id}`)).body.tour, tour);
	t.deepEqual(await orderRebuilds(service.services), [], 'once is enough');
});

test.serial('previews are rendered again as well; a link that is down and a preview that has expired are not', async t => {
	const [up, down] = [await published(), await published()];
	const {preview} = (await ana('POST', `/v1/tours/${up.id}/publish`, {body: {dryRun: true}})).body;
	const expired = (await ana('POST', `/v1/tours/${up.id}/publish`, {body: {dryRun: true}})).body.preview;
	const [token, late] = [preview, expired].map(({url}) => url.split('/').at(-1));
	await database.query('UPDATE publications SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE slug = ?', [late]);
	await ana('DELETE', `/v1/tours/${down.id}/publish`);
	for (const slug of [token, late, down.slug]) await makeOld(slug);
	await until('the preview is rendered again', async () => (await rowOf(token)).renderer === rendererVersion);
	t.true((await open(preview.url)).body.includes('First step'));
	await until('all were looked at', async () => (await rowOf(down.slug)).asked_renderer === rendererVersion);
	for (const slug of [late, down.slug]) t.is((await rowOf(slug)).renderer, 'old');
	t.is((await open(down.url)).status, 410);
	await ana('POST', `/v1/tours/${down.id}/publish`);
	t.is((await rowOf(down.slug)).renderer, rendererVersion);
});

test.serial('a link that is taken down or published again while its page is rendered stays as that left it', async t => {
	const {id, url, slug} = await published();
	const {id: publicationId} = await rowOf(slug);
	const order = () => insertJob(database.manager, {accountId: ana.accountId, type: 'rebuild-page', input: {publicationId}});
	await ana('DELETE', `/v1/tours/${id}/publish`);
	const ended = await dispatcher.run(await order(), 20_000);
	t.like(ended, {state: 'succeeded', outcome: {response: {body: {rebuilt: false}}}});
	t.is((await open(url)).status, 410);
	await ana('PATCH', `/v1/tours/${id}`, {body: {name: 'Another name'}});
	const [, again] = await Promise.all([dispatcher.run(await order(), 20_000), ana('POST', `/v1/tours/${id}/publish`)]);
	t.is(again.status, 201);
	t.true((await open(url)).body.includes('<title>Another name</title>'));
});

test.serial('a page that cannot be rendered is tried, said to have failed, and not asked for again', async t => {
	const {slug, url} = await published();
	await makeOld(slug, `${'0'.repeat(64)}.json`);
	await until('it has failed', async () => {
		const rows: unknown[] = await database.query("SELECT 1 FROM jobs WHERE type = 'rebuild-page' AND state = 'failed'");
		return rows.length === 1;
	});
	t.deepEqual(await orderRebuilds(service.services), []);
	t.true((await open(url)).body.includes('another renderer'));
});

test.serial('when the last AVIF of a page is there it is shown, under the same cover and version', async t => {
	const {id, url, slug} = await published();
	const {steps} = (await ana('GET', `/v1/tours/${id}`)).body.tour;
	const {mediaId} = steps[0].image;
	const [before, row, tour] = [await open(url), await rowOf(slug), (await ana('GET', `/v1/tours/${id}`)).body.tour];
	t.true((await avifBacklog(database.manager)).images > 0);
	const [{variants}] = await database.query('SELECT variants FROM media WHERE account_id = ? AND media_id = ?', [ana.accountId, mediaId]);
	const avif = variants.map((variant: object, index: number) => ({...variant, file: `${String(index).repeat(32)}.avif`, format: 'avif'}));
	await database.query('UPDATE media SET avif = ? WHERE account_id = ? AND media_id = ?', [JSON.stringify(avif), ana.accountId, mediaId]);
	await markAvif(database.manager, ana.accountId, mediaId);
	t.deepEqual(await orderRebuilds(service.services), [], 'a picture of the page is still being encoded');
	await database.query("UPDATE jobs SET state = 'succeeded' WHERE type = 'encode-avif'");
	await until('the page has another ETag', async () => (await open(url)).etag !== before.etag);
	t.true((await open(url)).body.includes(avif[0].file));
	const {page: _page, csp: _csp, ...kept} = await rowOf(slug);
	t.like(row, kept);
	t.deepEqual((await ana('GET', `/v1/tours/${id}`)).body.tour, tour);
});

test.serial('AVIF that waits for a picture of which none comes is shown after a while', async t => {
	const {slug} = await published();
	await database.query("UPDATE jobs SET state = 'queued', due_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE type = 'encode-avif'");
	const mark = (minutes: number) =>
		database.query('UPDATE publications SET avif_since = UTC_TIMESTAMP(3) - INTERVAL ? MINUTE WHERE slug = ?', [minutes, slug]);
	await mark(5);
	t.deepEqual(await orderRebuilds(service.services), []);
	await mark(11);
	await until('it was ordered', async () => (await rowOf(slug)).avif_since === null);
});

test.serial('another BASE_URL has the pages rendered again, whose links and cover would lead to the one before', async t => {
	const {url, slug} = await published();
	const {pathname} = new URL(url);
	await until('nothing is due', async () => (await orderRebuilds(service.services)).length === 0);
	const config = {...service.config, baseUrl: 'https://tours.example.org', mediaUrl: 'https://tours.example.org/media'};
	t.not(rendererVersionAt(config), rendererVersion);
	t.true((await open(url)).body.includes(`${service.baseUrl}${pathname}`));
	// A few are ordered at a time: this one comes first.
	await database.query('UPDATE publications SET asked_renderer = ? WHERE slug <> ?', [rendererVersionAt(config), slug]);
	t.true((await orderRebuilds({database, config})).length > 0);
	t.is((await rowOf(slug)).asked_renderer, rendererVersionAt(config));
});
