import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import type {Target} from './choose.ts';

type Picture = {file: string; app: string; language: string; dpr: number; width: number; height: number; targets: Target[]};

const here = import.meta.dirname;
const sets = {
	'tuned-on': JSON.parse(await readFile(join(here, 'tuned-on.json'), 'utf8')) as Picture[],
	'held-out': JSON.parse(await readFile(join(here, 'held-out.json'), 'utf8')) as Picture[],
};

for (const [name, pictures] of Object.entries(sets)) {
	test(`${name} has at least 80 targets of three applications in two languages`, t => {
		t.true(pictures.flatMap(({targets}) => targets).filter(({visible}) => visible).length >= 80);
		t.true(new Set(pictures.map(({app}) => app)).size >= 3);
		t.true(new Set(pictures.map(({language}) => language)).size >= 2);
	});

	test(`${name} lists every picture in its true size, and places inside it`, async t => {
		for (const {file, width, height, targets} of pictures) {
			const metadata = await sharp(join(here, file)).metadata();
			t.deepEqual([metadata.width, metadata.height], [width, height], file);
			for (const {label, highlight, click} of targets) {
				const {x, y, width, height} = highlight ?? {x: 0, y: 0, width: 1, height: 1};
				t.true(label !== '' && x >= 0 && y >= 0 && x + width <= 1.00002 && y + height <= 1.00002, `${file} ${label}`);
				t.true(click.x >= x && click.x <= x + width && click.y >= y && click.y <= y + height, `${file} ${label}`);
			}
		}
	});
}

test('no application is in both sets', t => {
	const apps = new Set(sets['tuned-on'].map(({app}) => app));
	t.deepEqual(
		sets['held-out'].filter(({app}) => apps.has(app)),
		[],
	);
});
