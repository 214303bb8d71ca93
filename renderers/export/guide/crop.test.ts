import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {sampleStep} from '../../../test/helpers/sample-snapshot.ts';
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
		t.true(inside(part.width, 0.5), name);
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
