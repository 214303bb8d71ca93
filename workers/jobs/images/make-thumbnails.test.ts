import test from 'ava';
import sharp from 'sharp';
import {FILE_PARTS} from '../../../shared/files/file-store.ts';
import {ageFiles} from '../../../test/helpers/files.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';
import {sweep} from '../maintenance/sweep.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const {files, database} = service.services;
const upload = async (bytes: Buffer) => (await ana('POST', '/v1/media', {body: {base64: bytes.toString('base64')}})).body.media;
const shown = async (url: string) => {
	const response = await fetch(url);
	const bytes = Buffer.from(await response.arrayBuffer());
	const {width, height, pages = 1} = await sharp(bytes, {animated: true}).metadata();
	return {
		status: response.status,
		cache: response.headers.get('cache-control'),
		size: [width, height],
		pages,
		bytes: bytes.length,
		redirected: response.redirected,
	};
};

test.serial('an image has a thumbnail from the first moment, which steps and GET name; an animation one of its first frame', async t => {
	const media = await upload(await screenshot(1600, 1000).png().toBuffer());
	const {body} = await ana('GET', `/v1/media/${media.mediaId}`);
	t.deepEqual(body.media, media);
	t.deepEqual(
		body.variants.map(({width, format}: {width: number; format: string}) => [width, format]),
		[
			[320, 'webp'],
			[640, 'webp'],
			[960, 'webp'],
			[1440, 'webp'],
			[1600, 'webp'],
		],
	);
	const [thumbnail] = body.variants;
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body;
	const {step} = (await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {image: {mediaId: media.mediaId}}})).body;
	t.is(step.image.thumbnailUrl, thumbnail.url);
	const found = await shown(thumbnail.url);
	t.like(found, {status: 200, size: [320, 200], cache: 'public, max-age=31536000, immutable'});
	t.true(found.bytes < 25_000, `${found.bytes} bytes`);
	t.deepEqual([thumbnail.width, thumbnail.height], [320, 200]);

	const frames = await Promise.all(
		['#123', '#c40'].map(background =>
			sharp({create: {width: 700, height: 500, channels: 3, background}})
				.png()
				.toBuffer(),
		),
	);
	const gif = await sharp(frames, {join: {animated: true}})
		.gif({delay: [100, 100]})
		.toBuffer();
	const animated = (await ana('GET', `/v1/media/${(await upload(gif)).mediaId}`)).body.variants[0];
	t.like(await shown(animated.url), {size: [320, 229], pages: 1});
	t.like(
		await shown(
			(await ana('GET', `/v1/media/${(await upload(await screenshot(100, 3000).png().toBuffer())).mediaId}`)).body.variants[0].url,
		),
		{size: [21, 640]},
	);
});

test.serial('after a restore there is none: its URL leads to the image until the sweep has made one', async t => {
	const media = await upload(await screenshot(1200, 800).png().toBuffer());
	const [{url}] = (await ana('GET', `/v1/media/${media.mediaId}`)).body.variants;
	const name = url.split('/').at(-1);
	t.true(await files.remove('thumbnails', name, new Date(Date.now() + 60_000)));
	t.like(await shown(url), {status: 200, size: [1200, 800], redirected: true});
	t.like(await sweep(service, [media.mediaId.slice(0, 2)]), {madeThumbnails: 1});
	t.like(await shown(url), {status: 200, size: [320, 213], redirected: false});
	t.like(await sweep(service, FILE_PARTS), {madeThumbnails: 0, thumbnailsFiles: 0});
	t.is((await fetch(url.replace(name, 'f'.repeat(32)))).status, 404);
	t.is((await fetch(url.replace(name, '..%2Fmedia'))).status, 404);
});

test.serial('a thumbnail goes with the image of which it was made, and not before', async t => {
	const media = await upload(await screenshot(800, 600).png().toBuffer());
	const [{url}] = (await ana('GET', `/v1/media/${media.mediaId}`)).body.variants;
	await ageFiles(service);
	t.like(await sweep(service, FILE_PARTS), {thumbnailsFiles: 0});
	t.is((await fetch(url)).status, 200);
	await database.query("UPDATE media SET unused_since = '2020-01-01', referenced_at = '2020-01-01' WHERE media_id = ?", [media.mediaId]);
	await sweep(service, FILE_PARTS);
	t.is((await fetch(url)).status, 404);
	t.is((await ana('GET', `/v1/media/${media.mediaId}`)).status, 404);
});
