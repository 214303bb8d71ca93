import test from 'ava';
import {isUltraWide} from '../../../shared/tour/place/camera.ts';
import {seededRandom} from '../../../test/helpers/random.ts';
import {sampleStep} from '../../../test/helpers/sample-snapshot.ts';
import {readablePart} from '../../paper/part.ts';
import {guidePart} from './picture.ts';

const imageOf = (width: number, height: number) => ({width, height, color: '#ffffff', variants: [], still: null});

test('a picture of a guide has all of its target with room for rings, half of the screenshot at least, and is as wide as windows are', t => {
	const {next, below} = seededRandom(3);
	for (let round = 0; round < 2000; round++) {
		const image = imageOf(300 + below(3000), 300 + below(3000));
		const [width, height] = [next() ** 2, next() ** 2];
		const highlight = {x: next() * (1 - width), y: next() * (1 - height), width, height};
		const part = guidePart(sampleStep({image, highlight, click: null}), 'around');
		const name = JSON.stringify({image, highlight, part});
		const inside = (one: number, other: number) => one >= other - 1e-9;
		t.true(inside(part.x, 0) && inside(part.y, 0) && inside(1, part.x + part.width) && inside(1, part.y + part.height), name);
		t.true(inside(highlight.x, part.x) && inside(part.x + part.width, highlight.x + highlight.width), name);
		t.true(inside(highlight.y, part.y) && inside(part.y + part.height, highlight.y + highlight.height), name);
		const [across, down] = [part.width * image.width, part.height * image.height];
		const isUpright = image.width / image.height < 0.8;
		const isWide = isUltraWide(image);
		t.true(inside(part.width, 0.5) || (isWide && across >= 1.6 * image.height - 1), name);
		if (isWide) t.is(part.height, 1, name);
		t.true(inside(part.height, 0.45) || (isUpright && down >= 1.6 * image.width - 1), name);
		const isCut = part.width < 1 - 1e-9 && part.height < 1 - 1e-9;
		if (isCut && !isUpright) t.true(Math.abs(across / down - 1.6) < 1e-6, name);
		// Nine pixels of 800 are what the rings take.
		const room = 0.03 * Math.min(image.width, image.height);
		const left = (highlight.x - part.x) * image.width;
		t.true(left > room - 1e-6 || part.x < 1e-9 || part.width > 1 - 1e-9, name);
	}
});

test('without a target, or where nothing is to be cut, all of it is shown; of a scroll of many windows one of them', t => {
	const step = sampleStep({image: imageOf(1440, 900)});
	t.deepEqual(guidePart(step, 'none'), {x: 0, y: 0, width: 1, height: 1});
	t.deepEqual(guidePart({...step, highlight: null, click: null}, 'around'), {x: 0, y: 0, width: 1, height: 1});
	t.true(guidePart({...step, highlight: null}, 'around').width === 0.5);
	const scroll = sampleStep({image: imageOf(1000, 8000), highlight: {x: 0.2, y: 0.7, width: 0.1, height: 0.01}});
	for (const crop of ['around', 'none'] as const) {
		const part = guidePart(scroll, crop);
		t.true(part.width === 1 && part.height === 0.2 && part.y < 0.7 && part.y + part.height > 0.71);
	}
});

test('of several screens side by side a picture shows one, with all of the target, on every paper', t => {
	for (const [width, height] of [
		[8000, 600],
		[1280, 192],
	] as const)
		for (const x of [0, 0.31, 0.975]) {
			const step = sampleStep({image: imageOf(width, height), highlight: {x, y: 0.3, width: 0.025, height: 0.1}, click: null});
			for (const crop of ['around', 'none'] as const) {
				const part = guidePart(step, crop);
				t.deepEqual(part, readablePart(step));
				t.true(Math.abs((part.width * width) / height - 1.6) < 1e-9 && part.height === 1);
				t.true(part.x <= x && part.x + part.width >= x + 0.025 - 1e-9 && part.x + part.width <= 1 + 1e-9);
			}
		}
	const across = sampleStep({image: imageOf(8000, 600), highlight: {x: 0.2, y: 0, width: 0.5, height: 1}, click: null});
	t.true(readablePart(across).width >= 0.5);
	for (const change of [{camera: {zoom: 1}}, {highlight: null}] as const)
		t.is(readablePart({...across, ...change}).width, 1, 'asked for whole, or without a target');
});
