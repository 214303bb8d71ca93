import test from 'ava';
import {FILE_PARTS} from '../../../shared/files/file-store.ts';
import {ageFiles} from '../../../test/helpers/files.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';
import {partsDue, sweep} from './sweep.ts';

const service = await startService({}, {also: ['audio']});
const ana = await service.client();
test.after.always(() => service.stop());

const {files, database} = service.services;
const gone = {originalsFiles: 0, mediaFiles: 0, pagesFiles: 0, snapshotsFiles: 0};

test.serial('what was cut off before it was committed is removed after a day: variants, sounds, covers, originals, pages', async t => {
	const cut = ['.webp', '.avif', '.mp3', '.jpg'].map(extension => files.put('media', Buffer.from(`cut off ${extension}`), extension));
	const font = await files.put('media', Buffer.from('a font'), '.woff2');
	const names = await Promise.all(cut);
	const original = await files.put('originals', Buffer.from('cut off'));
	const page = await files.put('pages', Buffer.from('cut off'), '.br');
	t.like(await sweep(service, FILE_PARTS), gone, 'younger than a day');
	await ageFiles(service);
	t.like(await sweep(service, FILE_PARTS), {originalsFiles: 1, mediaFiles: 4, pagesFiles: 1, snapshotsFiles: 0});
	for (const name of names) t.is(await files.size('media', name), null);
	t.is(await files.size('originals', original), null);
	t.is(await files.size('pages', page), null);
	t.truthy(await files.size('media', font));
});

test.serial('whatever a row names stays, also where nobody has written down that it does', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Kept'}})).body;
	const path = `/v1/tours/${tour.id}`;
	const base64 = (await screenshot(700, 400).png().toBuffer()).toString('base64');
	const {step} = (await ana('POST', `${path}/steps`, {body: {image: {base64}, text: 'Press the button.'}})).body;
	const {narration} = (await ana('POST', `${path}/steps/${step.id}/narration`, {})).body;
	const {preview} = (await ana('POST', `${path}/publish`, {body: {dryRun: true}})).body;
	const {publishedLink} = (await ana('POST', `${path}/publish`)).body;
	const urls = [publishedLink.url, publishedLink.coverUrl, preview.url, step.image.url, narration.url];
	const standing = async () => Promise.all(urls.map(async url => (await fetch(url)).status));
	t.deepEqual(
		await standing(),
		urls.map(() => 200),
	);
	await ageFiles(service);
	t.like(await sweep(service, FILE_PARTS), {...gone, originalsFiles: 1}, 'The bytes as they came, with their metadata.');
	await database.query('DELETE FROM file_uses');
	t.like(await sweep(service, FILE_PARTS), gone);
	t.deepEqual(
		await standing(),
		urls.map(() => 200),
	);
});

test('within a day every part of the folder has its turn', t => {
	const now = Date.now();
	const looked = new Set(Array.from({length: 24}, (_, hour) => partsDue(now + hour * 3_600_000)).flat());
	t.deepEqual([...looked].toSorted(), [...FILE_PARTS]);
});
