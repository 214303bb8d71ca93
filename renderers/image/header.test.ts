import test from 'ava';
import {chunk, insert} from '../../test/helpers/hidden/pngs.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {acceptImage} from './variants.ts';

const base = await screenshot(40, 30).png().toBuffer();
const declaring = (...numbers: number[]) => insert(base, 'IDAT', chunk('cICP', Buffer.from([...numbers, 0, 1])));

test('a PNG of high dynamic range, or of colours that only numbers declare, is refused in words', async t => {
	for (const [primaries, transfer] of [
		[9, 16],
		[9, 18],
		[1, 16],
		[12, 13],
		[9, 1],
		[1, 8],
	] as const) {
		const error = await t.throwsAsync(acceptImage(declaring(primaries, transfer)), {code: 'image_unreadable'});
		t.regex(error!.message, /other colours\. Save it as sRGB/, `${primaries}, ${transfer}`);
	}
	await t.notThrowsAsync(acceptImage(declaring(1, 13)), 'sRGB by its numbers');
	await t.notThrowsAsync(acceptImage(base));
});
