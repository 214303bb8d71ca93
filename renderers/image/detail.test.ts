import test from 'ava';
import {detailIn} from '../../shared/tour/place/detail-map.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {detailMap, ingestImage} from './variants.ts';

const png = await screenshot(1440, 900).png().toBuffer();
const at = (map: string, column: number, row: number) => Number.parseInt(map[row * 16 + column]!, 16);

test('a screenshot has words where its words are, and nothing on its bars', async t => {
	const {detail} = await ingestImage(png);
	t.regex(detail, /^[0-9a-f]{160}$/);
	t.is(at(detail, 0, 5), 0, 'the empty sidebar');
	t.true(at(detail, 6, 5) > 4, 'words');
	t.true(at(detail, 6, 5) > at(detail, 14, 0), 'words and the edge of the bar');
});

test('one colour is 0 everywhere, fine lines are f, whatever the channels', async t => {
	for (const channels of [1, 2, 3, 4] as const) {
		const plain = Buffer.alloc(320 * 200 * channels, 180);
		t.is(detailMap({data: plain, width: 320, height: 200, channels}), '0'.repeat(160), `${channels}`);
		const lines = Buffer.from(plain.map((_, index) => (Math.floor(index / channels) % 2) * 255));
		t.is(detailMap({data: lines, width: 320, height: 200, channels}), 'f'.repeat(160), `${channels}`);
	}
});

test('images of hardly any pixels have a map too', t => {
	for (const [width, height] of [
		[1, 1],
		[2, 1],
		[3, 40],
		[900, 2],
	] as const) {
		t.regex(detailMap({data: Buffer.alloc(width * height * 3), width, height, channels: 3}), /^0{160}$/);
	}
});

test('the detail in a part is the mean of its cells by area; outside of the image there is none', t => {
	const map = 'f'.padEnd(160, '0');
	t.is(detailIn(map, {x: 0, y: 0, width: 1 / 16, height: 0.1}), 1);
	t.is(detailIn(map, {x: 0, y: 0, width: 1 / 8, height: 0.2}), 0.25);
	t.is(detailIn(map, {x: -1 / 16, y: 0, width: 1 / 8, height: 0.1}), 0.5);
	t.is(detailIn(map, {x: 0.5, y: 0.5, width: 0.5, height: 0.5}), 0);
	t.is(detailIn(undefined, {x: 0, y: 0, width: 1, height: 1}), 0);
	t.is(detailIn(map, {x: 0, y: 0, width: 0, height: 1}), 0);
});
