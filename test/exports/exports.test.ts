import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {screenshot} from '../helpers/images.ts';
import {type Client, startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Tours as files: the resource, the job, the download. */

const picture = await screenshot(800, 500).png().toBuffer();
const service = await startService({}, {also: ['export']});
const ana = await service.client();
test.after.always(() => service.stop());

async function makeTour(client: Client, name: string): Promise<{id: string; mediaId: string}> {
	const {mediaId} = (await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}})).body.media;
	const document = {
		name,
		language: 'en',
		steps: [
			{
				key: 'first',
				title: 'Open the report',
				text: 'Press Reports.',
				image: {mediaId},
				highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1},
			},
			{key: 'words', type: 'slide', title: 'Words alone'},
		],
	};
	const {status, body} = await client('PUT', `/v1/documents/${crypto.randomUUID()}`, {body: {document}});
	if (status !== 201) throw new Error(JSON.stringify(body));
	return {id: body.tour.id, mediaId};
}

async function ended(client: Client, id: string) {
	for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100)) {
		const {body} = await client('GET', `/v1/exports/${id}`);
		if (body.export.status === 'succeeded' || body.export.status === 'failed') return body.export;
	}
	throw new Error('The export did not end.');
}

test.serial('a bundle is ordered, made, listed and downloaded, whole and in part; asked for again it is the same', async t => {
	const {id, mediaId} = await makeTour(ana, 'Vendas: "três" passos/2');
	const ordered = await ana('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle'}});
	t.is(ordered.status, 201, JSON.stringify(ordered.body));
	t.like(ordered.body.export, {tourId: id, format: 'bundle', language: null, source: 'draft', url: null, warnings: [], error: null});
	t.deepEqual(ordered.body.export.options, {pretty: true});
	const made = await ended(ana, ordered.body.export.id);
	t.like(made, {status: 'succeeded', progress: 1, fileName: 'Vendas três passos 2.zip', error: null});

	const whole = await fetch(made.url);
	t.is(whole.status, 200);
	const bytes = Buffer.from(await whole.arrayBuffer());
	t.is(bytes.length, made.bytes);
	t.is(whole.headers.get('content-type'), 'application/zip');
	t.is(
		whole.headers.get('content-disposition'),
		`attachment; filename="Vendas tres passos 2.zip"; filename*=UTF-8''Vendas%20tr%C3%AAs%20passos%202.zip`,
	);
	t.regex(whole.headers.get('cache-control') ?? '', /private.*no-store/);
	t.is(whole.headers.get('content-encoding'), null);
	const entries = await readZip(bytes);
	t.true(entries.get(`media/${mediaId}.png`)?.equals(picture));
	const tour = JSON.parse(entries.get('tour.json')!.toString());
	t.deepEqual(
		tour.steps.map((step: {key: string}) => step.key),
		['first', 'words'],
	);

	const part = await fetch(made.url, {headers: {Range: 'bytes=2-9'}});
	t.is(part.status, 206);
	t.true(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 10)));
	t.is((await fetch(made.url, {headers: {Range: `bytes=${bytes.length}-`}})).status, 416);
	const head = await fetch(made.url, {method: 'HEAD'});
	t.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);

	const again = await ana('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle', options: {pretty: true}}});
	t.is(again.status, 200);
	t.is(again.body.export.id, made.id);
	t.is(again.body.export.url, made.url);
	const other = await ana('POST', `/v1/tours/${id}/exports`, {body: {format: 'bundle', options: {pretty: false}}});
	t.is(other.status, 201);
	await ended(ana, other.body.export.id);
	const list = await ana('GET', `/v1/tours/${id}/exports?limit=1`);
	t.deepEqual(
		list.body.exports.map((one: {id: string}) => one.id),
		[other.body.export.id],
	);
	const next = await ana('GET', `/v1/tours/${id}/exports?limit=1&cursor=${list.body.nextCursor}`);
	t.deepEqual([next.body.exports[0].id, next.body.nextCursor], [made.id, null]);

	const job = (await ana('GET', `/v1/jobs/${made.jobId}`)).body.job;
	t.like(job, {type: 'export-tour', status: 'succeeded'});
	t.is(job.result.export.url, made.url);
	t.is((await ana('DELETE', `/v1/exports/${made.id}`)).status, 200);
	t.is((await fetch(made.url)).status, 404);
	t.is((await ana('GET', `/v1/exports/${made.id}`)).status, 404);
});
