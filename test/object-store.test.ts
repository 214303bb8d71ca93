import {join} from 'node:path';
import test from 'ava';
import {copyStore} from '../infra/operator/commands.ts';
import {openFolderStore} from '../shared/files/folder-store.ts';
import {openS3Store} from '../shared/files/s3-store.ts';
import {startCdn} from './helpers/cdn.ts';
import {eventually} from './helpers/eventually.ts';
import {screenshot} from './helpers/images.ts';
import {launchLoopbackBrowser} from './helpers/loopback-browser.ts';
import {startObjectStore} from './helpers/object-store.ts';
import {startService} from './helpers/service.ts';

/** The whole service with its files in an object store. */

const objects = await startObjectStore();
/** What stands for the CDN: it fetches from the bucket and knows nothing of the service. */
const cdn = await startCdn(openS3Store(objects.location('tours')));
const service = await startService({FILES: objects.url('tours'), MEDIA_URL: `${cdn.origin}/files`});
const client = await service.client();
test.after.always(async () => {
	await service.stop();
	await cdn.close();
	await objects.close();
});

test.serial('a tour is made, published and shown, and nothing of it lies in the data folder', async t => {
	const base64 = (await screenshot(1200, 800).png().toBuffer()).toString('base64');
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'In a bucket'}})).body;
	const added = await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {base64}, title: 'Here'}});
	t.is(added.status, 201, JSON.stringify(added.body));
	const published = await client('POST', `/v1/tours/${tour.id}/publish`, {body: {}});
	t.is(published.status, 201, JSON.stringify(published.body));
	const page = await (await fetch(published.body.publishedLink.url)).text();
	const pictures = [...new Set([...page.matchAll(/\/files\/([0-9a-f]{32}\.\w+)/g)].map(([, name]) => name!))];
	t.true(pictures.length > 0);
	for (const name of pictures) t.is((await fetch(`${service.baseUrl}/media/${name}`)).status, 200, name);
	const folder = openFolderStore(join(service.config.dataDir, 'files'));
	t.is((await copyStore(folder, openS3Store(objects.location('none')), () => {})).files, 0);
});

test.serial('the store goes away and comes back: 503 meanwhile, and well again without a restart', async t => {
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'Away'}})).body;
	const step = async () => {
		const base64 = (await screenshot(300, 200).png().toBuffer()).toString('base64');
		return client('POST', `/v1/tours/${tour.id}/steps`, {
			body: {image: {base64}, title: 'Away'},
			headers: {'Idempotency-Key': 'store-away'},
		});
	};
	objects.misbehave((_request, response) => void response.writeHead(503).end());
	const ready = await fetch(`${service.baseUrl}/readyz`);
	t.is(ready.status, 503);
	t.not((await ready.json()).checks.storage, 'ok');
	const away = await step();
	t.is(away.status, 503, JSON.stringify(away.body));
	objects.misbehave(null);
	t.is((await step()).status, 201);
	t.is((await fetch(`${service.baseUrl}/readyz`)).status, 200);
	const {body} = await client('GET', `/v1/tours/${tour.id}`);
	t.is(body.tour.steps.length, 1);
});

test.serial('with MEDIA_URL a page has its pictures and fonts from there, also after the setting changes; its snapshot stays', async t => {
	const base64 = (await screenshot(1100, 700).png().toBuffer()).toString('base64');
	const {tour} = (await client('POST', '/v1/tours', {body: {name: 'From a CDN'}})).body;
	const {step} = (await client('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {base64}, title: 'Here'}})).body;
	t.true(step.image.url.startsWith(`${cdn.origin}/files/`));
	t.true(step.image.thumbnailUrl.startsWith(`${service.baseUrl}/media/thumbnails/`));
	await client('PUT', `/v1/tours/${tour.id}/theme`, {body: {font: 'lato'}});
	const {url, coverUrl} = (await client('POST', `/v1/tours/${tour.id}/publish`, {body: {}})).body.publishedLink;
	t.true(coverUrl.startsWith(service.baseUrl));

	const browser = await launchLoopbackBrowser();
	t.teardown(() => browser.close());
	const visit = async () => {
		const page = await browser.newPage();
		const complaints: string[] = [];
		const media: string[] = [];
		page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
		page.on('requestfailed', request => complaints.push(`${request.url()} failed`));
		page.on('request', request => /\/(?:media|files)\//.test(request.url()) && media.push(new URL(request.url()).origin));
		await page.goto(url, {waitUntil: 'networkidle0'});
		const drawn = await page.evaluate(() => [...document.images].filter(image => image.complete && image.naturalWidth > 0).length);
		await page.close();
		return {complaints, drawn, origins: [...new Set(media)], media: media.length};
	};
	const first = await visit();
	t.deepEqual(first.complaints, []);
	t.true(first.drawn > 0 && first.media >= 2, JSON.stringify(first));
	t.deepEqual(first.origins, [cdn.origin]);
	t.true(cdn.asked.some(name => name.endsWith('.woff2')));

	const link = async () =>
		(await service.services.database.query('SELECT page, snapshot FROM publications WHERE tour_id = ?', [tour.id]))[0];
	const before = await link();
	Object.assign(service.config, {mediaUrl: `${service.baseUrl}/media`});
	Object.assign(service.services.config, {mediaUrl: `${service.baseUrl}/media`});
	await eventually('the page is rendered again', async () => JSON.stringify((await link()).page) !== JSON.stringify(before.page));
	t.is((await link()).snapshot, before.snapshot);
	const second = await visit();
	t.deepEqual([second.complaints, second.origins], [[], [service.baseUrl]]);
});

test.serial('a picture takes one request to the store, the first time and every other', async t => {
	const {files} = service.services;
	const small = await files.put('media', Buffer.alloc(40_000, 'small'), '.webp');
	const large = Buffer.alloc(700_000, 'large');
	const name = await files.put('media', large, '.webp');
	const taken = async (file: string) => {
		const before = objects.requests();
		const bytes = Buffer.from(await (await fetch(`${service.baseUrl}/media/${file}`)).arrayBuffer());
		return {bytes, requests: objects.requests() - before};
	};
	t.deepEqual([(await taken(small)).requests, (await taken(small)).requests], [1, 1]);
	t.true((await taken(name)).bytes.equals(large));
	t.is((await taken(`${'0'.repeat(32)}.webp`)).requests, 1);
	// Its pieces alone: none to learn its size.
	t.true((await taken(name)).requests <= 1 + Math.ceil((large.length - 256 * 1024) / (64 * 1024)));
});

test.serial('files are copied into another store while the service runs, and only once', async t => {
	const target = openS3Store(objects.location('copy'));
	const source = service.services.files;
	const first = await copyStore(source, target, () => {});
	t.true(first.copied > 0 && first.copied === first.files);
	// A cover that was still being drawn comes with one of the next; then there is nothing left.
	const again: number[] = [];
	do again.push((await copyStore(source, target, () => {})).copied);
	while (again.at(-1) !== 0 && again.length < 5);
	t.is(again.at(-1), 0, `${again}`);
});
