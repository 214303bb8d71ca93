import {join} from 'node:path';
import test from 'ava';
import {copyStore} from '../infra/operator/copy-store.ts';
import {openFolderStore} from '../shared/files/folder-store.ts';
import {openS3Store} from '../shared/files/s3-store.ts';
import {screenshot} from './helpers/images.ts';
import {startObjectStore} from './helpers/object-store.ts';
import {startService} from './helpers/service.ts';

/** The whole service with its files in an object store. */

const objects = await startObjectStore();
const service = await startService({FILES: objects.url('tours')});
const client = await service.client();
test.after.always(async () => {
	await service.stop();
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
	const pictures = [...page.matchAll(/\/media\/([0-9a-f]{32}\.\w+)/g)].map(([path]) => path);
	t.true(pictures.length > 0);
	for (const path of new Set(pictures)) t.is((await fetch(new URL(path, service.baseUrl))).status, 200, path);
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
