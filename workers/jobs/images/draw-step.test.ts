import test from 'ava';
import sharp from 'sharp';
import {stepPicture, WHOLE} from '../../../renderers/image/annotated-step.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {startService} from '../../../test/helpers/service.ts';

const service = await startService();
test.after.always(() => service.stop());

const MARKS = {highlight: {x: 0.5, y: 0.5, width: 0.2, height: 0.1}, click: {x: 0.6, y: 0.55}};

async function draw(accountId: string, mediaId: string) {
	const {database, dispatcher} = service.services;
	const job = await insertJob(database.manager, {accountId, type: 'draw-step', input: {mediaId, ...MARKS}});
	return (await dispatcher.run(job, 10_000))!.outcome!;
}

test('the whole screenshot, 1,024 pixels on its long side, with highlight and click drawn', async t => {
	const ana = await service.client();
	const base64 = (await screenshot(2880, 1800).png().toBuffer()).toString('base64');
	const {mediaId} = (await ana('POST', '/v1/media', {body: {base64}})).body.media;
	const outcome = await draw(ana.accountId, mediaId);
	const {file} = ('response' in outcome && outcome.response.body) as {file: string};
	const bytes = (await service.services.files.read('media', file))!;
	const {data, info} = await sharp(bytes).raw().toBuffer({resolveWithObject: true});
	t.deepEqual([info.width, info.height], [1024, 640]);
	const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
	const isMark = ([red, green, blue]: number[]) => red! > 200 && green! < 90 && blue! > 140;
	// The line lies a gap outside of the highlight's left and top edges.
	t.true(isMark(at(512 - 4, 352)), String(at(512 - 4, 352)));
	t.true(isMark(at(614, 320 - 4)), String(at(614, 320 - 4)));
	t.false(isMark(at(100, 100)));
	t.false(isMark(at(530, 340)));
});

test("another account's image is not drawn", async t => {
	const [ana, eve] = [await service.client(), await service.client()];
	const base64 = (await screenshot(800, 600).png().toBuffer()).toString('base64');
	const {mediaId} = (await ana('POST', '/v1/media', {body: {base64}})).body.media;
	const outcome = await draw(eve.accountId, mediaId);
	t.is('error' in outcome && outcome.error.code, 'not_found');
});

test('even noise comes out below 200,000 bytes', async t => {
	const noise = {
		width: 1024,
		height: 1024,
		channels: 3 as const,
		background: '#808080',
		noise: {type: 'gaussian' as const, mean: 128, sigma: 80},
	};
	const bytes = await sharp({create: noise}).png().toBuffer();
	const picture = await stepPicture(bytes, MARKS, WHOLE);
	t.true(picture.length < 200_000, `${picture.length}`);
});
