import {mkdtempSync} from 'node:fs';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {listPictures, readPicture} from './pictures.ts';

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
