import test from 'ava';
import {cleanImage} from '../../renderers/image/clean/clean-image.ts';
import {acceptImage} from '../../renderers/image/variants.ts';
import {sha256} from '../../shared/ids.ts';
import {ended, exported, makeTour} from '../helpers/exports.ts';
import {startService} from '../helpers/service.ts';
import {readZip} from '../helpers/zip.ts';

/** Tours as files: the resource, the job, the download. */

const service = await startService({PUBLISHES_PER_HOUR: '4', VIDEO_SECONDS_PER_DAY: '20'}, {also: ['export']});
const ana = await service.client();
test.after.always(() => service.stop());

test.serial('a bundle is ordered, made, listed and downloaded, whole and in part; asked for again it is the same', async t => {
	const {id, picture} = await makeTour(ana, 'Vendas: "três" passos/2');
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
	const kept = (await cleanImage(picture, await acceptImage(picture)))!;
	t.true(entries.get(`media/${sha256(kept).toString('hex')}.png`)?.equals(kept));
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

test.serial('what cannot be exported is refused with what would be right', async t => {
	const {id} = await makeTour(ana, 'Refused', 1);
	const refused = async (body: object, tour = id) => (await ana('POST', `/v1/tours/${tour}/exports`, {body})).body;
	const format = await refused({format: 'docx'});
	t.is(format.errors[0].field, 'format');
	t.regex(JSON.stringify(format.errors), /mp4.*bundle/);
	const option = await refused({format: 'bundle', options: {pretty: 'yes', size: 3}});
	t.deepEqual(option.errors.map(({field}: {field: string}) => field).sort(), ['options.pretty', 'options.size']);
	t.true(option.errors.every(({hint}: {hint?: string}) => hint));
	const language = await refused({format: 'html', language: 'fr'});
	t.is(language.errors[0].field, 'language');
	t.regex(language.errors[0].hint, /It speaks en/);
	const published = await refused({format: 'html', source: 'published'});
	t.deepEqual([published.error, published.errors[0].field], ['tour_not_exportable', 'source']);
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Empty'}})).body;
	const empty = await refused({format: 'html'}, tour.id);
	t.deepEqual([empty.error, empty.errors[0].field], ['tour_not_exportable', 'steps']);
	t.is((await ana('GET', `/v1/tours/${id}/exports`)).body.exports.length, 0, 'nothing was ordered');
});

test.serial('the draft, or what is published; the language of the narration is that of the tour where none is named', async t => {
	const {id, stepIds} = await makeTour(ana, 'Two editions', 2);
	await ana('POST', `/v1/tours/${id}/publish`, {});
	await ana('PATCH', `/v1/tours/${id}/steps/${stepIds[1]}`, {body: {title: 'Changed since'}});
	const words = async (source: string) => {
		const {url} = await exported(ana, id, {format: 'bundle', source, language: 'en'});
		const entries = await readZip(Buffer.from(await (await fetch(url)).arrayBuffer()));
		return JSON.parse(entries.get('tour.json')!.toString()).steps[1].title;
	};
	t.is(await words('published'), 'Words alone');
	t.is(await words('draft'), 'Changed since');
});

test.serial('an account orders as many exports an hour as it may; the same again, and those that failed, count for nothing', async t => {
	const bo = await service.client();
	const {id} = await makeTour(bo, 'Limited', 3);
	const order = (pretty: boolean, tour = id) => bo('POST', `/v1/tours/${tour}/exports`, {body: {format: 'bundle', options: {pretty}}});
	const tours = [id, (await makeTour(bo, 'Limited too', 3)).id];
	const all = await Promise.all(tours.flatMap(tour => [order(true, tour), order(false, tour), order(true, tour)]));
	t.deepEqual(all.map(({status}) => status).filter(status => status === 201).length, 4);
	t.is(new Set(all.map(({body}) => body.export.id)).size, 4, 'two at once are one');
	const {tour: third} = (await bo('POST', `/v1/tours/${id}/duplicate`)).body;
	const more = await order(true, third.id);
	t.deepEqual([more.status, more.body.error], [429, 'exports_limited']);
	const wait = Number(more.headers.get('retry-after'));
	t.true(wait > 3000 && wait <= 3600);
	t.is((await order(true)).status, 200, 'the same again is free');
	t.is((await bo('GET', '/v1/me')).body.limits.exportsPerHour, 4);

	const failed = await ended(bo, all[0]!.body.export.id);
	await service.services.database.query("UPDATE jobs SET state = 'failed' WHERE id = ?", [failed.jobId]);
	await service.services.database.query('UPDATE tour_exports SET ready_at = NULL WHERE id = ?', [failed.id]);
	t.is((await ended(bo, failed.id)).status, 'failed');
	t.is((await order(true, third.id)).status, 201);
});

test.serial('a file that has gone is made again', async t => {
	const bo = await service.client();
	const {id} = await makeTour(bo, 'Gone', 4);
	const first = await exported(bo, id, {format: 'bundle'});
	const [{file}] = await service.services.database.query('SELECT file FROM tour_exports WHERE id = ?', [first.id]);
	await service.services.files.remove('tour-exports', file, new Date(Date.now() + 60_000));
	t.is((await fetch(first.url)).status, 404);
	const second = await exported(bo, id, {format: 'bundle'});
	t.not(second.id, first.id);
	t.is((await fetch(second.url)).status, 200);
});
