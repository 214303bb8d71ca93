import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import sharp from 'sharp';
import {EndCtaInput} from '../../shared/contract/cards.ts';
import {StepInput} from '../../shared/contract/step.ts';
import {ThemeInput} from '../../shared/contract/theme.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import type {ExampleTour} from './story.ts';

const folder = join(import.meta.dirname, 'first-flow');
const tour: ExampleTour = JSON.parse(await readFile(join(folder, 'tour.json'), 'utf8'));
const screens = tour.steps.filter(step => step.type !== 'slide');

test('every part of tour.json is a request that the contract allows', t => {
	const stepFaults = compileSchema(StepInput);
	t.deepEqual(compileSchema(ThemeInput)(tour.theme), []);
	t.deepEqual(compileSchema(EndCtaInput)(tour.endCta), []);
	for (const {file, ...step} of tour.steps) t.deepEqual(stepFaults(step), [], file);
});

test('the tour opens with a slide and shows eight screens at least', t => {
	t.is(tour.steps[0]!.type, 'slide');
	t.true(screens.length >= 8);
});

test('the folder holds the pictures of the tour and no others, 2880 x 1800 each, 6 MB together at most', async t => {
	const pictures = (await readdir(folder)).filter(name => name.endsWith('.png')).sort();
	t.deepEqual(
		pictures,
		screens.map(step => step.file!),
	);
	let bytes = 0;
	for (const picture of pictures) {
		const png = await readFile(join(folder, picture));
		const {format, width, height} = await sharp(png).metadata();
		t.like({format, width, height}, {format: 'png', width: 2880, height: 1800}, picture);
		bytes += png.length;
	}
	t.true(bytes < 6_000_000);
});

test('every highlight lies in its picture and every click in its highlight', t => {
	for (const {file, highlight, click} of screens) {
		const {x, y, width, height} = highlight!;
		t.true(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 && y + height <= 1, file);
		t.true(click!.x > x && click!.x < x + width && click!.y > y && click!.y < y + height, file);
	}
});

test('what is highlighted stands out: its pixels are not all of one colour', async t => {
	for (const {file, highlight} of screens) {
		const {x, y, width, height} = highlight!;
		const region = {left: x * 2880, top: y * 1800, width: width * 2880, height: height * 1800};
		const whole = Object.fromEntries(Object.entries(region).map(([side, value]) => [side, Math.floor(value)])) as typeof region;
		const cut = await sharp(join(folder, file!)).extract(whole).toBuffer();
		const {channels} = await sharp(cut).stats();
		t.true(
			channels.some(({stdev}) => stdev > 10),
			file,
		);
	}
});
