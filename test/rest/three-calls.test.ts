import test from 'ava';
import {sha256} from '../../shared/ids.ts';
import {screenshot} from '../helpers/images.ts';
import {startService} from '../helpers/service.ts';

const STEPS = 30;

/** Where only three calls a minute are allowed, a fourth would be refused. */
const service = await startService({CALLS_PER_MINUTE: '3'});
test.after.always(() => service.stop());

test(`a tour of ${STEPS} steps with ${STEPS} new pictures is public after three counted calls and ${STEPS} PUTs`, async t => {
	t.timeout(180_000);
	const ana = await service.client();
	const pictures = await Promise.all(
		Array.from({length: STEPS}, (_, index) =>
			screenshot(160 + index, 100)
				.png()
				.toBuffer(),
		),
	);
	const files = pictures.map(bytes => ({sha256: sha256(bytes).toString('hex'), bytes: bytes.length}));
	const batch = await ana('POST', '/v1/media/batch', {body: {files}});
	t.is(batch.status, 200, JSON.stringify(batch.body));
	for (const [index, {upload}] of batch.body.files.entries()) {
		t.is((await fetch(upload.url, {method: 'PUT', body: new Uint8Array(pictures[index]!)})).status, 201);
	}
	const steps = files.map(({sha256: mediaId}, index) => ({key: `s${index}`, title: `Step ${index}`, image: {mediaId}}));
	const put = await ana('PUT', '/v1/documents/thirty', {body: {document: {name: 'Thirty', steps}}});
	t.is(put.status, 201, JSON.stringify(put.body));
	const published = await ana('POST', `/v1/tours/${put.body.tour.id}/publish`);
	t.is(published.status, 201, JSON.stringify(published.body));
	t.is((await ana('GET', '/v1/me')).status, 429, 'The three were counted.');
	const page = await (await fetch(published.body.publishedLink.url)).text();
	for (const {title} of steps) t.true(page.includes(title));
});
