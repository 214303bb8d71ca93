import {mkdtempSync} from 'node:fs';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {listPictures, readPicture, titleFrom} from './pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
test.after.always(() => rm(folder, {recursive: true}));

let picture: Buffer;
test.before(async () => {
	picture = await sharp({create: {width: 4, height: 3, channels: 3, background: 'teal'}})
		.png()
		.toBuffer();
});

const shot = (time: string) => `Screenshot 2026-11-24 at ${time}.png`;

test.serial('screenshots with a clock of 12 hours are listed in the order in which they were taken', async t => {
	const taken = ['9.58.40\u202fAM', '12.59.31\u202fPM', '1.00.12\u202fPM'].map(shot);
	for (const name of taken) await writeFile(join(folder, name), picture);
	t.deepEqual(await listPictures(folder), taken);
});

test.serial('a name is found with the blanks and the composition that a keyboard types', async t => {
	const inside = join(folder, 'ações'.normalize('NFD'));
	await mkdir(inside);
	await writeFile(join(folder, shot('1.00.12\u202fPM')), picture);
	await writeFile(join(inside, 'Größe.png'.normalize('NFD')), picture);
	t.is((await readPicture(folder, shot('1.00.12 PM'))).width, 4);
	t.is((await readPicture(folder, 'ações/Größe.png'.normalize('NFC'))).height, 3);
	await t.throwsAsync(readPicture(folder, 'acoes/Grosse.png'), {message: 'acoes/Grosse.png is not there.'});
});

test.serial('a name that fits two files alike is not guessed', async t => {
	await writeFile(join(folder, 'one\u00a0two.png'), picture);
	await writeFile(join(folder, 'one\u202ftwo.png'), picture);
	await t.throwsAsync(readPicture(folder, 'one two.png'), {message: 'one two.png is not there.'});
	t.is((await readPicture(folder, 'one\u202ftwo.png')).width, 4);
});

test('a JPEG that Windows saved as .jfif is a picture of the folder', async t => {
	const saved = join(folder, 'saved');
	await mkdir(saved);
	await writeFile(join(saved, 'order.jfif'), await sharp(picture).jpeg().toBuffer());
	t.deepEqual(await listPictures(saved), ['order.jfif']);
});

test('a title loses the number that orders its file, and no digit of its name; a screenshot tool gives none', t => {
	for (const [file, title] of [
		['02-fill_in.png', 'Fill in'],
		['01-2fa-login.png', '2fa login'],
		['02-3d-view.png', '3d view'],
		['03-404-page.png', '404 page'],
		['06-20mp.png', '20mp'],
		['2fa.png', '2fa'],
		['2-step-login.png', 'Step login'],
		['1.2 Log in.png', 'Log in'],
		['_01_ menu.png', 'Menu'],
		['2026-05-01 10.22.33 cart.png', 'Cart'],
		['20260501-102233-cart.png', 'Cart'],
		['2026-05-01.png', ''],
		['003.png', ''],
		['screens/10 日本.png', '日本'],
		['2024 roadmap', 'Roadmap'],
		['2026-11-30 09_41_07-Orders - Google Chrome.png', 'Orders Google Chrome'],
		['Checkout 2026-11-30.png', 'Checkout 2026 11 30'],
		['Image settings.png', 'Image settings'],
		['Screenshot 2026-11-30 at 9.41.07\u202fAM.png', ''],
		['Captura de Tela 2026-11-30 às 09.41.07.png'.normalize('NFD'), ''],
		['Bildschirmfoto 2026-11-30 um 09.41.07.png', ''],
		['スクリーンショット 2026-11-30 9.41.07.png', ''],
		['Screenshot_20261130-094107_Chrome.jpg', ''],
		['screencapture-localhost-3000-orders-2026-11-30-09_41_07.png', ''],
		['CleanShot 2026-11-30 at 09.41.07@2x.png', ''],
		['Screenshot (2).png', ''],
		['Captura de ecrã (10).png', ''],
		['IMG_0099.PNG', ''],
		['image.png', ''],
	] as const)
		t.is(titleFrom(file), title, file);
});
